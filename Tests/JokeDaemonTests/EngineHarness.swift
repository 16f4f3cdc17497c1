// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeDaemon
import JokeLinux
import JokeTestSupport
import JokeWire
import Synchronization
import Testing

/// An archive in memory that can delay its commits and queries.
final class PausableArchive: Archive {
    private struct State {
        var holdsCommits = false
        var holdsQueries = false
        var holdsRestoring = false
        var held: [@Sendable () -> Void] = []
        var queries = 0
        var writesAhead = 0
        var restorations = 0
        var backups: [BackupTrigger] = []
        var whenAsked: (@Sendable () -> Void)?
    }

    let memory: InMemoryArchive
    private let state = Mutex(State())

    init(_ memory: InMemoryArchive) { self.memory = memory }

    var queries: Int { state.withLock { $0.queries } }
    /// The number of writes that came ahead of their commits.
    var writesAhead: Int { state.withLock { $0.writesAhead } }
    var restorations: Int { state.withLock { $0.restorations } }
    /// The occasions of all backups. Each of them succeeds.
    var backups: [BackupTrigger] { state.withLock { $0.backups } }

    func hold(commits: Bool = false, queries: Bool = false, restoring: Bool = false) {
        state.withLock {
            ($0.holdsCommits, $0.holdsQueries, $0.holdsRestoring) = (commits, queries, restoring)
        }
    }

    /// Calls `body` with each query within a transaction.
    func whenAsked(_ body: @escaping @Sendable () -> Void) { state.withLock { $0.whenAsked = body } }

    /// Performs the delayed work, and delays no more.
    func release() {
        let held = state.withLock { state in
            defer {
                (state.holdsCommits, state.holdsQueries, state.holdsRestoring) = (false, false, false)
                state.held = []
            }
            return state.held
        }
        for work in held { work() }
    }

    func commit(
        _ writes: [Write], in generation: Int,
        completion: @escaping @Sendable (Result<Void, ArchiveError>) -> Void
    ) {
        let isHeld = state.withLock { state in
            if state.holdsCommits || !state.held.isEmpty {
                state.held.append { self.memory.commit(writes, in: generation, completion: completion) }
                return true
            }
            return false
        }
        if !isHeld { memory.commit(writes, in: generation, completion: completion) }
    }

    func query(
        _ query: ArchiveQuery, after writes: [Write], in transaction: OpenTransaction,
        completion: @escaping @Sendable (Result<ArchiveResult, ArchiveError>) -> Void
    ) {
        state.withLock { $0.whenAsked }?()
        let isHeld = state.withLock { state in
            if query == .jokes([]) { state.writesAhead += writes.count } else { state.queries += 1 }
            if state.holdsQueries || !state.held.isEmpty {
                state.held.append {
                    self.memory.query(query, after: writes, in: transaction, completion: completion)
                }
                return true
            }
            return false
        }
        if !isHeld { memory.query(query, after: writes, in: transaction, completion: completion) }
    }

    func query(
        _ query: ArchiveQuery,
        completion: @escaping @Sendable (Result<ArchiveResult, ArchiveError>) -> Void
    ) {
        let isHeld = state.withLock { state in
            state.queries += 1
            if state.holdsQueries {
                state.held.append { self.memory.query(query, completion: completion) }
            }
            return state.holdsQueries
        }
        if !isHeld { memory.query(query, completion: completion) }
    }

    func check(completion: @escaping @Sendable (Result<Void, ArchiveError>) -> Void) {
        memory.check(completion: completion)
    }

    func backUp(
        _ trigger: BackupTrigger, on date: LocalDate,
        completion: @escaping @Sendable (Result<Backup?, ArchiveError>) -> Void
    ) {
        @Sendable func complete() {
            completion(.success(Backup(path: "/backup", bytes: 1, madeAt: WallTime(milliseconds: 0))))
        }
        let isHeld = state.withLock { state in
            state.backups.append(trigger)
            if state.holdsRestoring { state.held.append(complete) }
            return state.holdsRestoring
        }
        if !isHeld { complete() }
    }

    func restore(
        because cause: ArchiveError,
        completion: @escaping @Sendable (Result<PersistedState, ArchiveError>) -> Void
    ) {
        let isHeld = state.withLock { state in
            state.restorations += 1
            if state.holdsRestoring {
                state.held.append { self.memory.restore(because: cause, completion: completion) }
            }
            return state.holdsRestoring
        }
        if !isHeld { memory.restore(because: cause, completion: completion) }
    }

    func close() { memory.close() }
}

/// The system clock until the test stops it, plus an offset that the test sets.
final class AdjustableClock: Clock {
    var ahead = Duration.zero
    private var stopped: Timestamp?
    private(set) var readCount = 0
    private let system = SystemClock()

    func stop() { stopped = system.now() }

    func now() -> Timestamp {
        readCount += 1
        var now = stopped ?? system.now()
        now.uptime += ahead
        return now
    }
}

/// An engine and a server on the loop, with clients at real sockets.
@LoopActor
final class EngineHarness {
    nonisolated let archive: PausableArchive
    nonisolated let directory = TemporaryDirectory()
    nonisolated let source = ScriptedSource()
    nonisolated let pages = ScriptedSource()
    let clock = AdjustableClock()
    let engine: Engine
    let server: Server

    /// - Parameters:
    ///   - jokes: The number of jokes in the queue: `q1`, `q2` …
    ///   - lowWater: The queue size below which the source is asked, or nil to ask only on demand.
    ///   - hasPages: Whether there is also the source `paged`.
    init(
        jokes: Int = 8, lowWater: Int = 0, connections: Int = 8, text: String = "joke",
        log: [StoredLogEntry] = [], timeouts: Server.Timeouts = .init(), hasPages: Bool = false
    ) {
        let queue = (0..<jokes).map { JokeRecord(joke: .sample("q\($0 + 1)", text)) }
        let kept = PersistedState(
            epoch: "e", reservedSequence: log.last.map { $0.sequence + 1 } ?? 0,
            card: JokeRecord(joke: .sample("card", text)), queue: queue, log: log)
        archive = PausableArchive(InMemoryArchive(kept: kept, pack: [.sample("pack")]))
        let settings = Settings(
            capacity: 10, lowWater: lowWater,
            sources: [.init(name: "script", isLocal: true)]
                + (hasPages
                    ? [.init(name: "paged", weight: 0, isLocal: false, spacing: .zero, hasPages: true)] : []),
            filter: Filter(length: 1...5_000))
        engine = Engine(
            ViewModel(settings: settings, kept: kept, seed: 1), archive: archive,
            sources: ["script": source, "paged": pages], clock: clock, loop: LoopActor.shared.loop,
            warn: { _ in })
        server = Server(
            engine: engine, epoch: "e", log: log, connectionLimit: connections,
            paths: .init(socket: "s", data: directory.path), timeouts: timeouts)
        engine.start()
    }

    nonisolated func client() async throws -> Client {
        var ends: [Int32] = [-1, -1]
        try #require(
            socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0)
        let (ours, theirs) = (ends[0], ends[1])
        try await onLoop { server.accept(try Connection(adopting: FileDescriptor(adopting: ours))) }
        return Client(theirs)
    }
}

/// Creates a harness, and waits until its start is committed.
func harness(
    jokes: Int = 8, lowWater: Int = 0, connections: Int = 8, text: String = "joke",
    log: [StoredLogEntry] = [], timeouts: Server.Timeouts = .init(), hasPages: Bool = false
) async -> EngineHarness {
    let harness = await onLoop {
        EngineHarness(
            jokes: jokes, lowWater: lowWater, connections: connections, text: text, log: log,
            timeouts: timeouts, hasPages: hasPages)
    }
    await runIterations(4)
    return harness
}

extension EngineHarness {
    /// Waits until no client is connected. The time limit of the test bounds it.
    func waitForDisconnects() async throws {
        while await onLoop({ !server.sessions.isEmpty }) { try Task.checkCancellation() }
    }
}

/// Runs this number of loop iterations.
func runIterations(_ count: Int) async {
    for _ in 0..<count { await onLoop {} }
}

extension Joke {
    static func sample(_ id: String, _ text: String = "joke") -> Joke {
        Joke(id: ID(rawValue: id), value: "\(text) \(id)", source: "script", language: "en")
    }
}

/// The client of a session: a blocking socket with a timeout of ten seconds.
final class Client: Sendable {
    private let raw: Int32
    private let unread = Mutex<[UInt8]>([])

    init(_ raw: Int32) {
        self.raw = raw
        // Seconds and microseconds, as in timeval(3type), of which two modules have a copy.
        let limit: (Int, Int) = (10, 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            withUnsafeBytes(of: limit) { bytes in
                _ = setsockopt(raw, SOL_SOCKET, option, bytes.baseAddress, socklen_t(bytes.count))
            }
        }
    }

    deinit { close(raw) }

    /// Sends all lines at once, so that one iteration reads them.
    func send(_ lines: String...) { send(lines) }

    func send(_ lines: [String]) {
        let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(raw, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return }
            sent += count
        }
    }

    /// Sends what fits into the socket, and returns the number of bytes.
    func sendUntilFull(_ bytes: [UInt8]) -> Int {
        Glibc.send(raw, bytes, bytes.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
    }

    /// Returns the next line, or nil at the end or after the timeout.
    func line() -> String? {
        unread.withLock { unread in
            var searched = 0
            while true {
                if let newline = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                    defer { unread.removeSubrange(...newline) }
                    return String(decoding: unread[..<newline], as: UTF8.self)
                }
                searched = unread.count
                var chunk = [UInt8](repeating: 0, count: 65_536)
                let count = recv(raw, &chunk, chunk.count, 0)
                if count < 0, errno == EAGAIN { Issue.record("Nothing came in time, not even the end.") }
                guard count > 0 else { return nil }
                unread += chunk[..<count]
            }
        }
    }

    func message() throws -> JSON { try JSON(parsing: try #require(line()).utf8) }

    func messages(_ count: Int) throws -> [JSON] { try (0..<count).map { _ in try message() } }

    /// Returns all further lines.
    func rest() -> [String] {
        var lines: [String] = []
        while let line = line() { lines.append(line) }
        return lines
    }

    /// Sends a request and reads the next message.
    func call(_ line: String) throws -> JSON {
        send(line)
        return try message()
    }

    /// Waits until everything that any client has sent is handled, and that iteration is over.
    func settle() throws { #expect(try call(#"{"id":"settled","method":"ping"}"#)["id"] == "settled") }

    func endSending() { shutdown(raw, Int32(SHUT_WR)) }
}

extension JSON {
    /// The kind of an error.
    var kind: String? { self["error"]?["data"]?["kind"]?.stringValue }
    /// The sequence number of an event.
    var seq: Int? { self["params"]?["seq"]?.integerValue }
}
