// SPDX-License-Identifier: MIT

/// The isolation of all code on the event loop: its executor is the thread of the loop.
///
/// A handler is a `@LoopActor` closure that the loop calls directly. An async function on this actor is a job that the
/// loop runs between two waits. Both run only on the thread that called ``EventLoop/run(_:)``.
@globalActor
package actor LoopActor {
    package static let shared = LoopActor()

    /// The only loop of the process. All descriptors, signals and isolated code belong to its thread.
    nonisolated package let loop = EventLoop()

    nonisolated package var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private init() {}

    /// Runs `work` now. Call this on the thread of the loop; on another thread it stops the process.
    package static func assumeIsolated<Value, Failure>(
        _ work: @LoopActor () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        shared.loop.checkIsolated()
        typealias Isolated = @LoopActor () throws(Failure) -> Value
        typealias Plain = () throws(Failure) -> Value
        // A global actor is part of a function's type only for the compiler: both types have the same representation
        // and calling convention. The isolation that the cast drops was checked above.
        return try withoutActuallyEscaping(work) { (isolated: @escaping Isolated) throws(Failure) -> Value in
            try unsafeBitCast(isolated, to: Plain.self)()
        }
    }
}
