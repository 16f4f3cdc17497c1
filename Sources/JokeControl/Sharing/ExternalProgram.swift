// SPDX-License-Identifier: MIT
import Glibc
import JokeSystem

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
    /// - Parameter input: the program's standard input, at most as much as a pipe holds.
    func run(_ arguments: [String], input: String = "") throws(CommandError) {
        guard let process = try start(arguments, reading: input) else {
            throw CommandError(.badData, "the text is too long for the clipboard")
        }
        let deadline = Deadline(after: Self.patience)
        guard Poll.wait(for: POLLIN, on: process.descriptor, until: deadline) == .ready else { return }
        switch process.wait() {
        case .exited(0): return
        case .exited(let status): throw CommandError(.unreachable, "\(name) failed with status \(status)")
        case .signaled(let signal): throw CommandError(.unreachable, "\(name) failed with signal \(signal)")
        }
    }

    /// Starts the program. Returns nil if the input is more than a pipe holds.
    private func start(_ arguments: [String], reading input: String) throws(CommandError) -> SpawnedProcess? {
        do throws(SystemError) {
            guard let reading = try FileDescriptor.pipe(holding: Array(input.utf8)) else { return nil }
            // Some programs continue in the background. They must not hold jokectl's own output open.
            let nowhere = try FileDescriptor(opening: "/dev/null", O_WRONLY)
            return try SpawnedProcess(
                ProcessSpawner(path: path, arguments: arguments), input: reading.raw, output: nowhere.raw,
                errors: nowhere.raw)
        } catch {
            throw CommandError(.unreachable, "\(name) cannot be started: \(error.reason)")
        }
    }
}
