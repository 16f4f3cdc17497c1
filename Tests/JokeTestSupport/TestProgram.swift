// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux

/// A program that runs during a test, which reads its output. It is killed when this object is released.
package final class TestProgram {
    private let process: TestProcess
    private let output: Descriptor
    private let directory = TemporaryDirectory()
    private var unread: [UInt8] = []

    package init(_ program: String, _ arguments: [String] = [], environment: [String: String]) throws {
        let ends = try FileDescriptor.pipe()
        output = Descriptor(owning: ends.reading)
        let input = Descriptor(owning: open("/dev/null", O_RDONLY | O_CLOEXEC))
        let (entrance, errors) = (
            Descriptor(owning: ends.writing), try Files.create("\(directory.path)/errors")
        )
        process = try TestProcess(
            program, arguments, environment: environment,
            streams: (input.number, entrance.number, errors.number))
    }

    /// The standard error output so far.
    package var errors: String { (try? Files.text("\(directory.path)/errors")) ?? "" }

    package func send(_ signal: Int32) { process.send(signal) }

    /// Returns the next line of output, or nil after the program has closed its output.
    package func line(until deadline: TestDeadline = TestDeadline()) throws -> String? {
        while true {
            if let newline = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeSubrange(...newline) }
                return String(decoding: unread[..<newline], as: UTF8.self)
            }
            do {
                _ = try output.wait(for: POLLIN, "a line", until: deadline)
            } catch {
                throw TestSupportError("\(error); it said: \(errors)")
            }
            var chunk = [UInt8](repeating: 0, count: 65_536)
            let count = read(output.number, &chunk, chunk.count)
            guard count >= 0 else { throw TestSupportError.system("read") }
            guard count > 0 else { return nil }
            unread += chunk[..<count]
        }
    }

    /// Reads as many lines as `text` has.
    ///
    /// - Returns: The lines, joined.
    package func text(asLongAs text: String, until deadline: TestDeadline = TestDeadline()) throws -> String {
        let count = text.split(separator: "\n", omittingEmptySubsequences: false).count
        return try (0..<count).map { _ in try line(until: deadline) ?? "" }.joined(separator: "\n")
    }
}
