// SPDX-License-Identifier: MIT
import JokeCore
import JokeLinux
import JokeWire

/// The reads of the archive that one client has requested, in order.
///
/// The archive has at most one read of each client, so that all clients get an equal share of it.
@LoopActor
final class ArchiveReads {
    private var waiting = FIFOQueue<(ArchiveQuery, reply: Engine.QueryReply)>()
    private var isReading = false
    private let engine: Engine
    private let mayStart: @LoopActor () -> Bool

    /// - Parameter mayStart: Whether the next read may start. When that changes, call `start()`.
    init(engine: Engine, mayStart: @escaping @LoopActor () -> Bool) {
        (self.engine, self.mayStart) = (engine, mayStart)
    }

    /// Passes a query to the archive after the earlier ones.
    func append(_ query: ArchiveQuery, _ reply: @escaping Engine.QueryReply) {
        waiting.append((query, reply))
        start()
    }

    /// Starts the next read, unless one is in progress.
    func start() {
        guard !isReading, mayStart(), let (query, reply) = waiting.popFirst() else { return }
        isReading = true
        engine.query(query) { [weak self] result in
            self?.isReading = false
            reply(result)
            self?.start()
        }
    }
}
