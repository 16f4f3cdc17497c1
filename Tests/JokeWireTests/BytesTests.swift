// SPDX-License-Identifier: MIT
import JokeWire
import Testing

/// Texts from outside are compared by their bytes, and none of them makes a comparison slow.
struct BytesTests {
    /// Combining marks of two, three and four bytes of UTF-8.
    private static let marks: [Unicode.Scalar] = ["\u{315}", "\u{5B0}", "\u{20D0}", "\u{1D165}"]

    private static func run(of mark: Unicode.Scalar, _ count: Int) -> String {
        String(String.UnicodeScalarView(repeatElement(mark, count: count)))
    }

    @Test(
        "no text that is read has more than 128 marks that follow one another, wherever they are",
        arguments: marks)
    func longRuns(mark: Unicode.Scalar) throws {
        for place in 0..<300 {
            let start = String(repeating: "a", count: place)
            for (count, kept) in [(128, 128), (129, 128), (700, 128)] {
                let text = "\(start)\(Self.run(of: mark, count))b\(Self.run(of: mark, 3))"
                let expected = "\(start)\(Self.run(of: mark, kept))b\(Self.run(of: mark, 3))"
                let read = try JSON(parsing: Array(#"{"\#(text)":["\#(text)"]}"#.utf8))
                let member = try #require(read.objectValue?.members.first)
                #expect(member.name.hasBytes(of: expected), "\(count) after \(place)")
                #expect(member.value.arrayValue?.first?.stringValue.hasBytes(of: expected) == true)
                #expect(SanitizedText.text(text).hasBytes(of: expected))
            }
        }
    }

    @Test("marks in escape sequences count, too")
    func escapedRuns() throws {
        let escapes = String(repeating: #"\u0315\u05b0"#, count: 500)
        let text = try #require(try JSON(parsing: Array(#""a\#(escapes)b""#.utf8)).stringValue)
        #expect(text.unicodeScalars.count == 130)
        #expect(text.unicodeScalars.last == "b")
    }

    @Test("members, words and names are found by their bytes")
    func lookup() {
        enum Letter: String, CaseIterable { case k = "K" }
        // The Kelvin sign is canonically equivalent to K.
        let kelvin = "\u{212A}"
        #expect(Letter(word: "K") == .k)
        #expect(Letter(word: kelvin) == nil)
        var object: JSONObject = ["K": 1, "\u{212A}": 2]
        #expect(object["K"] == 1 && object[kelvin] == 2)
        object.set("K", 3)
        #expect(object.members.map(\.value) == [3, 2])
        #expect(ValueSchema.words(["K"]).mismatch(in: .string(kelvin)) != nil)
        #expect(ValueSchema.constant("K").mismatch(in: .string(kelvin)) != nil)
        let schema = ValueSchema.object([.init("K", .integer)])
        #expect(schema.mismatch(in: ["K": 1]) == nil)
        #expect(schema.mismatch(in: ["K": 1, "\u{212A}": 1])?.path == kelvin)
        #expect(Joke.names(["\u{E9}", "e\u{301}", "\u{E9}"]).count == 2)
    }

    @Test("jokes are equal if all their texts have the same bytes")
    func jokes() {
        func joke(_ text: String, _ change: (inout Joke, String) -> Void) -> Joke {
            var joke = Joke(id: .init(rawValue: "1"), value: "v", source: "s", language: "en")
            joke.translation = .init(
                language: "es", value: "t", machine: true, attribution: .init(engine: "e", text: "t", url: "")
            )
            change(&joke, text)
            return joke
        }
        let changes: [(inout Joke, String) -> Void] = [
            { $0.id = .init(rawValue: $1) }, { $0.value = $1 }, { $0.setup = $1 }, { $0.punchline = $1 },
            { $0.categories = [$1] }, { $0.source = $1 }, { $0.language = $1 }, { $0.url = $1 },
            { $0.translation?.language = $1 }, { $0.translation?.value = $1 },
            { $0.translation?.attribution.engine = $1 }, { $0.translation?.attribution.text = $1 },
            { $0.translation?.attribution.url = $1 }, { $0.original = .joke(joke($1) { $0.value = $1 }) },
        ]
        for (place, change) in changes.enumerated() {
            let (composed, decomposed) = (joke("\u{E9}", change), joke("e\u{301}", change))
            #expect(composed != decomposed, "change \(place)")
            #expect(composed == joke("\u{E9}", change), "change \(place)")
            #expect(composed.hashValue == joke("\u{E9}", change).hashValue, "change \(place)")
            #expect(composed != joke("", { _, _ in }), "change \(place)")
        }
        #expect(joke("", { joke, _ in joke.translation?.machine = false }) != joke("", { _, _ in }))
        #expect(!joke("\u{E9}", changes[1]).hasText(of: joke("e\u{301}", changes[1])))
        #expect(!joke("\u{E9}", changes[3]).hasText(of: joke("e\u{301}", changes[3])))
    }
}
