// SPDX-License-Identifier: MIT
import Glibc
import JokeSystem
import JokeWire

/// A program of the desktop while it runs, and what it says, line by line. It ends with this, and with this process.
final class ExternalProcess {
    enum Line: Hashable {
        case said(String)
        /// It says nothing more.
        case ended
        /// The moment came first.
        case late
    }

    /// How it ended, and what it complained about, the last line last.
    struct End {
        var status: WaitStatus
        var complaints: [String]
    }

    private let process: SpawnedProcess
    private let conversation: FileDescriptor
    private let errors: FileDescriptor
    private var framer = LineFramer(limit: 64 << 10)
    private var hasEnded = false

    /// How long it may take to end when it says nothing more, in seconds.
    private static let patience = 5

    /// Starts it in a process group of its own. SIGTERM comes to it when this process ends.
    init(
        _ program: ExternalProgram, _ arguments: [String], _ environment: Environment
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
            // Read at the end: one that complains more than a pipe holds loses it, and goes on.
            reading.setNonblocking()
            writing.setNonblocking()
            process = try SpawnedProcess(
                spawner, input: theirs.raw, output: theirs.raw, errors: writing.raw)
            conversation = ours
            errors = reading
        } catch {
            throw CommandError(.unreachable, "\(program.name) cannot be started: \(error.reason)")
        }
    }

    deinit {
        process.signal(SIGKILL)
        process.wait()
    }

    /// The next line that is not blank.
    func line(until alarm: borrowing BootTimeDeadline) -> Line {
        while true {
            switch framer.next() ?? (hasEnded ? framer.finish() : nil) {
            case .line(let line): return .said(String(decoding: line, as: UTF8.self))
            case .tooLong: continue
            case nil where hasEnded: return .ended
            case nil: break
            }
            guard alarm.waits(for: conversation.raw) else { return .late }
            var buffer = [UInt8](repeating: 0, count: 4 << 10)
            let count = recv(conversation.raw, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                framer.append(buffer[..<count])
            } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
                hasEnded = true
            }
        }
    }

    /// Sends it a signal, unless it has ended.
    func signal(_ number: Int32) { process.signal(number) }

    /// Waits until it has ended; one that takes its time over that is killed.
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
