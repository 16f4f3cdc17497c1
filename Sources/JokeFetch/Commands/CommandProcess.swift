// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeWire

/// A running program of the user's, in its own process group. When it ends or is released, the whole group is killed.
final class CommandProcess {
    /// The most bytes of output. A program that prints more fails.
    private static let outputLimit = 256 << 10
    /// The most bytes of the standard error output to keep; the last ones are kept.
    private static let complaintLimit = 4 << 10

    private let name: String
    private let process: SpawnedProcess
    private let outputs: FileDescriptor
    private let errors: FileDescriptor
    private var hasEnded = (output: false, errors: false)
    private var output: [UInt8] = []
    private var complaints: [UInt8] = []

    /// Starts the program.
    ///
    /// - Parameter input: The bytes of its standard input. They must fit into a pipe if this process may write no files.
    init(_ command: [String], input: [UInt8] = []) throws(SourceError) {
        name = String(command[0].split(separator: "/").last ?? "command")
        do throws(SystemError) {
            let source = try FileDescriptor.input(holding: input)
            let printed = try FileDescriptor.pipe()
            outputs = FileDescriptor(adopting: printed.reading)
            let printing = FileDescriptor(adopting: printed.writing)
            let complained = try FileDescriptor.pipe()
            errors = FileDescriptor(adopting: complained.reading)
            let complaining = FileDescriptor(adopting: complained.writing)
            process = try SpawnedProcess(
                Self.program(command), input: source.raw, output: printing.raw, errors: complaining.raw)
        } catch {
            let advice = error.operation == "execve" ? "; \(Self.advice(error.code))" : ""
            throw SourceError(.command, "\(name) cannot be run: \(error.reason)\(advice)")
        }
        outputs.setNonblocking()
        errors.setNonblocking()
    }

    deinit { end() }

    private static func advice(_ code: Int32) -> String {
        code == ENOENT && isHomeHidden
            ? "if it is in your home directory, run `jokectl sources allow`"
            : "check the command of the source"
    }

    /// What to do if the program behaves in another way than expected.
    static var trial: String {
        "run it by hand to see why" + (isHomeHidden ? "; here it cannot read your home directory" : "")
    }

    /// Whether the sandbox of `jokesd-fetch@.service` hides the home directory.
    private static let isHomeHidden =
        getenv("HOME").map {
            Directory.isOnTmpfs(String(cString: $0))
        } ?? false

    /// Returns the program to start, in its own process group. Its environment does not say where the secrets are.
    private static func program(_ command: [String]) throws(SystemError) -> ProcessSpawner {
        var program = try ProcessSpawner(command: command)
        program.environment = ProcessEnvironment.variables.filter { $0.key != "CREDENTIALS_DIRECTORY" }
        program.leadsGroup = true
        return program
    }

    /// The descriptors that become readable when `advance()` has something to do.
    var descriptors: [Int32] {
        [process.descriptor] + (hasEnded.output ? [] : [outputs.raw]) + (hasEnded.errors ? [] : [errors.raw])
    }

    /// Reads the available output without blocking.
    ///
    /// It does not wait for processes that the program started and left running.
    ///
    /// - Returns: The output or an error after the program has ended, or an error if it prints too much; otherwise nil.
    func advance() -> Result<OperationOutput, SourceError>? {
        // Check this before reading, so that the last output is not missed.
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
                    .tooLarge, "\(name) printed more than \(Self.outputLimit >> 10) KiB; make it print less"))
        }
        return isOver ? outcome(end()) : nil
    }

    /// Returns the error for a program that exceeds its time limit.
    func timedOut() -> SourceError {
        SourceError(
            .timedOut, "\(name) did not exit in time; correct it, or give its source a longer timeout")
    }

    private func outcome(_ status: WaitStatus) -> Result<OperationOutput, SourceError> {
        let how: String
        switch status {
        case .exited(0): return .success(OperationOutput(body: output, place: name))
        case .exited(let status): how = "exited with status \(status)"
        case .signaled(let signal): how = "was killed by signal \(signal)"
        }
        let last = String(decoding: complaints, as: UTF8.self).split(whereSeparator: \.isNewline)
            .compactMap { SanitizedText.line(String($0)) }.last
        let said = last.map { ": \($0)" } ?? ""
        return .failure(SourceError(.command, "\(name) \(how)\(said); \(Self.trial)"))
    }

    /// Kills the process group, then waits for the program.
    ///
    /// The order matters: until the program is waited for, its process id stays reserved, so no other group can have
    /// its number.
    @discardableResult
    private func end() -> WaitStatus {
        process.signalGroup(SIGKILL)
        return process.wait()
    }

    /// Reads from the descriptor until nothing is available, or `take` returns false.
    ///
    /// It stops after 16 chunks, so that a program that writes faster than this reads does not block the other
    /// requests.
    ///
    /// - Returns: Whether reading is complete: at the end of the output, after an error, or because `take` returned
    ///   false.
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
