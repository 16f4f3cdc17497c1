// SPDX-License-Identifier: MIT
package import JokeWire

extension Joke {
    /// The promises of Protocol.md, "What a joke contains", that the joke breaks. They are checked by the letter of that
    /// page, not by the code that keeps them.
    package var brokenPromises: [String] {
        var broken: [String] = []
        func promise(_ isKept: Bool, _ promise: String) { if !isKept { broken.append(promise) } }
        promise(Self.isWord(id.rawValue, 1...323), "id")
        promise(Self.isText(value), "value")
        promise((setup == nil) == (punchline == nil), "two parts")
        if let setup, let punchline {
            promise(Self.isText(setup) && Self.isText(punchline), "parts")
            promise(value == "\(setup)\n\(punchline)", "value of two parts")
        }
        promise(categories.count <= 16 && Set(categories).count == categories.count, "number of categories")
        promise(categories.allSatisfy { Self.isLine($0, 1...64) && $0 == $0.lowercased() }, "category")
        promise(Self.isLine(source, 1...64), "source")
        promise(Self.isLanguage(language), "language")
        promise(url.map(Self.isLink) ?? true, "url")
        if let translation {
            let attribution = translation.attribution
            promise(
                Self.isLanguage(translation.language) && translation.language != language,
                "language of a translation")
            promise(Self.isText(translation.value), "value of a translation")
            promise(Self.isLine(attribution.engine, 0...64), "engine")
            promise(Self.isLine(attribution.text, 0...256), "attribution")
            promise(attribution.url.isEmpty || Self.isLink(attribution.url), "url of an attribution")
        }
        return broken
    }

    private static func isText(_ text: String) -> Bool {
        let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        return (1...4_096).contains(text.utf8.count) && lines.first?.isEmpty == false
            && lines.last?.isEmpty == false
            && lines.allSatisfy { $0.last?.properties.isWhitespace != true }
            && text.unicodeScalars.allSatisfy { $0 == "\n" || $0 == "\t" || isHarmless($0) }
    }

    private static func isLine(_ text: String, _ bytes: ClosedRange<Int>) -> Bool {
        bytes.contains(text.utf8.count) && text.unicodeScalars.allSatisfy(isHarmless)
    }

    private static func isWord(_ text: String, _ bytes: ClosedRange<Int>) -> Bool {
        isLine(text, bytes) && !text.unicodeScalars.contains(where: \.properties.isWhitespace)
    }

    private static func isLanguage(_ text: String) -> Bool {
        (2...3).contains(text.utf8.count) && text.utf8.allSatisfy("abcdefghijklmnopqrstuvwxyz".utf8.contains)
    }

    private static func isLink(_ text: String) -> Bool {
        (text.hasPrefix("https://") || text.hasPrefix("http://")) && text.utf8.count <= 1_024
            && text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }
            && !text.contains { "\"<>\\^`{|}".contains($0) }
    }

    /// Whether the scalar is neither a control character (Unicode's Cc, Zl and Zp) nor one of the marks of direction
    /// (UAX #9, section 2) or of byte order.
    private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !scalar.properties.isBidiControl && scalar != "\u{FEFF}"
        }
    }
}

extension Joke {
    /// A joke that breaks each promise, as the line of an import or the output of a program.
    package static let hostile: JSON = {
        let long = String(repeating: "x", count: 900)
        return [
            "id": "\u{1B}[2J", "setup": "\u{1B}[2J\u{202E}Why?\r\n", "punchline": "\n\u{7}Because.  ",
            "categories": .array((0..<55).map { .string("\(long)\($0)") } + ["Dev\u{1B}]0;x\u{7}\n", "dev"]),
            "source": "e\u{1B}]0;owned\u{7}vil\nsource", "language": "EN\u{202E}",
            "url": "https://example.org/ \n\u{1B}[31m",
            "translation": [
                "language": "ES", "value": "\u{1B}[2J\u{202E}Hola.\n\n", "machine": true,
                "attribution": [
                    "engine": "\u{1B}]52;c;cm0gLXJm\u{7}", "text": .string("\u{2066}\n" + long),
                    "url": "javascript:alert(1)",
                ],
            ],
        ]
    }()
}
