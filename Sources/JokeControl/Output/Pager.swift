// SPDX-License-Identifier: MIT
import Glibc
import JokeSystem

/// What shows a long page a screen at a time: `$PAGER`, else less, set as git sets it where nobody has said how (`LESS=FRX`:
/// it ends where all fits, shows colours, and leaves the page on the screen).
struct Pager {
    private let command: String
    private let environment: Environment

    /// Nil where the user wants none, or has none.
    init?(_ environment: Environment) {
        if let named = environment["PAGER"] {
            guard !named.isEmpty, named != "cat" else { return nil }
            command = named
        } else {
            guard ExternalProgram("less", environment) != nil else { return nil }
            command = "less"
        }
        self.environment = environment
    }

    /// Shows the page and waits until it was read.
    ///
    /// - Returns: false where the pager could not be started, so that nothing was shown.
    func show(_ bytes: [UInt8], on output: Int32) -> Bool {
        guard let ends = try? FileDescriptor.pipe() else { return false }
        // What somebody types there is for the pager; who leaves it early has read enough.
        let (interrupt, broken) = (signal(SIGINT, SIG_IGN), signal(SIGPIPE, SIG_IGN))
        defer {
            signal(SIGINT, interrupt)
            signal(SIGPIPE, broken)
        }
        let process = start(reading: ends.reading, on: output)
        if process != nil { _ = Console.write(bytes, to: ends.writing) }
        close(ends.writing)
        // The shell found no such program.
        return process.map { $0.wait() != .exited(127) } ?? false
    }

    /// Through a shell, since `$PAGER` may have words. Closes `input`; nil where it cannot be started.
    private func start(reading input: Int32, on output: Int32) -> SpawnedProcess? {
        defer { close(input) }
        var variables = environment.all
        for (name, value) in [("LESS", "FRX"), ("LV", "-c")] where variables[name] == nil {
            variables[name] = value
        }
        let shell = ProcessSpawner(path: "/bin/sh", arguments: ["-c", command], environment: variables)
        // Its complaints go where ours do.
        return try? SpawnedProcess(shell, input: input, output: output, errors: 2)
    }
}
