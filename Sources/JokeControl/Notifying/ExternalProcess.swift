// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux
import JokeWire

/// A running desktop program, with its output as lines.
///
/// The process is killed when this object is released. It also ends when jokectl ends.
final class ExternalProcess {
    enum Line: Hashable {
        case said(String)
        /// The program closed its output.
        case ended
        /// The deadline passed first, or a signal came.
        case late
    }

    /// The program's exit status, and the lines that it wrote to standard error, in order.
    struct End {
        var status: WaitStatus
        var complaints: [String]
    }

    private let process: SpawnedProcess
    private let conversation: FileDescriptor
    private let errors: FileDescriptor
    private var framer = LineFramer(limit: 64 << 10)
    private var hasEnded = false

    /// The longest time between the end of the output and the exit, in seconds.
    private static let patience = 5

    /// Starts the program in a process group of its own. The kernel sends it SIGTERM when jokectl ends.
    ///
    /// - Parameter readsErrors: whether the lines of standard error are among those of the output.
    init(
        _ program: ExternalProgram, _ arguments: [String], _ environment: Environment,
        withErrors readsErrors: Bool = false
    ) throws(CommandError) {
        var spawner = ProcessSpawner(
            path: program.path, arguments: arguments, environment: environment.all)
        (spawner.leadsGroup, spawner.endsWithParent) = (true, true)
        do throws(SystemError) {
            let ends = try FileDescriptor.socketPair()
            let ours = FileDescriptor(adopting: ends.ours)
            let theirs = FileDescriptor(adopting: ends.theirs)
            let complaints = try FileDescriptor.pipe()
            let reading = FileDescriptor(adopting: complaints.reading)
            let writing = FileDescriptor(adopting: complaints.writing)
            // Standard error is read only after the exit. If the program writes more than the pipe holds, the rest is
            // lost, but the program is not blocked.
            reading.setNonblocking()
            writing.setNonblocking()
            process = try SpawnedProcess(
                spawner, input: theirs.raw, output: theirs.raw,
                errors: readsErrors ? theirs.raw : writing.raw)
            conversation = ours
            errors = reading
        } catch {
            throw CommandError(
                .unreachable, localized("%1$s cannot be started: %2$s", program.name, error.reason))
        }
    }

    deinit {
        process.signal(SIGKILL)
        process.wait()
    }

    /// Returns the next line that is not blank.
    func line(until alarm: borrowing BootTimeDeadline, or stop: StopSignals? = nil) -> Line {
        while true {
            switch framer.next() ?? (hasEnded ? framer.finish() : nil) {
            case .line(let line): return .said(String(decoding: line, as: UTF8.self))
            case .tooLong: continue
            case nil where hasEnded: return .ended
            case nil: break
            }
            guard alarm.waits(for: conversation.raw, or: stop?.descriptor) else { return .late }
            var buffer = [UInt8](repeating: 0, count: 4 << 10)
            let count = recv(conversation.raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                framer.append(buffer[..<count])
            } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
                hasEnded = true
            }
        }
    }

    /// Sends a signal to the program, unless it has ended.
    func signal(_ number: Int32) { process.signal(number) }

    /// Waits for the exit. Kills the program if it takes longer than ``patience``.
    func end() throws(CommandError) -> End {
        let alarm = try BootTimeDeadline(after: Self.patience)
        if !process.hasEnded, !alarm.waits(for: process.descriptor) { process.signal(SIGKILL) }
        return End(status: process.wait(), complaints: complaints())
    }

    private func complaints() -> [String] {
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        let count = read(errors.raw, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n").map(
            String.init)
    }
}
