// SPDX-License-Identifier: MIT

/// A shell script that completes the command lines of jokectl.
///
/// Each script passes the words up to the cursor to `jokectl complete` and offers the lines that it prints. A line is a
/// word, a tab and a description. An empty word stands for file names. The scripts contain no commands, so they never
/// become outdated.
package enum CompletionScript: String, Sendable, CaseIterable {
    case bash, zsh, fish

    package var text: String {
        switch self {
        case .bash: Self.bashText
        case .zsh: Self.zshText
        case .fish: Self.fishText
        }
    }

    private static let bashText = #"""
        # Completion of jokectl for bash; `jokectl completions bash` wrote it.
        # shellcheck shell=bash

        _jokectl() {
            local -a words=()
            local rest=${COMP_LINE:0:COMP_POINT} part='' trimmed line word i
            # bash ends words at = and : as well; what was typed without a blank is one.
            for ((i = 0; i <= COMP_CWORD; i++)); do
                trimmed=${rest#"${rest%%[![:space:]]*}"}
                part=${COMP_WORDS[i]}
                ((i < COMP_CWORD)) || part=$trimmed
                if ((i > 0)) && [[ $trimmed == "$rest" ]]; then words[-1]+=$part; else words+=("$part"); fi
                rest=${trimmed#"$part"}
            done
            # What stands before the part of the word that bash puts something in for.
            local before=${words[-1]%"$part"}
            [[ $part != [=:] ]] || before=${words[-1]}
            words=("${words[@]//[\'\"\\]/}")
            COMPREPLY=()
            while IFS= read -r line; do
                word=${line%%$'\t'*}
                if [[ -z $word ]]; then
                    compopt -o filenames 2>/dev/null
                    mapfile -t COMPREPLY < <(compgen -f -- "${words[-1]}")
                    return
                fi
                printf -v word %q "${word#"$before"}"
                COMPREPLY+=("$word")
            done < <("${words[0]/#\~\//$HOME/}" complete -- "${words[@]:1}" 2>/dev/null)
            [[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace 2>/dev/null
        }
        complete -o nosort -F _jokectl jokectl

        """#

    private static let zshText = #"""
        #compdef jokectl
        # Completion of jokectl for zsh; `jokectl completions zsh` wrote it.

        _jokectl() {
            local line word
            local -a values names
            for line in "${(@f)$("${(Q)words[1]/#\~\//$HOME/}" complete -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}"; do
                [[ -n $line ]] || continue
                word=${line%%$'\t'*}
                if [[ -z $word ]]; then
                    _files
                    return
                fi
                # A colon ends the word for _describe.
                line=${${word//\\/\\\\}//:/\\:}:${line#*$'\t'}
                if [[ $word == *= ]]; then names+=("$line"); else values+=("$line"); fi
            done
            _describe -V jokectl names -S '' -- values
        }

        # As a file of $fpath this is the function; else it is made known.
        if [[ ${funcstack[1]-} == _jokectl ]]; then _jokectl "$@"; else compdef _jokectl jokectl; fi

        """#

    private static let fishText = #"""
        # Completion of jokectl for fish; `jokectl completions fish` wrote it.

        function __jokectl_complete
            set -l words (commandline -opc)
            set -l current (commandline -ct)
            set -l program $words[1]
            for line in ($program complete -- $words[2..-1] $current 2>/dev/null)
                if string match -q -r '^\t' -- $line
                    __fish_complete_path $current
                else
                    echo $line
                end
            end
        end

        complete -c jokectl -k -f -a '(__jokectl_complete)'

        """#
}
