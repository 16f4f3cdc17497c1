// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import JokeCore
import JokeWire
import Synchronization

/// A running daemon, from the first connection that it accepts to its farewell.
@LoopActor
final class Daemon {
    /// How long changes that were asked for may take to be committed when the daemon ends.
    private static let patience: Duration = .seconds(10)

    /// The manager tells the whole bus of each status, and one that does not read would hold the loop up.
    private static let statusInterval: Duration = .seconds(1)

    private let engine: Engine
    private let house: House
    private let socket: ServingSocket
    private let fetcher: Fetcher?
    private let log: Log
    private let loop = LoopActor.shared.loop
    private var signals: SignalWatch?
    private var isStopping = false
    /// The store hung until the patience was over: whoever waited for it to close would hang as well.
    nonisolated let hasGivenUp = Atomic(false)
    private var saidStatus = ""
    /// Of the engine, when the status was last looked at.
    private var saidRevision = -1
    private lazy var statusPause = Timer { [unowned self] in sayStatus() }
    private lazy var impatience = Timer { [unowned self] in
        hasGivenUp.store(true, ordering: .relaxed)
        loop.stop()
    }

    init(_ configuration: Configuration, _ assembly: Assembly, socket: ServingSocket, log: Log) {
        var system = SystemRandomNumberGenerator()
        let model = ViewModel(
            settings: Settings(configuration), kept: assembly.kept, seed: system.next())
        engine = Engine(
            model, archive: assembly.archive, sources: assembly.sources, clock: Clock(), loop: loop,
            warn: { log.warning($0) })
        house = House(
            engine: engine, epoch: assembly.kept.epoch, log: assembly.kept.log,
            connectionLimit: configuration.limits.connections,
            places: .init(socket: socket.path, data: assembly.dataFolder))
        self.socket = socket
        fetcher = assembly.fetcher
        self.log = log
    }

    func start() throws(SystemError) {
        signals = try SignalWatch([SIGTERM, SIGINT]) { [unowned self] _ in stop() }
        try socket.serve(
            { [unowned self] in house.takeIn($0) }, onTrouble: { [log] in log.warning("\($0)") })
        loop.afterTurn = { [unowned self] in sayStatus() }
        sayStatus()
        Supervisor.tell(.ready)
        engine.start()
    }

    /// SIGTERM: nothing new is read; what was asked for is committed and answered; everybody is told.
    private func stop() {
        guard !isStopping else { return }
        isStopping = true
        Supervisor.tell(.stopping)
        socket.close()
        house.stopReading()
        impatience.arm(after: Self.patience)
        engine.finish { [unowned self] in
            impatience.disarm()
            house.close { [unowned self] in leave() }
        }
    }

    /// Nobody is here any more; nor shall be what was started.
    private func leave() {
        guard let fetcher else { return loop.stop() }
        fetcher.stop { [unowned self] in loop.stop() }
    }

    /// For `systemctl --user status`; only when it has changed, and at most once in `statusInterval`.
    private func sayStatus() {
        // Asked every turn: making the text costs more than answering a request.
        guard engine.revision != saidRevision, !statusPause.isArmed else { return }
        saidRevision = engine.revision
        let state = engine.committed.current.state
        let trouble = state.error.map { "; \($0.message)" } ?? ""
        let status =
            "\(state.queue.count) of \(state.queue.capacity) jokes ready, \(state.saved.count) saved\(trouble)"
        guard status != saidStatus else { return }
        saidStatus = status
        Supervisor.tell(.status(status))
        statusPause.arm(after: Self.statusInterval)
    }
}
