// SPDX-License-Identifier: MIT
import CCurl
import Glibc
import JokeFetchProtocol
import JokeWire

/// A user's program that runs, in a process group of its own. When it is over, by itself or not, so is its group.
final class CommandRun {
    /// Of what it prints, in bytes.
    private static let outputLimit = 256 << 10
    /// What is remembered of its complaints, in bytes.
    private static let complaintLimit = 4 << 10

    private let name: String
    private let pid: pid_t
    private let handle: Int32
    private let streams: (output: Int32, errors: Int32)
    private var hasEnded = (output: false, errors: false)
    private var output: [UInt8] = []
    private var complaints: [UInt8] = []

    /// - Parameter input: what the program may read; it must fit into a pipe.
    init(_ command: [String], input: [UInt8] = []) throws(SourceFailure) {
        name = String(command[0].split(separator: "/").last ?? "command")
        let started = try Spawn.start(command, name, input: input)
        (pid, streams) = (started.pid, (started.output, started.errors))
        handle = pidfd_open(pid, 0)
        guard handle >= 0 else {
            end()
            throw SourceFailure(.command, "\(name) cannot be watched: \(String(cString: strerror(errno)))")
        }
    }

    deinit {
        end()
        for descriptor in [handle, streams.output, streams.errors] where descriptor >= 0 { close(descriptor) }
    }

    /// What makes `advance` worth calling, once it is readable.
    var descriptors: [Int32] {
        [handle] + (hasEnded.output ? [] : [streams.output]) + (hasEnded.errors ? [] : [streams.errors])
    }

    /// Reads what is there; gives what came of it once it is over, which is when the program itself has ended: those that
    /// it left behind are not waited for.
    func advance() -> Result<Delivery, SourceFailure>? {
        // Before the last reading, so that nothing it printed is missed.
        let isOver = hasExited
        if !hasEnded.output {
            hasEnded.output = read(streams.output) { bytes in
                output += bytes
                return output.count <= Self.outputLimit
            }
        }
        if !hasEnded.errors {
            hasEnded.errors = read(streams.errors) { bytes in
                complaints = (complaints + bytes).suffix(Self.complaintLimit)
                return true
            }
        }
        guard output.count <= Self.outputLimit else {
            return .failure(
                SourceFailure(
                    .tooLarge, "\(name) prints more than \(Self.outputLimit >> 10) KiB; have it print less"))
        }
        return isOver ? outcome(end()) : nil
    }

    /// Called where its time is over.
    func timedOut() -> SourceFailure {
        SourceFailure(.timedOut, "\(name) did not end in time; give its source a longer timeout, or mend it")
    }

    private var hasExited: Bool {
        var entry = pollfd(fd: handle, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }

    private func outcome(_ status: Int32) -> Result<Delivery, SourceFailure> {
        guard status != 0 else { return .success(Delivery(body: output, place: name)) }
        // The layout that wait(2) hides in its macros, which Swift does not see.
        let signal = status & 0x7F
        let how = signal == 0 ? "ended with \(status >> 8 & 0xFF)" : "was ended by signal \(signal)"
        let last = String(decoding: complaints, as: UTF8.self).split(whereSeparator: \.isNewline)
            .compactMap { LegibleText.line(String($0)) }.last
        let said = last.map { ": \($0)" } ?? ""
        return .failure(SourceFailure(.command, "\(name) \(how)\(said); run it by hand to see why"))
    }

    private var status: Int32?

    /// Ends the group, whatever is left of it, and gives how the program ended, as wait(2) says it.
    ///
    /// The program is waited for after that: as long as nobody did, no other group can have its number.
    @discardableResult
    private func end() -> Int32 {
        if let status { return status }
        kill(-pid, SIGKILL)
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        self.status = status
        return status
    }

    /// Whether nothing more can come. Stops where `take` has had enough, and after a while: who writes faster than this
    /// reads must not keep it from everything else.
    private func read(_ descriptor: Int32, _ take: (ArraySlice<UInt8>) -> Bool) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        for _ in 0..<16 {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            if count > 0 {
                guard take(chunk[..<count]) else { return true }
            } else if count == 0 {
                return true
            } else if errno != EINTR {
                return errno != EAGAIN
            }
        }
        return false
    }
}
