// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokePacks
import JokeTestSupport
import JokeWire
import Testing

@Suite("The language of a joke from a pack")
struct PackLocalizationTests {
    private let pack = Pack(
        parsing: Array(
            #"{"id":"a","texts":{"en":{"value":"en"},"es":{"setup":"e","punchline":"s"},"de":{"value":"de"}}}"#
                .utf8))

    @Test(
        "the first available language is used, and the wanted one for the translation",
        arguments: [
            (["en"], [], "en", "es"), (["es", "en"], [], "es", "en"),
            (["fr", "de", "en"], [], "de", "en"),
            (["fr"], [], "en", "es"), ([], [], "en", "es"), (["en_GB.UTF-8"], ["es_ES"], "en", "es"),
            (["en", "es"], ["de", "en"], "en", "de"), (["es", "en"], ["es"], "es", "en"),
            (["en"], ["en", "de"], "en", "de"), (["en"], ["fr", "en"], "en", nil),
        ] as [([String], [String], String, String?)])
    func chosenLanguage(languages: [String], translateTo: [String], shown: String, other: String?) {
        let jokes = pack.jokes(languages: languages, translateTo: translateTo, source: "s", url: "u")
        #expect(jokes.map(\.language) == [shown])
        #expect(jokes.map(\.translation?.language) == [other])
    }

    @Test("a translation has both parts and its credit")
    func translatedParts() throws {
        let joke = try #require(pack.jokes(languages: ["es", "en"], source: "mine", url: "https://x").first)
        #expect(joke.value == "e\ns" && joke.setup == "e" && joke.punchline == "s" && joke.source == "mine")
        let attribution = Joke.Attribution(
            engine: "pack", text: "Told in both languages by the pack", url: "https://x")
        #expect(
            joke.translation
                == Joke.Translation(language: "en", value: "en", machine: false, attribution: attribution))
    }

    @Test("a joke in one language has no translation")
    func oneLanguage() {
        let jokes = Pack(parsing: Array(#"{"value":"a"}"#.utf8)).jokes(
            languages: ["es"], source: "s", url: "u")
        #expect(jokes.map(\.language) == ["en"])
        #expect(jokes.map(\.translation) == [nil])
    }

    @Test("a pack in a file is a corpus whose bad lines are reported")
    func packAsCorpus() async throws {
        let directory = TemporaryDirectory()
        let path = directory.write(
            "{\"value\":\"a\"}\nnonsense\n{\"value\":\"b\"}\n", to: "mis chistes.jsonl")
        try await confirmation("a problem") { problem in
            let file = PackFile(source: "mine", path: path, languages: ["es"]) {
                #expect($0.line == 2)
                problem()
            }
            let files = try file.files()
            #expect(files.map(\.path) == [path])
            let jokes = try file.jokes(in: try #require(files.first))
            #expect(jokes.map(\.value) == ["a", "b"] && jokes.allSatisfy { $0.language == "es" })
        }
    }

    @Test("each joke of a pack and of fortune files keeps the promises of the protocol")
    func hostileFiles() throws {
        let directory = TemporaryDirectory()
        var line = try #require(Joke.hostile.objectValue)
        line.set("id", "an-id")
        line.set("categories", ["Dev\u{1B}]0;x\u{7}", "dev"])
        line.set("texts", ["en": ["value": "\u{1B}[2J\u{202E}Hi. \n"], "es": ["value": "Hola.\u{7}"]])
        let path = directory.write(JSON.object(line).jsonText, to: "jokes.jsonl")
        let pack = PackFile(
            source: "mi\u{1B}ne", path: path, languages: ["en"], url: "file://\(path)"
        ) { #expect($0.message == "") }
        directory.write("\u{1B}[2J\u{202E}Hi. \n", to: "fortunes/ev\u{1B}]0;x\u{7}il")
        let fortunes = FortuneDirectory(paths: ["\(directory.path)/fortunes"], languages: ["en"])
        for corpus in [pack, fortunes] as [any Corpus] {
            let jokes = try corpus.files().flatMap { try corpus.jokes(in: $0) }
            #expect(jokes.count == 1)
            #expect(jokes.flatMap(\.brokenPromises) == [])
        }
    }

    @Test("a missing pack is an error with a message")
    func missingPack() {
        let failure = #expect(throws: SourceError.self) {
            try PackFile(source: "mine", path: "/nonexistent/x.jsonl", languages: []).files()
        }
        #expect(failure?.message == "/nonexistent/x.jsonl: No such file or directory")
    }
}
