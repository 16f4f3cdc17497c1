// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux

/// A desktop program that jokectl runs. Its arguments do not pass through a shell.
struct ExternalProgram {
    let name: String
    let path: String

    /// Finds a program, or returns nil if `PATH` has none of this name.
    init?(_ name: String, _ environment: Environment) {
        guard let path = ProcessSpawner.path(of: name, in: environment["PATH"]) else { return nil }
        (self.name, self.path) = (name, path)
    }

    /// The longest time to wait for the program, in seconds. A failure after that is not noticed.
    private static let patience = 10.0

    /// The most bytes of its output that are read.
    private static let outputLimit = 4 << 20

    /// Starts the program, and waits until it exits. After ``patience`` seconds it returns and leaves the program
    /// running.
    ///
    /// - Parameters:
    ///   - input: the program's standard input.
    ///   - explain: returns the message for an exit status, or nil for the usual one.
    func run(
        _ arguments: [String], input: [UInt8] = [], explain: (Int32) -> String? = { _ in nil }
    ) throws(CommandError) {
        _ = try hasEnded(try start(arguments, input, output: nil), explain)
    }

    /// Runs the program, and returns its output. Kills it after ``patience`` seconds.
    func output(_ arguments: [String], input: [UInt8]) throws(CommandError) -> [UInt8] {
        let output: FileDescriptor
        do throws(SystemError) { output = try FileDescriptor.memoryFile() } catch {
            throw CommandError(.unreachable, localized("%1$s cannot be started: %2$s", name, error.reason))
        }
        let process = try start(arguments, input, output: output.raw)
        guard try hasEnded(process) else {
            process.signal(SIGKILL)
            process.wait()
            throw CommandError(
                .unreachable, localized("%1$s did not end within %2$s s", name, "\(Int(Self.patience))"))
        }
        do throws(SystemError) { return try output.content(limit: Self.outputLimit) } catch {
            throw CommandError(
                .unreachable, localized("the output of %1$s cannot be read: %2$s", name, error.reason))
        }
    }

    /// - Parameter output: where the output goes, or nil if it is dropped.
    private func start(
        _ arguments: [String], _ input: [UInt8], output: Int32?
    ) throws(CommandError) -> SpawnedProcess {
        do throws(SystemError) {
            let reading = try FileDescriptor.input(holding: input)
            // Some programs continue in the background. They must not hold jokectl's own output open.
            let nowhere = try FileDescriptor(opening: "/dev/null", O_WRONLY)
            return try SpawnedProcess(
                ProcessSpawner(path: path, arguments: arguments), input: reading.raw,
                output: output ?? nowhere.raw,
                errors: nowhere.raw)
        } catch {
            throw CommandError(.unreachable, localized("%1$s cannot be started: %2$s", name, error.reason))
        }
    }

    /// Waits for at most ``patience`` seconds. Throws an error if the program fails in this time.
    private func hasEnded(
        _ process: SpawnedProcess, _ explain: (Int32) -> String? = { _ in nil }
    ) throws(CommandError) -> Bool {
        let deadline = Deadline(after: Self.patience)
        guard Poll.wait(for: POLLIN, on: process.descriptor, until: deadline) == .ready else { return false }
        switch process.wait() {
        case .exited(0): return true
        case .exited(let status):
            throw CommandError(
                .unreachable, explain(status) ?? localized("%1$s failed with status %2$s", name, "\(status)"))
        case .signaled(let signal):
            throw CommandError(.unreachable, localized("%1$s failed with signal %2$s", name, "\(signal)"))
        }
    }
}
