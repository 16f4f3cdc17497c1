// SPDX-License-Identifier: MIT
import Glibc

/// A thread that performs jobs in order. While no job waits, it performs the steps of longer work.
///
/// The thread starts with the first job, ends after a time without work, and starts again with the next job. A waiting
/// thread causes no wakeups.
package final class WorkerThread: Sendable {
    package typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [Job] = []
        var steps: [Job] = []
        var isRunning = false
        /// Whether the thread performs a job or a step.
        var isWorking = false
        var isClosed = false
    }

    private enum Work {
        case jobs([Job])
        case step(Job)
        case close
    }

    private let state = Monitor(State())
    private let idle: Duration
    private let atEnd: Job

    /// - Parameters:
    ///   - idle: The time without work after which the thread ends.
    ///   - atEnd: A job that runs on the thread each time before it ends.
    package init(idle: Duration, atEnd: @escaping Job = {}) {
        self.idle = idle
        self.atEnd = atEnd
    }

    /// Whether the thread exists now.
    package var isRunning: Bool { state.withLock { $0.isRunning } }

    /// Whether all jobs are done and no step is being performed.
    package var isIdle: Bool { state.withLock { $0.jobs.isEmpty && !$0.isWorking } }

    /// Adds a job. Returns false after `close()`; then the job is dropped.
    package func post(_ job: @escaping Job) -> Bool { add { $0.jobs.append(job) } }

    /// Adds a step, which runs when no job waits. Steps that are left at `close()` are dropped. Returns false after
    /// `close()`.
    @discardableResult
    func postStep(_ step: @escaping Job) -> Bool { add { $0.steps.append(step) } }

    /// Performs the remaining jobs, then ends the thread. Blocks; must not be called by a job.
    package func close() {
        state.withLock { $0.isClosed = true }
        state.wake()
        waitUntilEnded()
    }

    /// Blocks until the thread has ended.
    package func waitUntilEnded() {
        _ = state.wait { $0.isRunning ? nil : true }
    }

    private func add(_ add: (inout State) -> Void) -> Bool {
        let mustStart = state.withLock { state -> Bool? in
            guard !state.isClosed else { return nil }
            add(&state)
            defer { state.isRunning = true }
            return !state.isRunning
        }
        guard let mustStart else { return false }
        if mustStart { start() } else { state.wake() }
        return true
    }

    private func start() {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        // Only the main thread receives signals. A new thread inherits the signal mask of its creator.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var thread = pthread_t()
        let me = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread, &attributes,
            { context in
                guard let context else { return nil }
                let me = Unmanaged<WorkerThread>.fromOpaque(context).takeRetainedValue()
                me.work(idle: me.idle)
                return nil
            }, me.toOpaque())
        guard code != 0 else { return }
        // If the system cannot create a thread, the calling thread performs the work.
        me.release()
        work(idle: .zero)
    }

    private func work(idle: Duration) {
        repeat {
            while let work = next(timeout: idle) {
                switch work {
                case .jobs(let jobs): for job in jobs { job() }
                case .step(let step): step()
                case .close: return end()
                }
            }
            atEnd()
        } while !hasEnded()
    }

    private func next(timeout: Duration) -> Work? {
        state.wait(timeout: timeout) { state in
            state.isWorking = !state.jobs.isEmpty || !state.isClosed && !state.steps.isEmpty
            if !state.jobs.isEmpty {
                defer { state.jobs = [] }
                return .jobs(state.jobs)
            }
            if state.isClosed { return .close }
            return state.steps.isEmpty ? nil : .step(state.steps.removeFirst())
        }
    }

    /// Marks the thread as ended, unless work arrived meanwhile. Returns whether the thread has ended.
    private func hasEnded() -> Bool {
        let ended = state.withLock { state in
            if state.jobs.isEmpty, state.steps.isEmpty { state.isRunning = false }
            return !state.isRunning
        }
        if ended { state.wake() }
        return ended
    }

    private func end() {
        atEnd()
        state.withLock { state in
            state.steps = []
            state.isRunning = false
        }
        state.wake()
    }
}
