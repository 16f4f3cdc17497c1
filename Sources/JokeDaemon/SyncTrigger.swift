// SPDX-License-Identifier: MIT
import Glibc
package import JokeLinux
package import JokeWire

/// Starts a run of sync soon after a decision or a showing, if the user has turned sync on (docs/sync.md).
///
/// `jokectl sync on` creates a file in the directory of the store. Without it, this type does nothing. Under systemd, it
/// sets the file's time of change, for which `jokesd-sync.path` waits. Otherwise, it starts jokectl.
@LoopActor
package final class SyncTrigger {
    /// The times from an event to the run.
    package struct Delays: Sendable {
        /// After a decision, so that several decisions at a time make one run.
        package var decision: Duration = .milliseconds(200)
        /// After a joke was shown, so that a series of jokes makes one run.
        package var showing: Duration = .seconds(10)
        /// After the file was touched, if no run has connected since.
        package var retry: Duration = .seconds(5)

        package init() {}
    }

    /// The most times that the file is touched again.
    nonisolated package static let mostRetries = 3
    /// The time after which a run of sync is killed.
    nonisolated private static let runLimit: Duration = .seconds(600)

    private let path: String
    /// The socket of this daemon if it starts jokectl itself, or nil under systemd.
    private let socket: String?
    private let log: Log
    private let delays: Delays
    private lazy var timer = Timer { [weak self] in self?.fire() }
    private lazy var retryTimer = Timer { [weak self] in self?.retry() }
    private lazy var runTimer = Timer { [weak self] in self?.process?.kill() }
    private var process: ChildProcess?
    private var isStopping = false
    /// Whether the file existed last.
    private var isOn = false
    /// Whether the timer is armed because of a decision.
    private var isUrgent = false
    private var retriesLeft = 0
    /// The number of times that the file was touched.
    package private(set) var touches = 0

    nonisolated package init(dataDirectory: String, socket: String?, log: Log, delays: Delays = Delays()) {
        path = "\(dataDirectory)/\(SyncNames.trigger)"
        (self.socket, self.log, self.delays) = (socket, log, delays)
    }

    /// Whether a run or another touch is due.
    package var isWaiting: Bool { timer.isArmed || retryTimer.isArmed }

    /// Starts a first run, because the other machines may have written something while jokesd did not run.
    package func start() {
        isOn = access(path, F_OK) == 0
        if socket != nil { timer.arm(after: delays.decision) }
    }

    /// Starts a run after the delay, if the entry is a decision of the user.
    package func note(_ entry: LogEntry) {
        guard entry.event.isDecision, entry.cause?.client != SyncNames.client, !isUrgent, !isStopping
        else { return }
        isUrgent = true
        timer.arm(after: delays.decision)
    }

    /// Starts a run after a longer delay, because a joke was shown.
    package func noteShowing() {
        guard isOn, !timer.isArmed, !isStopping else { return }
        timer.arm(after: delays.showing)
    }

    /// Ends the repetition, because a run has begun.
    package func noteClient(_ name: String) {
        guard name == SyncNames.client else { return }
        isOn = true
        retryTimer.disarm()
    }

    /// Triggers a run that is due, since the last decisions should not wait for the next start.
    package func stop() {
        isStopping = true
        runTimer.disarm()
        let isDue = isWaiting
        timer.disarm()
        retryTimer.disarm()
        // Without systemd, nothing could answer the run's requests any more.
        if isDue, socket == nil { touch() }
    }

    private func fire() {
        isUrgent = false
        guard touch(), !isStopping else { return }
        guard let socket else {
            retriesLeft = Self.mostRetries
            return retryTimer.arm(after: delays.retry)
        }
        // The run that is in progress may have read the log before the decision.
        guard process == nil else { return timer.arm(after: delays.decision) }
        start(socket)
    }

    /// Touches the file again. systemd misses a change while it begins to watch the file again after a run.
    private func retry() {
        retriesLeft -= 1
        if touch(), retriesLeft > 0 { retryTimer.arm(after: delays.retry) }
    }

    /// Sets the time of change of the file. Returns whether it exists.
    @discardableResult
    private func touch() -> Bool {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        isOn = descriptor >= 0
        guard isOn else { return false }
        futimens(descriptor, nil)
        close(descriptor)
        touches += 1
        return true
    }

    private func start(_ socket: String) {
        guard let jokectl = Self.jokectl else {
            return log.warning("jokectl is missing, so nothing is synced.")
        }
        do throws(SystemError) {
            let process = try ChildProcess(
                starting: ProcessSpawner(
                    path: jokectl, arguments: ["--socket", socket, "--quiet", "sync", "now", "--changes"]))
            self.process = process
            var errors: [UInt8] = []
            process.onErrors = { if errors.count < 4_096 { errors += $0 } }
            process.onEnd = { [weak self] status in
                guard let self else { return }
                self.process = nil
                runTimer.disarm()
                guard status != .exited(0), !isStopping else { return }
                log.warning("sync: \(SanitizedText.text(String(decoding: errors, as: UTF8.self)))")
            }
            runTimer.arm(after: Self.runLimit)
        } catch {
            log.warning("sync: \(error)")
        }
    }

    /// The path of jokectl, which is in the directory of jokesd, or nil if it is not there.
    private static let jokectl = RunningProgram.sibling("jokectl").flatMap {
        access($0, X_OK) == 0 ? $0 : nil
    }
}

extension LogEntry.Event {
    /// Whether the event changes the library.
    fileprivate var isDecision: Bool {
        switch self {
        case .liked, .disliked, .added, .edited, .undone, .deleted, .restored, .imported: true
        default: false
        }
    }
}
