#!/usr/bin/env node
// SPDX-License-Identifier: MIT
// jokes.mjs next | like [ID] | follow
// `next` shows the next joke. `like` likes the joke on the card, or only the joke with this id. `follow` prints each
// joke that comes on the card and each like. After a restart of jokesd it goes on, and prints the likes that it missed.
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const path = process.env.JOKESD_SOCKET || `${process.env.XDG_RUNTIME_DIR}/jokesd/socket`;

// Sends a request, and yields its reply and all other messages until the daemon closes the connection.
async function* messages(method, params) {
    const connection = connect(path).setEncoding("utf8");
    connection.write(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) + "\n");
    let unread = "";
    for await (const chunk of connection) {
        const lines = (unread + chunk).split("\n");
        unread = lines.pop();
        for (const line of lines) yield JSON.parse(line);
    }
}

async function call(method, params) {
    for await (const message of messages(method, params)) {
        if (message.id !== 1) continue;
        if (message.error) throw new Error(message.error.message);
        return message.result;
    }
}

async function follow() {
    let since = null, shown;
    for (;; await sleep(1000)) {
        try {
            for await (const message of messages("state.subscribe", { topics: ["state", "log"], since })) {
                if (message.id === 1) {
                    const { resumed, epoch, seq } = message.result;
                    if (!resumed) since = { epoch, seq };
                } else if (message.method === "event") {
                    const { topic, seq, state, event, joke } = message.params;
                    since.seq = Math.max(since.seq, seq);
                    if (topic === "state" && state && state.joke.id !== shown) console.log(state.joke.value);
                    if (topic === "state" && state) shown = state.joke.id;
                    if (topic === "log" && event === "liked") console.log("liked:", joke.value);
                }
            }
        } catch {} // jokesd is not running, has no room for another client, or ended within a line.
    }
}

const [command, id] = process.argv.slice(2);
try {
    if (command === "next") console.log((await call("joke.next", { reveal: true })).joke.value);
    else if (command === "like") console.log((await call("joke.like", { ifJoke: id })).decided.value);
    else await follow();
} catch (error) {
    console.error(error.message);
    process.exitCode = 1;
}
