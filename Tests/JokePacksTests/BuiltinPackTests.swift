// SPDX-License-Identifier: MIT
import JokeCore
import JokePacks
import JokeWire
import Testing

@Suite("The built-in pack")
struct BuiltinPackTests {
    private let pack: Pack

    init() throws {
        let program = try #require(PackLocation.runningExecutable())
        let path = try PackLocation.builtin(executablePath: program, dataDirs: [])
        pack = Pack(parsing: try BoundedFile(reading: path).bytes)
    }

    private var tellings: [Pack.Telling] { pack.entries.flatMap(\.tellings) }

    @Test("has at least sixty jokes in at least twelve categories, and nothing wrong in it")
    func extent() {
        #expect(pack.problems.map(\.message) == [])
        #expect(pack.entries.count >= 60)
        #expect(Set(pack.entries.flatMap(\.categories)).count >= 12)
        #expect(pack.entries.allSatisfy { !$0.categories.isEmpty })
    }

    @Test("numbers its jokes for ever")
    func ids() {
        let expected = (1...pack.entries.count).map { number in
            "builtin-" + String(repeating: "0", count: 4 - String(number).count) + String(number)
        }
        #expect(pack.entries.map(\.id.rawValue) == expected)
    }

    @Test("tells each joke in English and in Spanish")
    func languages() {
        #expect(pack.entries.filter { $0.tellings.map(\.language) != ["en", "es"] }.map(\.id) == [])
    }

    @Test("tells no joke twice", arguments: ["en", "es"])
    func unique(language: String) {
        let texts = tellings.filter { $0.language == language }
        #expect(Set(texts.map { TextHash.of($0.value) }).count == texts.count)
    }

    @Test("keeps jokes short, and clean as they are read")
    func form() {
        #expect(tellings.filter { $0.value.count > 280 }.map(\.value) == [])
        #expect(
            tellings.filter { telling in
                telling.value.unicodeScalars.contains { JokeText.isForbidden($0) || $0 == "\t" }
            }.map(\.value) == [])
    }

    @Test("sets type as each language does")
    func typography() {
        let typewriter: Set<Character> = ["'", "\"", "`"]
        #expect(tellings.filter { $0.value.contains { typewriter.contains($0) } }.map(\.value) == [])
        #expect(tellings.filter { $0.value.contains("...") || $0.value.contains("  ") }.map(\.value) == [])
    }

    @Test(
        "opens and closes in pairs",
        arguments: [("es", "¿", "?"), ("es", "¡", "!"), ("es", "«", "»"), ("en", "“", "”")]
            as [(String, Character, Character)])
    func pairs(language: String, opening: Character, closing: Character) {
        let unbalanced = tellings.filter { $0.language == language }.filter { telling in
            telling.value.count { $0 == opening } != telling.value.count { $0 == closing }
        }
        #expect(unbalanced.map(\.value) == [])
    }

    @Test("follows no joke with one of the same first category")
    func order() {
        let first = pack.entries.map { $0.categories.first }
        #expect(
            zip(pack.entries, zip(first, first.dropFirst())).filter { $1.0 == $1.1 }.map { $0.0.id } == [])
    }
}
