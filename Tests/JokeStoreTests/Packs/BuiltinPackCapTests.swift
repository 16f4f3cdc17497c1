// SPDX-License-Identifier: MIT
import JokeCore
import JokeLinux
import JokeStore
import JokeWire
import Testing

/// The caps on what may be said too often in the built-in pack. Each one holds for each language, and a failure lists the
/// jokes that it counts.
@Suite("The caps of the built-in pack")
struct BuiltinPackCapTests {
    private let entries: [Pack.Entry]

    init() throws {
        let program = try #require(RunningProgram.path())
        let path = try PackLocation.builtin(executablePath: program, dataDirs: [])
        entries = Pack(parsing: try BoundedFile(corpusFile: path).bytes).entries
    }

    private struct Telling {
        let entry: Pack.Entry
        let text: Pack.LocalizedText

        /// The number of characters, with the usual name of the hero.
        var length: Int { text.value.replacing(Pack.heroPlaceholder, with: Settings.usualHero).count }
        var features: TextFeatures { TextFeatures(text) }
        var line: String {
            "\(entry.id.rawValue) \(text.language) \(text.value.replacing("\n", with: " / "))"
        }
    }

    private var tellings: [Telling] {
        entries.flatMap { entry in entry.localizedTexts.map { .init(entry: entry, text: $0) } }
    }

    private func tellings(in language: String) -> [Telling] {
        tellings.filter { $0.text.language == language }
    }

    private func expect(
        _ name: String, _ found: [Telling], atMost percent: Double, of all: [Telling],
        at location: SourceLocation = #_sourceLocation
    ) {
        let most = Int(Double(all.count) * percent / 100)
        let list = found.map(\.line).joined(separator: "\n")
        #expect(
            found.count <= most, "\(name): \(found.count) of \(all.count), at most \(most):\n\(list)",
            sourceLocation: location)
    }

    @Test("there are at least a thousand jokes", arguments: ["en", "es"])
    func size(language: String) { #expect(tellings(in: language).count >= 1_000) }

    @Test(
        "half of the jokes have at most 95 characters, few have more than 140, and none more than 280",
        arguments: ["en", "es"])
    func lengths(language: String) {
        let all = tellings(in: language)
        let lengths = all.map(\.length).sorted()
        #expect(lengths[lengths.count / 2] <= 95)
        expect("more than 140 characters", all.filter { $0.length > 140 }, atMost: 5, of: all)
        expect("more than 280 characters", all.filter { $0.length > 280 }, atMost: 0, of: all)
    }

    @Test("few jokes are in the first person, on a weekday or end in a quotation", arguments: ["en", "es"])
    func voices(language: String) {
        let all = tellings(in: language)
        expect("in the first person", all.filter(\.features.isInFirstPerson), atMost: 40, of: all)
        expect("with a weekday or yesterday", all.filter(\.features.hasWeekday), atMost: 5, of: all)
        expect("ending in a quotation", all.filter(\.features.endsInQuotation), atMost: 10, of: all)
    }

    @Test("no name and no number occurs in many jokes", arguments: ["en", "es"])
    func namesAndNumbers(language: String) {
        let all = tellings(in: language)
        var found: [String: [Telling]] = [:]
        for telling in all {
            for name in telling.features.names { found["the name \(name)", default: []].append(telling) }
            for number in telling.features.numbers {
                found["the number \(number)", default: []].append(telling)
            }
        }
        for (name, tellings) in found.sorted(by: { $0.key < $1.key }) {
            expect(name, tellings, atMost: 1, of: all)
        }
    }

    @Test("each joke has one of the forms")
    func forms() {
        let forms: Set<String> = [
            "one-liner", "story", "dialogue", "question", "knock-knock", "bar", "light-bulb", "definition",
            "law",
            "tall-tale", "pun", "sign", "observation",
        ]
        let others = entries.filter { !forms.contains($0.form ?? "") }
        #expect(others.map { "\($0.id.rawValue) \($0.form ?? "no form")" } == [])
    }

    @Test("the hero occurs in short tall tales, and nothing else is in braces")
    func heroes() {
        let heroes = tellings.filter { $0.text.value.contains(Pack.heroPlaceholder) }
        expect("heroes in more than 90 characters", heroes.filter { $0.length > 90 }, atMost: 0, of: heroes)
        expect("heroes in other forms", heroes.filter { $0.entry.form != "tall-tale" }, atMost: 0, of: heroes)
        let braces = tellings.filter { telling in
            let rest = telling.text.value.replacing(Pack.heroPlaceholder, with: "")
            return rest.contains(/\{\s*\w*\s*\}/)
        }
        expect("other words in braces", braces, atMost: 0, of: tellings)
    }
}
