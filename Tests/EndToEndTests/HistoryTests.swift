// SPDX-License-Identifier: MIT
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("The history")
struct HistoryTests {
    /// Shows jokes until the card has had `count`, and returns their ids, the newest last.
    private func show(_ count: Int, by client: SocketClient) throws -> [JSON] {
        var shown = [try #require(try client.call(.jokeCurrent)["joke"]?["id"])]
        while shown.count < count { shown.append(try #require(try client.call(.jokeNext)["joke"]?["id"])) }
        return shown
    }

    @Test("the history, the place in it and what was seen survive kill -9")
    func survivesKill() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        let shown = try show(5, by: client)
        let queue = try client.call(.queueList)["items"]
        #expect(try client.call(.jokePrevious)["joke"]?["id"] == shown[3])
        #expect(try client.call(.jokePrevious)["joke"]?["id"] == shown[2])

        try daemon.killAndRestart()
        let again = try daemon.connect()
        #expect(try again.call(.jokeCurrent)["joke"]?["id"] == shown[2])
        #expect(try again.call(.queueList)["items"] == queue)
        let history = try again.call(.jokeHistory)
        let listed = history["items"]?.arrayValue?.compactMap { $0["joke"]?["id"] }
        #expect(listed == Array(shown.reversed()))
        #expect(history["position"] == 2)
        #expect(try again.call(.jokePrevious)["joke"]?["id"] == shown[1])
        for id in shown[2...] { #expect(try again.call(.jokeNext)["joke"]?["id"] == id) }
        let next = try again.call(.jokeNext)["joke"]
        #expect(next == queue?.arrayValue?.first)
    }

    @Test("like, dislike and share take a unique beginning of an id, which is completed without the queue")
    func beginnings() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        let shown = try show(6, by: client).compactMap(\.stringValue)
        let queue =
            try client.call(.queueList)["items"]?.arrayValue?.compactMap { $0["id"]?.stringValue } ?? []
        /// The shortest beginning that no other id has that was shown.
        func beginning(_ id: String) -> String {
            let others = shown.filter { $0 != id }
            let length = (1...id.count).first { length in
                !others.contains { $0.hasPrefix(id.prefix(length)) }
            }
            return String(id.prefix(length ?? id.count))
        }
        let offered = try daemon.jokectl("complete", "--", "like", "").lines.map {
            String($0.prefix { $0 != "\t" })
        }
        #expect(Set(shown).isSubset(of: offered) && Set(queue).isDisjoint(with: offered))
        let queued = beginning(try #require(queue.first))
        #expect(try daemon.jokectl("like", beginning(shown[1])).succeeded)
        #expect(
            try client.call(.savedGet, ["joke": .string(shown[1])])["joke"]?["id"]?.stringValue == shown[1])
        #expect(try daemon.jokectl("dislike", beginning(shown[2])).succeeded)
        let disliked = try client.call(.savedList, ["disliked": true])["items"]?.arrayValue
        #expect(disliked?.compactMap { $0["joke"]?["id"]?.stringValue } == [shown[2]])
        let shared = try daemon.jokectl("share", "--as", "json", beginning(shown[3]))
        #expect(try JSON(parsing: shared.output.utf8)["id"]?.stringValue == shown[3])
        // A beginning of all ids of the history.
        let common = shown.dropFirst().reduce(shown[0]) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) }
        for words in [["like", "zz-none"], ["share", "zz-none"], ["dislike", queued]] {
            let run = try ProgramRun(
                Programs.path(of: "jokectl"), words, environment: daemon.environment)
            #expect(run.end == .exited(66) && run.errors.contains("`jokectl history`"), "\(words): \(run)")
        }
        if !common.isEmpty { #expect(try daemon.jokectl("like", common).end == .exited(65)) }
        #expect(try client.call(.savedList)["total"] == 1)
    }

    @Test("saved search finds parts of words, and phrases")
    func searchedParts() throws {
        let daemon = try TestDaemon.ready()
        #expect(try daemon.jokectl("add", "Two snails race.").succeeded)
        #expect(try daemon.jokectl("add", "A snail sleeps.").succeeded)
        for (words, found) in [
            (["snail"], 2), (["nai", "rac"], 1), (["two snails"], 1), (["snails two"], 0), (["sna*"], 2),
        ] {
            let run = try ProgramRun(
                Programs.path(of: "jokectl"), ["saved", "search"] + words, environment: daemon.environment)
            #expect(run.lines.count == found, "\(words): \(run)")
        }
    }

    @Test("a decision that names the joke on the card goes forward in the history")
    func decisionByID() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        let shown = try show(4, by: client)
        try client.call(.jokeDislike, ["joke": shown[2]])
        for _ in 0..<2 { try client.call(.jokePrevious) }
        try client.call(.jokePrevious)
        #expect(try client.call(.jokeNext)["joke"]?["id"] == shown[1])
        #expect(try client.call(.jokeLike, ["joke": shown[1]])["joke"]?["id"] == shown[3])
    }

    @Test("jokectl goes back and lists the history")
    func jokectl() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        let shown = try show(2, by: client).compactMap(\.stringValue)
        try client.call(.jokeDislike)
        for (command, id) in [("previous", shown[1]), ("back", shown[0])] {
            let run = try daemon.jokectl(command, "--json")
            #expect(try JSON(parsing: run.output.utf8)["joke"]?["id"]?.stringValue == id)
        }
        let end = try daemon.jokectl("back")
        #expect(!end.succeeded)
        #expect(end.errors == "jokectl: No earlier joke is in the history\n")
        let rows = try daemon.jokectl("history").output.split(separator: "\n").map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).prefix(2).joined(separator: " ")
        }
        #expect(rows.count == 3)
        #expect(Array(rows.dropFirst()) == ["\(shown[1]) disliked", "\(shown[0]) "])
    }
}
