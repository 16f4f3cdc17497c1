// SPDX-License-Identifier: MIT

/// The isolation of everything that lives on the event loop: its executor is the loop's thread.
///
/// A handler is a `@LoopActor` closure that the loop calls directly; an async function on this actor is a job
/// that the loop runs between two waits. Neither ever leaves the thread that called ``EventLoop/run(_:)``.
@globalActor
package actor LoopActor {
    package static let shared = LoopActor()

    /// The one loop of the process: descriptors, signals and the isolation all belong to one thread.
    nonisolated package let loop = EventLoop()

    nonisolated package var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    private init() {}

    /// Runs `work` now. The caller must be on the loop's thread; anything else stops the process.
    package static func assumeIsolated<Value, Failure>(
        _ work: @LoopActor () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        shared.loop.checkIsolated()
        typealias Isolated = @LoopActor () throws(Failure) -> Value
        typealias Plain = () throws(Failure) -> Value
        // A global actor is part of a function's type only for the compiler: both types have the same
        // representation and calling convention. The isolation that the cast drops was checked one line above.
        return try withoutActuallyEscaping(work) { (isolated: @escaping Isolated) throws(Failure) -> Value in
            try unsafeBitCast(isolated, to: Plain.self)()
        }
    }
}
