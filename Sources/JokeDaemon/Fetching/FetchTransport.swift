// SPDX-License-Identifier: MIT
import JokeLinux

/// The connection to one run of jokesd-fetch: a child process, or a process that systemd started for a socket
/// connection.
///
/// It stays alive until the run has ended, even if its owner releases it.
@LoopActor
protocol FetchTransport: AnyObject {
    /// Called with the bytes of standard output.
    var onOutput: (@LoopActor (UnsafeRawBufferPointer) -> Void)? { get set }
    /// Called with the bytes of standard error.
    var onErrors: (@LoopActor (UnsafeRawBufferPointer) -> Void)? { get set }
    /// Called once, when the run has ended. It is never called within a call to this object, and nothing is called
    /// after it.
    var onEnd: (@LoopActor (FetchTermination) -> Void)? { get set }

    func send(_ bytes: [UInt8])
    /// Closes the input, which asks the run to end. After `timeout`, ends it as `kill()` does.
    func finish(within timeout: Duration)
    func kill()
}

/// How a run ended.
enum FetchTermination: Sendable, Equatable {
    case exited(Int32), signaled(Int32)
    /// The connection was closed. systemd knows the exit status of its process, and jokesd does not.
    case disconnected
}

extension FetchTermination {
    init(_ end: WaitStatus) {
        self =
            switch end {
            case .exited(let status): .exited(status)
            case .signaled(let signal): .signaled(signal)
            }
    }

    /// The words for a log message about a run that ended without request.
    var text: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .signaled(let signal): "was killed by signal \(signal)"
        case .disconnected: "closed the connection"
        }
    }
}

/// A run of jokesd-fetch as a child process of jokesd.
///
/// `ChildProcess` waits for the exit with a pidfd.
@LoopActor
final class FetchChild: FetchTransport {
    var onOutput: (@LoopActor (UnsafeRawBufferPointer) -> Void)? {
        get { child.onOutput }
        set { child.onOutput = newValue }
    }
    var onErrors: (@LoopActor (UnsafeRawBufferPointer) -> Void)? {
        get { child.onErrors }
        set { child.onErrors = newValue }
    }
    var onEnd: (@LoopActor (FetchTermination) -> Void)?

    private let child: ChildProcess

    init(_ program: ProcessSpawner) throws(SystemError) {
        child = try ChildProcess(starting: program)
        child.onEnd = { end in
            let onEnd = self.onEnd
            self.onEnd = nil
            onEnd?(FetchTermination(end))
        }
    }

    func send(_ bytes: [UInt8]) { child.send(bytes) }
    func finish(within timeout: Duration) { child.finish(within: timeout) }
    func kill() { child.kill() }
}
