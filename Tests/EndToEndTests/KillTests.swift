// SPDX-License-Identifier: MIT
import Glibc
import JokeTestSupport
import JokeWire
import Testing

@Suite("kill -9 under a stream of likes")
struct KillTests {
    /// `make kill-test` sets 200.
    private static let rounds = getenv("JOKESD_KILL_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 10
    private static let inFlight = 16

    @Test("every acknowledged like is there afterwards, and the database is whole")
    func likes() throws {
        let daemon = try TestDaemon(configuration: Self.configuration)
        try Files.write(Self.pack(jokes: Self.rounds * 400), to: "\(daemon.folder.path)/home/many.jsonl")
        var liked: Set<String> = []
        for round in 1...Self.rounds {
            try daemon.start()
            try daemon.awaitJokes()
            let acknowledged = try likesUntilKilled(daemon, after: Int.random(in: 1...200))
            #expect(!acknowledged.isEmpty)
            liked.formUnion(acknowledged)

            try daemon.start()
            let client = try daemon.connect()
            for joke in acknowledged {
                #expect(throws: Never.self, "round \(round): \(joke) is lost") {
                    try client.call(.savedGet, ["joke": .string(joke)])
                }
            }
            let total = try client.call(.savedList, ["limit": 1])["total"]?.integerValue ?? 0
            #expect(total >= liked.count, "round \(round)")
            #expect(try integrity(daemon) == "ok\n", "round \(round)")
            try daemon.kill()
        }
        // Otherwise most likes would have been of the same few jokes, and a lost one would not show.
        #expect(liked.count > Self.rounds * 20)
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
        // So that it hits every part of a commit; nothing waits for this time to pass.
        usleep(.random(in: 0...2_000))
        try daemon.kill()
        // What had left the daemon was acknowledged, read or not. A line that was cut off was not.
        while let line = try client.line() {
            guard let reply = try? JSON(parsing: line.utf8) else { break }
            liked.append(try decided(reply))
        }
        return liked
    }

    private func decided(_ reply: JSON) throws -> String {
        guard let id = reply["result"]?["decided"]?["id"]?.stringValue else {
            throw HarnessProblem("No like: \(reply.jsonText)")
        }
        return id
    }

    private func integrity(_ daemon: TestDaemon) throws -> String {
        try ProgramRun(
            "sqlite3", ["-readonly", "\(daemon.dataFolder)/jokesd.sqlite", "PRAGMA integrity_check"],
            environment: daemon.environment
        ).output
    }

    private static let configuration = """
        {
          "queue": { "capacity": 100, "lowWater": 80 },
          "sources": {
            "builtin": { "enabled": false },
            "many": { "type": "pack", "path": "~/many.jsonl" }
          }
        }
        """

    private static func pack(jokes: Int) -> String {
        (1...jokes).map {
            #"{"id":"many-\#($0)","categories":["test"],"texts":{"en":{"value":"Joke number \#($0)."}}}"#
                + "\n"
        }.joined()
    }
}
