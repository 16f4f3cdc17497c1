// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeCore
package import JokeLinux
package import JokeWire

/// Accepts clients, and holds the data that their sessions share.
///
/// It also connects the engine to the clients: its initializer sets the engine's closures, which send each committed
/// change as an event to all sessions.
@LoopActor
package final class Server {
    /// The time limits for slow clients.
    package struct Timeouts: Sendable {
        /// The time after which a client is disconnected if it reads nothing and too many bytes are unsent.
        var stuck: Duration
        /// The time that clients have to read the last lines when the daemon stops.
        var shutdown: Duration

        package init(
            stuck: Duration = .seconds(Limits.stuckSeconds), shutdown: Duration = .seconds(2)
        ) {
            (self.stuck, self.shutdown) = (stuck, shutdown)
        }
    }

    let engine: Engine
    /// The epoch of the sequence numbers. A recovery changes it. While numbers cannot be reserved in the store, it
    /// differs from the one there, so that the next process does not use the same number in the same epoch.
    private(set) var epoch: String
    let connectionLimit: Int
    let timeouts: Timeouts
    /// Called with each entry of the log, for the daemon's own log.
    var onLogEntry: (@LoopActor (LogEntry) -> Void)?
    /// Called with the name that a client gives.
    var onClient: (@LoopActor (String) -> Void)?
    /// The share targets of the current configuration.
    var shareTargets: [ShareTarget] = []
    /// The reason why the start or the last reload refused the configuration, or nil.
    var configurationError: CardState.ErrorInfo?
    /// The number of new jokes of each pack that was reported to clients (`SourceResult.added`).
    private var reportedAdditions: [String: Int] = [:]
    /// Reloads the configuration, or returns why it cannot be used.
    var onReload: (@LoopActor () -> Result<ConfigurationChange, WireError>)?
    /// The number of requests of all clients since the daemon started.
    package var requests = 0
    /// The writer for the first parts of lines.
    private var writer = JSONWriter(reserving: 256)
    /// The replies to frequent requests, from after the id to the end.
    private let pong = Reply.suffix(result: EmptyResponse())
    private var encodedState = EncodedReply()
    private var encodedJoke = EncodedReply()
    private var subscriptionCount = 0
    private var importCount = 0
    private var connectionCount = 0
    let turns: TurnQueue
    /// The sessions of all connected clients, by connection number.
    package private(set) var sessions: [Int: ClientSession] = [:]
    private(set) var log: LogRing
    private(set) var feeds: FeedStatusTable
    private let paths: Paths
    private let started = MonotonicTime.now()
    private var isRefusing = false
    private var onClosed: (@LoopActor () -> Void)?
    private lazy var timeoutTimer = Timer { [weak self] in
        guard let self else { return }
        for session in sessions.values { session.abandon() }
    }

    /// The paths that `daemon.status` reports.
    package struct Paths: Sendable {
        var socket: String
        var data: String

        package init(socket: String, data: String) {
            (self.socket, self.data) = (socket, data)
        }
    }

    package init(
        engine: Engine, epoch: String, log: [StoredLogEntry] = [], connectionLimit: Int, paths: Paths,
        timeouts: Timeouts = Timeouts()
    ) {
        self.engine = engine
        turns = TurnQueue(loop: engine.loop)
        self.log = LogRing(log)
        feeds = FeedStatusTable(engine.committed.feeds.publications)
        self.epoch = epoch
        self.connectionLimit = connectionLimit
        self.paths = paths
        self.timeouts = timeouts
        engine.onPublication = { [weak self] publication in
            guard let self else { return }
            let event = StateEvent(publication)
            for session in subscribers { session.publish(event) }
        }
        engine.onLogEntry = { [weak self] entry in
            guard let self else { return }
            onLogEntry?(entry)
            self.log.append(LogEvent(entry.stored))
            for session in subscribers { session.publishNewEvents(of: .log) }
        }
        engine.onFeedPublication = { [weak self] publication in
            guard let self else { return }
            feeds.store(FeedEvent(publication), among: self.engine.committed.feeds.keys)
            for session in subscribers { session.publishNewEvents(of: .feed) }
        }
        engine.onUnreservedSequence = { [weak self] in
            self?.epoch = String(UInt64.random(in: .min ... .max), radix: 16)
        }
        engine.onRestoration = { [weak self] state in
            guard let self else { return }
            self.epoch = state.epoch
            feeds = FeedStatusTable(self.engine.committed.feeds.publications)
        }
    }

    /// Creates a session for a new connection, or rejects it with an error.
    package func accept(_ connection: Connection) {
        // The mode of the socket keeps other users out. This check still holds if the mode was changed.
        guard connection.peer.uid == getuid() else {
            return Self.reject(connection, WireError(.notPermitted))
        }
        guard sessions.count < connectionLimit else {
            return Self.reject(
                connection,
                WireError(
                    .busy,
                    "All \(connectionLimit) connections are in use; close one, or raise "
                        + "limits.connections in the configuration."
                ))
        }
        connectionCount += 1
        sessions[connectionCount] = ClientSession(
            number: connectionCount, connection: connection, server: self)
    }

    private static func reject(_ connection: Connection, _ error: WireError) {
        connection.send(Reply.failure(id: nil, error))
        connection.finish()
    }

    func remove(_ session: ClientSession) {
        guard sessions.removeValue(forKey: session.number) != nil else { return }
        if session.hasWaits { engine.submit(.disconnected(connection: session.number)) }
        guard sessions.isEmpty else { return }
        Heap.releaseUnused()
        finishClosing()
    }

    /// The sessions with subscriptions. A handler may remove a session while they are told of an event.
    private var subscribers: [ClientSession] { sessions.values.filter { !$0.subscriptions.isEmpty } }

    /// Empties the writer that all sessions share, and passes it to `body`.
    func write(_ body: (inout JSONWriter) -> Void) {
        writer.clear()
        body(&writer)
    }

    /// A reply from after the id to its end, which is encoded once for each revision of the engine.
    private struct EncodedReply {
        private var revision = -1
        private var bytes: [UInt8] = []

        mutating func bytes(at revision: Int, _ result: () -> some JSONWritable) -> [UInt8] {
            if revision != self.revision {
                (self.revision, bytes) = (revision, Reply.suffix(result: result()))
            }
            return bytes
        }
    }

    /// Returns the reply to a `UsualRequest`, from after the id to its end.
    func reply(to method: Method) -> [UInt8] {
        switch method {
        case .stateGet: encodedState.bytes(at: engine.revision) { stateResponse }
        case .jokeCurrent: encodedJoke.bytes(at: engine.revision) { jokeResponse }
        default: pong
        }
    }

    /// The result of `state.get`.
    var stateResponse: StateResponse {
        let (sequence, state) = engine.committed.current
        return StateResponse { ($0.epoch, $0.sequence, $0.state) = (epoch, sequence, state) }
    }

    /// The result of `joke.current`.
    var jokeResponse: JokeResponse {
        let (sequence, state) = engine.committed.current
        return JokeResponse(joke: state.joke, sequence: sequence)
    }

    /// The result of `queue.list`.
    var queueResponse: QueueResponse {
        let model = engine.committed
        return QueueResponse(
            jokes: model.ready.thatFit(), total: model.ready.count,
            capacity: model.current.state.queue.capacity)
    }

    /// The result of `taste.get`.
    var tasteResponse: TasteResponse {
        let model = engine.committed
        return TasteResponse(
            isEnabled: model.settings.isTasteOn, arms: model.tasteReport.map(TasteResponse.Arm.init).thatFit()
        )
    }

    func nextImport() -> Int {
        importCount += 1
        return importCount
    }

    func nextSubscription() -> Int {
        subscriptionCount += 1
        return subscriptionCount
    }

    /// Stops reading requests from all clients. What they have sent by now is answered.
    package func stopReading() {
        for session in sessions.values { session.stopReading() }
    }

    /// Answers all requests that are not executed yet with the error `closing`, because the time for them is over.
    package func refuseRest() {
        isRefusing = true
        engine.refuseRest()
    }

    /// Returns a request that is executed now, or the error of a stopping daemon.
    func admitted(
        _ request: () throws(WireError) -> ValidatedRequest
    ) -> Result<ValidatedRequest, WireError> {
        isRefusing ? .failure(WireError(.closing)) : Result(catching: request)
    }

    /// Sends the event `closing` to all clients, and what is left for them. Calls `done` after the last one
    /// disconnected, or after `Timeouts.shutdown`.
    package func close(_ done: @escaping @LoopActor () -> Void) {
        onClosed = done
        let sequence = engine.committed.current.sequence
        for session in sessions.values { session.close(at: sequence) }
        if sessions.isEmpty { finishClosing() } else { timeoutTimer.arm(after: timeouts.shutdown) }
    }

    private func finishClosing() {
        guard let onClosed else { return }
        self.onClosed = nil
        timeoutTimer.disarm()
        onClosed()
    }

    /// Returns the state of each source, as `sources.list` and `daemon.status` report it.
    func sources(explained isExplained: Bool) -> [SourceStatus] {
        let reports = engine.committed.sourceReports(at: engine.now)
        return reports.map {
            // All sources together have at most 800 reasons, which fit into a reply.
            SourceStatus($0, reasons: isExplained ? 800 / reports.count : nil)
        }.thatFit(share: 2)
    }

    /// Makes the enabled packs look for changes, and passes their new jokes and problems to `done`.
    func readPacks(_ done: @escaping @LoopActor ([ReloadResponse.Pack]) -> Void) {
        let names = engine.committed.sourceReports(at: engine.now)
            .filter { $0.isEnabled && $0.type == "pack" }.map(\.name)
        engine.ask(names.map { SourceRequest(source: $0, kind: .categories) }[...]) { [weak self] results in
            guard let self else { return }
            var packs: [ReloadResponse.Pack] = []
            for (name, result) in zip(names, results) {
                var pack = ReloadResponse.Pack(source: name, added: 0, message: nil)
                switch result {
                case .success(let result):
                    pack.added = result.added - (reportedAdditions[name] ?? 0)
                    pack.message = result.warning
                    reportedAdditions[name] = result.added
                case .failure(let error): pack.message = error.message
                }
                if pack.added > 0 || pack.message != nil { packs.append(pack) }
            }
            done(packs)
        }
    }

    /// Passes the state of each source to `done`, with the numbers of jokes of those that are on and consist of files.
    func countedSources(
        explained isExplained: Bool, _ done: @escaping @LoopActor ([SourceStatus]) -> Void
    ) {
        var sources = sources(explained: isExplained)
        let counted = sources.indices.filter { sources[$0].isEnabled && sources[$0].isLocal }
        let requests = counted.map {
            var request = SourceRequest(source: sources[$0].name, kind: .categories)
            request.countsUnseen = true
            return request
        }
        engine.ask(requests[...]) { results in
            for (index, result) in zip(counted, results) {
                guard case .success(let result) = result else { continue }
                (sources[index].total, sources[index].unseen) = (result.total, result.unseen)
            }
            done(sources)
        }
    }

    /// Returns the result of `daemon.status`.
    ///
    /// - Parameter withClients: Whether the result lists each connection.
    package func status(withClients: Bool) -> StatusResponse {
        let model = engine.committed
        let (sequence, state) = model.current
        // The user removes the report when it is no longer of interest.
        let hasReport = access("\(paths.data)/restoration.json", F_OK) == 0
        let clients = withClients ? sessions.sorted { $0.key < $1.key }.map { $0.value.report() } : nil
        return StatusResponse {
            ($0.version, $0.protocolVersion) = (Version.program, Version.protocolVersion)
            $0.process = Int(getpid())
            $0.uptime = Int((MonotonicTime.now() - started).components.seconds)
            ($0.socket, $0.data, $0.epoch) = (paths.socket, paths.data, epoch)
            ($0.sequence, $0.queue, $0.saved) = (sequence, state.queue, state.saved)
            $0.error = state.error
            $0.restoration = hasReport ? model.recovery.map(StoreRecovery.init) : nil
            ($0.configurationError, $0.sources) = (configurationError, sources(explained: false))
            ($0.connections, $0.requests) = (sessions.count, requests)
            $0.clients = clients?.thatFit(share: 2)
        }
    }
}
