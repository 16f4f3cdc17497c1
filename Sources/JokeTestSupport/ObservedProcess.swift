// SPDX-License-Identifier: MIT
package import Glibc
import JokeSystem

/// A process that the test did not start itself, and that it watches all the same.
package final class ObservedProcess: Sendable {
    package let pid: pid_t
    /// As the kernel calls it, at most 15 bytes; empty where it was gone already.
    package let name: String
    /// Nil where it was gone already.
    private let handle: Descriptor?

    package init(_ pid: pid_t) {
        self.pid = pid
        // What has gone already has no handle.
        let number = try? FileDescriptor(watching: pid).release()
        handle = number.map(Descriptor.init(owning:))
        name = (try? Files.text("/proc/\(pid)/comm"))?.split(separator: "\n").first.map(String.init) ?? ""
    }

    /// Those that this process has started and that have not ended (proc(5)).
    package static func children(of pid: pid_t) -> [ObservedProcess] {
        let text = (try? Files.text("/proc/\(pid)/task/\(pid)/children")) ?? ""
        return text.split(separator: " ").compactMap { pid_t($0) }.filter(isRunning).map(ObservedProcess.init)
    }

    /// Not ended, even if nobody was told yet (a zombie).
    private static func isRunning(_ pid: pid_t) -> Bool {
        // What is gone altogether has no state any more.
        !((try? Files.text("/proc/\(pid)/stat")) ?? ") Z ").contains(") Z ")
    }

    package func awaitEnd(until deadline: TestDeadline = TestDeadline()) throws {
        _ = try handle?.wait(for: POLLIN, "process \(pid) (\(name)) to end", until: deadline)
    }

    /// Returns when it has stopped: a signal that comes before would still be handled.
    package func stop(until deadline: TestDeadline = TestDeadline()) throws {
        send(SIGSTOP)
        // The kernel tells only a parent. The name stands in parentheses, and the state behind it (proc(5)).
        while try !Files.text("/proc/\(pid)/stat").contains(") T ") {
            guard deadline.milliseconds > 0 else { throw TestSupportError("process \(pid) does not stop") }
            sched_yield()
        }
    }

    package func send(_ signal: Int32) { kill(pid, signal) }
}
