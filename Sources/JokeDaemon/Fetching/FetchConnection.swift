// SPDX-License-Identifier: MIT
import JokeLinux

/// A connection to a jokesd-fetch that systemd starts for it, with its own sandbox (`jokesd-fetch.socket`).
///
/// jokesd cannot kill that process. Closing the connection ends its input, at which it exits. If it hangs,
/// `RuntimeMaxSec=` of its unit ends it.
@LoopActor
final class FetchConnection: FetchTransport {
    var onOutput: (@LoopActor (UnsafeRawBufferPointer) -> Void)?
    /// Never called: systemd writes the standard error of its process to the journal.
    var onErrors: (@LoopActor (UnsafeRawBufferPointer) -> Void)?
    var onEnd: (@LoopActor (FetchTermination) -> Void)?

    private let connection: Connection
    private lazy var timeoutTimer = Timer { [weak self] in self?.kill() }

    init(to socket: String) throws(SystemError) {
        connection = try Connection(to: socket)
        connection.onBytes = { self.onOutput?($0) }
        connection.onEndOfInput = { self.kill() }
        connection.onClosed = { _ in self.reportEnd() }
    }

    func send(_ bytes: [UInt8]) { connection.send(bytes) }

    func finish(within timeout: Duration) {
        guard connection.isOpen else { return }
        connection.finish()
        timeoutTimer.arm(after: timeout)
    }

    /// Closes the connection.
    func kill() {
        guard connection.isOpen else { return }
        connection.close()
        // `FetchTransport` requires that `onEnd` is never called within a call to this object.
        LoopActor.shared.loop.post { self.reportEnd() }
    }

    private func reportEnd() {
        timeoutTimer.disarm()
        let onEnd = onEnd
        (onOutput, onErrors, self.onEnd) = (nil, nil, nil)
        onEnd?(.disconnected)
    }
}
