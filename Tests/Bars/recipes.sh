#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs the lines of docs/recipes.md in the programs that they are for, with jokes that would run a command if a program
# interpreted them, and without jokesd. A script stands in for spd-say. Of hyprlock, only the command of its label is run.
# shellcheck source=Tests/Bars/support.bash
source "$(dirname "${BASH_SOURCE[0]}")/support.bash"

mkdir "$home/bin"
PATH=$home/bin:$PATH:/usr/games
# shellcheck disable=SC2016 # Nothing is to be expanded.
start='-n $(touch ~/pwned) `touch ~/pwned` $HOME %s'
for number in {1..40}; do
    printf '{"setup":"%s \\"it'"'"'s\\" <b>&amp;</b>","punchline":"-n %s"}\n' "$start" "$number"
done >"$home/tricks.jsonl"
configure '{ "sources": { "builtin": { "enabled": false }, "tricks": { "type": "pack", "path": "~/tricks.jsonl" } } }'

# recipe LANGUAGE WORDS: prints the blocks of the page that are in this language and contain these words.
recipe() {
    awk -v start='```'"$1" -v words="$2" '
        inside && /^```/ { if (index(text, words)) { printf "%s", text; found = 1 } inside = 0; next }
        inside { text = text $0 "\n" }
        $0 == start { inside = 1; text = "" }
        END { exit !found }' "$checkout/docs/recipes.md" || fail "the page has no recipe of $1 with $2"
}

# put FILE LANGUAGE: writes the blocks that name this file.
put() {
    mkdir -p "${1%/*}"
    recipe "$2" "/${1##*/}" >"$1"
    chmod +x "$1"
}

# Runs a shell that greets and shows a prompt.
greeting() {
    # shellcheck disable=SC2016 # The shells expand these.
    case $1 in
        bash) bash -ic 'eval "${PROMPT_COMMAND[@]}"' ;;
        zsh) zsh -ic 'for hook in $precmd_functions; do $hook; done' ;;
        fish) fish -c 'fish_greeting; emit fish_prompt' ;;
    esac </dev/null 2>&1 || true
}

# tells WHAT TEXT [COUNT]: the text has the beginning of a joke, in this many lines (1).
tells() { expect "$1: lines with a joke" "$(grep -cF -e "$start" <<<"$2")" "${3:-1}"; }
tells_nothing() { case $2 in *touch* | *joke*) fail "$1: unexpected: $2" ;; esac; }

commit() { git -C "$home/repository" -c user.name=n -c user.email=e@example.org commit --allow-empty -m joke 2>&1; }

# lock FILE: locks the screen until it is another one than the picture in FILE, which then gets the new picture.
picture() { grim -l 9 "$1"; }
lock() {
    "$home/bin/lock" 2>>"$home/lock.log" &
    local script=$!
    await "a locked screen" has_changed "$1"
    pkill -USR1 -P "$script" swaylock
    wait "$script" || fail "swaylock failed"
}

put "$home/.bashrc" bash
put "$home/.zshrc" zsh
put "$XDG_CONFIG_HOME/fish/functions/fish_greeting.fish" fish
put "$XDG_CONFIG_HOME/fish/conf.d/joke.fish" fish
# Without this directory, fish reads all manual pages in the background.
mkdir -p "$XDG_DATA_HOME/fish/generated_completions"
git init -q "$home/repository"
put "$home/repository/.git/hooks/post-commit" sh
put "$home/bin/lock" sh
cat >"$home/bin/spd-say" <<'END'
#!/bin/sh
[ "$1 $2 $#" = "--wait -- 3" ] && printf '%s\n' "$3"
END
chmod +x "$home/bin/spd-say"
label=$(recipe ini hyprlock.conf | sed -n 's/.* cmd\[[^]]*\] //p' | sed 's/\\{{/{{/')
start_sway
picture "$home/desktop.png"

start_daemon
await "the jokes of the pack" jokectl --quiet next --source tricks >/dev/null
jokectl --quiet like >/dev/null
for shell in bash zsh fish; do tells "greeting and prompt of $shell" "$(greeting $shell)" 2; done
card=$(jokectl)
while read -r line; do
    for shell in bash zsh fish; do
        tells "$line in $shell" "$($shell -c "$([ $shell != bash ] || echo shopt -s expand_aliases)
            $line
            eval fortune")"
    done
    expect "the card after $line" "$(jokectl)" "$card"
done < <(recipe bash 'alias fortune')
has_cow=$(sh -c "$(recipe sh cowsay)")
grep -F '(oo)' <<<"$has_cow" >/dev/null || fail "no cow: $has_cow"
tells spd-say "$(sh -c "$(recipe sh spd-say)")"
tells "the commit hook" "$(commit)"
tells hyprlock "$(sh -c "$label")"
grep -F '&lt;b&gt;&amp;amp;' <<<"$(sh -c "$label")" >/dev/null || fail "hyprlock would interpret: $(sh -c "$label")"
cp "$home/desktop.png" "$home/locked.png"
lock "$home/locked.png"
[ ! -e "$home/pwned" ] || fail "a joke ran a command"

kill_daemon
# Without jokesd beside it, jokectl starts none.
cp "$BAR_PROGRAMS/jokectl" "$home/bin"
for shell in bash zsh fish; do tells_nothing "$shell without jokesd" "$(greeting $shell)"; done
expect "spd-say without jokesd" "$(sh -c "$(recipe sh spd-say)" 2>/dev/null)" ''
commit >/dev/null || fail "a commit fails without jokesd"
expect "hyprlock without jokesd" "$(sh -c "$label")" ''
cp "$home/desktop.png" "$home/empty.png"
lock "$home/empty.png"
! same "$home/locked.png" "$home/empty.png" || fail "swaylock shows no joke"
echo "recipes: run in bash, zsh, fish, git, cowsay and swaylock"
