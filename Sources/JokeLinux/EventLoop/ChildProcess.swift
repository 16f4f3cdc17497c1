// SPDX-License-Identifier: MIT
import Glibc

/// A child process with a process group of its own. One socket is its standard input and its standard output.
///
/// The loop keeps this object until the process has ended and was waited for. If this process ends, the input of the
/// child ends, and the kernel sends it SIGTERM.
@LoopActor
package final class ChildProcess {
    /// The time after its end in which its output is still read, if other processes have the output open.
    private static let drainTimeout: Duration = .seconds(1)

    /// Called with its output, at most 64 KiB at a time.
    package var onOutput: (@LoopActor (UnsafeRawBufferPointer) -> Void)?
    /// Called with its standard error, at most 64 KiB at a time.
    package var onErrors: (@LoopActor (UnsafeRawBufferPointer) -> Void)?
    /// Called once, after all output.
    package var onEnd: (@LoopActor (WaitStatus) -> Void)?

    private let standardStream: Connection
    private let errors: Connection
    private let process: SpawnedProcess
    private var watch: DescriptorWatcher?
    private lazy var timeoutTimer = Timer { [weak self] in self?.kill() }
    private lazy var drainTimer = Timer { [weak self] in self?.reportEnd() }

    /// Starts `program` as the leader of its own process group. The leader gets SIGTERM when this process ends.
    package init(starting program: ProcessSpawner) throws(SystemError) {
        var theirs: [Int32] = []
        defer { for descriptor in theirs { close(descriptor) } }
        standardStream = try Self.connection(to: &theirs)
        do throws(SystemError) {
            errors = try Self.connection(to: &theirs)
        } catch {
            standardStream.close()
            throw error
        }
        var program = program
        (program.leadsGroup, program.endsWithParent) = (true, true)
        do throws(SystemError) {
            process = try SpawnedProcess(program, input: theirs[0], output: theirs[0], errors: theirs[1])
        } catch {
            standardStream.close()
            errors.close()
            throw error
        }
        installHandlers()
    }

    package var pid: Int32 { process.pid }

    /// Whether the process has not been waited for yet.
    package var isRunning: Bool { process.status == nil }

    /// The number of sent bytes that the process has not read. The owner limits them.
    package var pendingBytes: Int { standardStream.pendingBytes }

    /// Sends bytes to its standard input.
    package func send(_ bytes: [UInt8]) { standardStream.send(bytes) }

    /// Asks the process to end: closes its input after all sent bytes, and ignores its output from now on. Kills it if
    /// it does not end within `timeout`.
    package func finish(within timeout: Duration) {
        guard isRunning else { return }
        standardStream.finish()
        // A stopped process must continue to notice the end of its input.
        process.signal(SIGCONT)
        timeoutTimer.arm(after: timeout)
    }

    /// Kills the process, its group and the processes that it has started, which may be in other groups.
    package func kill() {
        // After the end another process may get its id.
        guard isRunning else { return }
        // While the process is stopped it cannot wait for its children, so their ids stay valid.
        process.signal(SIGSTOP)
        for child in children {
            Glibc.kill(-child, SIGKILL)
            Glibc.kill(child, SIGKILL)
        }
        process.signalGroup(SIGKILL)
    }

    /// The ids of its children (proc(5)), or none if the kernel does not provide them.
    private var children: [Int32] {
        let list = try? BoundedFile.head(of: "/proc/\(pid)/task/\(pid)/children", limit: 4096).file
        return String(decoding: list?.bytes ?? [], as: UTF8.self).split(separator: " ").compactMap {
            Int32($0)
        }
    }
}

// MARK: - Handlers of the loop

extension ChildProcess {
    private func installHandlers() {
        standardStream.onBytes = { self.onOutput?($0) }
        errors.onBytes = { self.onErrors?($0) }
        standardStream.onClosed = { _ in self.reportEndIfAllIsRead() }
        errors.onClosed = { _ in self.reportEndIfAllIsRead() }
        do throws(SystemError) {
            watch = try DescriptorWatcher(process.descriptor, for: .readable) { _ in self.exited() }
        } catch {
            // The end cannot be watched, so the process is killed now.
            kill()
            LoopActor.shared.loop.post { self.exited() }
        }
    }

    private func exited() {
        watch?.cancel()
        watch = nil
        timeoutTimer.disarm()
        // Kill what is left of its group. The id of the group stays valid until the process was waited for.
        process.signalGroup(SIGKILL)
        process.wait()
        drainTimer.arm(after: Self.drainTimeout)
        reportEndIfAllIsRead()
    }

    private func reportEndIfAllIsRead() {
        if !standardStream.isOpen, !errors.isOpen { reportEnd() }
    }

    private func reportEnd() {
        guard let status = process.status else { return }
        drainTimer.disarm()
        standardStream.close()
        errors.close()
        let onEnd = onEnd
        (onOutput, onErrors, self.onEnd) = (nil, nil, nil)
        onEnd?(status)
    }

    /// Returns one end of a new socket pair and adds the other one to `theirs`.
    private static func connection(to theirs: inout [Int32]) throws(SystemError) -> Connection {
        let ends = try FileDescriptor.socketPair()
        theirs.append(ends.theirs)
        return try Connection(adopting: FileDescriptor(adopting: ends.ours))
    }
}
