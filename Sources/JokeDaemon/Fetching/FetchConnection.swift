// SPDX-License-Identifier: MIT
import JokeEventLoop
import JokeSystem

/// A run of jokesd-fetch that the service manager started: behind a socket, with its own confinement.
///
/// It cannot be killed from here. It ends at the end of its input; one that hangs runs into the limits of its unit.
@LoopActor
final class FetchConnection: FetchTransport {
    var onOutput: (@LoopActor (UnsafeRawBufferPointer) -> Void)?
    /// The manager has its standard error in the journal.
    var onErrors: (@LoopActor (UnsafeRawBufferPointer) -> Void)?
    var onEnd: (@LoopActor (FetchTermination) -> Void)?

    private let connection: Connection
    private lazy var timeoutTimer = Timer { [weak self] in self?.kill() }

    init(to socket: String) throws(SystemError) {
        connection = try Connection(to: socket)
        connection.onBytes = { self.onOutput?($0) }
        connection.onEndOfInput = { self.kill() }
        connection.onClosed = { _ in self.tellEnd() }
    }

    func send(_ bytes: [UInt8]) { connection.send(bytes) }

    func finish(within timeout: Duration) {
        guard connection.isOpen else { return }
        connection.finish()
        timeoutTimer.arm(after: timeout)
    }

    /// Hangs up.
    func kill() {
        guard connection.isOpen else { return }
        connection.close()
        // Never from within a call of the owner's.
        LoopActor.shared.loop.post { self.tellEnd() }
    }

    private func tellEnd() {
        timeoutTimer.disarm()
        let onEnd = onEnd
        (onOutput, onErrors, self.onEnd) = (nil, nil, nil)
        onEnd?(.hungUp)
    }
}
