// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

@Suite("A pack of one's own")
struct PackTests {
    /// Returns a running daemon with a pack of five jokes, two of them in the category `tea`.
    private func daemon(builtin: Bool = false) throws -> TestDaemon {
        let daemon = try TestDaemon()
        let pack = "\(daemon.directory.path)/mine.jsonl"
        try daemon.configure(
            """
            { "sources": { "builtin": { "enabled": \(builtin) }, "mine": { "type": "pack", "path": "\(pack)" } } }
            """)
        try Files.write(
            (1...5).map {
                #"{"id":"mine-\#($0)","value":"Joke \#($0) of mine.","categories":["\#($0 < 3 ? "tea" : "rain")"]}"#
                    + "\n"
            }.joined(), to: pack)
        try daemon.start()
        try daemon.awaitJokes()
        return daemon
    }

    private let ids = Set((1...5).map { "mine-\($0)" })

    /// Returns the ids of the next jokes.
    private func next(
        _ count: Int, of client: SocketClient, _ params: JSONObject = [:]
    ) throws -> [String] {
        try (0..<count).map { _ in
            try client.call(.jokeNext, params)["joke"]?["id"]?.stringValue ?? ""
        }
    }

    @Test("all its jokes come again in each round, also after a restart")
    func rounds() throws {
        let daemon = try daemon()
        var client = try daemon.connect()
        for _ in 0..<3 { #expect(Set(try next(5, of: client)) == ids) }
        let early = try next(2, of: client)
        try daemon.killAndRestart()
        client = try daemon.connect()
        #expect(Set(early + (try next(3, of: client))) == ids)
        #expect(try daemon.state()["error"] == .null)
    }

    @Test("its jokes come again if they are requested beside unseen jokes of other sources")
    func roundsOfSource() throws {
        let daemon = try daemon(builtin: true)
        let client = try daemon.connect()
        for _ in 0..<3 { #expect(Set(try next(5, of: client, ["source": "mine"])) == ids) }
    }

    @Test("the jokes of a category come again when all of it were seen")
    func roundsOfCategory() throws {
        let daemon = try daemon()
        let client = try daemon.connect()
        for _ in 0..<3 {
            #expect(Set(try next(2, of: client, ["category": "tea"])) == ["mine-1", "mine-2"])
        }
    }

    @Test("a disliked joke does not come again, and the last joke stays")
    func dislikes() throws {
        let daemon = try daemon()
        let client = try daemon.connect()
        _ = try next(5, of: client)
        for id in ids.sorted().dropFirst(2) { try client.call(.jokeDislike, ["joke": .string(id)]) }
        #expect(Set(try next(6, of: client)) == ["mine-1", "mine-2"])
        try client.call(.jokeDislike, ["joke": "mine-1"])
        #expect(Set(try next(3, of: client)) == ["mine-2"])
    }

    @Test("a pack that is disabled gives no joke any more")
    func disabled() throws {
        let daemon = try daemon(builtin: true)
        let client = try daemon.connect()
        try client.call(.sourcesDisable, ["source": "mine"])
        #expect(Set(try next(60, of: client)).isDisjoint(with: ids))
    }
}
