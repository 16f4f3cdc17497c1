// SPDX-License-Identifier: MIT
import Glibc
import JokeTestSupport
import JokeWire
import Testing

/// Whatever stops the daemon or the disk in the midst of mixed work: what was acknowledged is there, and of the rest
/// everything up to some request, and nothing behind it.
@Suite("Mixed work, interrupted")
struct MixedWorkTests {
    /// `make kill-test` sets 200.
    private static let rounds = getenv("JOKESD_KILL_ROUNDS").flatMap { Int(String(cString: $0)) } ?? 10

    /// Then it begins anew, with other requests: a pack that lasts longer takes long to be read in.
    private static let roundsOfLibrary = 200

    @Test("kill -9 at any moment")
    func kills() throws {
        var left = Self.rounds
        for seed in UInt64(1)... {
            try kill(rounds: min(left, Self.roundsOfLibrary), seed: seed)
            left -= Self.roundsOfLibrary
            if left <= 0 { break }
        }
    }

    private func kill(rounds: Int, seed: UInt64) throws {
        let server = try LoopbackHTTP { LoopbackService.icanhazdadjoke.reply(to: $0) }
        let daemon = try TestDaemon(configuration: MixedWork.configuration(feed: server.url))
        try MixedWork.writePack(for: daemon, jokes: 2_000 + rounds * 100)
        let work = try MixedWork(daemon, seed: seed)
        for round in 1...rounds {
            let wish = Int.random(in: 1...150, using: &work.random)
            let client = try daemon.connect()
            let pages = try daemon.connect()
            try work.askForPage(on: pages)
            try work.run(client, requests: wish)
            usleep(.random(in: 0...2_000, using: &work.random))
            try daemon.kill()
            try work.readRest(client)
            try work.readPages(pages)
            try daemon.start()
            try work.verify("seed \(seed), round \(round)")
        }
        #expect(work.acknowledged > rounds * 20)
        print("seed \(seed): \(work.acknowledged) acknowledged, \(work.lost) cut off, \(work.pages) pages")
    }
}

/// One client's work, and what must have come of it.
final class MixedWork {
    private static let inFlight = 16

    let daemon: TestDaemon
    var random: Xorshift
    private(set) var acknowledged = 0
    private(set) var lost = 0
    private(set) var pages = 0
    /// What the library may be: several, where nobody was told how much of the rest had been done.
    private var candidates: [ExpectedLibrary] = [ExpectedLibrary()]
    private var pending: [LibraryRequest] = []
    /// Jokes that were on the card some time ago: the daemon knows them, and they are not on it.
    private var past: [String] = []
    private var pagesKept: [[String]] = []

    init(_ daemon: TestDaemon, seed: UInt64) throws {
        self.daemon = daemon
        random = Xorshift(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        if daemon.process == nil { try daemon.start() }
        try daemon.awaitQueue()
    }

    /// Keeps so many requests under way, and leaves the last ones unanswered.
    func run(_ client: SocketClient, requests count: Int) throws {
        for _ in 0..<count {
            if pending.count >= Self.inFlight { try acknowledge(client.message()) }
            try send(on: client)
        }
    }

    /// As long as there are answers that were sent.
    func readRest(_ client: SocketClient) throws {
        while !pending.isEmpty, let line = try client.line() {
            // One that was cut off was not sent.
            guard let reply = try? JSON(parsing: line.utf8) else { return }
            try acknowledge(reply)
        }
    }

    private func send(on client: SocketClient) throws {
        let request = draw()
        try client.request(request.method, request.params)
        pending.append(request)
    }

    private func draw() -> LibraryRequest {
        let saved = Array((candidates.first?.saved ?? []).filter { !$0.hasPrefix("?") }.sorted().prefix(200))
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<6: return .likeCard
        case 6..<8: return .dislikeCard
        case 8..<11: return .next
        case 11..<13: return past.randomElement(using: &random).map { .like($0) } ?? .next
        case 13..<15: return past.randomElement(using: &random).map { .dislike($0) } ?? .next
        case 15..<17: return .undo
        default:
            // A library that only grew would take ever longer to be looked through.
            let count = saved.count < 200 ? Int.random(in: 1...3, using: &random) : 100
            let ids = (0..<count).compactMap { _ in saved.randomElement(using: &random) }
            return ids.isEmpty ? .likeCard : .delete(Array(Set(ids)).sorted())
        }
    }

    /// A refusal says that nothing happened: of what is not there, or of a disk that fails.
    func acknowledge(_ reply: JSON) throws {
        let request = pending.removeFirst()
        guard let result = reply["result"] else {
            let kind = reply["error"]?["data"]?["kind"]?.stringValue ?? reply.jsonText
            guard ["not_found", "empty", "storage"].contains(kind) else {
                throw HarnessProblem("\(request): \(reply.jsonText)")
            }
            return
        }
        acknowledged += 1
        if let shown = result["joke"]?["id"]?.stringValue, case .next = request { remember(shown) }
        let before = candidates
        candidates = candidates.compactMap { candidate in
            var candidate = candidate
            return candidate.apply(request, result) ? candidate : nil
        }
        if candidates.isEmpty {
            throw HarnessProblem("\(request) cannot have come to \(result.jsonText) after \(before)")
        }
    }

    private func remember(_ shown: String) {
        past.append(shown)
        if past.count > 60 { past.removeFirst() }
    }

    /// What is saved is what was acknowledged, and then the beginning of the rest.
    func verify(_ when: String) throws {
        lost += pending.count
        let client = try daemon.connect()
        let actual = Set(try savedIDs(client))
        // What can be taken back tells those apart that have saved the same; else there would be more in every round.
        let history = try self.history()
        var possible: Set<ExpectedLibrary> = []
        for var candidate in candidates {
            func consider(_ candidate: ExpectedLibrary) {
                guard candidate.fits(actual), candidate.remembers(history) else { return }
                possible.insert(candidate.named(actual, history))
            }
            consider(candidate)
            for request in pending {
                _ = candidate.apply(request, nil)
                consider(candidate)
            }
        }
        #expect(!possible.isEmpty, "\(when): \(actual.count) saved, \(pending.count) cut off")
        (candidates, pending) = (Array(possible), [])
        #expect(try inconsistencies() == "ok\n", "\(when)")
        for (number, ids) in pagesKept.enumerated() {
            let params: JSONObject = ["source": "icanhazdadjoke", "page": .integer(number + 1)]
            let items = try client.call(.feedPage, params)["items"]?.arrayValue ?? []
            #expect(items.compactMap { $0["id"]?.stringValue } == ids, "\(when): page \(number + 1)")
        }
    }

    private func savedIDs(_ client: SocketClient) throws -> [String] {
        var ids: [String] = []
        var params: JSONObject = ["limit": 200]
        while true {
            let page = try client.call(.savedList, params)
            ids += (page["items"]?.arrayValue ?? []).compactMap { $0["joke"]?["id"]?.stringValue }
            guard let next = page["next"]?.stringValue else { return ids }
            params.set("cursor", .string(next))
        }
    }

    /// The decisions and deletions that can be taken back, as they are kept: the kind of each, and the jokes' ids.
    private func history() throws -> [(kind: String, ids: Set<String>)] {
        let run = try ProgramRun(
            "sqlite3", ["-readonly", "\(daemon.dataFolder)/jokesd.sqlite", "SELECT undo FROM session"],
            environment: daemon.environment)
        return (try JSON(parsing: run.output.utf8).arrayValue ?? []).map { step in
            let ids = (step["before"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
            return (step["kind"]?.stringValue ?? "", Set(ids))
        }
    }

    /// Whatever the database refers to is there.
    private func inconsistencies() throws -> String {
        let sql = """
            PRAGMA integrity_check;
            SELECT 'card', card_id FROM session WHERE card_id NOT IN (SELECT id FROM jokes);
            SELECT 'queue', value FROM session, json_each(queue) WHERE value NOT IN (SELECT id FROM jokes);
            SELECT 'page', value FROM feed_pages, json_each(jokes) WHERE value NOT IN (SELECT id FROM jokes);
            SELECT 'pages', number FROM feeds
                WHERE page <> (SELECT count(*) FROM feed_pages WHERE feed = number);
            """
        return try ProgramRun(
            "sqlite3", ["-readonly", "\(daemon.dataFolder)/jokesd.sqlite", sql],
            environment: daemon.environment
        ).output
    }
}

// MARK: Pages

extension MixedWork {
    func askForPage(on client: SocketClient) throws {
        try client.request(
            .feedPage, ["source": "icanhazdadjoke", "page": .integer(pagesKept.count + 1)])
    }

    /// A page that was answered is kept.
    func readPages(_ client: SocketClient) throws {
        guard let line = try client.line(), let reply = try? JSON(parsing: line.utf8),
            let items = reply["result"]?["items"]?.arrayValue, !items.isEmpty
        else { return }
        pages += 1
        pagesKept.append(items.compactMap { $0["id"]?.stringValue })
    }
}

extension MixedWork {
    static func configuration(feed url: String? = nil) -> String {
        let feed =
            url.map { #", "icanhazdadjoke": { "enabled": true, "weight": 0.001, "url": "\#($0)" }"# } ?? ""
        return """
            {
              "queue": { "capacity": 100, "lowWater": 80 },
              "network": { "requestsPerDay": 10000 },
              "sources": {
                "builtin": { "enabled": false },
                "many": { "type": "pack", "path": "~/many.jsonl", "weight": 1000 }\(feed)
              }
            }
            """
    }

    static func writePack(for daemon: TestDaemon, jokes count: Int) throws {
        // All of one length: none is the beginning of another one, which would be meant where it is not saved itself.
        let lines = (1_000_000...1_000_000 + count).map {
            #"{"id":"many-\#($0)","categories":["test"],"texts":{"en":{"value":"Joke number \#($0)."}}}"#
                + "\n"
        }
        try Files.write(lines.joined(), to: "\(daemon.folder.path)/home/many.jsonl")
    }
}
