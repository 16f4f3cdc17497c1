// SPDX-License-Identifier: MIT
package import Glibc
import JokeLinux

/// A process that the test did not start itself but observes.
package final class ObservedProcess: Sendable {
    package let pid: pid_t
    /// The kernel's name of the process, at most 15 bytes; empty if it had ended before.
    package let name: String
    /// The pidfd, or nil if the process had ended before.
    private let handle: Descriptor?

    package init(_ pid: pid_t) {
        self.pid = pid
        // This fails if the process has ended.
        let number = try? FileDescriptor(watching: pid).release()
        handle = number.map(Descriptor.init(owning:))
        name = (try? Files.text("/proc/\(pid)/comm"))?.split(separator: "\n").first.map(String.init) ?? ""
    }

    /// Returns the running child processes of a process (proc(5)).
    package static func children(of pid: pid_t) -> [ObservedProcess] {
        let text = (try? Files.text("/proc/\(pid)/task/\(pid)/children")) ?? ""
        return text.split(separator: " ").compactMap { pid_t($0) }.filter(isRunning).map(ObservedProcess.init)
    }

    /// Returns whether the process runs. A zombie does not.
    private static func isRunning(_ pid: pid_t) -> Bool {
        // A process without a file in /proc has ended, too.
        !((try? Files.text("/proc/\(pid)/stat")) ?? ") Z ").contains(") Z ")
    }

    package func awaitEnd(until deadline: TestDeadline = TestDeadline()) throws {
        _ = try handle?.wait(for: POLLIN, "process \(pid) (\(name)) to end", until: deadline)
    }

    /// Waits until the process watches files with inotify(7), which proc(5) shows.
    package func awaitWatch(until deadline: TestDeadline = TestDeadline()) throws {
        let directory = "/proc/\(pid)/fdinfo"
        func isWatching(_ name: String) -> Bool {
            (try? Files.text("\(directory)/\(name)"))?.contains("inotify wd:") == true
        }
        while !Files.names(in: directory).contains(where: isWatching) {
            guard deadline.milliseconds > 0 else { throw TestSupportError("process \(pid) watches no file") }
            sched_yield()
        }
    }

    /// Stops the process and waits until it has stopped. Until then it may still handle signals.
    package func stop(until deadline: TestDeadline = TestDeadline()) throws {
        send(SIGSTOP)
        // Only a parent is notified, so read the state, which follows the name in parentheses (proc(5)).
        while try !Files.text("/proc/\(pid)/stat").contains(") T ") {
            guard deadline.milliseconds > 0 else { throw TestSupportError("process \(pid) does not stop") }
            sched_yield()
        }
    }

    package func send(_ signal: Int32) { kill(pid, signal) }
}
