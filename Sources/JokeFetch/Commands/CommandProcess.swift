// SPDX-License-Identifier: MIT
import Glibc
import JokeFetchProtocol
import JokeSystem
import JokeWire

/// A user's program that runs, in a process group of its own. When it is over, by itself or not, so is its group.
final class CommandProcess {
    /// Of what it prints, in bytes.
    private static let outputLimit = 256 << 10
    /// What is remembered of its complaints, in bytes.
    private static let complaintLimit = 4 << 10

    private let name: String
    private let process: SpawnedProcess
    private let outputs: FileDescriptor
    private let errors: FileDescriptor
    private var hasEnded = (output: false, errors: false)
    private var output: [UInt8] = []
    private var complaints: [UInt8] = []

    /// Starts the program without our secrets.
    ///
    /// - Parameter input: what the program may read; it must fit into a pipe.
    init(_ command: [String], input: [UInt8] = []) throws(SourceError) {
        name = String(command[0].split(separator: "/").last ?? "command")
        do throws(SystemError) {
            let source = try Self.source(holding: input)
            let printed = try FileDescriptor.pipe()
            outputs = FileDescriptor(adopting: printed.reading)
            let printing = FileDescriptor(adopting: printed.writing)
            let complained = try FileDescriptor.pipe()
            errors = FileDescriptor(adopting: complained.reading)
            let complaining = FileDescriptor(adopting: complained.writing)
            process = try SpawnedProcess(
                Self.program(command), input: source.raw, output: printing.raw, errors: complaining.raw)
        } catch {
            let advice = error.operation == "execve" ? "; check the source's command" : ""
            throw SourceError(.command, "\(name) cannot be run: \(error.reason)\(advice)")
        }
        outputs.setNonblocking()
        errors.setNonblocking()
    }

    deinit { end() }

    /// In a process group of its own, and without what tells where secrets are: a program needs none of them.
    private static func program(_ command: [String]) throws(SystemError) -> ProcessSpawner {
        var program = try ProcessSpawner(command: command)
        program.environment = ProcessEnvironment.variables.filter { $0.key != "CREDENTIALS_DIRECTORY" }
        program.leadsGroup = true
        return program
    }

    /// A program without input reads the null device, so that it does not take a pipe for something to work on.
    private static func source(holding input: [UInt8]) throws(SystemError) -> FileDescriptor {
        guard !input.isEmpty else { return try FileDescriptor(opening: "/dev/null", O_RDONLY) }
        guard let source = try FileDescriptor.pipe(holding: input) else {
            throw SystemError(code: EMSGSIZE, operation: "write")
        }
        return source
    }

    /// What makes `advance` worth calling, once it is readable.
    var descriptors: [Int32] {
        [process.descriptor] + (hasEnded.output ? [] : [outputs.raw]) + (hasEnded.errors ? [] : [errors.raw])
    }

    /// Reads what is there; gives what came of it once it is over, which is when the program itself has ended: those that
    /// it left behind are not waited for.
    func advance() -> Result<OperationOutput, SourceError>? {
        // Before the last reading, so that nothing it printed is missed.
        let isOver = process.hasEnded
        if !hasEnded.output {
            hasEnded.output = read(outputs.raw) { bytes in
                output += bytes
                return output.count <= Self.outputLimit
            }
        }
        if !hasEnded.errors {
            hasEnded.errors = read(errors.raw) { bytes in
                complaints = (complaints + bytes).suffix(Self.complaintLimit)
                return true
            }
        }
        guard output.count <= Self.outputLimit else {
            return .failure(
                SourceError(
                    .tooLarge, "\(name) prints more than \(Self.outputLimit >> 10) KiB; have it print less"))
        }
        return isOver ? outcome(end()) : nil
    }

    /// Called where its time is over.
    func timedOut() -> SourceError {
        SourceError(.timedOut, "\(name) did not end in time; give its source a longer timeout, or mend it")
    }

    private func outcome(_ status: WaitStatus) -> Result<OperationOutput, SourceError> {
        let how: String
        switch status {
        case .exited(0): return .success(OperationOutput(body: output, place: name))
        case .exited(let status): how = "ended with \(status)"
        case .signaled(let signal): how = "was ended by signal \(signal)"
        }
        let last = String(decoding: complaints, as: UTF8.self).split(whereSeparator: \.isNewline)
            .compactMap { SanitizedText.line(String($0)) }.last
        let said = last.map { ": \($0)" } ?? ""
        return .failure(SourceError(.command, "\(name) \(how)\(said); run it by hand to see why"))
    }

    /// Ends the group, whatever is left of it, before the program is waited for: as long as nobody has waited for it, no
    /// other group can have its number.
    @discardableResult
    private func end() -> WaitStatus {
        process.signalGroup(SIGKILL)
        return process.wait()
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
