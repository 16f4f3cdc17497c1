// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeDaemon
import JokeLinux
import JokeTestSupport
import JokeWire

/// Many clients of one server, whose steps a seed decides. The clients use sockets, but each step is a part of the loop's
/// iterations, and the clock stands still between the steps. So the same seed gives the same run (with
/// `SWIFT_DETERMINISTIC_HASHING=1`, because sessions are in a dictionary).
@LoopActor
final class ClientSimulation {
    /// A promise of Protocol.md that was not kept.
    struct Finding: Error, CustomStringConvertible { let description: String }

    static let connectionLimit = 10
    private static let refusal = SourceError(.unreachable, "Nobody answers.")
    let harness: EngineHarness
    let published: PublishedEvents
    var random: Xorshift
    private(set) var clients: [SimulatedClient] = []
    /// The greatest `seq` in a reply that any client has read.
    var acknowledged = 0
    /// The jokes whose addition was acknowledged.
    var added: [String] = []
    /// Where the subscriptions of earlier clients ended.
    var resumable: [(epoch: String, seq: Int)] = []
    var counts: [String: Int] = [:]
    private(set) var isClosing = false
    private let hasFaults: Bool
    private var connected = 0
    private var fetched = 0
    private var trace: [String] = []

    init(seed: Int) {
        random = Xorshift(state: UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15)
        let isLong = seed % 2 == 0
        harness = EngineHarness(
            connections: Self.connectionLimit, text: isLong ? String(repeating: "x", count: 2_000) : "joke",
            hasPages: true)
        published = PublishedEvents(of: harness.engine)
        hasFaults = seed % 3 == 0
        harness.clock.stop()
    }

    func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    func note(_ text: String) {
        trace.append(text)
        if trace.count > 400 { trace.removeFirst(200) }
    }

    /// The newest lines and steps, for the message of a failure.
    var story: String { trace.suffix(40).map { String($0.prefix(300)) }.joined(separator: "\n") }

    /// Runs steps, waits until everything is answered, and ends the server at the end.
    func run(steps: Int) async throws {
        for step in 1...steps {
            note("step \(step)")
            try await self.step()
            if step % 125 == 0 { try await settle() }
        }
        try await settle()
        isClosing = true
        harness.server.close {}
        for _ in 0..<400 where !clients.isEmpty { try await turn(isEager: true) }
        guard clients.isEmpty else { throw Finding(description: "A connection stays open at the end.") }
    }

    private func step() async throws {
        if clients.count < Self.connectionLimit + 2, chance(clients.count < 4 ? 60 : 6) { try connect() }
        for client in clients where chance(client.pace == .busy ? 50 : 12) { client.act() }
        disturbArchive()
        if chance(40) { answerSource() }
        try await turn()
        if chance(30) { try judgeLimits() }
    }

    /// Connects a client. One above the limit is refused.
    func connect(_ pace: SimulatedClient.Pace? = nil) throws {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw Finding(description: "socketpair: \(errno)")
        }
        connected += 1
        let pace = pace ?? SimulatedClient.Pace.allCases.randomElement(using: &random) ?? .quick
        if pace == .slow {
            var size: Int32 = 4_096
            setsockopt(ends[0], SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        let isRefused = harness.server.sessions.count >= Self.connectionLimit
        clients.append(SimulatedClient(connected, ends[1], pace, isRefused: isRefused, in: self))
        harness.server.accept(try Connection(adopting: FileDescriptor(adopting: ends[0])))
    }

    private func disturbArchive() {
        if chance(3) { harness.archive.hold(commits: chance(70), queries: chance(50)) }
        if chance(hasFaults ? 6 : 20) { harness.archive.release() }
        guard hasFaults else { return }
        if chance(2) { harness.archive.memory.fail(with: ArchiveError(.full, "The disk is full.")) }
        if chance(10) { harness.archive.memory.fail(with: nil) }
    }

    private func answerSource() {
        fetched += 1
        let joke = Joke.sample("s\(fetched)", "fetched \(fetched % 7 == 0 ? "again" : "\(fetched)")")
        if chance(50), !harness.pages.requests.isEmpty {
            return chance(80)
                ? harness.pages.answer([joke], hasMore: chance(50))
                : harness.pages.answer(.failure(Self.refusal))
        }
        chance(80) ? harness.source.answer([joke]) : harness.source.answer(.failure(Self.refusal))
    }

    /// Lets the clients send and read, and the loop work. An eager client does both until nothing is left.
    private func turn(isEager: Bool = false) async throws {
        for client in clients { try client.exchange(isEager: isEager) }
        clients.removeAll(where: \.isGone)
        harness.clock.ahead += .milliseconds(Int.random(in: 0...3, using: &random))
        await withCheckedContinuation(isolation: LoopActor.shared) { continuation in
            LoopActor.shared.loop.post { continuation.resume() }
        }
    }

    /// Waits until each request has its reply, then checks that nothing is left behind.
    private func settle() async throws {
        harness.archive.memory.fail(with: nil)
        for _ in 0..<1_000 {
            harness.archive.release()
            while !harness.source.requests.isEmpty || !harness.pages.requests.isEmpty { answerSource() }
            try await turn(isEager: true)
            if clients.allSatisfy(\.isSettled), harness.server.sessions.count == clients.count { break }
        }
        for client in clients where !client.isSettled {
            throw Finding(description: "\(client) waits for ever: \(client.missing)")
        }
        guard harness.server.sessions.count == clients.count else {
            throw Finding(
                description: "\(harness.server.sessions.count) sessions of \(clients.count) clients")
        }
        for client in clients { try client.judgeEvents(upTo: .max) }
    }

    private func judgeLimits() throws {
        let status = try JSON(parsing: harness.server.status(withClients: true).jsonBytes)
        func judge(_ name: String, _ value: JSON?, _ limit: Int) throws {
            guard value?.integerValue ?? .max > limit else { return }
            throw Finding(description: "\(name): \(value?.jsonText ?? "missing"), limit \(limit)")
        }
        try judge("connections", status["connections"], Self.connectionLimit)
        for client in status["clients"]?.arrayValue ?? [] {
            try judge("unanswered requests", client["inFlight"], Limits.requestsInFlight)
            try judge("subscriptions", client["subscriptions"], Limits.subscriptions)
            try judge("unsent bytes", client["unsent"], Limits.unsent)
        }
    }
}

/// The events that the engine has told its server, in order.
@LoopActor
final class PublishedEvents {
    private(set) var states: [Publication]
    private(set) var entries: [StoredLogEntry] = []
    private(set) var feeds: Set<Int> = []

    init(of engine: Engine) {
        states = [engine.committed.snapshot]
        let (onPublication, onLogEntry) = (engine.onPublication, engine.onLogEntry)
        let onFeedPublication = engine.onFeedPublication
        engine.onPublication = { [weak self] in
            self?.states.append($0)
            onPublication?($0)
        }
        engine.onLogEntry = { [weak self] in
            self?.entries.append($0.stored)
            onLogEntry?($0)
        }
        engine.onFeedPublication = { [weak self] in
            self?.feeds.insert($0.sequence)
            onFeedPublication?($0)
        }
    }

    /// The index of the newest state up to the number `sequence`.
    func state(upTo sequence: Int) -> Int? { states.lastIndex { $0.sequence <= sequence } }
    /// The number of log entries up to the number `sequence`.
    func entries(upTo sequence: Int) -> Int {
        entries.lastIndex { $0.sequence <= sequence }.map { $0 + 1 } ?? 0
    }
}
