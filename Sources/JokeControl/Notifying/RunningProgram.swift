// SPDX-License-Identifier: MIT
import CLinux
import Glibc
import JokeWire

/// A program of the desktop while it runs, and what it says, line by line. It ends with this, and with this process.
final class RunningProgram {
    enum Line: Hashable {
        case said(String)
        /// It says nothing more.
        case ended
        /// The moment came first.
        case late
    }

    /// How it ended, and what it complained about, the last line last.
    struct End {
        /// nil where a signal ended it.
        var status: Int32?
        var complaints: [String]
    }

    private let name: String
    private let process: pid_t
    private let conversation: Int32
    private let errors: Int32
    private var framer = LineFramer(limit: 64 << 10)
    private var hasEnded = false
    private var isReaped = false

    /// How long it may take to end when it says nothing more.
    private static let patience = 5

    init(_ program: OtherProgram, _ arguments: [String], _ environment: Environment) throws(Failure) {
        var (ends, complaints): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw Self.failure("socketpair") }
        defer { close(ends[1]) }
        guard pipe(&complaints) == 0 else {
            close(ends[0])
            throw Self.failure("pipe")
        }
        defer { close(complaints[1]) }
        for end in complaints { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // Read at the end: one that complains more than a pipe holds loses it, and goes on.
        for end in complaints { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        name = program.name
        (conversation, errors) = (ends[0], complaints[0])
        process = Self.start(
            [program.path] + arguments, environment.lines, conversation: ends[1], errors: complaints[1])
        isReaped = process < 0
        guard process > 0 else {
            throw Failure(.unreachable, "\(name) cannot be started: \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        if !isReaped {
            kill(process, SIGKILL)
            reap()
        }
        close(conversation)
        close(errors)
    }

    /// In a process group of its own; SIGTERM comes to it when this process ends.
    private static func start(
        _ words: [String], _ variables: [String], conversation: Int32, errors: Int32
    ) -> pid_t {
        let (words, variables) = (words.map { strdup($0) } + [nil], variables.map { strdup($0) } + [nil])
        defer { for pointer in words + variables { free(pointer) } }
        return words.withUnsafeBufferPointer { words in
            variables.withUnsafeBufferPointer { variables in
                var program = jokesd_program()
                program.path = words[0].map { UnsafePointer($0) }
                program.arguments = words.baseAddress
                program.environment = variables.baseAddress
                (program.conversation, program.errors) = (conversation, errors)
                (program.memory, program.processor_seconds, program.file_size) = (.max, .max, .max)
                return jokesd_start(&program)
            }
        }
    }

    /// The next line that is not blank.
    func line(until alarm: borrowing Alarm) -> Line {
        while true {
            switch framer.next() ?? (hasEnded ? framer.finish() : nil) {
            case .line(let line): return .said(String(decoding: line, as: UTF8.self))
            case .tooLong: continue
            case nil where hasEnded: return .ended
            case nil: break
            }
            guard alarm.waits(for: conversation) else { return .late }
            var buffer = [UInt8](repeating: 0, count: 4 << 10)
            let count = recv(conversation, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                framer.append(buffer[..<count])
            } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
                hasEnded = true
            }
        }
    }

    /// Sends it a signal, unless it has ended.
    func signal(_ number: Int32) {
        if !isReaped { kill(process, number) }
    }

    /// Waits until it has ended; one that takes its time over that is killed.
    func end() throws(Failure) -> End {
        let handle = jokesd_process_handle(process)
        guard handle >= 0 else { throw Self.failure("pidfd_open") }
        defer { close(handle) }
        if !(try Alarm(after: Self.patience)).waits(for: handle) { kill(process, SIGKILL) }
        let status = reap()
        // The layout that wait(2) hides in its macros, which Swift does not see.
        return End(status: status & 0x7F == 0 ? status >> 8 & 0xFF : nil, complaints: complaints())
    }

    @discardableResult
    private func reap() -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        isReaped = true
        return status
    }

    private func complaints() -> [String] {
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        let count = read(errors, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self).split(separator: "\n").map(
            String.init)
    }

    private static func failure(_ call: String) -> Failure {
        Failure(.internal, "\(call): \(String(cString: strerror(errno)))")
    }
}
