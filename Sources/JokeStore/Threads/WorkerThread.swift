// SPDX-License-Identifier: MIT
import Glibc

/// A thread that does jobs in their order, and steps of longer work when no job waits.
///
/// It starts with the first job, ends itself after some time without work, and starts anew with the next job.
/// It waits without waking up.
package final class WorkerThread: Sendable {
    package typealias Job = @Sendable () -> Void

    private struct State {
        var jobs: [Job] = []
        var steps: [Job] = []
        var isRunning = false
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
    ///   - idle: how long it waits for work before it ends.
    ///   - atEnd: runs on the thread whenever it ends.
    package init(idle: Duration, atEnd: @escaping Job = {}) {
        self.idle = idle
        self.atEnd = atEnd
    }

    /// Whether the thread exists at this moment.
    package var isRunning: Bool { state.withLock { $0.isRunning } }

    /// False, and the job is dropped, after `close()`.
    package func post(_ job: @escaping Job) -> Bool { add { $0.jobs.append(job) } }

    /// Adds a step, done when no job waits. Those that are left at `close()` are dropped.
    @discardableResult
    func postStep(_ step: @escaping Job) -> Bool { add { $0.steps.append(step) } }

    /// Does the jobs that are there, then ends. Blocks; not to be called by a job.
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
        // Signals belong to the main thread: a new thread inherits the mask of its maker.
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
        // No thread to be had: the caller does the work, late but done.
        me.release()
        work(idle: .zero)
    }

    private func work(idle: Duration) {
        repeat {
            while let work = next(patience: idle) {
                switch work {
                case .jobs(let jobs): for job in jobs { job() }
                case .step(let step): step()
                case .close: return end()
                }
            }
            atEnd()
        } while !hasEnded()
    }

    private func next(patience: Duration) -> Work? {
        state.wait(patience: patience) { state in
            if !state.jobs.isEmpty {
                defer { state.jobs = [] }
                return .jobs(state.jobs)
            }
            if state.isClosed { return .close }
            return state.steps.isEmpty ? nil : .step(state.steps.removeFirst())
        }
    }

    /// Ends, unless work has come while the end was prepared.
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
