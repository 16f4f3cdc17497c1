// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Synchronization
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
        let audience = Pack.Audience(languages: languages, translateTo: translateTo)
        let jokes = pack.content(for: audience, source: "s", url: "u").jokes
        #expect(jokes.map(\.language) == [shown])
        #expect(jokes.map(\.translation?.language) == [other])
    }

    @Test("a translation has both parts and its credit")
    func translatedParts() throws {
        let audience = Pack.Audience(languages: ["es", "en"])
        let joke = try #require(pack.content(for: audience, source: "mine", url: "https://x").jokes.first)
        #expect(joke.value == "e\ns" && joke.setup == "e" && joke.punchline == "s" && joke.source == "mine")
        let attribution = Joke.Attribution(
            engine: "pack", text: "Told in both languages by the pack", url: "https://x")
        #expect(
            joke.translation
                == Joke.Translation(language: "en", value: "en", machine: false, attribution: attribution))
    }

    @Test("a joke in one language has no translation")
    func oneLanguage() {
        let jokes = Pack(parsing: Array(#"{"value":"a"}"#.utf8)).content(
            for: Pack.Audience(languages: ["es"]), source: "s", url: "u"
        ).jokes
        #expect(jokes.map(\.language) == ["en"])
        #expect(jokes.map(\.translation) == [nil])
    }

    /// Returns the content of a pack with one joke, whose texts have the given regions.
    private func content(_ regions: [(String, String?)], _ languages: [String], _ locales: [String])
        -> CorpusContent
    {
        let texts = regions.map { language, region in
            #""\#(language)":{"value":"\#(language)"\#(region.map { #","region":"\#($0)""# } ?? "")}"#
        }
        let pack = Pack(parsing: Array(#"{"texts":{\#(texts.joined(separator: ","))},"strength":4}"#.utf8))
        #expect(pack.problems.map(\.message) == [])
        let audience = Pack.Audience(languages: languages, regions: Pack.Region.of(locales))
        return pack.content(for: audience, source: "s", url: "")
    }

    @Test(
        "a text for another region gives way to one in another language of the user, or its joke comes last",
        arguments: [
            ([("en", "uk"), ("es", nil)], ["en", "es"], ["en_GB.UTF-8", "en"], "en", 4),
            ([("en", "uk"), ("es", nil)], ["en", "es"], ["en_US"], "es", 0),
            ([("en", "uk"), ("es", nil)], ["en", "es"], ["en-CA"], "es", 0),
            ([("en", "uk"), ("es", nil)], ["en", "es"], ["en", "es_MX"], "en", 4),
            ([("en", "uk"), ("es", nil)], ["en", "es"], ["en_AU"], "en", 4),
            ([("en", "uk"), ("es", nil)], ["en", "es"], [], "en", 4),
            ([("en", "uk"), ("es", nil)], ["en"], ["en_US"], "en", 0),
            ([("en", "uk")], ["en", "es"], ["en_US"], "en", 0),
            ([("en", "us"), ("es", "es-ES")], ["en", "es"], ["en_GB", "es_AR"], "en", 0),
            ([("en", "us"), ("es", "es-ES")], ["es", "en"], ["es_ES"], "es", 4),
            ([("es", "es-419")], ["es"], ["es-419"], "es", 4),
            ([("es", "es-419")], ["es"], ["es", "es_ES"], "es", 0),
            ([("es", nil)], ["en"], ["en_US"], "es", 0),
            ([("es", nil)], ["en", "es"], ["en_US"], "es", 4),
        ] as [([(String, String?)], [String], [String], String, Int)])
    func regions(
        texts: [(String, String?)], languages: [String], locales: [String], shown: String, strength: Int
    ) {
        let content = content(texts, languages, locales)
        #expect(content.jokes.map(\.language) == [shown])
        #expect(content.strengths == [strength])
    }

    @Test("a text that gave way is no translation either, so the joke is in its best language")
    func translationOfRegion() {
        let regions = [("en", "uk"), ("es", nil)] as [(String, String?)]
        #expect(content(regions, ["en", "es"], ["en_US"]).jokes.map(\.translation) == [nil])
        #expect(content(regions, ["en", "es"], ["en_GB"]).jokes.map(\.translation?.language) == ["es"])
        // The English text is in no wanted language, so it takes no one's place.
        #expect(content(regions, ["es"], ["es_ES"]).jokes.map(\.translation?.language) == ["en"])
    }

    @Test(
        "jokes in the first of the user's languages that the pack has come before those in other languages",
        .rule(8),
        arguments: [
            (["es", "en"], [4, 4, 0]), (["en", "es"], [4, 0, 4]), (["de", "es", "en"], [4, 4, 0]),
        ])
    func firstLanguage(languages: [String], strengths: [Int]) {
        let texts = [
            #""en":{"value":"a"},"es":{"value":"b"}"#, #""es":{"value":"c"}"#, #""en":{"value":"d"}"#,
        ]
        let lines = texts.map { #"{"texts":{\#($0)},"strength":4}"# }.joined(separator: "\n")
        let content = Pack(parsing: Array(lines.utf8)).content(
            for: Pack.Audience(languages: languages), source: "s", url: "")
        #expect(content.strengths == strengths)
    }

    @Test("the hero has the configured name in all texts, and the id does not depend on it")
    func hero() throws {
        let line = #"""
            {"texts":{"en":{"value":"{hero} {her} {{hero}{hero"},"es":{"setup":"¿{hero}?","punchline":"{hero}."}}}
            """#
        let pack = Pack(parsing: Array(line.utf8))
        let jokes = ["Ana", "{hero}", "Ze\u{1B}[2J\u{202E}d"].compactMap {
            pack.content(for: Pack.Audience(languages: ["en"], hero: $0), source: "s", url: "").jokes.first
        }
        #expect(
            jokes.map(\.value) == [
                "Ana {her} {Ana{hero", "{hero} {her} {{hero}{hero", "Ze[2Jd {her} {Ze[2Jd{hero",
            ])
        #expect(jokes.first?.translation?.value == "¿Ana?\nAna.")
        #expect(Set(jokes.map(\.id)).count == 1)
        let spanish = Pack.Audience(languages: ["es"], hero: "Ana")
        let joke = try #require(pack.content(for: spanish, source: "s", url: "").jokes.first)
        #expect(joke.setup == "¿Ana?" && joke.punchline == "Ana." && joke.value == "¿Ana?\nAna.")
    }

    @Test("the form and the level of developers are categories after those of the line")
    func tags() {
        let lines = [
            #"{"value":"a","form":"Pun","categories":["food"],"level":"developer"}"#,
            #"{"value":"b","form":"food","categories":["food"],"level":"anyone"}"#,
        ]
        let content = Pack(parsing: Array(lines.joined(separator: "\n").utf8)).content(
            for: Pack.Audience(languages: ["en"]), source: "s", url: "")
        #expect(content.jokes.map(\.categories) == [["food", "pun", "developer"], ["food"]])
        #expect(content.strengths == [3, 3])
    }

    @Test(
        "a pack in a file is a corpus whose first bad lines are reported, and the number of the others",
        arguments: [1, 20, 21, 5_000])
    func packAsCorpus(bad: Int) throws {
        let directory = TemporaryDirectory()
        let path = directory.write(
            "{\"value\":\"a\"}\n" + String(repeating: "nonsense\n", count: bad) + "{\"value\":\"b\"}\n",
            to: "mis chistes.jsonl")
        let reports = Mutex<[String]>([])
        let file = PackFile(source: "mine", path: path, for: .init(languages: ["es"])) { report in
            reports.withLock { $0.append(report) }
        }
        let files = try file.files()
        #expect(files.map(\.path) == [path])
        let content = try file.content(of: try #require(files.first))
        #expect(content.jokes.map(\.value) == ["a", "b"] && content.jokes.allSatisfy { $0.language == "es" })
        #expect(content.warning?.contains(bad == 1 ? ": line 2 was not" : ": \(bad) lines were not") == true)
        var lines = reports.withLock { $0 }
        let more = bad > 20 ? lines.removeLast() : nil
        #expect(lines.count == min(bad, 20))
        #expect(lines.enumerated().allSatisfy { $1.hasPrefix("\(path): line \($0 + 2): ") })
        #expect(more == (bad > 20 ? "\(path): and \(bad - 20) more lines were not read" : nil))
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
            source: "mi\u{1B}ne", path: path, for: .init(languages: ["en"]), url: "file://\(path)"
        ) { #expect($0 == "") }
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
            try PackFile(source: "mine", path: "/nonexistent/x.jsonl", for: .init(languages: [])).files()
        }
        #expect(failure?.message == "/nonexistent/x.jsonl: No such file or directory")
    }
}
