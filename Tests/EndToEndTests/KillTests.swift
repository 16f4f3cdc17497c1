// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

@Suite("kill -9 under a stream of likes")
struct KillTests {
    private static let inFlight = 16

    @Test(
        "every acknowledged like survives kill -9, and the database is intact",
        arguments: KillRounds.libraries)
    func killedDuringLikes(_ library: KillRounds.Library) throws {
        let daemon = try TestDaemon(configuration: MixedWork.configuration())
        try MixedWork.writePack(for: daemon, jokes: library.rounds * 400)
        var liked: Set<String> = []
        for round in 1...library.rounds {
            try daemon.start()
            try daemon.awaitJokes()
            let acknowledged = try likesUntilKilled(daemon, after: Int.random(in: 1...200))
            #expect(!acknowledged.isEmpty)
            liked.formUnion(acknowledged)

            try daemon.start()
            let client = try daemon.connect()
            for joke in acknowledged {
                #expect(throws: Never.self, "\(library), round \(round): \(joke) is lost") {
                    try client.call(.savedGet, ["joke": .string(joke)])
                }
            }
            let total = try client.call(.savedList, ["limit": 1])["total"]?.integerValue ?? 0
            #expect(total >= liked.count, "\(library), round \(round)")
            #expect(try daemon.query("PRAGMA integrity_check") == "ok\n", "\(library), round \(round)")
            try daemon.kill()
        }
        // Otherwise most likes would be of the same few jokes, and a lost one would not be visible.
        #expect(liked.count > library.rounds * 20)
    }

    /// The ids of the likes that were acknowledged before the daemon was killed.
    private func likesUntilKilled(_ daemon: TestDaemon, after count: Int) throws -> [String] {
        let client = try daemon.connect()
        for _ in 0..<Self.inFlight { try client.request(.jokeLike) }
        var liked: [String] = []
        for _ in 0..<count {
            liked.append(try decided(client.message()))
            try client.request(.jokeLike)
        }
        var random = SystemRandomNumberGenerator()
        KillRounds.pause(using: &random)
        try daemon.kill()
        // Everything that the daemon sent was acknowledged, even if it was not read before the kill. A cut line was
        // not.
        while let line = try client.line() {
            guard let reply = try? JSON(parsing: line.utf8) else { break }
            liked.append(try decided(reply))
        }
        return liked
    }

    private func decided(_ reply: JSON) throws -> String {
        guard let id = reply["result"]?["decided"]?["id"]?.stringValue else {
            throw TestSupportError("No like: \(reply.jsonText)")
        }
        return id
    }
}
