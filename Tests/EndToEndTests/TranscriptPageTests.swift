// SPDX-License-Identifier: MIT
import JokeLinux
import JokeTestSupport
import Testing

@Suite("docs/transcripts.md")
struct TranscriptPageTests {
    /// A command line of the page, and its output.
    private struct Step {
        var command: String
        var output: [Substring] = []
    }

    private func steps() throws -> [Step] {
        var (steps, isInside) = ([Step](), false)
        let page = try Files.text("\(Programs.checkout)/docs/transcripts.md")
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                isInside.toggle()
            } else if isInside, line.hasPrefix("$ ") {
                steps.append(Step(command: String(line.dropFirst(2))))
            } else if isInside {
                steps[steps.count - 1].output.append(line)
            }
        }
        return steps
    }

    /// Whether an output is that of the page, in which `…` at the end of a line stands for the rest of it.
    private func matches(_ line: Substring, _ expected: Substring) -> Bool {
        line == expected || expected.hasSuffix("…") && line.hasPrefix(expected.dropLast())
    }

    @Test("each command prints what the page says")
    func commands() throws {
        let daemon = try TestDaemon(
            configuration: #"{ "punchline": "held", "sources": { "builtin": { "enabled": false } } }"#)
        try daemon.start()
        var environment = daemon.environment
        let programs = try Programs.path(of: "jokectl").dropLast("/jokectl".count)
        environment["PATH"] = "\(programs):\(environment["PATH"] ?? "")"
        let steps = try steps()
        #expect(steps.count > 20)
        for step in steps {
            let run = try ProgramRun(
                "/bin/sh", ["-c", "{ \(step.command); } 2>&1"], environment: environment)
            let lines = run.output.split(separator: "\n")
            #expect(
                lines.count == step.output.count && zip(lines, step.output).allSatisfy(matches),
                "\(step.command)\n\(run.output)")
        }
    }
}
