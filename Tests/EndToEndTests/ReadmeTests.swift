// SPDX-License-Identifier: MIT
import JokeSystem
import JokeTestSupport
import Testing

@Suite("README.md")
struct ReadmeTests {
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

    /// Returns the lines of the first fenced block after a heading.
    private func block(after heading: String) throws -> ArraySlice<String> {
        let lines = try Files.text("\(Programs.checkout)/README.md")
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let section = try #require(lines.firstIndex(of: heading))
        let start = try #require(lines[section...].firstIndex { $0.hasPrefix("```") }) + 1
        return lines[start...].prefix { $0 != "```" }
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

    /// Runs a command line of jokectl in a terminal and returns its lines.
    private func run(_ line: String, _ daemon: TestDaemon) throws -> [String] {
        let jokectl = try Programs.path(of: "jokectl")
        let program = try TerminalProgram(
            "/bin/sh", ["-c", "exec '\(jokectl)'\(line.trimmingPrefix("jokectl"))"],
            environment: daemon.environment.merging(["TERM": "dumb", "LANG": "C.UTF-8"]) { $1 }, columns: 90)
        #expect(try program.finish() == .exited(0), "\(line)")
        return program.said.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .dropLast().map(String.init)
    }

    @Test("the transcript of the user's own jokes is that of a run in a terminal")
    func ownJokes() throws {
        let daemon = try TestDaemon()
        try daemon.start()
        var page = try block(after: "### Your own jokes")
        while let command = page.popFirst() {
            for line in try run(String(command.dropFirst(2)), daemon) {
                #expect(line == page.popFirst() ?? "", "\(command)")
            }
            #expect(page.first?.hasPrefix("$ ") != false, "after \(command)")
        }
    }

    @Test("the transcript of going back is that of a run, in which the jokes may come in another order")
    func goingBack() throws {
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
        var page = try block(after: "### Going back")
        while let line = page.popFirst() {
            var command = abstracted(String(line.dropFirst(2)), Self.samples)
            for (number, joke) in shown.enumerated() {
                command = command.replacing("<id \(number)>", with: joke.id)
            }
            for line in try run(command, daemon) {
                let known = Set(shown.map(\.id))
                shown += Self.samples.filter { $0.text == line && !known.contains($0.id) }
                #expect(abstracted(line, shown) == abstracted(page.popFirst() ?? "", Self.samples))
            }
            #expect(page.first?.hasPrefix("$ ") != false, "after \(command)")
        }
        #expect(shown.count == Self.samples.count)
    }
}
