// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire

/// Makes JSON texts production by production, each with its value.
struct RandomJSON {
    /// A text and its value.
    typealias Sample = (text: String, value: JSON)

    var random: Xorshift

    init(seed: UInt64) { random = Xorshift(state: seed) }

    mutating func document() -> Sample {
        let value = value(levels: 5)
        return (blanks() + value.text + blanks(), value.value)
    }

    private mutating func value(levels: Int) -> Sample {
        switch below(levels > 0 ? 8 : 5) {
        case 0: ("null", .null)
        case 1: ("true", true)
        case 2: ("false", false)
        case 3: number()
        case 4: string { .string($0) }
        case 5, 6: array(levels: levels - 1)
        default: object(levels: levels - 1)
        }
    }

    private mutating func array(levels: Int) -> Sample {
        let elements = (0..<below(5)).map { _ in value(levels: levels) }
        let text = elements.map { blanks() + $0.text + blanks() }.joined(separator: ",")
        return ("[" + (text.isEmpty ? blanks() : text) + "]", .array(elements.map(\.value)))
    }

    private mutating func object(levels: Int) -> Sample {
        var object: JSONObject = [:]
        var texts: [String] = []
        for _ in 0..<below(5) {
            var name = ""
            let written = string {
                name = $0
                return .null
            }
            let value = value(levels: levels)
            object.append(name, value.value)
            texts.append(blanks() + written.text + blanks() + ":" + blanks() + value.text + blanks())
        }
        let text = texts.joined(separator: ",")
        return ("{" + (text.isEmpty ? blanks() : text) + "}", .object(object))
    }

    private mutating func number() -> Sample {
        var text = below(2) == 0 ? "-" : ""
        text += below(4) == 0 ? "0" : String(1 + below(9)) + digits(below(18))
        if below(2) == 0 { text += "." + digits(1 + below(18)) }
        if below(2) == 0 { text += pick(["e", "E"]) + pick(["", "+", "-"]) + digits(1 + below(3)) }
        return (text, .number(Double(text) ?? .nan))
    }

    private mutating func digits(_ count: Int) -> String {
        (0..<count).map { _ in String(below(10)) }.joined()
    }

    private mutating func string(_ kind: (String) -> JSON) -> Sample {
        var text = ""
        var content = ""
        for _ in 0..<below(12) {
            let scalar = scalar()
            content.unicodeScalars.append(scalar)
            text += written(scalar)
        }
        return ("\"\(text)\"", kind(content))
    }

    /// Returns a scalar of any length in UTF-8, often the first or the last of a length.
    private mutating func scalar() -> Unicode.Scalar {
        let ranges: [ClosedRange<UInt32>] = [
            0x00...0x1F, 0x20...0x7F, 0x20...0x7F, 0x80...0x7FF, 0x800...0xD7FF, 0xE000...0xFFFF,
            0x10000...0x10FFFF,
        ]
        let range = ranges[below(ranges.count)]
        let values = [range.lowerBound, range.upperBound, UInt32.random(in: range, using: &random)]
        return Unicode.Scalar(values[below(3)]) ?? " "
    }

    /// Returns the scalar as itself if allowed, as its short escape if it has one, or in hexadecimal.
    private mutating func written(_ scalar: Unicode.Scalar) -> String {
        let short: [Unicode.Scalar: String] = [
            "\"": "\\\"", "\\": "\\\\", "/": "\\/", "\u{8}": "\\b", "\u{C}": "\\f", "\n": "\\n",
            "\r": "\\r", "\t": "\\t",
        ]
        let mayStand = scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
        if mayStand, below(3) > 0 { return String(Character(scalar)) }
        if let escape = short[scalar], below(2) == 0 { return escape }
        return String(scalar).utf16.map { unit in
            let digits = String(unit, radix: 16, uppercase: below(2) == 0)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }.joined()
    }

    private mutating func blanks() -> String {
        below(3) > 0 ? "" : (0...below(3)).map { _ in pick([" ", "\t", "\n", "\r"]) }.joined()
    }

    private mutating func pick(_ choices: [String]) -> String { choices[below(choices.count)] }

    mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
}
