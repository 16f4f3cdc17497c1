// SPDX-License-Identifier: MIT
import Glibc
package import JokeLinux

/// The complete run of a program: its output and how it ended.
package struct ProgramRun {
    package let end: WaitStatus
    package let output: String
    package let errors: String

    package var succeeded: Bool { end == .exited(0) }

    /// The lines of the output.
    package var lines: [Substring] { output.split(separator: "\n") }

    /// Runs a program and waits for its end. Its output goes to files, so that it never waits for a reader.
    package init(
        _ program: String, _ arguments: [String], environment: [String: String], input: String = "",
        until deadline: TestDeadline = TestDeadline()
    ) throws {
        let directory = TemporaryDirectory()
        func path(_ name: String) -> String { "\(directory.path)/\(name)" }
        try Files.write(input, to: path("input"))
        let standardInput = Descriptor(owning: open(path("input"), O_RDONLY | O_CLOEXEC))
        let (output, errors) = (try Files.create(path("output")), try Files.create(path("errors")))
        let process = try TestProcess(
            program, arguments, environment: environment,
            streams: (standardInput.number, output.number, errors.number))
        end = try process.wait(until: deadline)
        self.output = try Files.text(path("output"))
        self.errors = try Files.text(path("errors"))
    }
}

/// The paths of the programs under test.
package enum Programs {
    /// Returns the path of a program: in `$JOKESD_BINARIES` if it is set; otherwise next to the test bundle, or where
    /// SwiftPM builds.
    package static func path(of name: String) throws -> String {
        for directory in directories where access("\(directory)/\(name)", X_OK) == 0 {
            return "\(directory)/\(name)"
        }
        throw TestSupportError(
            "No \(name) in \(directories.joined(separator: ", ")): build it, or set JOKESD_BINARIES")
    }

    /// The path of the checkout that contains these tests.
    package static var checkout: String {
        var directory = #filePath[...]
        for _ in 1...3 { directory = directory[..<(directory.lastIndex(of: "/") ?? directory.startIndex)] }
        return String(directory)
    }

    private static var directories: [String] {
        if let named = getenv("JOKESD_BINARIES") { return [String(cString: named)] }
        return [RunningProgram.sibling("."), "\(checkout)/.build/debug", "\(checkout)/.build/release"]
            .compactMap { $0 }
    }
}
