// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
package import JokeEventLoop
package import JokeWire

/// Takes in the clients that connect, and holds what their sessions share.
@LoopActor
package final class Server {
    /// How long it waits for a client.
    package struct Timeouts: Sendable {
        /// That reads nothing of much that is unsent.
        var stuck: Duration
        /// That takes its time to read the last lines when the daemon ends.
        var shutdown: Duration

        package init(
            stuck: Duration = .seconds(Limits.stuckSeconds), shutdown: Duration = .seconds(2)
        ) {
            self.stuck = stuck
            self.shutdown = shutdown
        }
    }

    let engine: Engine
    private(set) var epoch: String
    let connectionLimit: Int
    let timeouts: Timeouts
    /// Called with every entry of the log, for whoever else keeps one.
    var onLogEntry: (@LoopActor (LogEntry) -> Void)?
    /// Where clients can send a joke to; a configuration that is read again brings others.
    var shareTargets: [ShareTarget] = []
    /// Reads the configuration again.
    var onReload: (@LoopActor () -> Result<ConfigurationChange, WireError>)?
    /// Counted since the start.
    package var requests = 0
    /// What answers `ping`, from behind the id on.
    let pong = Reply.suffix(result: EmptyResponse())
    /// For the beginnings of lines.
    private var writer = JSONWriter(reserving: 256)
    /// What answers `state.get`, encoded once for each revision of the engine.
    private var encodedState: (revision: Int, bytes: [UInt8]) = (-1, [])
    private var subscriptions = 0
    private var imports = 0
    private var connections = 0
    package private(set) var sessions: [Int: ClientSession] = [:]
    private(set) var log: LogRing
    private(set) var feeds: FeedStatusTable
    private let places: Places
    private let started = MonotonicTime.now()
    private var whenEmpty: (@LoopActor () -> Void)?
    private lazy var timeoutTimer = Timer { [weak self] in
        guard let self else { return }
        for session in sessions.values { session.abandon() }
    }

    /// Where this daemon is to be found.
    package struct Places: Sendable {
        var socket: String
        var data: String

        package init(socket: String, data: String) {
            self.socket = socket
            self.data = data
        }
    }

    package init(
        engine: Engine, epoch: String, log: [StoredLogEntry] = [], connectionLimit: Int, places: Places,
        timeouts: Timeouts = Timeouts()
    ) {
        self.engine = engine
        self.log = LogRing(log)
        feeds = FeedStatusTable(engine.committed.feeds.publications)
        self.epoch = epoch
        self.connectionLimit = connectionLimit
        self.places = places
        self.timeouts = timeouts
        engine.onPublication = { [weak self] publication in
            guard let self else { return }
            let event = StateEvent(publication)
            for session in sessions.values { session.tell(event) }
        }
        engine.onLogEntry = { [weak self] entry in
            guard let self else { return }
            onLogEntry?(entry)
            self.log.append(LogEvent(entry.stored))
            for session in sessions.values { session.tellNews(of: .log) }
        }
        engine.onFeedPublication = { [weak self] publication in
            guard let self else { return }
            feeds.put(FeedEvent(publication), among: self.engine.committed.feeds.keys)
            for session in sessions.values { session.tellNews(of: .feed) }
        }
        engine.onRestoration = { [weak self] kept in
            guard let self else { return }
            self.epoch = kept.epoch
            feeds = FeedStatusTable(self.engine.committed.feeds.publications)
        }
    }

    package func accept(_ connection: Connection) {
        // The socket's mode keeps others out; where it was changed, this does.
        guard connection.peer.uid == getuid() else {
            return Self.reject(connection, WireError(.notPermitted))
        }
        guard sessions.count < connectionLimit else {
            return Self.reject(
                connection,
                WireError(
                    .busy,
                    "All \(connectionLimit) connections are taken; close one, or raise limits.connections."))
        }
        connections += 1
        sessions[connections] = ClientSession(number: connections, connection: connection, server: self)
    }

    private static func reject(_ connection: Connection, _ error: WireError) {
        connection.send(Reply.failure(id: nil, error))
        connection.finish()
    }

    func remove(_ session: ClientSession) {
        sessions[session.number] = nil
        if sessions.isEmpty { emptied() }
    }

    /// Lends the writer that all sessions share, empty.
    func write(_ body: (inout JSONWriter) -> Void) {
        writer.clear()
        body(&writer)
    }

    /// What answers `state.get`, from behind the id on.
    func stateReply() -> [UInt8] {
        if encodedState.revision != engine.revision {
            encodedState = (engine.revision, Reply.suffix(result: stateResponse))
        }
        return encodedState.bytes
    }

    /// What `state.get` answers.
    var stateResponse: StateResponse {
        let (sequence, state) = engine.committed.current
        return StateResponse(epoch: epoch, sequence: sequence, state: state)
    }

    /// What `joke.current` answers.
    var jokeResponse: JokeResponse {
        let (sequence, state) = engine.committed.current
        return JokeResponse(joke: state.joke, sequence: sequence)
    }

    /// What `queue.list` answers.
    var queueResponse: QueueResponse {
        let model = engine.committed
        return QueueResponse(
            jokes: model.ready, total: model.ready.count, capacity: model.current.state.queue.capacity)
    }

    /// What `taste.get` answers.
    var tasteResponse: TasteResponse {
        let model = engine.committed
        return TasteResponse(
            isEnabled: model.settings.isTasteOn, arms: model.tasteReport.map(TasteResponse.Arm.init))
    }

    func nextImport() -> Int {
        imports += 1
        return imports
    }

    func nextSubscription() -> Int {
        subscriptions += 1
        return subscriptions
    }

    /// Takes no more requests from anybody.
    package func stopReading() {
        for session in sessions.values { session.stopReading() }
    }

    /// Says `closing` to all, sends what is left, and calls when the last one is gone, soon in any case.
    package func close(_ done: @escaping @LoopActor () -> Void) {
        whenEmpty = done
        let sequence = engine.committed.current.sequence
        for session in sessions.values { session.close(at: sequence) }
        if sessions.isEmpty { emptied() } else { timeoutTimer.arm(after: timeouts.shutdown) }
    }

    private func emptied() {
        guard let whenEmpty else { return }
        self.whenEmpty = nil
        timeoutTimer.disarm()
        whenEmpty()
    }

    /// How the sources do, as `sources.list` and `daemon.status` tell it.
    func sources(explained isExplained: Bool) -> [SourceStatus] {
        engine.committed.sourceReports(at: engine.now).map {
            SourceStatus($0, isExplained: isExplained)
        }
    }

    /// What `daemon.status` answers.
    ///
    /// - Parameter withClients: whether each connection is listed.
    package func status(withClients: Bool) -> StatusResponse {
        let model = engine.committed
        let (sequence, state) = model.current
        let clients = withClients ? sessions.sorted { $0.key < $1.key }.map { $0.value.report() } : nil
        return StatusResponse(
            version: Version.program, protocolVersion: Version.protocolVersion, process: Int(getpid()),
            uptime: Int((MonotonicTime.now() - started).components.seconds), socket: places.socket,
            data: places.data, epoch: epoch, sequence: sequence, queue: state.queue, saved: state.saved,
            error: state.error, restoration: model.recovery.map(StoreRecovery.init),
            sources: sources(explained: false), connections: sessions.count, requests: requests,
            clients: clients)
    }
}
