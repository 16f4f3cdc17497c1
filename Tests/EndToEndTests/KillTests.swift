// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

@Suite("kill -9 under a stream of likes")
struct KillTests {
    private static let inFlight = 16

    @Test(
        "every acknowledged like survives kill -9, and the database is intact",
        .promise("A like that was acknowledged is on the disk"),
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

    @Test(
        "a long import that kill -9 interrupts is completed once by the next start, or has changed nothing",
        arguments: KillRounds.libraries)
    func killedDuringImport(_ library: KillRounds.Library) throws {
        let daemon = try TestDaemon()
        var random = SystemRandomNumberGenerator()
        var (saved, events) = (0, 0)
        for round in 1...library.rounds {
            try daemon.start()
            let client = try daemon.connect()
            let lines = 1_500
            let watcher = try daemon.subscribe()
            var number: JSON?
            for part in 0..<6 {
                let texts = (part * 250..<part * 250 + 250).map { "Round \(round), line \($0)." }
                let batch = JSON.array(texts.map { .string(#"{"value":"\#($0)"}"#) })
                if part == 5 {
                    _ = try client.request(
                        .savedImport, ["import": number ?? .null, "lines": batch, "last": true])
                } else if let begun = number {
                    try client.call(.savedImport, ["import": begun, "lines": batch])
                } else {
                    number = try client.call(.savedImport, ["lines": batch])["import"]
                }
            }
            if round == 1 {
                // At least this round ends during the import.
                _ = try watcher.event { ($0["state"]?["saved"]?["count"]?.integerValue ?? 0) > saved }
            } else {
                KillRounds.pause(using: &random)
            }
            try daemon.kill()
            let isBegun = try daemon.query(
                "SELECT count(*) FROM imports UNION ALL SELECT count(*) > \(events) FROM log WHERE members LIKE '%imported%'"
            ).contains("1")

            try daemon.start()
            if isBegun {
                (saved, events) = (saved + lines, events + 1)
                let watcher = try daemon.subscribe()
                if try daemon.state()["saved"]?["count"]?.integerValue != saved {
                    _ = try watcher.event { $0["state"]?["saved"]?["count"]?.integerValue == saved }
                }
            }
            #expect(
                try daemon.state()["saved"]?["count"]?.integerValue == saved, "\(library), round \(round)")
            let counts = try daemon.query(
                "SELECT count(*) FROM log WHERE members LIKE '%\"added\":\(lines),%'; SELECT count(*) FROM imports"
            )
            #expect(counts == "\(events)\n0\n", "\(library), round \(round)")
            #expect(try daemon.query("PRAGMA integrity_check") == "ok\n", "\(library), round \(round)")
            try daemon.kill()
        }
        #expect(events > 0)
    }

    private func decided(_ reply: JSON) throws -> String {
        guard let id = reply["result"]?["decided"]?["id"]?.stringValue else {
            throw TestSupportError("No like: \(reply.jsonText)")
        }
        return id
    }
}
