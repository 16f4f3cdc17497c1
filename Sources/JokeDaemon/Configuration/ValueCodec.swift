// SPDX-License-Identifier: MIT
import JokeWire

/// The type of a key's value: its name in error messages, its parser and its writer.
struct ValueCodec<Value> {
    /// An invalid value or element.
    struct Mismatch {
        /// The position within the value, such as `[2]`, or empty for the whole value.
        var path = ""
        let expected: String
        let found: JSON
    }

    /// The expected value for error messages, with an article: `an integer from 1 to 100`.
    let expected: String
    /// Parses a value. Returns nil and appends all mismatches if it is invalid.
    let decode: (JSON, inout [Mismatch]) -> Value?
    let encode: (Value) -> JSON

    init(
        _ expected: String, encode: @escaping (Value) -> JSON,
        decode: @escaping (JSON, inout [Mismatch]) -> Value?
    ) {
        (self.expected, self.encode, self.decode) = (expected, encode, decode)
    }

    init(_ expected: String, encode: @escaping (Value) -> JSON, one: @escaping (JSON) -> Value?) {
        self.init(expected, encode: encode) { json, mismatches in
            if let value = one(json) { return value }
            mismatches.append(Mismatch(expected: expected, found: json))
            return nil
        }
    }
}

extension ValueCodec<Bool> {
    static var bool: Self { ValueCodec("true or false", encode: JSON.bool, one: \.boolValue) }
}

extension ValueCodec<Int> {
    static func integer(_ range: ClosedRange<Int>) -> Self {
        ValueCodec("an integer from \(range.lowerBound) to \(range.upperBound)", encode: JSON.integer) {
            $0.integerValue.flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension ValueCodec<Double> {
    static func number(_ range: ClosedRange<Int>) -> Self {
        let bounds = Double(range.lowerBound)...Double(range.upperBound)
        return ValueCodec("a number from \(range.lowerBound) to \(range.upperBound)", encode: JSON.number) {
            $0.numberValue.flatMap { bounds.contains($0) ? $0 : nil }
        }
    }
}

extension ValueCodec<Double> {
    /// A weight above 0. A weight of 0 would exclude a category, which is what `filter.blockedCategories` is for.
    static var weight: Self {
        ValueCodec("a number above 0, at most 1000", encode: JSON.number) {
            $0.numberValue.flatMap { 0 < $0 && $0 <= 1000 ? $0 : nil }
        }
    }
}

extension ValueCodec<String> {
    /// A string that satisfies `condition`.
    static func text(_ expected: String, where condition: @escaping (String) -> Bool) -> Self {
        ValueCodec(expected, encode: JSON.string) {
            $0.stringValue.flatMap { condition($0) ? $0 : nil }
        }
    }

    static var language: Self {
        ValueCodec(LanguageCode.expected, encode: JSON.string) {
            $0.stringValue.flatMap(LanguageCode.of)
        }
    }

    /// A language, or one with a country, such as `es-MX`.
    static var locale: Self { text(LanguageCode.expected) { LanguageCode.of($0) != nil } }

    /// A name on one line that jokes can contain.
    static var hero: Self {
        text("a name of 1 to 40 characters") {
            $0.count <= 40 && SanitizedText.line($0, limit: 160) == $0
        }
    }

    static var category: Self { text("a category") { !$0.isEmpty } }

    /// One word. The filter compares whole words, so it could not match anything else.
    static var word: Self {
        text("one word of letters and digits, at most \(Limits.blockedWord) bytes") { word in
            !word.isEmpty && word.utf8.count <= Limits.blockedWord
                && word.allSatisfy { $0.isLetter || $0.isNumber }
        }
    }

    static func one(of names: [String]) -> Self {
        text(names.map { JSON.string($0).jsonText }.joined(separator: " or "), where: names.contains)
    }

    /// The base address of a service, without query and fragment, which jokesd-fetch adds.
    static var address: Self {
        text("an address that begins with https:// or http://", where: isAddress)
    }

    /// A base address, or an empty string for none.
    static var addressOrNone: Self {
        text("an address that begins with https:// or http://, or nothing") { $0.isEmpty || isAddress($0) }
    }

    private static func isAddress(_ text: String) -> Bool {
        let host = ["https://", "http://"].first(where: text.hasPrefix).map { text.dropFirst($0.count) }
        return host.map { !$0.isEmpty && !$0.hasPrefix("/") } ?? false
            && text.unicodeScalars.allSatisfy { ("!"..."~").contains($0) && $0 != "?" && $0 != "#" }
    }

    /// A contact. It appears in parentheses in an HTTP header.
    static var contact: Self {
        text("an address or a page, in ASCII and without parentheses") { text in
            text.utf8.count <= 256
                && text.unicodeScalars.allSatisfy { (" "..."~").contains($0) && $0 != "(" && $0 != ")" }
        }
    }

    /// A name that replaces another one in a joke, or an empty string for none.
    static var name: Self {
        text("a name of at most 64 characters") { $0.count <= 64 && !$0.utf8.contains { $0 < 0x20 } }
    }

    /// An argument of a command line.
    static var argument: Self {
        text("a word of a command line") { !$0.utf8.contains(0) && $0.utf8.count <= 4_096 }
    }

    /// A link to a web page or a mail, with a placeholder for the joke. No other scheme is allowed.
    static var shareLink: Self {
        text("a link that begins with https://, http:// or mailto: and has {text} in it, or \"\"") { link in
            if link.isEmpty { return true }
            guard ["https://", "http://", "mailto:"].contains(where: link.hasPrefix),
                link.utf8.count <= 2_048,
                link.unicodeScalars.allSatisfy({ ("!"..."~").contains($0) })
            else { return false }
            let placeholders = link.split(separator: "{", omittingEmptySubsequences: false).dropFirst()
            return link.contains("{text}")
                && placeholders.allSatisfy { $0.hasPrefix("text}") || $0.hasPrefix("url}") }
        }
    }

    /// A path, made absolute. Relative paths and those with `~` are in the home directory.
    static func path(_ environment: Environment) -> Self {
        ValueCodec("a path", encode: JSON.string) { json in
            json.stringValue.flatMap {
                $0.isEmpty || $0.utf8.contains(0) ? nil : environment.expanded($0)
            }
        }
    }
}

extension ValueCodec {
    /// An array. Each invalid element is a mismatch.
    static func list<Element>(
        of kind: ValueCodec<Element>, atLeast least: Int = 0
    ) -> ValueCodec<[Element]> where Value == [Element] {
        let expected =
            least == 0 ? "an array" : "an array with at least \(least) element\(least == 1 ? "" : "s")"
        return ValueCodec(expected, encode: { .array($0.map(kind.encode)) }) { json, mismatches in
            guard let elements = json.arrayValue, elements.count >= least else {
                mismatches.append(Mismatch(expected: expected, found: json))
                return nil
            }
            var values: [Element] = []
            for (index, element) in elements.enumerated() {
                var found: [ValueCodec<Element>.Mismatch] = []
                if let value = kind.decode(element, &found) { values.append(value) }
                mismatches += found.map {
                    Mismatch(path: "[\(index)]\($0.path)", expected: $0.expected, found: $0.found)
                }
            }
            return values.count == elements.count ? values : nil
        }
    }
}

extension ValueCodec<[String]> {
    /// A program and its arguments, which no shell interprets.
    static var command: Self {
        let words = ValueCodec<[String]>.list(of: .argument, atLeast: 1)
        return ValueCodec(words.expected, encode: words.encode) { json, mismatches in
            guard let command = words.decode(json, &mismatches) else { return nil }
            guard command[0].isEmpty else { return command }
            mismatches.append(Mismatch(path: "[0]", expected: "a program", found: ""))
            return nil
        }
    }
}

extension JSON {
    /// The value in an error message: short values in full, others by their type.
    var shown: String {
        switch self {
        case .array(let elements) where elements.isEmpty: "an empty array"
        case .array, .object: typeName
        case .number(let value) where !value.isFinite: "a number that is too large"
        case .string(let text): JSON.string(QuotedExcerpt.part(of: text)).jsonText
        default: jsonText
        }
    }
}
