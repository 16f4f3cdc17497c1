// SPDX-License-Identifier: MIT
import JokeClient
import JokeControl
import JokeTestSupport
import Testing

@Suite("Help")
struct HelpTests {
    /// Each page of `jokectl help`.
    struct Sample: Sendable, CustomTestStringConvertible {
        var name: String
        var page: @Sendable (Appearance) -> Page
        var testDescription: String { name }

        func text(width: Int) -> String { page(Appearance(width: width)).text }
    }

    private static let pages: [Sample] =
        CommandTable.all.commands.map(\.description).map { command in
            Sample(name: "help-" + command.name.replacing(" ", with: "-")) {
                HelpPage.page(about: command, $0)
            }
        } + [
            Sample(name: "help") { HelpPage.overview(of: .all, $0) },
            Sample(name: "help-commands") { HelpPage.commands(of: .all, $0) },
            Sample(name: "help-environment", page: HelpPage.environment),
            Sample(name: "help-exit-codes", page: HelpPage.exitCodes),
            Sample(name: "help-format", page: HelpPage.format),
            Sample(name: "help-topics", page: HelpPage.topicList),
        ]

    @Test(
        "pages of each kind equal their snapshots at 80 columns",
        arguments: pages.filter { ["help", "help-saved-list", "help-format"].contains($0.name) })
    func snapshot(_ sample: Sample) {
        SnapshotFile(sample.name).expect(sample.text(width: 80))
    }

    @Test("a page without a terminal has 80 columns", arguments: pages)
    func withoutTerminal(_ sample: Sample) {
        #expect(sample.page(Appearance()).text == sample.text(width: 80))
    }

    @Test("a page with colors differs from one without only in the colors", arguments: pages)
    func colors(_ sample: Sample) {
        let text = sample.page(Appearance(width: 80, isColored: true)).text
        #expect(text.replacing(/\u{1B}\[[0-9;]*m/, with: "") == sample.text(width: 80))
        // A pager that shows some of the lines shows them in their colors.
        for line in text.split(separator: "\n") {
            #expect(
                line.matches(of: /\u{1B}\[[1-9]/).count == line.matches(of: /\u{1B}\[0m/).count, "\(line)")
        }
    }

    @Test("a page at another width has the same words in the same order", arguments: pages)
    func otherWidths(_ sample: Sample) {
        let expected = HelpLayout(sample.text(width: 80)).words
        for width in Self.widths {
            #expect(HelpLayout(sample.text(width: width)).joiningPieces(of: expected) == expected, "\(width)")
        }
    }

    @Test("no line but the first cell of a row or a command is wider than the page", arguments: pages)
    func lineWidth(_ sample: Sample) {
        let firstCells = HelpLayout(sample.text(width: 80)).firstCells
        for width in Self.widths {
            for line in HelpLayout(sample.text(width: width)).lines where line.count > min(width, 100) {
                #expect(firstCells.contains(line) || line.isOneCommand, "\(width)")
            }
        }
    }

    @Test("the descriptions of a table begin in the same column", arguments: pages)
    func alignment(_ sample: Sample) {
        for width in Self.widths + [80] {
            for table in HelpLayout(sample.text(width: width)).tables {
                #expect(HelpLayout.descriptionColumns(of: table).count <= 1, "\(width): \(table)")
            }
        }
    }

    /// The widths, in columns, at which pages are compared with a rule. A page uses at most 100 columns.
    private static let widths = [24, 40, 60, 100, 140]

    @Test("the overview fits a screen of 24 lines, prompt included, and has every command")
    func oneScreen() {
        let text = HelpPage.overview(of: .all, Appearance(width: 80)).text
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
        for word in CommandTable.all.firstWords { #expect(text.contains(word), "\(word)") }
    }

    @Test("the names of the command table are those of the commands")
    func names() {
        #expect(CommandTable.all.names == CommandTable.all.commands.map(\.description.name))
    }

    @Test("every command has a summary that fits its line, and an example of itself")
    func everyCommand() {
        for command in CommandTable.all.commands.map(\.description) {
            #expect(command.summary.count <= 56, "\(command.name)")
            #expect(!command.summary.hasSuffix("."), "\(command.name)")
            #expect(!command.examples.isEmpty, "\(command.name)")
            for example in command.examples where command.name != "show" {
                #expect(example.line.hasPrefix("jokectl \(command.name)"), "\(example.line)")
            }
        }
    }
}

// The process of such a test has another language than the others.
extension HelpTests {
    @Test("each text of the tables has a Spanish translation, with the same literals in backquotes")
    func translations() async {
        await #expect(processExitsWith: .success) {
            Catalogue.choose { $0 == "LANG" ? "es_ES.UTF-8" : nil }
            for text in HelpTests.tableTexts {
                let translation = translated(text)
                #expect(translation != text)
                #expect(HelpTests.literals(translation) == HelpTests.literals(text), "\(translation)")
                #expect(translation.hasSuffix(".") || !text.hasSuffix("."), "\(translation)")
            }
        }
    }

    @Test("a Spanish page has the layout of the English one")
    func spanishLayout() async {
        await #expect(processExitsWith: .success) {
            Catalogue.choose { $0 == "LANG" ? "es_ES.UTF-8" : nil }
            for sample in HelpTests.pages {
                let text = sample.text(width: 80)
                for line in text.split(separator: "\n") where !line.isOneCommand { #expect(line.count <= 80) }
                for table in HelpLayout(text).tables {
                    #expect(HelpLayout.descriptionColumns(of: table).count <= 1, "\(sample.name): \(table)")
                }
                let words = HelpLayout(text).words.joined(separator: " ")
                for source in HelpTests.tableTexts where source.count > 20 {
                    #expect(!words.contains(source), "\(sample.name): \(source)")
                }
            }
            for command in CommandTable.all.commands.map(\.description) {
                let text = HelpPage.page(about: command, Appearance(width: 80)).text
                let typed =
                    command.options.map(\.term) + command.arguments.map(\.name) + command.examples.map(\.line)
                for term in typed { #expect(text.contains("\n  \(term)"), "\(command.name): \(term)") }
            }
            let overview = HelpPage.overview(of: .all, Appearance(width: 80)).text
            #expect(overview.contains("Órdenes:\n"))
            #expect(overview.split(separator: "\n", omittingEmptySubsequences: false).count <= 24)
        }
    }

    /// The texts of the commands, their options and the topics.
    private static var tableTexts: [String] {
        var options = GlobalFlags.options
        var texts: [String] = []
        for command in CommandTable.all.commands.map(\.description) {
            options += command.options
            texts.append(command.summary)
            texts += command.details
            if let exitStatus = command.exitStatus { texts.append(exitStatus) }
            texts += command.arguments.map(\.summary)
            texts += command.examples.map(\.summary)
        }
        texts += options.map(\.summary)
        texts += HelpPage.topics.map(\.summary)
        texts += EnvironmentVariable.all.map(\.summary)
        return texts
    }

    /// The commands and names in backquotes, in alphabetical order.
    private static func literals(_ text: String) -> [String] {
        text.matches(of: /`([^`]*)`/).map { String($0.1) }.sorted()
    }

    @Test("the variables of the help are those that the sources of jokectl read")
    func variables() throws {
        let directory = "\(Programs.checkout)/Sources/JokeControl"
        var names: Set<Substring> = []
        let paths = Files.names(in: directory).flatMap { part in
            Files.names(in: "\(directory)/\(part)").map { "\(directory)/\(part)/\($0)" }
        }
        for path in paths {
            for match in try Files.text(path).matches(of: /(?:environment\[|isSet\()"([A-Z_]+)"/) {
                names.insert(match.1)
            }
        }
        #expect(names.count > 15)
        // Only tests set it.
        names.remove("JOKESD_GREASE")
        let known = EnvironmentVariable.all.flatMap { $0.names.split(separator: ", ") }
        #expect(Set(known).count == known.count)
        #expect(names.subtracting(known).isEmpty)
    }
}

/// The lines of a help page, and the tables in it.
private struct HelpLayout {
    let lines: [Substring]
    let words: [String]

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        words = text.split { $0 == " " || $0 == "\n" }.map(String.init)
    }

    /// The words of the page, after the pieces of a word that was broken over lines are joined again.
    func joiningPieces(of expected: [String]) -> [String] {
        var pieces = words[...]
        var joined: [String] = []
        while var word = pieces.popFirst() {
            let whole = joined.count < expected.count ? expected[joined.count] : ""
            while word != whole, whole.hasPrefix(word), let next = pieces.popFirst() { word += next }
            joined.append(word)
        }
        return joined
    }

    /// The runs of indented lines.
    var tables: [[Substring]] {
        lines.split { !$0.hasPrefix("  ") }.map(Array.init)
    }

    /// The first cell of each row, with its indentation.
    var firstCells: Set<Substring> {
        Set(tables.joined().map { Self.split($0).first })
    }

    /// The columns in which the second cell of a row, or a further line of that cell, begins.
    static func descriptionColumns(of table: [Substring]) -> Set<Int> {
        Set(table.compactMap { split($0).secondColumn })
    }

    /// The text before the second cell, and the column where that begins, or nil if the line has no second cell.
    private static func split(_ line: Substring) -> (first: Substring, secondColumn: Int?) {
        let indentation = line.prefix { $0 == " " }.count
        if indentation > 2 { return ("", indentation) }
        guard let gap = line.dropFirst(2).firstRange(of: "  ") else { return (line, nil) }
        let second = line[gap.upperBound...].drop { $0 == " " }
        return (line[..<gap.lowerBound], line.distance(from: line.startIndex, to: second.startIndex))
    }
}
