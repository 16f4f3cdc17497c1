// SPDX-License-Identifier: MIT
import Glibc
import JokeSystem
import Synchronization

/// One epoll loop on one thread, which is at once the executor of ``LoopActor``.
///
/// An iteration: wait, call the handlers of what is ready, run what was posted, call ``afterIteration``, write what the
/// connections have to send. An idle loop is one blocked epoll_wait(2) without a time-out.
///
/// Tasks stay on the loop if they are started with `executorPreference: LoopActor.shared.loop`; then their
/// nonisolated parts run here too, and the global executor's threads are never started.
package final class EventLoop: SerialExecutor, TaskExecutor {
    /// What exists while the loop runs.
    @LoopActor
    struct LoopResources {
        let poller: Poller
        let timers: TimerQueue
        let alarm: WakeupDescriptor
        let readBuffer: ReadBuffer

        init() throws(SystemError) {
            poller = try Poller()
            timers = try TimerQueue(poller: poller)
            alarm = try WakeupDescriptor(poller: poller)
            readBuffer = ReadBuffer()
        }
    }

    private let inbox = Inbox()
    /// pthread_self(3) of the thread in `run`, or 0.
    private let thread = Atomic<UInt>(0)

    @LoopActor private var running: LoopResources?
    @LoopActor private var isStopping = false
    /// Connections with something to write when the iteration ends.
    @LoopActor private var unflushed: [Connection] = []
    /// Empty, between two iterations: the memory of the last one's.
    @LoopActor private var flushed: [Connection] = []
    /// A handler ran after `afterIteration`: the next iteration comes at once.
    @LoopActor private var isUnfinished = false
    @LoopActor private var spare: [Inbox.Item] = []

    /// Called at the end of every iteration in which anything ran, before the connections' bytes are written.
    @LoopActor package var afterIteration: (@LoopActor () -> Void)?
    /// How often epoll_wait(2) has returned: what a test of idleness looks at.
    @LoopActor package private(set) var iterations = 0

    /// ``LoopActor`` has the only one.
    init() {}

    @LoopActor var machinery: LoopResources {
        guard let running else { preconditionFailure("the loop does not run") }
        return running
    }

    /// Runs `start` on the loop, then iterations until `stop()`. The calling thread is the loop's until this returns.
    ///
    /// Throws what `start` throws, or a ``SystemError`` where the descriptors cannot be had. What is still
    /// watched when the loop stops is let go; what is still posted waits for the next run.
    package func run(_ start: @LoopActor () throws -> Void) throws {
        let (isFree, _) = thread.compareExchange(
            expected: 0, desired: UInt(pthread_self()), ordering: .sequentiallyConsistent)
        precondition(isFree, "the loop runs already")
        defer { thread.store(0, ordering: .sequentiallyConsistent) }
        try LoopActor.assumeIsolated { () throws in try turnUntilStopped(after: start) }
    }

    /// Runs `work` on the loop, after all that was posted before. From any thread, also before the loop runs.
    package func post(_ work: @escaping @Sendable @LoopActor () -> Void) { inbox.append(.work(work)) }

    /// Ends `run` when this iteration is over and its bytes are written.
    @LoopActor package func stop() { isStopping = true }

    /// Has the connection write at the end of the iteration.
    @LoopActor func flushLater(_ connection: Connection) { unflushed.append(connection) }
}

// MARK: - Turning

extension EventLoop {
    @LoopActor
    private func turnUntilStopped(after start: @LoopActor () throws -> Void) throws {
        let machinery = try LoopResources()
        running = machinery
        inbox.useAlarm(machinery.alarm.raw)
        defer {
            inbox.useAlarm(nil)
            // A target knows the poller, which knows the target.
            machinery.poller.releaseTargets()
            (unflushed, isStopping, isUnfinished, running) = ([], false, false, nil)
        }
        try start()
        endIteration()
        while !isStopping { iteration(machinery) }
    }

    @LoopActor
    private func iteration(_ machinery: LoopResources) {
        machinery.timers.setAlarm()
        let mayBlock = !isUnfinished && inbox.fallAsleep()
        let events = machinery.poller.wait(mayBlock: mayBlock)
        if mayBlock { inbox.wakeUp() }
        iterations += 1
        machinery.poller.dispatch(events)
        let posted = runPosted()
        if events > 0 || posted > 0 || isUnfinished { endIteration() }
    }

    /// Runs what had arrived when it began; what that posts in iteration comes after the next look at the descriptors.
    @LoopActor
    private func runPosted() -> Int {
        var items: [Inbox.Item] = []
        swap(&items, &spare)
        inbox.takeAll(leaving: &items)
        for item in items {
            switch item {
            case .work(let work): work()
            case .job(let job):
                job.runSynchronously(
                    isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
            }
        }
        let count = items.count
        items.removeAll(keepingCapacity: count <= 1024)
        spare = items
        return count
    }

    @LoopActor
    private func endIteration() {
        isUnfinished = false
        afterIteration?()
        swap(&flushed, &unflushed)
        for connection in flushed where connection.flushAtEndOfTurn() { isUnfinished = true }
        flushed.removeAll(keepingCapacity: flushed.count <= 1024)
    }
}

// MARK: - Being an executor

extension EventLoop {
    package func enqueue(_ job: consuming ExecutorJob) { inbox.append(.job(UnownedJob(job))) }

    package func checkIsolated() {
        precondition(isOnLoop, "not on the event loop's thread")
    }

    package func isIsolatingCurrentContext() -> Bool? { isOnLoop }

    package func isSameExclusiveExecutionContext(other: EventLoop) -> Bool { self === other }

    private var isOnLoop: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }
}
