// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

@Suite("The examples of Protocol.md and docs/methods.md")
struct ProtocolExamplesTests {
    @Test("the daemon replies as the page says", arguments: try ProtocolExample.all())
    func conversations(_ example: ProtocolExample) throws {
        try example.play()
    }

    @Test("each method has an example")
    func methods() throws {
        let shown = Set(try ProtocolExample.all().flatMap(\.methods))
        #expect(Method.allCases.map(\.rawValue).filter { !shown.contains($0) } == [])
    }

    @Test("a command of the page prints what the page shows", arguments: try ConsoleExample.all())
    func consoleBlocks(_ example: ConsoleExample) throws {
        let run = try TestDaemon.ready().shell(example.command)
        #expect(run.succeeded && run.errors.isEmpty, "\(run.end): \(run.errors)")
        let output = run.output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        if example.output.isEmpty {
            // The output of jq for a missing member.
            #expect(!output.isEmpty && !output.contains("null"))
        } else {
            #expect(output.count == example.output.count, "\(output)")
            for (line, expected) in zip(output, example.output) { #expect(fits(String(line), expected)) }
        }
    }

    private func fits(_ line: String, _ expected: String) -> Bool {
        expected.hasSuffix("…") ? line.hasPrefix(expected.dropLast()) : line == expected
    }
}

/// A command on one of the pages and its output, which is empty if the page shows none.
struct ConsoleExample: Sendable, CustomTestStringConvertible {
    var command: String
    var output: [String] = []

    var testDescription: String { command }

    static func all() throws -> [ConsoleExample] {
        try ProtocolPage().blocks.filter { $0.language == "console" }.flatMap { block in
            var examples: [ConsoleExample] = []
            for line in block.lines {
                if line.hasPrefix("$ ") {
                    examples.append(ConsoleExample(command: String(line.dropFirst(2))))
                } else if line.hasPrefix("> "), let last = examples.indices.last {
                    examples[last].command += "\n" + line.dropFirst(2)
                } else if let last = examples.indices.last {
                    examples[last].output.append(line)
                }
            }
            return examples
        }
    }
}
