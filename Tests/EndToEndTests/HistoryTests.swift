// SPDX-License-Identifier: MIT
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
