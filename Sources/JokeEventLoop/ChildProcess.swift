// SPDX-License-Identifier: MIT
import Glibc
package import JokeSystem

/// A program that runs beside this one, in a process group of its own, and talks with it over its standard input and
/// output, which are one socket.
///
/// The loop keeps it until it has ended and was waited for, whoever else lets go of it. It does not outlive this
/// process: its input ends then, and SIGTERM comes to it.
@LoopActor
package final class ChildProcess {
    /// How long what it printed is still read after its end, should others have kept its output open.
    private static let lingering: Duration = .seconds(1)

    /// What it prints, at most 64 KiB at a time.
    package var onOutput: (@LoopActor (UnsafeRawBufferPointer) -> Void)?
    /// The same of its standard error.
    package var onErrors: (@LoopActor (UnsafeRawBufferPointer) -> Void)?
    /// Once and last, after all that it printed.
    package var onEnd: (@LoopActor (WaitStatus) -> Void)?

    private let conversation: Connection
    private let errors: Connection
    private let process: SpawnedProcess
    private var watch: DescriptorWatcher?
    private lazy var timeoutTimer = Timer { [weak self] in self?.kill() }
    private lazy var lingering = Timer { [weak self] in self?.tellEnd() }

    /// Starts `program` as the leader of a process group that ends with this process.
    package init(starting program: ProcessSpawner) throws(SystemError) {
        var theirs: [Int32] = []
        defer { for descriptor in theirs { close(descriptor) } }
        conversation = try Self.connection(to: &theirs)
        do throws(SystemError) {
            errors = try Self.connection(to: &theirs)
        } catch {
            conversation.close()
            throw error
        }
        var program = program
        (program.leadsGroup, program.endsWithParent) = (true, true)
        do throws(SystemError) {
            process = try SpawnedProcess(program, input: theirs[0], output: theirs[0], errors: theirs[1])
        } catch {
            conversation.close()
            errors.close()
            throw error
        }
        attend()
    }

    package var pid: Int32 { process.pid }

    package var isRunning: Bool { process.status == nil }

    /// Bytes that it has not taken yet, for the owner's bounds.
    package var pendingBytes: Int { conversation.pendingBytes }

    /// For it to read.
    package func send(_ bytes: [UInt8]) { conversation.send(bytes) }

    /// Closes its input when it has taken all that was sent, which asks it to end; what it still prints is lost. Where
    /// it does not end within `patience` it is killed.
    package func finish(within patience: Duration) {
        guard isRunning else { return }
        conversation.finish()
        // A program that was stopped sees the end of its input, too.
        process.signal(SIGCONT)
        timeoutTimer.arm(after: patience)
    }

    /// Ends it now, and with it its group and the programs that it has started, which may be in groups of their own.
    package func kill() {
        // Later its number may be another's.
        guard isRunning else { return }
        // As long as it is stopped it waits for none of them, so that their numbers stay theirs.
        process.signal(SIGSTOP)
        for child in children {
            Glibc.kill(-child, SIGKILL)
            Glibc.kill(child, SIGKILL)
        }
        process.signalGroup(SIGKILL)
    }

    /// proc(5). A kernel that has no such file leaves them alone.
    private var children: [Int32] {
        let list = try? BoundedFile.head(of: "/proc/\(pid)/task/\(pid)/children", limit: 4096).file
        return String(decoding: list?.bytes ?? [], as: UTF8.self).split(separator: " ").compactMap {
            Int32($0)
        }
    }
}

// MARK: - What the loop calls

extension ChildProcess {
    private func attend() {
        conversation.onBytes = { self.onOutput?($0) }
        errors.onBytes = { self.onErrors?($0) }
        conversation.onClosed = { _ in self.tellEndIfAllIsRead() }
        errors.onClosed = { _ in self.tellEndIfAllIsRead() }
        do throws(SystemError) {
            watch = try DescriptorWatcher(process.descriptor, for: .readable) { _ in self.exited() }
        } catch {
            // Out of memory: nobody would see its end, so it ends here.
            kill()
            LoopActor.shared.loop.post { self.exited() }
        }
    }

    private func exited() {
        watch?.cancel()
        watch = nil
        timeoutTimer.disarm()
        // What it left behind goes with it. The group's number is its own as long as nobody has waited for it.
        process.signalGroup(SIGKILL)
        process.wait()
        lingering.arm(after: Self.lingering)
        tellEndIfAllIsRead()
    }

    private func tellEndIfAllIsRead() {
        if !conversation.isOpen, !errors.isOpen { tellEnd() }
    }

    private func tellEnd() {
        guard let status = process.status else { return }
        lingering.disarm()
        conversation.close()
        errors.close()
        let onEnd = onEnd
        (onOutput, onErrors, self.onEnd) = (nil, nil, nil)
        onEnd?(status)
    }

    /// One end of a new socket pair; the other one is added to `theirs`.
    private static func connection(to theirs: inout [Int32]) throws(SystemError) -> Connection {
        let ends = try FileDescriptor.socketPair()
        theirs.append(ends.theirs)
        return try Connection(adopting: FileDescriptor(adopting: ends.ours))
    }
}
