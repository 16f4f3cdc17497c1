// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeLinux
import JokeWire
import Synchronization

/// A running daemon: connects the engine, the server, systemd and the configuration.
@LoopActor
final class Daemon {
    /// The time that requested changes have to be committed when the daemon stops.
    private static let shutdownTimeout: Duration = .seconds(10)

    /// The part of `shutdownTimeout` after which requests that were sent and are not executed get the error `closing`.
    private static let executionTimeout: Duration = .seconds(4)

    /// The shortest time between two status lines. systemd sends each one to everybody on the bus.
    private static let statusInterval: Duration = .seconds(1)

    private let engine: Engine
    private let server: Server
    private let socket: ListeningSocket
    private let systemd: SystemdNotifier
    /// The store, the sources and the fetcher.
    private let dependencies: DaemonDependencies
    private let backup: AutomaticBackup
    private let syncTrigger: SyncTrigger
    private let log: Log
    private var mountWatch: MountWatch?
    /// The configuration that is in effect.
    private var loaded: LoadedConfiguration
    private let kept: KeptConfiguration
    /// The closure that reads the configuration files again.
    private let readConfiguration: ConfigurationReader
    private let loop = LoopActor.shared.loop
    private var signals: SignalWatch?
    private var isStopping = false
    /// Whether the store did not finish in time when the daemon stopped. Closing the store could then hang as well.
    nonisolated let hasStoreTimedOut = Atomic(false)
    /// The status line that systemd has, or nil.
    private var sentStatus: StatusLine?
    /// The engine's revision when the status line was last made.
    private var statusRevision = -1
    private lazy var statusTimer = Timer { [unowned self] in publishStatus() }
    private lazy var idleExit = IdleExit(
        after: loaded.values.idleExit,
        // The process may have been stopped beyond the idle time. Then clients have connected in this iteration.
        unless: { [unowned self] in
            engine.isBusy || !server.sessions.isEmpty || socket.hasWaiting || !backup.isUpToDate()
        },
        stop: { [unowned self] in
            let idleTime = loaded.values.idleExit?.shown ?? "some time"
            log.info(
                "No client for \(idleTime); exiting. The next connection starts jokesd again.",
                .init(id: .idle))
            stop()
        })
    private lazy var refusalTimer = Timer { [unowned self] in server.refuseRest() }
    private lazy var timeoutTimer = Timer { [unowned self] in
        hasStoreTimedOut.store(true, ordering: .relaxed)
        loop.stop()
    }

    /// Returns the configuration that the files contain now.
    typealias ConfigurationReader = @LoopActor () throws(ConfigurationError) -> LoadedConfiguration

    init(
        _ loaded: LoadedConfiguration, _ dependencies: DaemonDependencies, socket: ListeningSocket,
        systemd: SystemdNotifier, log: Log, kept: KeptConfiguration, configurationError: CardState.ErrorInfo?,
        readConfiguration: @escaping ConfigurationReader
    ) {
        var system = SystemRandomNumberGenerator()
        let model = ViewModel(
            settings: Settings(loaded.values, error: configurationError), kept: dependencies.persistedState,
            seed: system.next())
        engine = Engine(
            model, archive: dependencies.archive, sources: dependencies.sources(loaded.values),
            translator: dependencies.translator(loaded.values), clock: SystemClock(), loop: loop,
            warn: { log.warning($0, .init(id: .storageFailed, errorKind: "storage")) })
        server = Server(
            engine: engine, epoch: dependencies.persistedState.epoch, log: dependencies.persistedState.log,
            connectionLimit: Self.connectionLimit(loaded.values.limits.connections, log: log),
            paths: .init(socket: socket.path, data: dependencies.dataDirectory))
        self.socket = socket
        self.systemd = systemd
        self.dependencies = dependencies
        backup = AutomaticBackup(engine, log: log)
        syncTrigger = SyncTrigger(
            dataDirectory: dependencies.dataDirectory, socket: socket.isActivated ? nil : socket.path,
            log: log)
        self.log = log
        self.loaded = loaded
        self.kept = kept
        self.readConfiguration = readConfiguration
        server.configurationError = configurationError
    }

    /// The descriptors that the daemon needs for everything but connections: the database, jokesd-fetch, backups, and the
    /// connections that are rejected.
    private static let descriptorReserve = 32

    /// Returns the configured limit of connections, or a lower one if the process may not open that many files.
    private static func connectionLimit(_ configured: Int, log: Log) -> Int {
        let files = OpenFileLimit.raise(to: configured + descriptorReserve)
        let limit = min(configured, max(files - descriptorReserve, 1))
        if limit < configured {
            log.warning(
                "Only \(limit) of limits.connections (\(configured)) are possible, because this process may open "
                    + "\(files) files; raise LimitNOFILE= or `ulimit -n`.")
        }
        return limit
    }

    /// Watches the signals, accepts clients, reports the start to systemd, and starts the engine.
    func start() throws(SystemError) {
        if let notice = dependencies.persistedState.notice { log.warning(notice) }
        signals = try SignalWatch(DaemonMain.signals) { [unowned self] signal in
            // In a terminal, SIGHUP means that the terminal was closed. Otherwise it asks for a reload.
            if signal == SIGHUP, isatty(STDERR_FILENO) == 0 { _ = reload() } else { stop() }
        }
        server.shareTargets = loaded.values.shareTargets
        server.onReload = { [unowned self] in reload() }
        server.onLogEntry = { [log, syncTrigger] in
            log.note($0)
            syncTrigger.note($0)
        }
        server.onClient = { [syncTrigger] in syncTrigger.noteClient($0) }
        engine.onShowing = { [syncTrigger] in syncTrigger.noteShowing() }
        try socket.serve(
            { [unowned self] in server.accept($0) }, onError: { [log] in log.warning("\($0)") },
            onRemoval: { [log, path = socket.path] failure in
                if let failure {
                    log.error("The socket \(path) was removed: \(failure.text)")
                } else {
                    log.warning("The socket \(path) was removed, and created again.")
                }
            })
        loop.afterIteration = { [unowned self] in
            publishStatus()
            if socket.isOnDemand, !isStopping { idleExit.update(hasClients: !server.sessions.isEmpty) }
        }
        publishStatus()
        systemd.send(.ready)
        if let interval = Systemd.watchdogInterval { systemd.startWatchdog(within: interval) }
        engine.start()
        if dependencies.isCheckDue { engine.check() }
        backup.begin()
        syncTrigger.start()
        mountWatch = try? MountWatch(dependencies.dataDirectory) {
            [engine, path = dependencies.dataDirectory] in
            engine.damaged(ArchiveError(.corrupt, "Another file system was mounted over \(path)."))
        }
        if server.configurationError == nil { kept.keep(loaded) }
    }

    /// Reloads the configuration, on SIGHUP or `daemon.reload`. If it has an error, the old one stays.
    private func reload() -> Result<ConfigurationChange, WireError> {
        systemd.send(.reloading)
        defer { systemd.send(.ready) }
        let new: LoadedConfiguration
        do throws(ConfigurationError) {
            new = try readConfiguration()
        } catch {
            for problem in error.problems { log.error(problem.text, .init(id: .configurationRefused)) }
            log.error("The old configuration stays in use. Correct the new one, then reload.")
            server.configurationError = CardState.ErrorInfo(error, used: "The old one stays in use.")
            return .failure(WireError(error))
        }
        server.configurationError = nil
        kept.keep(new)
        let change = ConfigurationChange(from: loaded, to: new)
        loaded = new
        idleExit.limit = new.values.idleExit
        server.shareTargets = new.values.shareTargets
        engine.configure(
            Settings(new.values), sources: dependencies.sources(new.values),
            translator: dependencies.translator(new.values), changed: change.sources(of: new.values))
        log.notice(change.text, .init(id: .reloaded))
        engine.readAfterChanges { [engine, log] in
            for name in engine.committed.overriddenSources {
                log.notice(
                    "The source '\(name)' is not as configured, because you turned it on or off. "
                        + "`jokectl sources reset \(name.shellArgument)` removes your choice.")
            }
        }
        return .success(change)
    }

    /// Stops the daemon, on SIGTERM or the idle exit. Requests that clients have sent by now get their replies after
    /// the commit, and subscribers get the event `closing`.
    private func stop() {
        guard !isStopping else { return }
        isStopping = true
        syncTrigger.stop()
        mountWatch = nil
        systemd.send(.stopping)
        socket.close()
        server.stopReading()
        timeoutTimer.arm(after: Self.shutdownTimeout)
        refusalTimer.arm(after: Self.executionTimeout)
        engine.finish { [unowned self] in
            timeoutTimer.disarm()
            refusalTimer.disarm()
            server.close { [unowned self] in finishStopping() }
        }
    }

    /// Ends jokesd-fetch after the last client disconnected, and then the loop.
    private func finishStopping() {
        guard let fetcher = dependencies.fetcher else { return loop.stop() }
        fetcher.stop { [unowned self] in loop.stop() }
    }

    /// Sends the status line to systemd if it has changed, at most once in `statusInterval`.
    private func publishStatus() {
        // This runs in every loop iteration, and making the text costs more than answering a request.
        guard engine.revision != statusRevision, !statusTimer.isArmed else { return }
        statusRevision = engine.revision
        let status = StatusLine(engine.committed, at: engine.now)
        guard status != sentStatus else { return }
        sentStatus = status
        systemd.send(.status(status.text))
        statusTimer.arm(after: Self.statusInterval)
    }
}
