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

    /// Starts the program, and waits until it exits. After ``patience`` seconds it returns and leaves the program
    /// running.
    ///
    /// - Parameters:
    ///   - input: the program's standard input.
    ///   - explain: returns the message for an exit status, or nil for the usual one.
    func run(
        _ arguments: [String], input: [UInt8] = [], explain: (Int32) -> String? = { _ in nil }
    ) throws(CommandError) {
        let process = try start(arguments, input)
        let deadline = Deadline(after: Self.patience)
        guard Poll.wait(for: POLLIN, on: process.descriptor, until: deadline) == .ready else { return }
        switch process.wait() {
        case .exited(0): return
        case .exited(let status):
            throw CommandError(
                .unreachable, explain(status) ?? localized("%1$s failed with status %2$s", name, "\(status)"))
        case .signaled(let signal):
            throw CommandError(.unreachable, localized("%1$s failed with signal %2$s", name, "\(signal)"))
        }
    }

    private func start(_ arguments: [String], _ input: [UInt8]) throws(CommandError) -> SpawnedProcess {
        do throws(SystemError) {
            let reading = try FileDescriptor.input(holding: input)
            // Some programs continue in the background. They must not hold jokectl's own output open.
            let nowhere = try FileDescriptor(opening: "/dev/null", O_WRONLY)
            return try SpawnedProcess(
                ProcessSpawner(path: path, arguments: arguments), input: reading.raw, output: nowhere.raw,
                errors: nowhere.raw)
        } catch {
            throw CommandError(.unreachable, localized("%1$s cannot be started: %2$s", name, error.reason))
        }
    }
}
