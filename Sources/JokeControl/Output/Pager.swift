// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux

/// The program that shows a long page one screen at a time: `$PAGER`, or less.
///
/// If `LESS` is not set, it is set to `FRX` as git does: less exits if the page fits the screen, shows colors, and
/// leaves the page on the screen. less does not know the character set of a locale that is not installed, so it is told
/// UTF-8 with `LESSCHARSET`, unless that is set.
struct Pager {
    private let command: String
    private let environment: Environment
    private let isUnicode: Bool

    /// Returns nil if the user disabled the pager or has none.
    ///
    /// - Parameter isUnicode: whether the page may have more than ASCII, in UTF-8.
    init?(_ environment: Environment, isUnicode: Bool) {
        if let named = environment["PAGER"] {
            guard !named.isEmpty, named != "cat" else { return nil }
            command = named
        } else {
            guard ExternalProgram("less", environment) != nil else { return nil }
            command = "less"
        }
        (self.environment, self.isUnicode) = (environment, isUnicode)
    }

    /// Shows the page and waits until the pager exits.
    ///
    /// - Returns: false if the pager could not be started, so that nothing was shown.
    func show(_ bytes: [UInt8], on output: Int32) -> Bool {
        guard let ends = try? FileDescriptor.pipe() else { return false }
        // Ctrl-C is for the pager, and a pager that exits early closes its input.
        let (interrupt, broken) = (signal(SIGINT, SIG_IGN), signal(SIGPIPE, SIG_IGN))
        defer {
            signal(SIGINT, interrupt)
            signal(SIGPIPE, broken)
        }
        let process = start(reading: ends.reading, on: output)
        if process != nil { _ = Console.write(bytes, to: ends.writing) }
        close(ends.writing)
        // Status 126 or 127: the shell could not run the program, or did not find it.
        return process.map { ![.exited(126), .exited(127)].contains($0.wait()) } ?? false
    }

    /// Starts the pager through a shell, because `$PAGER` may have arguments. Closes `input`. Returns nil if the shell
    /// cannot be started.
    private func start(reading input: Int32, on output: Int32) -> SpawnedProcess? {
        defer { close(input) }
        var variables = environment.all
        let usual = [("LESS", "FRX"), ("LV", "-c")] + (isUnicode ? [("LESSCHARSET", "utf-8")] : [])
        for (name, value) in usual where variables[name] == nil { variables[name] = value }
        let shell = ProcessSpawner(path: "/bin/sh", arguments: ["-c", command], environment: variables)
        // The pager shares jokectl's standard error.
        return try? SpawnedProcess(shell, input: input, output: output, errors: 2)
    }
}
