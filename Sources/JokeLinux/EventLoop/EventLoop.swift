// SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// An epoll loop on one thread, which is also the executor of ``LoopActor``.
///
/// An iteration waits for events, calls their handlers, runs posted work, calls ``afterIteration``, and writes what
/// connections have to send. An idle loop is one blocked epoll_wait(2) without a timeout.
///
/// A task stays on the loop if it is started with `executorPreference: LoopActor.shared.loop`. Then its nonisolated
/// parts run here too, and Swift never starts the threads of the global executor.
package final class EventLoop: SerialExecutor, TaskExecutor {
    /// The objects that exist while the loop runs.
    @LoopActor
    struct LoopResources {
        let poller: Poller
        let timers: TimerQueue
        let wakeup: WakeupDescriptor
        let readBuffer: ReadBuffer

        init() throws(SystemError) {
            poller = try Poller()
            timers = try TimerQueue(poller: poller)
            wakeup = try WakeupDescriptor(poller: poller)
            readBuffer = ReadBuffer()
        }
    }

    private let inbox = Inbox()
    /// The thread that runs the loop (pthread_self(3)), or 0.
    private let thread = Atomic<UInt>(0)

    @LoopActor private var running: LoopResources?
    @LoopActor private var isStopping = false
    /// The error because of which the loop cannot go on, or nil.
    @LoopActor private var failure: SystemError?
    /// The connections with bytes to write at the end of the iteration.
    @LoopActor private var unflushed: [Connection] = []
    /// An array that is empty between iterations. It keeps its memory for the next one.
    @LoopActor private var flushed: [Connection] = []
    /// Whether a handler ran after `afterIteration`. If so, the next iteration does not wait.
    @LoopActor private var isUnfinished = false
    /// An empty array whose memory is reused to run posted work.
    @LoopActor private var spare: [Inbox.Item] = []

    /// Called at the end of every iteration that ran anything, before bytes are written.
    @LoopActor package var afterIteration: (@LoopActor () -> Void)?
    /// The number of returns of epoll_wait(2). Tests use it to check that an idle loop sleeps.
    @LoopActor package private(set) var iterations = 0

    /// Creates the loop. Only ``LoopActor`` calls this, once.
    init() {}

    @LoopActor var resources: LoopResources {
        guard let running else { preconditionFailure("the loop does not run") }
        return running
    }

    /// Runs `start` on the loop, then iterations until `stop()` is called. The calling thread is the thread of the loop
    /// until this returns.
    ///
    /// Throws what `start` throws, or a ``SystemError`` if a system call of the loop itself fails. When the loop stops,
    /// it releases everything that is watched. Posted work stays for the next run.
    package func run(_ start: @LoopActor () throws -> Void) throws {
        let (isFree, _) = thread.compareExchange(
            expected: 0, desired: UInt(pthread_self()), ordering: .sequentiallyConsistent)
        precondition(isFree, "the loop runs already")
        defer { thread.store(0, ordering: .sequentiallyConsistent) }
        try LoopActor.assumeIsolated { () throws in try runUntilStopped(after: start) }
    }

    /// Runs `work` on the loop after all work that was posted before. Any thread may call this, even before the loop
    /// runs.
    package func post(_ work: @escaping @Sendable @LoopActor () -> Void) { inbox.append(.work(work)) }

    /// Makes `run` return after this iteration, when its bytes are written.
    @LoopActor package func stop() { isStopping = true }

    /// Makes `run` throw `failure` after this iteration.
    @LoopActor func stop(because failure: SystemError) {
        if self.failure == nil { self.failure = failure }
        isStopping = true
    }

    /// Registers a connection that writes at the end of the iteration.
    @LoopActor func flushLater(_ connection: Connection) { unflushed.append(connection) }
}

// MARK: - Iterations

extension EventLoop {
    @LoopActor
    private func runUntilStopped(after start: @LoopActor () throws -> Void) throws {
        let resources = try LoopResources()
        running = resources
        inbox.setWakeupDescriptor(resources.wakeup)
        defer {
            inbox.setWakeupDescriptor(nil)
            // Targets and the poller refer to each other. Break the reference cycle.
            resources.poller.releaseTargets()
            (unflushed, isStopping, failure, isUnfinished, running) = ([], false, nil, false, nil)
        }
        try start()
        endIteration()
        while !isStopping { iteration(resources) }
        if let failure { throw failure }
    }

    @LoopActor
    private func iteration(_ resources: LoopResources) {
        let timeout = resources.timers.updateTimerfd()
        let mayBlock = !isUnfinished && inbox.fallAsleep()
        let events = resources.poller.wait(mayBlock ? timeout ?? -1 : 0)
        if mayBlock { inbox.wakeUp() }
        iterations += 1
        resources.poller.dispatch(events)
        if timeout != nil { resources.timers.fireDue() }
        let posted = runPosted()
        if events > 0 || posted > 0 || isUnfinished || timeout != nil { endIteration() }
    }

    /// Runs the work that is in the inbox at the start. Work that this posts runs in the next iteration, after the
    /// descriptors were polled.
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
        for connection in flushed where connection.flushAtEndOfIteration() { isUnfinished = true }
        flushed.removeAll(keepingCapacity: flushed.count <= 1024)
    }
}

// MARK: - Executor

extension EventLoop {
    package func enqueue(_ job: consuming ExecutorJob) { inbox.append(.job(UnownedJob(job))) }

    package func checkIsolated() {
        precondition(isOnLoop, "not on the event loop's thread")
    }

    package func isIsolatingCurrentContext() -> Bool? { isOnLoop }

    package func isSameExclusiveExecutionContext(other: EventLoop) -> Bool { self === other }

    private var isOnLoop: Bool { thread.load(ordering: .relaxed) == UInt(pthread_self()) }
}
