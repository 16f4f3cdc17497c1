// SPDX-License-Identifier: MIT
import JokeCore
import JokeLinux
import JokeStore
import JokeWire
import Testing

@Suite("The built-in pack")
struct BuiltinPackTests {
    private let pack: Pack

    init() throws {
        let program = try #require(RunningProgram.path())
        let path = try PackLocation.builtin(executablePath: program, dataDirs: [])
        pack = Pack(parsing: try BoundedFile(corpusFile: path).bytes)
    }

    private var localizedTexts: [Pack.LocalizedText] { pack.entries.flatMap(\.localizedTexts) }

    @Test("the pack has at least five hundred jokes in at least twelve categories, and no diagnostic")
    func sizeAndCategories() {
        #expect(pack.problems.map(\.message) == [])
        #expect(pack.entries.count >= 500)
        #expect(Set(pack.entries.flatMap(\.categories)).count >= 12)
        #expect(pack.entries.allSatisfy { !$0.categories.isEmpty })
    }

    @Test("each id keeps its joke, and none is reused")
    func stableIDs() throws {
        let recorded = try lines(of: "builtin-ids.txt").map { $0.split(separator: "\t").map(String.init) }
        let entriesByID = Dictionary(grouping: pack.entries, by: \.id.rawValue)
        #expect(recorded.map { $0[0] }.sorted() == recorded.map { $0[0] })
        #expect(Set(entriesByID.keys) == Set(recorded.filter { $0[1] != "(retired)" }.map { $0[0] }))
        for line in recorded where line[1] != "(retired)" {
            #expect(
                entriesByID[line[0]]?.first?.localizedTexts.first?.value.hasPrefix(line[1]) == true,
                "\(line[0])")
        }
    }

    @Test("each joke is in English, in Spanish or in both, in this order")
    func languages() {
        let wanted = [["en"], ["es"], ["en", "es"]]
        #expect(pack.entries.filter { !wanted.contains($0.localizedTexts.map(\.language)) }.map(\.id) == [])
    }

    @Test("definitions, laws and tall tales are not strong, and at most one joke in thirty is a tall tale")
    func weakForms() {
        let weak = pack.entries.filter { ["definition", "law", "tall-tale"].contains($0.form) }
        #expect(!weak.isEmpty && weak.allSatisfy { $0.strength <= 3 })
        for language in ["en", "es"] {
            let told = pack.entries.filter { $0.localizedTexts.contains { $0.language == language } }
            #expect(30 * told.count { $0.form == "tall-tale" } <= told.count)
        }
    }

    @Test("no joke is repeated", arguments: ["en", "es"])
    func uniqueTexts(language: String) {
        let texts = localizedTexts.filter { $0.language == language }
        #expect(Set(texts.map { TextHash.of($0.value) }).count == texts.count)
    }

    @Test("no joke is repeated in other words", arguments: ["en", "es"])
    func similarTexts(language: String) {
        // The words of fixed forms do not make two jokes alike.
        let formulas = [
            "en": [
                "many", "does", "take", "change", "light", "bulb", "lightbulb", "screw", "knock", "there",
                "what", "call",
            ],
            "es": ["cuántos", "cuántas", "hacen", "falta", "para", "cambiar", "bombilla", "quién", "toca"],
        ]
        let texts = localizedTexts.filter { $0.language == language }.map {
            ($0.value, words(of: $0.value, from: 4).subtracting(formulas[language] ?? []))
        }
        for (index, (text, words)) in texts.enumerated() {
            for (other, otherWords) in texts[..<index] {
                let shared = words.intersection(otherWords).count
                #expect(2 * shared < words.count + otherWords.count - shared, "\(text)\n\(other)")
            }
        }
    }

    @Test("no joke has a blocked word", arguments: ["en", "es"])
    func blockedWords(language: String) throws {
        let lines = try lines(of: "blocked-words.txt").filter { $0.hasPrefix(language) }
        let blocked = Set(lines.flatMap { $0.split(separator: " ").dropFirst().map(String.init) })
        let texts = localizedTexts.filter { $0.language == language }.map(\.value)
        #expect(!blocked.isEmpty)
        #expect(texts.filter { !words(of: $0).isDisjoint(with: blocked) } == [])
    }

    @Test("each joke is short, and unchanged by cleaning")
    func lengthAndCleaning() {
        #expect(localizedTexts.filter { $0.value.count > 280 }.map(\.value) == [])
        #expect(
            localizedTexts.filter { localizedText in
                localizedText.value.unicodeScalars.contains { SanitizedText.isForbidden($0) || $0 == "\t" }
            }.map(\.value) == [])
    }

    @Test("each joke follows the typography of its language")
    func typography() {
        let straightQuotes: Set<Character> = ["'", "\"", "`"]
        #expect(
            localizedTexts.filter { $0.value.contains { straightQuotes.contains($0) } }.map(\.value) == [])
        #expect(
            localizedTexts.filter { $0.value.contains("...") || $0.value.contains("  ") }.map(\.value) == [])
    }

    @Test(
        "quotation marks and brackets are balanced",
        arguments: [("es", "¿", "?"), ("es", "¡", "!"), ("es", "«", "»"), ("en", "“", "”")]
            as [(String, Character, Character)])
    func balancedPairs(language: String, opening: Character, closing: Character) {
        let unbalanced = localizedTexts.filter { $0.language == language }.filter { localizedText in
            localizedText.value.count { $0 == opening } != localizedText.value.count { $0 == closing }
        }
        #expect(unbalanced.map(\.value) == [])
    }

    private func words(of text: String, from length: Int = 1) -> Set<String> {
        let words = text.lowercased().split { !($0.isLetter || $0.isNumber) }
        return Set(words.filter { $0.count >= length }.map(String.init))
    }

    private func lines(of name: String, directory: String = #filePath) throws -> [String] {
        let path = "/" + directory.split(separator: "/").dropLast().joined(separator: "/") + "/" + name
        let text = String(decoding: try BoundedFile(corpusFile: path).bytes, as: UTF8.self)
        return text.split(separator: "\n").map(String.init)
    }
}
