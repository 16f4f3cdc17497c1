// SPDX-License-Identifier: MIT
import JokeLinux

/// Finds out whether a client has stopped reading: whether the kernel accepts no byte for it for a time.
@LoopActor
final class StallTimer {
    private let connection: Connection
    private let limit: Duration
    private let onStall: @LoopActor () -> Void
    private lazy var timer = Timer { [unowned self] in check() }
    /// The value of `Connection.acceptedBytes` when the timer was last armed.
    private var acceptedBytes = 0

    init(_ connection: Connection, limit: Duration, onStall: @escaping @LoopActor () -> Void) {
        (self.connection, self.limit, self.onStall) = (connection, limit, onStall)
    }

    func start() {
        guard !timer.isArmed else { return }
        acceptedBytes = connection.acceptedBytes
        timer.arm(after: limit)
    }

    func stop() { timer.disarm() }

    private func check() {
        if connection.acceptedBytes > acceptedBytes { start() } else { onStall() }
    }
}

extension Connection {
    /// The number of bytes that the kernel has accepted. While the socket is full, it grows only if the client reads.
    var acceptedBytes: Int { sentBytes - pendingBytes }
}
