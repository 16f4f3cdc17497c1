// SPDX-License-Identifier: MIT

/// A rule of ABNF (RFC 5234): a function that returns the rest of a text after the match, or nil without a match.
///
/// It recognizes grammars without backtracking, such as that of JSON: the first alternative that matches is taken, and
/// a repetition takes as much as possible.
struct Rule: Sendable {
    let rest: @Sendable (ArraySlice<UInt8>) -> ArraySlice<UInt8>?

    func matches(_ text: [UInt8]) -> Bool { rest(text[...])?.isEmpty == true }

    /// `%x20-21`
    static func byte(_ range: ClosedRange<UInt8>) -> Rule {
        Rule { text in
            guard let first = text.first, range.contains(first) else { return nil }
            return text.dropFirst()
        }
    }

    /// Any of these characters.
    static func any(_ characters: StaticString) -> Rule {
        let bytes = Array(characters.description.utf8)
        return Rule { text in
            guard let first = text.first, bytes.contains(first) else { return nil }
            return text.dropFirst()
        }
    }

    /// These characters, one after the other.
    static func text(_ characters: StaticString) -> Rule {
        let bytes = Array(characters.description.utf8)
        return Rule { $0.starts(with: bytes) ? $0.dropFirst(bytes.count) : nil }
    }

    /// `*rule`
    static func many(_ rule: Rule) -> Rule {
        Rule { text in
            var text = text
            while let rest = rule.rest(text) { text = rest }
            return text
        }
    }

    /// `1*rule`
    static func some(_ rule: Rule) -> Rule { rule + many(rule) }

    /// `[ rule ]`
    static func optional(_ rule: Rule) -> Rule { Rule { rule.rest($0) ?? $0 } }

    /// One rule, then the other.
    static func + (first: Rule, second: Rule) -> Rule { Rule { first.rest($0).flatMap(second.rest) } }

    /// One rule or, if it does not match, the other: the sign of ABNF.
    static func / (first: Rule, second: Rule) -> Rule { Rule { first.rest($0) ?? second.rest($0) } }
}

/// The grammar of RFC 8259, literally, over that of UTF-8 in RFC 3629, section 4. It was written without looking at the
/// reader, to be compared with it.
///
/// As Protocol.md, it is stricter than the RFC in two points: surrogates come in pairs, and containers are at most
/// `levels` deep.
struct Grammar: Sendable {
    let jsonText: Rule

    init(levels: Int = 32) {
        let whitespace = Rule.many(.any(" \t\n\r"))
        func structural(_ character: StaticString) -> Rule { whitespace + .text(character) + whitespace }
        let scalar = .text("false") / .text("null") / .text("true") / Self.number / Self.string

        var value = scalar
        for _ in 0..<levels {
            let inner = value
            func list(_ element: Rule) -> Rule { .optional(element + .many(structural(",") + element)) }
            let member = Self.string + structural(":") + inner
            let object = structural("{") + list(member) + structural("}")
            let array = structural("[") + list(inner) + structural("]")
            value = scalar / object / array
        }
        jsonText = whitespace + value + whitespace
    }

    // Section 6.
    private static let digit = Rule.any("0123456789")
    private static let integer = .text("0") / (.any("123456789") + .many(digit))
    private static let fraction = .text(".") + .some(digit)
    private static let exponent = .any("eE") + .optional(.any("-+")) + .some(digit)
    private static let number =
        .optional(.text("-")) + integer + .optional(fraction) + .optional(exponent)

    // Section 7.
    private static let hex = Rule.any("0123456789abcdefABCDEF")
    private static let plainUnit =
        (.any("0123456789abcefABCEF") + hex + hex + hex) / (.any("dD") + .any("01234567") + hex + hex)
    private static let pair =
        .any("dD") + .any("89abAB") + hex + hex + .text("\\u") + .any("dD") + .any("cdefCDEF") + hex + hex
    private static let escape = .text("\\") + (.any("\"\\/bfnrt") / (.text("u") + (plainUnit / pair)))
    private static let unescaped =
        Rule.byte(0x20...0x21) / .byte(0x23...0x5B) / .byte(0x5D...0x7F) / beyondASCII
    private static let string = .text("\"") + .many(unescaped / escape) + .text("\"")

    // RFC 3629.
    private static let tail = Rule.byte(0x80...0xBF)
    private static let two = .byte(0xC2...0xDF) + tail
    private static let three =
        (.byte(0xE0...0xE0) + .byte(0xA0...0xBF) + tail) / (.byte(0xE1...0xEC) + tail + tail)
        / (.byte(0xED...0xED) + .byte(0x80...0x9F) + tail) / (.byte(0xEE...0xEF) + tail + tail)
    private static let four =
        (.byte(0xF0...0xF0) + .byte(0x90...0xBF) + tail + tail) / (.byte(0xF1...0xF3) + tail + tail + tail)
        / (.byte(0xF4...0xF4) + .byte(0x80...0x8F) + tail + tail)
    private static let beyondASCII = two / three / four
}
