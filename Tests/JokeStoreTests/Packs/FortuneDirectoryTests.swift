// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

@Suite("Directories of fortune files")
struct FortuneDirectoryTests {
    private let directory = TemporaryDirectory()

    private func names(_ languages: [String], offensive: Bool = false, of paths: [String]? = nil) -> [String]
    {
        FortuneDirectory(paths: paths ?? [directory.path], languages: languages, offensive: offensive)
            .sourceFiles()
            .map { "\($0.language):\($0.file.path.dropFirst(directory.path.count + 1))" }
    }

    /// A strfile(1) table of version 2 with these flags.
    private func table(flags: UInt8) -> [UInt8] {
        [0, 0, 0, 2] + Array(repeating: 0, count: 15) + [flags] + [UInt8(ascii: "%"), 0, 0, 0]
    }

    @Test(
        "the best language is read: that of the locale, then the language, with English at the top",
        arguments: [
            (["en"], ["en:zippy"]), (["C.UTF-8"], ["en:zippy"]), (["es"], ["es:es/vida.fortunes"]),
            (["es_ES.UTF-8", "es"], ["es:es/vida.fortunes"]),
            (["pt_BR", "pt"], ["pt:pt_BR/br"]), (["de", "pt"], ["pt:pt/pt"]),
            (["pt_PT@euro", "en_GB"], ["pt:pt/pt"]),
            (["es", "en"], ["es:es/vida.fortunes"]), (["de", "en"], ["en:zippy"]),
            (["de"], []), (["../es", ""], []),
        ])
    func bestLanguage(languages: [String], files: [String]) {
        for name in ["zippy", "es/vida.fortunes", "pt_BR/br", "pt/pt"] { directory.write("x", to: name) }
        #expect(names(languages) == files)
    }

    @Test("tables, old links, sources, hidden files and copies are skipped")
    func skipsOtherFiles() {
        for name in ["a", "a.dat", "a.u8", "v.fortunes-pre", ".hidden", "a~", "a.pos"] {
            directory.write("x", to: name)
        }
        #expect(names(["en"]) == ["en:a"])
    }

    @Test("a file that several links lead to is read once")
    func linkedFileOnce() {
        directory.write("x", to: "a")
        directory.link("b", to: "a")
        directory.link("dangling", to: "nowhere")
        #expect(names(["en"]) == ["en:a"])
        #expect(names(["en"], of: [directory.path + "/", directory.path, directory.path + "/b"]) == ["en:a"])
    }

    @Test("offensive files are skipped unless requested")
    func skipsOffensive() {
        for name in ["a", "off/rude", "es/b", "es/off/grosero", "rot"] { directory.write("uryyb", to: name) }
        directory.write(table(flags: 4), to: "rot.dat")
        directory.link("innocent", to: "off/rude")
        #expect(names(["en"]) == ["en:a"])
        #expect(names(["es"]) == ["es:es/b"])
        #expect(names(["en"], of: [directory.path + "/off", directory.path + "/off/rude"]) == [])
        #expect(names(["en"], offensive: true) == ["en:a", "en:innocent", "en:rot"])
        #expect(names(["es"], offensive: true) == ["es:es/b", "es:es/off/grosero"])
    }

    @Test("a rotated file is decoded if its table has the flag")
    func rotatedFile() throws {
        let path = directory.write("Uryyb", to: "rot")
        directory.write(table(flags: 5), to: "rot.dat")
        let file = try CorpusFile(at: path)
        let offensive = FortuneDirectory(paths: [directory.path], languages: ["en"], offensive: true)
        #expect(try offensive.jokes(in: file).map(\.value) == ["Hello"])
        #expect(try FortuneDirectory(paths: [directory.path], languages: ["en"]).jokes(in: file).isEmpty)
    }

    @Test(
        "a truncated, unknown or missing table is ignored",
        arguments: [[], [0, 0, 0, 2, 0]] as [[UInt8]])
    func invalidTables(bytes: [UInt8]) {
        directory.write("x", to: "a")
        directory.write(bytes, to: "a.dat")
        directory.write("x", to: "b")
        directory.write(Array(repeating: 0xFF, count: 24), to: "b.dat")
        directory.write("x", to: "c")
        #expect(names(["en"]) == ["en:a", "en:b", "en:c"])
    }

    @Test("a joke has its file as category, the directory's language and an id from its text")
    func jokeMembers() throws {
        directory.write(
            "Hola, mundo.\n%\n¡HOLA mundo!\n%\nA ghost, a fish and a dog\n", to: "es/vida.fortunes")
        let source = FortuneDirectory(source: "mine", paths: [directory.path], languages: ["es"])
        let file = try #require(try source.files().first)
        let jokes = try source.jokes(in: file)
        #expect(jokes.map(\.value) == ["Hola, mundo.", "A ghost, a fish and a dog"])
        let first = try #require(jokes.first)
        #expect(first.categories == ["vida"] && first.language == "es" && first.source == "mine")
        #expect(first.id.rawValue == "fortune-" + String(TextHash.of("holamundo"), radix: 16))
        #expect(jokes.last?.id.rawValue == "fortune-00714e601e58e28a")
    }

    @Test("single files and the directory of a language can be named")
    func namedPlaces() {
        let file = directory.write("x", to: "es/a")
        directory.write("x", to: "es/b")
        #expect(names(["en"], of: [file]) == ["es:es/a"])
        #expect(names(["en", "es"], of: [directory.path + "/es"]) == ["es:es/a", "es:es/b"])
    }

    @Test("missing directories are an error with what to do if all are missing")
    func absentDirectories() throws {
        let absent = directory.path + "/absent"
        let failure = #expect(throws: SourceError.self) {
            try FortuneDirectory(paths: [absent], languages: ["en"]).files()
        }
        #expect(failure?.kind == .storage && failure?.message.contains("install fortunes") == true)
        directory.write("x", to: "a")
        #expect(try FortuneDirectory(paths: [absent, directory.path], languages: ["en"]).files().count == 1)
    }

    @Test("a removed file is an error, not an empty file")
    func removedFile() throws {
        let path = directory.write("x", to: "a")
        let source = FortuneDirectory(paths: [directory.path], languages: ["en"])
        var file = try CorpusFile(at: path)
        file.path = directory.path + "/gone"
        #expect(throws: SourceError.self) { try source.jokes(in: file) }
    }

    @Test("other languages and other options are other variants")
    func variantsByOptions() {
        let variants = [
            FortuneDirectory(paths: [], languages: ["en"]), FortuneDirectory(paths: [], languages: ["es"]),
            FortuneDirectory(paths: [], languages: ["en"], offensive: true),
        ].map(\.variant)
        #expect(Set(variants).count == variants.count)
    }
}
