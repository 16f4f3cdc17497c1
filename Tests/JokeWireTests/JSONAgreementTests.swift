// SPDX-License-Identifier: MIT

import JokeWire
import Testing

/// The reader accepts exactly the grammar: for all short texts of the relevant bytes, and for long ones that are made
/// at random and then changed.
struct JSONAgreementTests {
    private let grammar = Grammar()

    @Test("of all texts of up to two bytes, exactly those of the grammar are read")
    func shortestTexts() {
        var read = 0
        for first in UInt8.min...UInt8.max {
            read += isRead([first]) ? 1 : 0
            for second in UInt8.min...UInt8.max { read += isRead([first, second]) ? 1 : 0 }
        }
        // 10 digits, alone or with one of four blanks before or after them; 90 numbers of two digits, 10 with a minus;
        // [], {} and "".
        #expect(read == 10 * 9 + 90 + 10 + 3)
    }

    @Test(
        "of all short texts of a few characters, exactly those of the grammar are read",
        arguments: Alphabet.all
    )
    func allShortTexts(_ alphabet: Alphabet) {
        var read = 0
        for text in alphabet.texts { read += isRead(alphabet.frame(text)) ? 1 : 0 }
        #expect(read > 0, "none of them is JSON: they show little")
    }

    @Test("a text made from the grammar is read as its value", arguments: 1...8 as ClosedRange<UInt64>)
    func textsOfGrammar(seed: UInt64) throws {
        var source = RandomJSON(seed: seed &* 0x9E37_79B9_7F4A_7C15)
        for _ in 0..<150 {
            let (text, value) = source.document()
            #expect(isRead(Array(text.utf8)), "\(text)")
            let read = try JSON(parsing: text.utf8)
            #expect(read == value, "\(text)")
            // Swift considers strings with different scalars equal, and zero equal to minus zero. Bytes differ.
            #expect(read.jsonBytes == value.jsonBytes, "\(text)")
            #expect(try JSON(parsing: read.jsonBytes) == value.sayable, "\(text)")
        }
    }

    @Test(
        "a text with a changed byte is read exactly if the grammar allows it",
        arguments: 1...8 as ClosedRange<UInt64>)
    func changedByte(seed: UInt64) {
        var source = RandomJSON(seed: seed &* 0xD134_2543_DE82_EF95)
        let bytes =
            Array("{}[]\",:\\/u0189aAdDbfnrt.eE+- \n".utf8) + [
                0x00, 0x1F, 0x7F, 0x80, 0xBF, 0xC2, 0xED, 0xF4,
            ]
        var read = 0
        var refused = 0
        for _ in 0..<150 {
            let whole = Array(source.document().text.utf8)
            for _ in 0..<8 {
                var text = whole
                let place = source.below(text.count)
                switch source.below(4) {
                case 0: text.remove(at: place)
                case 1: text.insert(bytes[source.below(bytes.count)], at: place)
                case 2: text[place] = bytes[source.below(bytes.count)]
                default: text.removeSubrange(place...)
                }
                if isRead(text) { read += 1 } else { refused += 1 }
            }
        }
        #expect(read > 100 && refused > 300, "\(read) read, \(refused) refused: they show little")
    }

    @Test("the reader and the grammar agree at the nesting limit", arguments: 30...34)
    func nestingLimit(levels: Int) {
        for (open, inner, close) in [("[", "", "]"), ("{\"a\":", "1", "}"), (" [ ", "{}", " ] ")] {
            let text =
                String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)
            #expect(isRead(Array(text.utf8)) == (levels + (inner == "{}" ? 1 : 0) <= Limits.nesting))
        }
    }

    /// Returns whether the text is JSON, and expects the grammar, the reader and the skipper to agree.
    private func isRead(_ text: [UInt8]) -> Bool {
        let expected = grammar.jsonText.matches(text)
        // Any error counts.
        let value = try? JSON(parsing: text)
        let skipped = text.withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            return (try? reader.skipValue()) != nil && (try? reader.end()) != nil
        }
        if (value != nil) != expected || skipped != expected {
            Issue.record(
                "\(String(decoding: text, as: UTF8.self)), \(text): read \(value != nil), skipped \(skipped)")
        }
        return expected
    }
}

/// All texts of some length over a few characters, within a frame that makes some of them JSON.
struct Alphabet: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let lengths: ClosedRange<Int>
    private let before: [UInt8]
    private let after: [UInt8]

    private init(
        _ description: String, _ bytes: [UInt8], _ lengths: ClosedRange<Int>, within frame: (String, String)
    ) {
        (testDescription, self.bytes, self.lengths) = (description, bytes, lengths)
        (before, after) = (Array(frame.0.utf8), Array(frame.1.utf8))
    }

    func frame(_ text: [UInt8]) -> [UInt8] { before + text + after }

    var texts: some Sequence<[UInt8]> {
        lengths.lazy.flatMap { length in
            let count = (0..<length).reduce(1) { product, _ in product * bytes.count }
            return (0..<count).lazy.map { number in
                var rest = number
                return (0..<length).map { _ in
                    defer { rest /= bytes.count }
                    return bytes[rest % bytes.count]
                }
            }
        }
    }

    static let all: [Alphabet] = [
        Alphabet("numbers", Array("-+01.eE".utf8), 1...5, within: ("", "")),
        Alphabet("numbers in an array", Array("-01.e, ".utf8), 1...4, within: ("[", "]")),
        Alphabet("structure", Array("[]{},:\"0".utf8), 1...5, within: ("", "")),
        Alphabet("members", Array("\"a:,1{} ".utf8), 1...4, within: ("{", "}")),
        Alphabet("escapes", Array("\\\"u0bn/ ".utf8), 1...4, within: ("\"", "\"")),
        Alphabet("any escape", Array(0...255), 1...1, within: ("\"\\", "\"")),
        Alphabet("hexadecimal digits", Array("0/9:@AFG`afg".utf8), 3...4, within: ("\"\\u", "\"")),
        Alphabet(
            "first halves of a pair", Array("07789aBCdDF".utf8), 2...2, within: ("\"\\uD", "0\\uDC00\"")),
        Alphabet(
            "second halves of a pair", Array("07789aBcCdDF".utf8), 3...3, within: ("\"\\uD800\\u", "0\"")),
        Alphabet("behind a first half", Array("\\uDCd0\"n".utf8), 1...4, within: ("\"\\uDBFF", "C00\"")),
        Alphabet("any two bytes beyond ASCII", Array(0x7F...0xFF), 1...2, within: ("\"", "\"")),
        Alphabet(
            "UTF-8 at its limits",
            [
                0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xE0, 0xE1, 0xEC, 0xED, 0xEF, 0xF0, 0xF1,
                0xF3, 0xF4, 0xF5,
            ],
            3...3, within: ("\"", "\"")),
        Alphabet(
            "four bytes of UTF-8", [0x80, 0x8F, 0x90, 0xBF, 0xF0, 0xF3, 0xF4, 0xF5], 4...4,
            within: ("\"", "\"")),
        Alphabet("literals", Array("truefalsn".utf8), 4...4, within: ("", "")),
        Alphabet("the last letter of a literal", Array(0...255), 1...1, within: ("[fals", "]")),
        Alphabet("any byte between tokens", Array(0...255), 1...1, within: ("[1", ",2]")),
        Alphabet("any byte in a string", Array(0...255), 1...1, within: ("\"abcdefgh", "ijklmnopq\"")),
        Alphabet("any byte behind the value", Array(0...255), 1...1, within: ("{}", "")),
    ]
}

extension JSON {
    /// The value that JSON can express: null for a number beyond a double.
    fileprivate var sayable: JSON {
        switch self {
        case .number(let number) where !number.isFinite: .null
        case .array(let elements): .array(elements.map(\.sayable))
        case .object(let object):
            .object(
                JSONObject(
                    members: object.map { JSONObject.Member(name: $0.name, value: $0.value.sayable) }))
        default: self
        }
    }
}
