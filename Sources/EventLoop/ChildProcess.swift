// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// A program that runs beside this one, in a process group of its own, and talks with it over its standard input and
/// output, which are one socket.
///
/// The loop keeps it until it has ended and was waited for, whoever else lets go of it. It does not outlive this
/// process: its input ends then, and SIGTERM comes to it.
@LoopActor
package final class ChildProcess {
    package enum End: Sendable, Equatable {
        case exited(Int32), signaled(Int32)
    }

    /// How long what it printed is still read after its end, should others have kept its output open.
    private static let lingering: Duration = .seconds(1)

    package let pid: Int32
    /// What it prints, at most 64 KiB at a time.
    package var onOutput: (@LoopActor (UnsafeRawBufferPointer) -> Void)?
    /// The same of its standard error.
    package var onErrors: (@LoopActor (UnsafeRawBufferPointer) -> Void)?
    /// Once and last, after all that it printed.
    package var onEnd: (@LoopActor (End) -> Void)?

    private let conversation: Connection
    private let errors: Connection
    private var handle: FileDescriptor?
    private var watch: Watch?
    private var end: End?
    private lazy var impatience = Timer { [weak self] in self?.kill() }
    private lazy var lingering = Timer { [weak self] in self?.tellEnd() }

    package init(starting program: Program) throws(SystemError) {
        var theirs: [Int32] = []
        defer { for descriptor in theirs { close(descriptor) } }
        conversation = try Self.connection(to: &theirs)
        do throws(SystemError) {
            errors = try Self.connection(to: &theirs)
        } catch {
            conversation.close()
            throw error
        }
        do throws(SystemError) {
            pid = try program.start(conversation: theirs[0], errors: theirs[1])
        } catch {
            conversation.close()
            errors.close()
            throw error
        }
        attend()
    }

    package var isRunning: Bool { end == nil }

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
        Glibc.kill(pid, SIGCONT)
        impatience.arm(after: patience)
    }

    /// Ends it now, and with it its group and the programs that it has started, which may be in groups of their own.
    package func kill() {
        // Later its number may be another's.
        guard isRunning else { return }
        // As long as it is stopped it waits for none of them, so that their numbers stay theirs.
        Glibc.kill(pid, SIGSTOP)
        for child in children {
            Glibc.kill(-child, SIGKILL)
            Glibc.kill(child, SIGKILL)
        }
        Glibc.kill(-pid, SIGKILL)
    }

    /// proc(5). A kernel that has no such file leaves them alone.
    private var children: [Int32] {
        let file = open("/proc/\(pid)/task/\(pid)/children", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return [] }
        defer { close(file) }
        var text = [UInt8](repeating: 0, count: 4096)
        let count = read(file, &text, text.count)
        return String(decoding: text.prefix(max(count, 0)), as: UTF8.self).split(separator: " ")
            .compactMap { Int32($0) }
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
            let opened = try FileDescriptor(jokesd_process_handle(pid), "pidfd_open")
            watch = try Watch(opened.raw, for: .readable) { _ in self.exited() }
            handle = consume opened
        } catch {
            // Out of descriptors or memory: nobody would see its end, so it ends here.
            kill()
            LoopActor.shared.loop.post { self.exited() }
        }
    }

    private func exited() {
        watch?.cancel()
        watch = nil
        handle = nil
        impatience.disarm()
        // What it left behind goes with it. The group's number is its own as long as nobody has waited for it.
        Glibc.kill(-pid, SIGKILL)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        end = End(status)
        lingering.arm(after: Self.lingering)
        tellEndIfAllIsRead()
    }

    private func tellEndIfAllIsRead() {
        if !conversation.isOpen, !errors.isOpen { tellEnd() }
    }

    private func tellEnd() {
        guard let end else { return }
        lingering.disarm()
        conversation.close()
        errors.close()
        let onEnd = onEnd
        (onOutput, onErrors, self.onEnd) = (nil, nil, nil)
        onEnd?(end)
    }

    /// One end of a new socket pair; the other one is added to `theirs`.
    private static func connection(to theirs: inout [Int32]) throws(SystemError) -> Connection {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .last("socketpair") }
        theirs.append(ends[1])
        return try Connection(adopting: FileDescriptor(adopting: ends[0]))
    }
}

extension ChildProcess.End {
    /// Of waitpid(2). The layout that wait(2) hides in its macros, which Swift does not see.
    fileprivate init(_ status: Int32) {
        let signal = status & 0x7F
        self = signal == 0 ? .exited(status >> 8 & 0xFF) : .signaled(signal)
    }
}
