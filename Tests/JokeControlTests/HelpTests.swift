// SPDX-License-Identifier: MIT
import JokeCommandLine
import JokeControl
import Testing

@Suite("Help")
struct HelpTests {
    @Test("each command's page reads as its snapshot", arguments: CommandTable.all.names)
    func page(_ name: String) throws {
        let command = try #require(CommandTable.all.description(of: name))
        SnapshotFile("help-" + name.split(separator: " ").joined(separator: "-"))
            .expect(
                Looks.of { HelpPage.page(about: command, $0).text }.filter { Self.shown.contains($0.title) })
    }

    @Test("the overview reads as its snapshot")
    func overview() {
        SnapshotFile("help")
            .expect(
                Looks.of { HelpPage.overview(of: .all, $0).text }.filter { Self.shown.contains($0.title) })
    }

    @Test("the overview fits a screen of 24 lines, prompt included, and has every command")
    func oneScreen() {
        let text = HelpPage.overview(of: .all, Appearance(width: 80)).text
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
        for word in CommandTable.all.firstWords { #expect(text.contains(word), "\(word)") }
    }

    @Test("the list of commands reads as its snapshot")
    func commands() {
        SnapshotFile("help-commands")
            .expect(
                Looks.of { HelpPage.commands(of: .all, $0).text }.filter { Self.shown.contains($0.title) })
    }

    @Test("the exit codes read as their snapshot")
    func exitCodes() {
        SnapshotFile("help-exit-codes")
            .expect(Looks.of { HelpPage.exitCodes($0).text }.filter { Self.shown.contains($0.title) })
    }

    @Test("what a template may have reads as its snapshot")
    func format() {
        SnapshotFile("help-format")
            .expect(Looks.of { HelpPage.format($0).text }.filter { Self.shown.contains($0.title) })
    }

    @Test("the table's names are the commands' own")
    func names() {
        #expect(CommandTable.all.names == CommandTable.all.commands.map(\.description.name))
    }

    @Test("every command has a summary that fits beside its name, and an example that is one of it")
    func everyCommand() {
        for command in CommandTable.all.commands.map(\.description) {
            #expect(command.summary.count <= 52, "\(command.name)")
            #expect(!command.summary.hasSuffix("."), "\(command.name)")
            #expect(!command.examples.isEmpty, "\(command.name)")
            for example in command.examples where command.name != "show" {
                #expect(example.line.hasPrefix("jokectl \(command.name)"), "\(example.line)")
            }
        }
    }

    private static let shown: Set = ["40 columns", "80 columns, coloured", "a pipe"]
}
