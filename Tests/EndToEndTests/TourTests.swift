// SPDX-License-Identifier: MIT
import JokeLinux
import JokeTestSupport
import Testing

@Suite("docs/tour.md")
struct TourTests {
    private struct Sample {
        let id: String
        let category: String
        let form: String
        let text: String
    }

    /// The jokes of the transcript, in the order in which the page shows them.
    private static let samples = [
        Sample(
            id: "builtin-0126", category: "art", form: "one-liner",
            text: "A silent film. The woman in the row behind would not stop gesturing."),
        Sample(
            id: "builtin-0481", category: "language", form: "one-liner",
            text: "The first person ever to write “etc.” knew two."),
        Sample(
            id: "builtin-0096", category: "music", form: "sign",
            text: "FOR SALE: trumpet. One careful owner, 17 addresses."),
    ]

    /// A command of the page, and its output.
    private struct Step {
        var command: String
        var output: ArraySlice<String> = []
    }

    /// Returns the steps of the blocks with the language `console` in these numbered sections.
    private func steps(ofSections sections: ClosedRange<Int>) throws -> [Step] {
        let page = try Files.text("\(Programs.checkout)/docs/tour.md")
        var (steps, section, language, isOpen) = ([Step](), 0, Substring?.none, false)
        for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("```") {
                language = language == nil ? line.dropFirst(3) : nil
            } else if language == nil, line.hasPrefix("## ") {
                section = Int(line.dropFirst(3).prefix { $0.isNumber }) ?? 0
            } else if language == "console", sections.contains(section) {
                if isOpen {
                    steps[steps.count - 1].command += "\n\(line.dropFirst(2))"
                    if line.contains("'") { isOpen = false }
                } else if line.hasPrefix("$ ") {
                    steps.append(Step(command: String(line.dropFirst(2))))
                    isOpen = line.count { $0 == "'" } % 2 == 1
                } else {
                    steps[steps.count - 1].output.append(String(line))
                }
            }
        }
        return steps
    }

    /// Returns the line with the parts of these jokes replaced by their numbers, and without dates.
    private func abstracted(_ line: String, _ jokes: [Sample]) -> String {
        var line = line.replacing(/[0-9]{4}-[0-9]{2}-[0-9]{2}/, with: "DATE")
        for (number, joke) in jokes.enumerated() {
            line = line.replacing(joke.id, with: "<id \(number)>").replacing(
                joke.text, with: "<text \(number)>")
            line = line.replacing(
                "· \(joke.category), \(joke.form)", with: "· <categories \(number)>")
        }
        return line
    }

    /// Runs a command line in a terminal and returns its lines.
    private func run(_ line: String, _ daemon: TestDaemon, in shell: String = "/bin/sh") throws -> [String] {
        let programs = try Programs.path(of: "jokectl").dropLast("/jokectl".count)
        let path = daemon.environment["PATH"] ?? ""
        let program = try TerminalProgram(
            shell, ["-c", line],
            environment: daemon.environment.merging(["TERM": "dumb", "PATH": "\(programs):\(path)"]) { $1 },
            columns: 90)
        #expect(try program.finish() == .exited(0), "\(line)")
        return program.said.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .dropLast().map(String.init)
    }

    @Test("each command prints in a terminal what the page says", arguments: ["/bin/sh", "/usr/bin/fish"])
    func commands(shell: String) throws {
        let daemon = try TestDaemon()
        daemon.environment["XDG_CONFIG_HOME"] = "\(daemon.directory.path)/home/.config"
        try daemon.start()
        let steps = try steps(ofSections: 3...6)
        #expect(steps.count > 10)
        for step in steps {
            let lines = try run(step.command, daemon, in: shell)
            #expect(
                lines.map { abstracted($0, []) } == step.output.map { abstracted($0, []) }, "\(step.command)")
        }
    }

    @Test("the jokes of the page come in another order, and the commands print them as the page says")
    func jokes() throws {
        let daemon = try TestDaemon()
        let path = "\(daemon.directory.path)/builtin.jsonl"
        let lines = Self.samples.map {
            #"{"id":"\#($0.id)","form":"\#($0.form)","categories":["\#($0.category)"],"value":"\#($0.text)"}"#
                + "\n"
        }
        try Files.write(lines.joined(), to: path)
        daemon.environment["JOKESD_PACKS"] = path
        try daemon.start()
        try daemon.awaitJokes()
        /// The jokes that have come, in their order.
        var shown: [Sample] = []
        for step in try steps(ofSections: 2...2) {
            var command = abstracted(step.command, Self.samples)
            for (number, joke) in shown.enumerated() {
                command = command.replacing("<id \(number)>", with: joke.id)
            }
            let lines = try run(command, daemon)
            for line in lines {
                let known = Set(shown.map(\.id))
                shown += Self.samples.filter { $0.text == line && !known.contains($0.id) }
            }
            #expect(
                lines.map { abstracted($0, shown) } == step.output.map { abstracted($0, Self.samples) },
                "\(step.command)")
        }
        #expect(shown.count == Self.samples.count)
    }
}
