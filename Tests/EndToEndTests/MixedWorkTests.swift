// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

/// Mixed work that is interrupted at any moment: acknowledged changes are stored, and of the others all up to some
/// request and none after it.
@Suite("Mixed work")
struct MixedWorkTests {
    @Test("acknowledged changes survive kill -9 at any moment", arguments: KillRounds.libraries)
    func killedDuringMixedWork(_ library: KillRounds.Library) throws {
        let server = try LoopbackHTTP { LoopbackService.icanhazdadjoke.reply(to: $0) }
        let daemon = try TestDaemon(configuration: MixedWork.configuration(feed: server.url))
        try MixedWork.writePack(for: daemon, jokes: 2_000 + library.rounds * 100)
        let work = try MixedWork(daemon, seed: library.seed, canFail: false)
        for round in 1...library.rounds {
            let requestCount = Int.random(in: 1...150, using: &work.random)
            let client = try daemon.connect()
            let pages = try daemon.connect()
            try work.askForPage(on: pages)
            try work.run(client, requests: requestCount)
            KillRounds.pause(using: &work.random)
            try daemon.kill()
            try work.readRest(client)
            try work.readPages(pages)
            try daemon.start()
            try work.verify("\(library), round \(round)")
        }
        #expect(work.acknowledged > library.rounds * 20)
        print(
            """
            \(library): \(work.acknowledged) acknowledged, \(work.cutOff) cut off (\(work.completedWithoutReply) of them done), \
            \(work.pages) pages
            """)
    }
}

/// The work of one client, and its expected result.
final class MixedWork {
    private static let inFlight = 16

    let daemon: TestDaemon
    var random: Xorshift
    private(set) var acknowledged = 0
    /// The number of requests without a reply, and of those among them that were carried out.
    private(set) var cutOff = 0
    private(set) var completedWithoutReply = 0
    private(set) var pages = 0
    /// The store after the acknowledged requests.
    private var expected: ExpectedStore
    private var pending: [StoreRequest] = []
    /// The store after the last decision that was acknowledged, and the requests for jokes after it. On a disk that
    /// fails, these are stored with the next decision.
    private var stored: ExpectedStore
    private var unconfirmed: [StoreRequest] = []
    /// Jokes that were on the card before, which the daemon knows.
    private var past: [String] = []
    private var pagesKept: [[String]] = []
    private let canFail: Bool

    /// - Parameter canFail: Whether writes to the disk may fail.
    init(_ daemon: TestDaemon, seed: UInt64, canFail: Bool) throws {
        self.daemon = daemon
        self.canFail = canFail
        random = Xorshift(state: seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        if daemon.process == nil { try daemon.start() }
        try daemon.awaitQueue(of: 2 * Self.inFlight)
        expected = try ExpectedStore(of: daemon, capacity: Self.capacity)
        stored = expected
    }

    /// Keeps this number of requests in flight, and leaves the last ones without a reply.
    func run(_ client: SocketClient, requests count: Int) throws {
        for _ in 0..<count {
            if pending.count >= Self.inFlight { try acknowledge(client.message()) }
            if expected.queue.count < 2 * Self.inFlight {
                guard try readQueue(client) else { return }
            }
            try send(on: client)
        }
    }

    /// Reads the jokes after those that are known to be in the queue.
    ///
    /// - Returns: False if the disk refuses all decisions, so that the store does not have the jokes that were shown.
    private func readQueue(_ client: SocketClient) throws -> Bool {
        while !pending.isEmpty { try acknowledge(client.message()) }
        try daemon.awaitQueue(of: 2 * Self.inFlight)
        // A decision that succeeds is stored with all that was shown before.
        for _ in 0..<100 where !unconfirmed.isEmpty {
            try client.request(.jokeLike)
            pending.append(.likeCard)
            try acknowledge(client.message())
        }
        guard unconfirmed.isEmpty else { return false }
        try compare("between requests")
        return true
    }

    /// Reads the replies that were sent.
    func readRest(_ client: SocketClient) throws {
        while !pending.isEmpty, let line = try client.line() {
            // A cut line was not sent completely.
            guard let reply = try? JSON(parsing: line.utf8) else { return }
            try acknowledge(reply)
        }
    }

    private func send(on client: SocketClient) throws {
        let request = randomRequest()
        try client.send(request.line(id: 1).jsonText)
        pending.append(request)
    }

    private func randomRequest() -> StoreRequest {
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<6: return .likeCard
        case 6..<8: return .dislikeCard
        case 8..<11: return .next
        case 11..<13: return past.randomElement(using: &random).map { .like($0) } ?? .next
        case 13..<15: return past.randomElement(using: &random).map { .dislike($0) } ?? .next
        case 15..<17: return .undo
        default:
            let saved = expected.saved.sorted()
            // A library that only grows would take ever longer to compare.
            let count = saved.count < 200 ? Int.random(in: 1...3, using: &random) : 100
            let ids = (0..<count).compactMap { _ in saved.randomElement(using: &random) }
            return ids.isEmpty ? .likeCard : .delete(Array(Set(ids)).sorted())
        }
    }

    private func acknowledge(_ message: JSON) throws {
        let request = pending.removeFirst()
        guard let reply = StoreReply(message) else {
            throw TestSupportError("\(request): \(message.jsonText)")
        }
        // The request then changed nothing.
        if canFail, reply == .refused("storage") { return }
        acknowledged += 1
        let history = expected.history
        let predicted = try expected.apply(request)
        guard reply == predicted else {
            throw TestSupportError("\(request) came to \(reply), not \(predicted)")
        }
        if case .next = request { remember(expected.card) }
        if expected.history != history || !canFail {
            (stored, unconfirmed) = (expected, [])
        } else if case .next = request {
            unconfirmed.append(request)
        }
    }

    private func remember(_ shown: String) {
        past.append(shown)
        if past.count > 60 { past.removeFirst() }
    }

    /// Expects that the store has the acknowledged requests and the first of the others.
    func verify(_ when: String) throws {
        cutOff += pending.count
        try compare(when)
        let client = try daemon.connect()
        #expect(try savedIDs(client) == expected.saved, "\(when)")
        #expect(try inconsistencies() == "ok\n", "\(when)")
        for (number, ids) in pagesKept.enumerated() {
            let params: JSONObject = ["source": "icanhazdadjoke", "page": .integer(number + 1)]
            let items = try client.call(.feedPage, params)["items"]?.arrayValue ?? []
            #expect(items.compactMap { $0["id"]?.stringValue } == ids, "\(when): page \(number + 1)")
        }
    }

    /// Compares the store, and continues with it.
    private func compare(_ when: String) throws {
        let actual = try ExpectedStore(of: daemon, capacity: Self.capacity)
        let requests = unconfirmed + pending
        // On a disk that fails, each decision may have been refused.
        let found = stored.after(requests[...], refusable: canFail ? requests.count : 0) {
            $0.difference(from: actual, capacity: Self.capacity) == nil
        }
        if let found {
            completedWithoutReply += found.count
        } else {
            Issue.record(
                """
                \(when): \(stored.difference(from: actual, capacity: Self.capacity) ?? "no difference"), and no part \
                of \(requests) leads there
                """)
        }
        (expected, stored, pending, unconfirmed) = (actual, actual, [], [])
    }

    private func savedIDs(_ client: SocketClient) throws -> Set<String> {
        var ids: Set<String> = []
        var params: JSONObject = ["limit": 200]
        while true {
            let page = try client.call(.savedList, params)
            ids.formUnion((page["items"]?.arrayValue ?? []).compactMap { $0["joke"]?["id"]?.stringValue })
            guard let next = page["next"]?.stringValue else { return ids }
            params.set("cursor", .string(next))
        }
    }

    /// Returns the references of the database to missing rows.
    private func inconsistencies() throws -> String {
        try daemon.query(
            """
            PRAGMA integrity_check;
            SELECT 'card', card_id FROM session WHERE card_id NOT IN (SELECT id FROM jokes);
            SELECT 'queue', value FROM session, json_each(queue) WHERE value NOT IN (SELECT id FROM jokes);
            SELECT 'page', value FROM feed_pages, json_each(jokes) WHERE value NOT IN (SELECT id FROM jokes);
            SELECT 'pages', number FROM feeds
                WHERE page <> (SELECT count(*) FROM feed_pages WHERE feed = number);
            """)
    }
}

// MARK: Pages

extension MixedWork {
    func askForPage(on client: SocketClient) throws {
        try client.request(
            .feedPage, ["source": "icanhazdadjoke", "page": .integer(pagesKept.count + 1)])
    }

    /// Expects that an acknowledged page is stored.
    func readPages(_ client: SocketClient) throws {
        guard let line = try client.line(), let reply = try? JSON(parsing: line.utf8),
            let items = reply["result"]?["items"]?.arrayValue, !items.isEmpty
        else { return }
        pages += 1
        pagesKept.append(items.compactMap { $0["id"]?.stringValue })
    }
}

extension MixedWork {
    fileprivate static let capacity = 100

    static func configuration(feed url: String? = nil) -> String {
        let feed =
            url.map { #", "icanhazdadjoke": { "enabled": true, "weight": 0.001, "url": "\#($0)" }"# } ?? ""
        return """
            {
              "queue": { "capacity": \(capacity), "lowWater": 80 },
              "network": { "requestsPerDay": 10000 },
              "sources": {
                "builtin": { "enabled": false },
                "many": { "type": "pack", "path": "~/many.jsonl", "weight": 1000 }\(feed)
              }
            }
            """
    }

    static func writePack(for daemon: TestDaemon, jokes count: Int) throws {
        // All ids have the same length, so none is a prefix of another one.
        let lines = (1_000_000...1_000_000 + count).map {
            #"{"id":"many-\#($0)","categories":["test"],"texts":{"en":{"value":"Joke number \#($0)."}}}"#
                + "\n"
        }
        try Files.write(lines.joined(), to: "\(daemon.directory.path)/home/many.jsonl")
    }
}
