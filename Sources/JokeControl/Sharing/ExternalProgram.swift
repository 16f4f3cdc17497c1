// SPDX-License-Identifier: MIT
import Glibc
import JokeSystem

/// A program of the desktop that jokectl has do something. No shell reads what it is told.
struct ExternalProgram {
    let name: String
    let path: String

    /// Finds a program, or returns nil if `PATH` has none of this name.
    init?(_ name: String, _ environment: Environment) {
        guard let path = ProcessSpawner.path(of: name, in: environment["PATH"]) else { return nil }
        (self.name, self.path) = (name, path)
    }

    /// How long it may take to say that it failed, in seconds.
    private static let patience = 10.0

    /// Starts it, and waits until it has ended, or has been at it for so long that it goes on by itself.
    ///
    /// - Parameter input: what it reads; at most what a pipe holds.
    func run(_ arguments: [String], input: String = "") throws(CommandError) {
        guard let process = try start(arguments, reading: input) else {
            throw CommandError(.badData, "this is too much for a clipboard")
        }
        let deadline = Deadline(after: Self.patience)
        guard Poll.wait(for: POLLIN, on: process.descriptor, until: deadline) == .ready else { return }
        switch process.wait() {
        case .exited(0): return
        case .exited(let status): throw CommandError(.unreachable, "\(name) failed with status \(status)")
        case .signaled(let signal): throw CommandError(.unreachable, "\(name) failed with signal \(signal)")
        }
    }

    /// Returns nil if the input is more than a pipe holds.
    private func start(_ arguments: [String], reading input: String) throws(CommandError) -> SpawnedProcess? {
        do throws(SystemError) {
            guard let reading = try FileDescriptor.pipe(holding: Array(input.utf8)) else { return nil }
            // Some go on in the background: nobody shall wait for the end of our output because of them.
            let nowhere = try FileDescriptor(opening: "/dev/null", O_WRONLY)
            return try SpawnedProcess(
                ProcessSpawner(path: path, arguments: arguments), input: reading.raw, output: nowhere.raw,
                errors: nowhere.raw)
        } catch {
            throw CommandError(.unreachable, "\(name) cannot be started: \(error.reason)")
        }
    }
}
