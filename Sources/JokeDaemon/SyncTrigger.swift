// SPDX-License-Identifier: MIT
import Glibc
import JokeEventLoop
import JokeSystem
import JokeWire

/// Starts a run of sync soon after a decision, if the user has turned sync on (docs/sync.md).
///
/// `jokectl sync on` creates a file in the directory of the store. Without it, this type does nothing. Under systemd, it
/// sets the file's time of change, for which `jokesd-sync.path` waits. Otherwise, it starts jokectl.
@LoopActor
final class SyncTrigger {
    /// The name of the file, which jokectl knows, too.
    nonisolated static let fileName = "sync-on"
    /// The name that sync gives as a client. Its own imports trigger nothing.
    nonisolated static let clientName = "jokesd-sync"
    /// The time from a decision to the run, so that several decisions at a time make one run.
    nonisolated private static let delay: Duration = .milliseconds(200)
    /// The time after which a run of sync is killed.
    nonisolated private static let runLimit: Duration = .seconds(600)

    private let path: String
    /// The socket of this daemon if it starts jokectl itself, or nil under systemd.
    private let socket: String?
    private let log: Log
    private lazy var timer = Timer { [weak self] in self?.fire() }
    private lazy var runTimer = Timer { [weak self] in self?.process?.kill() }
    private var process: ChildProcess?
    private var isStopping = false

    nonisolated init(dataDirectory: String, socket: String?, log: Log) {
        path = "\(dataDirectory)/\(Self.fileName)"
        self.socket = socket
        self.log = log
    }

    /// Starts a first run, because the other machines may have written something while jokesd did not run.
    func start() {
        if socket != nil { timer.arm(after: Self.delay) }
    }

    /// Starts a run after the delay, if the entry is a decision of the user.
    func note(_ entry: LogEntry) {
        guard entry.event.isDecision, entry.cause?.client != Self.clientName, !timer.isArmed, !isStopping
        else { return }
        timer.arm(after: Self.delay)
    }

    /// Triggers a run that is due, since the last decisions should not wait for the next start.
    func stop() {
        isStopping = true
        runTimer.disarm()
        guard timer.isArmed else { return }
        timer.disarm()
        // Without systemd, nothing could answer the run's requests any more.
        if socket == nil { touch() }
    }

    private func fire() {
        guard touch(), let socket, !isStopping else { return }
        // The run that is in progress may have read the log before the decision.
        guard process == nil else { return timer.arm(after: Self.delay) }
        start(socket)
    }

    /// Sets the time of change of the file. Returns whether it exists.
    @discardableResult
    private func touch() -> Bool {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else { return false }
        futimens(descriptor, nil)
        close(descriptor)
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
    private static let jokectl: String? = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
        guard count > 0 else { return nil }
        let own = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
        let path = own[...(own.lastIndex(of: "/") ?? own.startIndex)] + "jokectl"
        return access(String(path), X_OK) == 0 ? String(path) : nil
    }()
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
