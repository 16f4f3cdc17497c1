// SPDX-License-Identifier: MIT
import Glibc

/// How a process ended (wait(2)).
package enum WaitStatus: Sendable, Hashable {
    case exited(Int32)
    case signaled(Int32)

    /// Decodes the status of waitpid(2). The layout is that of the macros of wait(2), which Swift does not import.
    init(_ status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
    }
}

/// A child process. Its owner must wait for it.
///
/// Its process id stays valid until `wait` has returned, so a signal cannot reach another process by mistake.
package final class SpawnedProcess {
    /// The process id.
    package let pid: Int32
    /// How the process ended, or nil before `wait` has returned.
    package private(set) var status: WaitStatus?
    /// The pidfd of the process, or nil after `wait`.
    private var handle: FileDescriptor?

    /// Starts a program with these descriptors as its standard streams. The caller keeps the descriptors.
    package init(
        _ program: ProcessSpawner, input: Int32, output: Int32, errors: Int32
    ) throws(SystemError) {
        pid = try program.spawn(input: input, output: output, errors: errors)
        do throws(SystemError) { handle = try FileDescriptor(watching: pid) } catch {
            // No descriptor is free, so the end could not be noticed. Kill the process now.
            kill(program.leadsGroup ? -pid : pid, SIGKILL)
            wait()
            throw error
        }
    }

    /// A descriptor that is readable after the process has ended, or -1 after `wait`.
    package var descriptor: Int32 { handle?.raw ?? -1 }

    /// Whether the process has ended. It need not have been waited for.
    package var hasEnded: Bool {
        guard status == nil else { return true }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }

    /// Sends a signal to the process. Does nothing after `wait`.
    package func signal(_ number: Int32) {
        if status == nil { kill(pid, number) }
    }

    /// Sends a signal to the process group that the process leads. Does nothing after `wait`.
    package func signalGroup(_ number: Int32) {
        if status == nil { kill(-pid, number) }
    }

    /// Waits until the process has ended. Later calls return the same status.
    @discardableResult
    package func wait() -> WaitStatus {
        if let status { return status }
        var raw: Int32 = 0
        while waitpid(pid, &raw, 0) < 0, errno == EINTR {}
        let status = WaitStatus(raw)
        self.status = status
        handle = nil
        return status
    }
}
