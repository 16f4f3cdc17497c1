// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeEventLoop
import JokeSystem
import JokeWire
import Synchronization

/// A running daemon, from the first connection that it accepts to its farewell.
@LoopActor
final class Daemon {
    /// How long changes that were asked for may take to be committed when the daemon ends.
    private static let timeouts: Duration = .seconds(10)

    /// The manager tells the whole bus of each status, and one that does not read would hold the loop up.
    private static let statusInterval: Duration = .seconds(1)

    private let engine: Engine
    private let server: Server
    private let socket: ListeningSocket
    private let manager: SystemdNotifier
    private let assembly: DaemonDependencies
    private let dailyBackup: DailyBackup
    private let log: Log
    private var loaded: LoadedConfiguration
    private let reread: Reread
    private let loop = LoopActor.shared.loop
    private var signals: SignalWatch?
    private var isStopping = false
    /// The store hung until the patience was over: whoever waited for it to close would hang as well.
    nonisolated let hasGivenUp = Atomic(false)
    private var saidStatus: StatusLine?
    /// Of the engine, when the status was last looked at.
    private var saidRevision = -1
    private lazy var statusPause = Timer { [unowned self] in publishStatus() }
    private lazy var idleExit = IdleExit(
        after: loaded.values.idleExit, unless: { [unowned self] in engine.isBusy },
        stop: { [unowned self] in
            log.info("Nobody is connected: jokesd ends, until somebody asks.", .init(id: .idle))
            stop()
        })
    private lazy var timeoutTimer = Timer { [unowned self] in
        hasGivenUp.store(true, ordering: .relaxed)
        loop.stop()
    }

    /// Gives the configuration as it is now.
    typealias Reread = @LoopActor () throws(ConfigurationError) -> LoadedConfiguration

    init(
        _ loaded: LoadedConfiguration, _ assembly: DaemonDependencies, socket: ListeningSocket,
        manager: SystemdNotifier,
        log: Log, reread: @escaping Reread
    ) {
        var system = SystemRandomNumberGenerator()
        let model = ViewModel(
            settings: Settings(loaded.values), kept: assembly.kept, seed: system.next())
        engine = Engine(
            model, archive: assembly.archive, sources: assembly.sources(loaded.values),
            translator: assembly.translator(loaded.values), clock: SystemClock(), loop: loop,
            warn: { log.warning($0, .init(id: .storageFailed, errorKind: "storage")) })
        server = Server(
            engine: engine, epoch: assembly.kept.epoch, log: assembly.kept.log,
            connectionLimit: loaded.values.limits.connections,
            places: .init(socket: socket.path, data: assembly.dataDirectory))
        self.socket = socket
        self.manager = manager
        self.assembly = assembly
        dailyBackup = DailyBackup(engine, log: log)
        self.log = log
        self.loaded = loaded
        self.reread = reread
    }

    func start() throws(SystemError) {
        signals = try SignalWatch(DaemonMain.signals) { [unowned self] signal in
            // A terminal that is closed takes with it what runs in it.
            if signal == SIGHUP, isatty(STDERR_FILENO) == 0 { _ = reload() } else { stop() }
        }
        server.shareTargets = loaded.values.shareTargets
        server.onReload = { [unowned self] in reload() }
        server.onLogEntry = { [log] in log.note($0) }
        try socket.serve(
            { [unowned self] in server.accept($0) }, onTrouble: { [log] in log.warning("\($0)") })
        loop.afterIteration = { [unowned self] in
            publishStatus()
            if socket.isActivated, !isStopping { idleExit.update(hasClients: !server.sessions.isEmpty) }
        }
        publishStatus()
        manager.tell(.ready)
        if let interval = Systemd.watchdogInterval { manager.keepAlive(within: interval) }
        engine.start()
        if assembly.isCheckDue { engine.check() }
        dailyBackup.begin()
    }

    /// SIGHUP, or `daemon.reload`: the configuration as a whole, or not at all.
    private func reload() -> Result<ConfigurationChange, WireError> {
        manager.tell(.reloading)
        defer { manager.tell(.ready) }
        let fresh: LoadedConfiguration
        do throws(ConfigurationError) {
            fresh = try reread()
        } catch {
            for problem in error.problems { log.error(problem.text, .init(id: .configurationRefused)) }
            log.error("The configuration is as it was before; mend it, and ask again.")
            return .failure(WireError(error))
        }
        let change = ConfigurationChange(from: loaded, to: fresh)
        loaded = fresh
        idleExit.limit = fresh.values.idleExit
        server.shareTargets = fresh.values.shareTargets
        engine.configure(
            Settings(fresh.values), sources: assembly.sources(fresh.values),
            translator: assembly.translator(fresh.values), changed: change.sources(of: fresh.values))
        log.notice(change.text, .init(id: .reloaded))
        return .success(change)
    }

    /// SIGTERM: what clients have sent by now is committed and answered, nothing more is read, and everybody is told.
    private func stop() {
        guard !isStopping else { return }
        isStopping = true
        manager.tell(.stopping)
        socket.close()
        server.stopReading()
        timeoutTimer.arm(after: Self.timeouts)
        engine.finish { [unowned self] in
            timeoutTimer.disarm()
            server.close { [unowned self] in leave() }
        }
    }

    /// Nobody is here any more; nor shall be what was started.
    private func leave() {
        guard let fetcher = assembly.fetcher else { return loop.stop() }
        fetcher.stop { [unowned self] in loop.stop() }
    }

    /// For `systemctl --user status`; only when it has changed, and at most once in `statusInterval`.
    private func publishStatus() {
        // Asked every turn: making the text costs more than answering a request.
        guard engine.revision != saidRevision, !statusPause.isArmed else { return }
        saidRevision = engine.revision
        let status = StatusLine(engine.committed, at: engine.now)
        guard status != saidStatus else { return }
        saidStatus = status
        manager.tell(.status(status.text))
        statusPause.arm(after: Self.statusInterval)
    }
}
