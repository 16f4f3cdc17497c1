// SPDX-License-Identifier: MIT

import JokeWire
import Testing

struct JSONWriterTests {
    @Test("the writer adds the commas")
    func commas() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("a", 1)
        writer.key("b")
        writer.beginArray()
        writer.beginArray()
        writer.endArray()
        writer.bool(true)
        writer.beginObject()
        writer.endObject()
        writer.null()
        writer.raw(Array("{\"x\":0}".utf8))
        writer.endArray()
        writer.member("c", ["x", "y"])
        writer.endObject()
        writer.newline()
        writer.string("next")
        writer.newline()
        #expect(
            String(decoding: writer.bytes, as: UTF8.self)
                == #"{"a":1,"b":[[],true,{},null,{"x":0}],"c":["x","y"]}"# + "\n\"next\"\n")
    }

    @Test("a nil optional is written as null")
    func optionals() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("a", String?.none)
        writer.member("b", Int?.none)
        writer.member("c", Double?.none)
        writer.member("d", Joke?.none)
        writer.endObject()
        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"a":null,"b":null,"c":null,"d":null}"#)
    }

    @Test(
        "characters that JSON or a terminal cannot have are escaped",
        arguments: [
            ("\"", #"\""#), ("\\", #"\\"#), ("/", "/"), ("\n\r\t\u{8}\u{C}", #"\n\r\t\b\f"#),
            ("\0", #"\u0000"#), ("\u{1B}[2J", #"\u001b[2J"#),
            ("\u{1F}", #"\u001f"#), ("\u{7F}", #"\u007f"#), ("\u{80}", #"\u0080"#),
            ("\u{9B}31m", #"\u009b31m"#), ("\u{9F}", #"\u009f"#),
            ("\u{2028}", #"\u2028"#), ("\u{2029}", #"\u2029"#), ("\u{A0}", "\u{A0}"),
            ("\u{2027}\u{202A}", "\u{2027}\u{202A}"),
            ("é€😂", "é€😂"), ("", ""),
            ("plain text that is longer than a word\"", #"plain text that is longer than a word\""#),
            ("🤣\u{85}x\u{2029}y", #"🤣\u0085x\u2029y"#), ("\u{E9A8}", "\u{E9A8}"), ("\r\n", #"\r\n"#),
        ])
    func escapes(text: String, encoded: String) {
        #expect(Array(JSON.string(text).jsonBytes) == Array("\"\(encoded)\"".utf8))
    }

    @Test("a character to escape is found at any position of a long string", arguments: 0..<24)
    func escapedAnywhere(place: Int) {
        for scalar in ["\0", "\u{1F}", "\"", "\\", "\u{7F}", "\u{9B}", "\u{2028}"] as [Unicode.Scalar] {
            let before = String(repeating: "a", count: place)
            let after = String(repeating: "b", count: 24 - place)
            let alone = JSON.string(String(Character(scalar))).jsonText.dropFirst().dropLast()
            #expect(
                JSON.string(before + String(Character(scalar)) + after).jsonText
                    == "\"\(before)\(alone)\(after)\"")
            #expect(alone.first == "\\")
        }
    }

    @Test("every scalar survives writing and reading, as a value and as a name, in one line")
    func everyScalar() throws {
        for start in stride(from: UInt32(0), through: 0x10FFFF, by: 0x101) {
            var text = String.UnicodeScalarView()
            text.append(contentsOf: (start..<start + 3).compactMap(Unicode.Scalar.init))
            let json: JSON = ["\(String(text))": .string(String(text))]
            let bytes = json.jsonBytes
            #expect(!bytes.contains { $0 < 0x20 || $0 == 0x7F })
            #expect(try JSON(parsing: bytes) == json)
        }
    }

    @Test(
        "a number is written in its shortest form",
        arguments: [
            (0, "0"), (-0.0, "-0.0"), (1, "1"), (-1, "-1"), (1.5, "1.5"), (-0.6, "-0.6"), (0.1, "0.1"),
            (100, "100"), (1e15, "1000000000000000"),
            (9_007_199_254_740_992, "9007199254740992"), (1e300, "1e+300"),
            (.leastNonzeroMagnitude, "5e-324"),
            (.infinity, "null"),
            (-.infinity, "null"), (.nan, "null"),
        ] as [(Double, String)])
    func numbers(value: Double, text: String) { #expect(JSON.number(value).jsonText == text) }

    @Test(
        "an integer is written with all its digits",
        arguments: [
            (0, "0"), (7, "7"), (-10, "-10"), (.max, "9223372036854775807"), (.min, "-9223372036854775808"),
        ] as [(Int64, String)])
    func integers(value: Int64, text: String) {
        var writer = JSONWriter()
        writer.integer(value)
        #expect(String(decoding: writer.bytes, as: UTF8.self) == text)
    }

    @Test("every double survives writing and reading bit by bit", arguments: UInt64(1)...20)
    func roundTrip(seed: UInt64) throws {
        var bits = seed
        for _ in 0..<200 {
            // Knuth's multiplier for 64-bit linear congruential generators.
            bits = bits &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            for value in [Double(bitPattern: bits), Double(Int64(bitPattern: bits) >> 20) / 1_000]
            where value.isFinite {
                let back = try JSON(parsing: JSON.number(value).jsonBytes).numberValue
                #expect(back?.bitPattern == value.bitPattern)
            }
        }
    }

    @Test(
        "a compact text survives reading and writing byte by byte",
        arguments: [
            #"{"a":[1,-2.5,"x",true,false,null,{}],"b":{"":[]}}"#, #"[[[[]]],"\u0000\"\\"]"#,
            #"{"a":1,"a":2}"#, "\"\"",
        ])
    func compactText(text: String) throws { #expect(try JSON(parsing: Array(text.utf8)).jsonText == text) }
}
