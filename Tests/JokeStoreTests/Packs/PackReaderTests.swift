// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeWire
import Testing

@Suite("Reading packs")
struct PackReaderTests {
    private func pack(_ text: String, language: String = "en") -> Pack {
        Pack(parsing: Array(text.utf8), language: language)
    }

    @Test("a joke has a value, or a setup and a punchline")
    func valueOrParts() throws {
        let pack = pack(
            """
            {"value":"One."}

            {"id":"b","setup":"Who?","punchline":"You.","categories":["Dad","dad","food"],"language":"es-ES","x":1}
            """)
        #expect(pack.problems.isEmpty)
        #expect(pack.entries.map(\.id.rawValue) == ["pack-" + String(TextHash.of("One"), radix: 16), "b"])
        let second = try #require(pack.entries.last)
        #expect(second.categories == ["dad", "food"])
        let localizedText = try #require(second.localizedTexts.first)
        #expect(
            localizedText.value == "Who?\nYou." && localizedText.setup == "Who?"
                && localizedText.punchline == "You.")
        #expect(localizedText.language == "es")
    }

    @Test("a joke without an id always gets the same one")
    func madeID() {
        let pack = pack(#"{"value":"A ghost, a fish and a dog."}"#)
        #expect(pack.entries.map(\.id.rawValue) == ["pack-00714e601e58e28a"])
    }

    @Test("a joke can have texts in several languages")
    func severalLanguages() throws {
        let pack = pack(#"{"texts":{"en":{"value":"One."},"es":{"setup":"¿?","punchline":"Uno."}}}"#)
        #expect(pack.problems.isEmpty)
        #expect(pack.entries.first?.localizedTexts.map(\.language) == ["en", "es"])
        #expect(pack.entries.first?.localizedTexts.map(\.value) == ["One.", "¿?\nUno."])
    }

    @Test("a line can have a form, a level, a strength and, in each text, a region")
    func tags() throws {
        let pack = pack(
            """
            {"value":"1","form":"Tall-Tale","level":"developer","strength":5,"region":"us"}
            {"value":"2","form":null,"level":null,"strength":null,"region":null}
            {"texts":{"en":{"value":"3"},"es":{"value":"3","region":"es-419"}},"level":"anyone","strength":1}
            """)
        #expect(pack.problems.map(\.message) == [])
        #expect(pack.entries.map(\.form) == ["tall-tale", nil, nil])
        #expect(pack.entries.map(\.level) == [.developer, .anyone, .anyone])
        #expect(pack.entries.map(\.strength) == [5, 3, 1])
        #expect(pack.entries.flatMap(\.localizedTexts).map(\.region) == [.us, nil, nil, .latinAmerica])
    }

    @Test("a byte order mark, carriage returns and blank lines are ignored")
    func ignoredBytes() {
        let pack = pack("\u{FEFF}{\"value\":\"1\"}\r\n\r\n \t\n{\"value\":\"2\"}\r\n", language: "es_ES")
        #expect(pack.problems.isEmpty)
        #expect(pack.entries.flatMap(\.localizedTexts).map(\.value) == ["1", "2"])
        #expect(pack.entries.flatMap(\.localizedTexts).map(\.language) == ["es", "es"])
    }

    @Test("an id from the text does not depend on punctuation")
    func stableIDs() {
        let first = pack(#"{"value":"One, two."}"#).entries.map(\.id)
        #expect(pack(#"{"value":"one two!"}"#).entries.map(\.id) == first)
        #expect(pack(#"{"value":"One, three."}"#).entries.map(\.id) != first)
    }

    @Test(
        "the message of a line is short, however long its names and words are",
        arguments: [
            #"{"texts":{"$":{"value":"x"}}}"#, #"{"texts":{"en.$":5}}"#, #"{"texts":{"en.$":{}}}"#,
            #"{"texts":{"en.$":{"value":"a","setup":"b"}}}"#, #"{"texts":{"en":{"value":"a","region":"$"}}}"#,
            #"{"value":"a","language":"$"}"#, #"{"value":"a","level":"$"}"#, #"{"value":"a","form":"$"}"#,
            #"{"value":"a","id":"$"}"#, #"{"value":"$"}"#, #"{"value":"a","setup":"$"}"#, "$", #"{"$""#,
        ])
    func shortMessages(line: String) throws {
        for long in [String(repeating: "x", count: 100_000), String(repeating: "\u{1F923}", count: 30_000)] {
            let pack = pack(
                line.split(separator: "$", omittingEmptySubsequences: false).joined(separator: long))
            let problem = try #require(pack.problems.first)
            #expect(problem.message.utf8.count < 400)
        }
    }

    @Test(
        "an invalid line is reported with its number and the expected form",
        arguments: [
            ("# comment", "not a JSON object on one line: at byte 0: expected a value"),
            (
                "{\"value\":\"x\"",
                "not a JSON object on one line: at byte 12: the text ends in the middle of a value"
            ),
            ("[1]", "the line must be an object, not an array"),
            ("{}", #"the line needs "value", or "setup" and "punchline""#),
            (#"{"setup":"a"}"#, #"the line needs "value", or "setup" and "punchline""#),
            (
                #"{"value":"a","setup":"b"}"#,
                #"the line has both "value" and "setup" or "punchline"; expected only one of them"#
            ),
            (#"{"value":7}"#, #""value" must be a string, not a number"#),
            (#"{"value":" "}"#, #""value" is empty"#),
            (#"{"value":"a","language":"klingon"}"#, #""klingon" is not a language's code, such as "en""#),
            (#"{"value":"a","categories":"x"}"#, #""categories" must be an array of strings, not a string"#),
            (#"{"value":"a","categories":[1]}"#, "a category must be a string, not a number"),
            (
                #"{"value":"a","id":"a b"}"#,
                #""id" must have 1 to 128 bytes, no white space and no ∷, and not be "error" or "daily""#
            ),
            (
                #"{"value":"a","id":"daily"}"#,
                #""id" must have 1 to 128 bytes, no white space and no ∷, and not be "error" or "daily""#
            ),
            (
                #"{"value":"a","id":"error"}"#,
                #""id" must have 1 to 128 bytes, no white space and no ∷, and not be "error" or "daily""#
            ),
            (#"{"value":"a","form":7}"#, #""form" must be a string, not a number"#),
            (#"{"value":"a","form":" "}"#, #""form" must be a name of 1 to 64 bytes"#),
            (
                #"{"value":"a","level":"expert"}"#,
                #""level" must be "anyone" or "developer", not "expert""#
            ),
            (#"{"value":"a","strength":0}"#, #""strength" must be an integer from 1 to 5"#),
            (#"{"value":"a","strength":2.5}"#, #""strength" must be an integer from 1 to 5"#),
            (#"{"value":"a","strength":"5"}"#, #""strength" must be an integer from 1 to 5"#),
            (#"{"value":"a","region":"es-ES"}"#, #""region" must be "uk" or "us", not "es-ES""#),
            (
                #"{"texts":{"es":{"value":"a","region":"uk"}}}"#,
                #""region" must be "es-ES" or "es-419", not "uk""#
            ),
            (
                #"{"value":"a","language":"de","region":"uk"}"#,
                #""region" is only for texts in English or Spanish"#
            ),
            (#"{"texts":{}}"#, #""texts" is empty; at least one language is expected"#),
            (#"{"texts":[]}"#, #""texts" must be an object, not an array"#),
            (#"{"texts":{"en":"a"}}"#, #""en" must be an object, not a string"#),
            (#"{"texts":{"en":{"value":"a"},"en_GB":{"value":"b"}}}"#, #""en" is a duplicate language"#),
            (#"{"texts":{"es":{}}}"#, #""es" needs "value", or "setup" and "punchline""#),
            (#"{"value":"b","id":"first"}"#, #""first" is already the id of the joke in line 1"#),
        ])
    func problems(line: String, message: String) {
        let pack = pack("{\"value\":\"ok\",\"id\":\"first\"}\n\n\(line)\n{\"value\":\"fine\"}")
        #expect(pack.problems.map(\.message) == ["line 3: \(message)"])
        #expect(pack.entries.count == 2)
    }

    @Test("categories that are too many or too long are left out, as in an import")
    func tooManyCategories() throws {
        let names = ["\(String(repeating: "x", count: 65))", "Pun"] + (0..<20).map { "c\($0)" }
        let line = #"{"value":"a","categories":[\#(names.map { "\"\($0)\"" }.joined(separator: ","))]}"#
        let pack = pack(line)
        #expect(pack.problems.isEmpty)
        let categories = ["pun"] + (0..<15).map { "c\($0)" }
        #expect(pack.entries.map(\.categories) == [categories])
        let imported = try LibraryLine(parsing: line, at: WallTime(milliseconds: 0))
        guard case .joke(let joke) = imported.content else {
            Issue.record("\(imported)")
            return
        }
        #expect(joke.categories == categories)
    }

    @Test("a setup and a punchline that are too long together are refused")
    func tooLongParts() {
        let half = String(repeating: "x", count: 3000)
        let pack = pack(#"{"setup":"\#(half)","punchline":"\#(half)"}"#)
        #expect(pack.problems.map(\.message) == ["line 1: the joke has 6001 bytes; at most 4096 are kept"])
    }

    @Test(
        "a file in UTF-16 has one problem, which says how to convert it",
        arguments: [[0xFF, 0xFE], [0xFE, 0xFF]])
    func utf16(mark: [UInt8]) {
        let pack = Pack(parsing: mark + [0x7B, 0, 10, 0, 0x7D, 0])
        #expect(pack.invalidLines == 1 && pack.entries.isEmpty)
        #expect(pack.problems.first?.message.contains("`iconv -f UTF-16 -t UTF-8 FILE >NEW`") == true)
    }

    @Test("invalid UTF-8 invalidates only its own line")
    func invalidUTF8() {
        let bytes =
            Array("{\"value\":\"a\"}\n{\"value\":\"".utf8) + [0xFF] + Array("\"}\n{\"value\":\"c\"}".utf8)
        let pack = Pack(parsing: bytes)
        #expect(pack.problems.map(\.line) == [2])
        #expect(pack.entries.count == 2)
    }
}
