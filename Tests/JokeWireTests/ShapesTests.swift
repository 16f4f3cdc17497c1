// SPDX-License-Identifier: MIT

import JokeWire
import Testing

enum Sample {
    static let joke = Joke(
        id: Joke.ID(rawValue: "j9"), value: "Why?\nBecause.", setup: "Why?", punchline: "Because.",
        categories: ["dev"], source: "builtin", language: "en", url: "https://example.org/j9",
        translation: Joke.Translation(
            language: "es", value: "¿Por qué?\nPorque sí.", machine: true,
            attribution: Joke.Attribution(engine: "apertium", text: "Apertium", url: "https://example.org")))

    static let state = CardState {
        ($0.fetching, $0.joke, $0.backgroundColor) = (true, joke, .green)
        ($0.decisionState, $0.showTranslation, $0.revealed) = (.liked, true, false)
        ($0.holdPunchline, $0.cardTranslation) = (true, 0.6)
        $0.error = CardState.ErrorInfo(
            kind: "offline", message: "No \"network\".", retryAt: "2024-01-02T03:04:05Z")
        ($0.online, $0.queue) = (false, CardState.Queue(count: 3, capacity: 10))
        $0.saved = CardState.Saved(count: 42)
    }

    static let bare = Joke(id: Joke.ID(rawValue: "b"), value: "b", source: "builtin", language: "en")
}

struct ShapesTests {
    @Test("a joke is decoded with its category and its exact text")
    func sampleJoke() throws {
        let line = #"""
            {"id":"s1","value":"My code is so \"clean\" that even the bugs wipe their feet.","setup":null,"categories":["dev"],
            "source":"builtin","language":"en","later":{"a":1}}
            """#
        let joke = try Joke(json: JSON(parsing: Array(line.utf8)))
        #expect(joke.categories == ["dev"])
        #expect(joke.value == "My code is so \"clean\" that even the bugs wipe their feet.")
        #expect(joke.punchline == nil && joke.translation == nil)
    }

    @Test("a joke is written with the members of the protocol in order")
    func jokeMembers() {
        #expect(
            Sample.bare.jsonText
                == #"{"id":"b","value":"b","setup":null,"punchline":null,"categories":[],"source":"builtin","language":"en","#
                + #""url":null,"translation":null}"#)
        #expect(
            Sample.joke.translation?.jsonText
                == #"{"language":"es","value":"¿Por qué?\nPorque sí.","machine":true,"#
                + #""attribution":{"engine":"apertium","text":"Apertium","url":"https://example.org"}}"#)
    }

    @Test("a state is written with the members of the protocol in order")
    func stateMembers() {
        #expect(
            Sample.state.jsonText
                == #"{"fetching":true,"joke":\#(Sample.joke.jsonText),"backgroundColor":"green","decisionState":"liked","#
                + #""showTranslation":true,"revealed":false,"holdPunchline":true,"cardTranslation":0.6,"error":{"kind":"offline","message":"No \"network\".","#
                + #""retryAt":"2024-01-02T03:04:05Z"},"online":false,"queue":{"count":3,"capacity":10},"saved":{"count":42}}"#
        )
    }

    @Test("a joke survives writing and reading", arguments: [Sample.joke, Sample.bare])
    func jokeRoundTrip(joke: Joke) throws { #expect(try Joke(json: JSON(parsing: joke.jsonBytes)) == joke) }

    @Test("what an older daemon sends is read: a state without revealed, an import without pending")
    func olderDaemon() throws {
        let members: Set = ["revealed", "holdPunchline"]
        let object = try #require(JSON(parsing: Sample.state.jsonBytes).objectValue)
        let state = JSONObject(members: object.members.filter { !members.contains($0.name) })
        var expected = Sample.state
        (expected.revealed, expected.holdPunchline) = (true, false)
        #expect(try CardState(json: .object(state)) == expected)
        let counts: JSON = [
            "seq": 1, "changed": true, "added": 2, "updated": 0, "unchanged": 0, "skipped": 0,
        ]
        #expect(try ImportResponse(json: counts).pending == 0)
    }

    @Test("a state survives writing and reading")
    func stateRoundTrip() throws {
        #expect(try CardState(json: JSON(parsing: Sample.state.jsonBytes)) == Sample.state)
        var quiet = Sample.state
        quiet.error = nil
        quiet.cardTranslation = -1.0 / 3
        quiet.backgroundColor = .red
        quiet.decisionState = .disliked
        #expect(try CardState(json: JSON(parsing: quiet.jsonBytes)) == quiet)
    }

    @Test("unknown words and members of a state are read as neutral")
    func unknownWordsAndMembers() throws {
        var object = try #require(try JSON(parsing: Sample.state.jsonBytes).objectValue)
        object.set("backgroundColor", "purple")
        object.set("decisionState", "pondered")
        object.append("weather", ["rain": true])
        let state = try CardState(json: .object(object))
        #expect(state.backgroundColor == .gray && state.decisionState == .undecided)
    }

    @Test("a missing or wrong member is reported with its path")
    func mismatchPath() throws {
        var state = try #require(try JSON(parsing: Sample.state.jsonBytes).objectValue)
        var joke = try #require(state["joke"]?.objectValue)
        joke.set("categories", ["a", 1])
        state.set("joke", .object(joke))
        #expect(
            throws: WireDecodingError(
                path: "state.joke.categories[1]", expected: "a string", found: "a number")
        ) {
            try CardState(json: .object(state), at: "state")
        }
        let error = #expect(throws: WireDecodingError.self) { try Joke(json: ["id": "a"]) }
        #expect(error?.message == "value: expected a string, found nothing")
        let other = #expect(throws: WireDecodingError.self) { try Joke(json: [1]) }
        #expect(other?.message == "expected an object, found an array")
    }

    @Test("a number beyond the range of a double is refused in a state")
    func infiniteNumber() throws {
        var state = try #require(try JSON(parsing: Sample.state.jsonBytes).objectValue)
        state.set("cardTranslation", try JSON(parsing: Array("1e999".utf8)))
        #expect(throws: WireDecodingError.self) { try CardState(json: .object(state)) }
    }

    @Test("a drag that is farther than any card can be has a shift with which clients can calculate")
    func farShift() throws {
        let bytes = String(decoding: Sample.state.jsonBytes, as: UTF8.self)
        for (shift, nearest) in [("1e308", Limits.shift), ("-1e308", -Limits.shift), ("-0.6", -0.6)] {
            let text = bytes.replacing("\"cardTranslation\":0.6", with: "\"cardTranslation\":\(shift)")
            #expect(try CardState(json: JSON(parsing: text.utf8)).cardTranslation == nearest)
        }
    }

    @Test("every changed member of a state is named")
    func changedMembers() {
        var other = Sample.state
        #expect(other.changed(since: Sample.state).isEmpty)
        other.decisionState = .undecided
        other.queue.count = 2
        #expect(other.changed(since: Sample.state) == ["decisionState", "queue"])
    }
}
