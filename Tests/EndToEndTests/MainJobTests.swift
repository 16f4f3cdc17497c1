// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

@Suite("The main job")
struct MainJobTests {
    @Test("a liked joke is in the saved list")
    func likedJokeIsSaved() throws {
        let daemon = try TestDaemon.ready()
        let next = try daemon.jokectl("next")
        #expect(next.succeeded, "\(next.errors)")
        let joke = try daemon.connect().call(.jokeCurrent)["joke"]
        let text = try #require(joke?["value"]?.stringValue)
        #expect(next.output.contains(text.prefix { $0 != "\n" }))

        #expect(try daemon.jokectl("like").succeeded)
        let saved = try daemon.jokectl("saved", "list", "--json")
        #expect(saved.lines.count == 1)
        let item = try JSON(parsing: saved.output.utf8).withoutGrease
        #expect(item["joke"] == joke)
    }

    @Test("the saved jokes, the queue, the card and the seen jokes survive kill -9")
    func survivesKill() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        var shown: [JSON?] = [try client.call(.jokeCurrent)["joke"]?["id"]]
        for method in [Method.jokeNext, .jokeLike, .jokeLike, .jokeDislike] {
            shown.append(try client.call(method)["joke"]?["id"])
        }
        let before = try StoredState(from: client)

        try daemon.killAndRestart()
        let again = try daemon.connect()
        #expect(try StoredState(from: again) == before)
        #expect(before.saved.count == 2)

        // No joke is shown again before all others were shown.
        for _ in 0..<40 {
            let next = try again.call(.jokeNext)["joke"]?["id"]
            #expect(!shown.contains(next))
        }
    }

    @Test("a deletion survives kill -9 and can be undone", .rule(6))
    func deletionSurvivesKill() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        let liked = try client.call(.jokeLike)["decided"]?["id"]
        try client.call(.jokeLike)
        try client.call(.savedDelete, ["jokes": [try #require(liked)]])

        try daemon.killAndRestart()
        let again = try daemon.connect()
        #expect(try again.call(.savedList)["total"] == 1)
        #expect(try again.call(.jokeUndo)["undone"]?["kind"] == "deleted")
        #expect(try again.call(.savedList)["total"] == 2)
    }

    @Test("a line of shell with nc and jq prints a joke")
    func shellOneLiner() throws {
        let daemon = try TestDaemon.ready()
        let run = try daemon.shell(
            #"printf '{"method":"joke.next"}\n' | nc -NU "$SOCKET" | jq -r .result.joke.value"#)
        let joke = try daemon.connect().call(.jokeCurrent)["joke"]?["value"]?.stringValue
        #expect(run.output == joke.map { $0 + "\n" })
    }

    @Test("card.drag turns the card green for every client, and a release saves the joke")
    func dragForEveryClient() throws {
        let daemon = try TestDaemon.ready()
        let watchers = [try daemon.subscribe(), try daemon.subscribe()]
        let joke = try daemon.state()["joke"]
        let drag = try daemon.jokectl(
            "call", "card.drag", "translation=0.6", "predictedEndX=414", "width=414")
        #expect(drag.succeeded, "\(drag.errors)")
        for watcher in watchers {
            let event = try watcher.event()
            #expect(event["state"]?["backgroundColor"] == "green")
            #expect(event["state"]?["decisionState"] == "liked")
        }
        #expect(try daemon.jokectl("call", "card.release").succeeded)
        for watcher in watchers {
            let (decided, moved) = (try watcher.event(), try watcher.event())
            #expect(decided["state"]?["joke"] == joke)
            #expect(decided["state"]?["saved"]?["count"] == 1)
            #expect(moved["state"]?["joke"] != joke)
            #expect(moved["state"]?["backgroundColor"] == "gray")
            #expect(moved["state"]?["decisionState"] == "undecided")
        }
        #expect(try daemon.connect().call(.savedList)["items"]?.arrayValue?.first?["joke"] == joke)
    }

    @Test("an abandoned drag returns to the middle")
    func abandonedDrag() throws {
        let daemon = try TestDaemon.ready()
        let watcher = try daemon.subscribe()
        try daemon.connect().call(.cardDrag, ["translation": 0.7, "predictedEndX": 500, "width": 414])
        #expect(try watcher.event()["state"]?["decisionState"] == "liked")
        let event = try watcher.event()
        #expect(event["state"]?["cardTranslation"] == 0)
        #expect(event["state"]?["decisionState"] == "undecided")
        #expect(event["cause"] == .null)
    }

    @Test("the joke of the day is the same for every client and after a restart")
    func dailyJoke() throws {
        let daemon = try TestDaemon.ready()
        let card = try daemon.state()["joke"]
        let daily = try daemon.jokectl("daily", "--json")
        #expect(daily.succeeded, "\(daily.errors)")
        let answer = try JSON(parsing: daily.output.utf8).withoutGrease
        #expect(try daemon.connect().call(.dailyGet) == answer)
        try daemon.killAndRestart()
        #expect(try daemon.connect().call(.dailyGet) == answer)
        #expect(try daemon.state()["joke"] == card)
    }

    @Test("grease reaches jokectl if the environment asks for it")
    func grease() throws {
        let daemon = try TestDaemon.ready(environment: ["JOKESD_GREASE": "1"])
        let greased = try JSON(parsing: daemon.jokectl("daily", "--json").output.utf8)
        #expect(greased != greased.withoutGrease)
        #expect(try daemon.connect().call(.dailyGet) == greased.withoutGrease)
    }

    @Test("no joke repeats before all in the user's language were shown")
    func noRepeats() throws {
        let pack = try Files.text("\(Programs.checkout)/packs/builtin.jsonl").split(separator: "\n").filter {
            try JSON(parsing: $0.utf8)["texts"]?["en"] != nil
        }
        let daemon = try TestDaemon.ready(configuration: #"{ "languages": ["en"] }"#)
        let client = try daemon.connect()
        for _ in pack { try client.request(.jokeNext) }
        var shown: Set<String> = []
        for id in 1...pack.count {
            let joke = try client.reply(to: id)["result"]?["joke"]?["id"]?.stringValue
            shown.insert(try #require(joke))
        }
        // The starter joke was shown before and is not in the pack.
        #expect(shown.count == pack.count)
    }
}

/// The data that must survive the daemon.
private struct StoredState: Equatable {
    let epoch: JSON?
    let card: JSON?
    let queue: JSON?
    let saved: [JSON]

    init(from client: SocketClient) throws {
        let state = try client.call(.stateGet)
        epoch = state["epoch"]
        card = state["state"]?["joke"]
        queue = try client.call(.queueList)["items"]
        saved = try client.call(.savedList)["items"]?.arrayValue ?? []
    }
}

extension JSON {
    /// Without grease, which `make tests` mixes into the input of jokectl.
    fileprivate var withoutGrease: JSON {
        switch self {
        case .array(let elements): .array(elements.map(\.withoutGrease))
        case .object(let object):
            .object(
                JSONObject(
                    members: object.members.filter { $0.name != Grease.word }
                        .map { .init(name: $0.name, value: $0.value.withoutGrease) }))
        default: self
        }
    }
}
