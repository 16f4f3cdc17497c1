#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# jokes.sh next | like [ID] | follow
# `next` shows the next joke. `like` likes the joke on the card, or only the joke with this id. `follow` prints each joke
# that comes on the card and each like. After a restart of jokesd it goes on, and prints the likes that it missed.
# Needs jq and OpenBSD's nc.
set -o pipefail
socket=${JOKESD_SOCKET:-$XDG_RUNTIME_DIR/jokesd/socket}

# call METHOD PARAMS FILTER: prints what the filter finds in the result, or the error.
call() {
    jq -nc --arg method "$1" --argjson params "$2" '{jsonrpc: "2.0", id: 1, $method, $params}' | nc -NU "$socket" |
        jq -nr "input | if .error then .error.message + \"\n\" | halt_error else .result | $3 end"
}

# Prints a line for each message: its kind, its sequence number, an epoch or an id of a joke, and a text.
# shellcheck disable=SC2016
messages='if .id == 1 and .result then .result | [if .resumed then "resumed" else "new" end, .seq, .epoch, ""]
    elif .method != "event" then empty
    elif .params.topic == "state" and .params.state then .params | ["state", .seq, .state.joke.id, .state.joke.value]
    elif .params.topic == "log" and .params.event == "liked" then .params | ["liked", .seq, .joke.id, .joke.value]
    else .params | ["other", .seq, "-", ""] end | @tsv'

follow() {
    local since=null epoch last shown kind seq id text
    while :; do
        while IFS=$'\t' read -r kind seq id text; do
            case $kind in
                resumed) continue ;;
                new) epoch=$id last=0 ;;
                state)
                    # @tsv writes a newline as \n, which %b turns back.
                    [ "$id" = "$shown" ] || printf '%b\n' "$text"
                    shown=$id ;;
                liked) printf 'liked: %b\n' "$text" ;;
            esac
            ((seq < last)) || last=$seq
            since=$(jq -nc --arg epoch "$epoch" --argjson seq "$last" '{$epoch, $seq}')
        done < <(jq -nc --argjson since "$since" \
            '{jsonrpc: "2.0", id: 1, method: "state.subscribe", params: {topics: ["state", "log"], $since}}' |
            nc -U "$socket" | jq -r --unbuffered "$messages")
        sleep 1
    done
}

case $1:$# in
    next:1) call joke.next '{"reveal": true}' .joke.value ;;
    like:1) call joke.like '{}' .decided.value ;;
    like:2) call joke.like "$(jq -nc --arg ifJoke "$2" '{$ifJoke}')" .decided.value ;;
    follow:1) follow ;;
    *) sed -n 3,6p "$0" >&2 && exit 2 ;;
esac
