// SPDX-License-Identifier: MIT
import JokeEventLoop
import JokeSystem

/// The other end of a run of jokesd-fetch: a child of ours, or a connection to one that the service manager started.
///
/// It lives until it has ended, whoever else lets go of it.
@LoopActor
protocol FetchTransport: AnyObject {
    /// What it prints.
    var onOutput: (@LoopActor (UnsafeRawBufferPointer) -> Void)? { get set }
    /// The same of its standard error.
    var onErrors: (@LoopActor (UnsafeRawBufferPointer) -> Void)? { get set }
    /// Once and last; never from within a call.
    var onEnd: (@LoopActor (FetchTermination) -> Void)? { get set }

    func send(_ bytes: [UInt8])
    /// Asks it to end, and is rid of it when the patience is over.
    func finish(within timeout: Duration)
    func kill()
}

/// How a run was over.
enum FetchTermination: Sendable, Equatable {
    case exited(Int32), signaled(Int32)
    /// Of one that is not our child: how it ended the manager knows.
    case hungUp
}

extension FetchTermination {
    init(_ end: WaitStatus) {
        self =
            switch end {
            case .exited(let status): .exited(status)
            case .signaled(let signal): .signaled(signal)
            }
    }

    /// What is said of one that nobody asked for.
    var text: String {
        switch self {
        case .exited(let status): "ended with \(status)"
        case .signaled(let signal): "was ended by signal \(signal)"
        case .hungUp: "hung up"
        }
    }
}

/// A child of ours.
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
