#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# characters.sh
# Finds code that reads text from outside by Character, where `'` with an accent is another character than `'`. Escapers
# and parsers work on scalars or bytes. The display of text may count characters, in the modules that are left out.
#
# It finds words from outside that are compared by canonical equivalence, too: use init(word:), hasBytes(of:) or
# containsBytes(of:).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# shellcheck disable=SC2016 # `$0` is a name in Swift
found=$(git grep -nE 'for (character|char|letter) in [a-z]|(reduce\(into: ""\)|map) \{ [^}]*\$[01] == "|\[Character: ' -- \
    Sources/JokeWire Sources/JokeCore Sources/JokeStore Sources/JokeDaemon Sources/JokeControl Sources/JokeClient \
    Sources/JokeBus Sources/JokeDesktop ':!Sources/JokeClient/Terminal' |
    grep -vE 'utf8|unicodeScalars|HighlightedText' || true)
[ -z "$found" ] || {
    printf '%s\n' "$found" "Use unicodeScalars or utf8: a Character is what people see, not what programs read." >&2
    exit 1
}
# shellcheck disable=SC2016 # as above
found=$(git grep -nE '(Kind|Sort|Topic|Level|Region|Self)(\.init\(rawValue:\)|\(rawValue: )|(\$0\.(name|rawValue)|stringValue) == [^n]' -- \
    Sources/JokeWire Sources/JokeStore/Packs Sources/JokeDaemon/Methods Sources/JokeDaemon/Session \
    Sources/JokeControl/Assistant Sources/JokeControl/Syncing || true)
[ -z "$found" ] || {
    printf '%s\n' "$found" "Compare words from outside by their bytes (JokeWire/String+Bytes.swift)." >&2
    exit 1
}
