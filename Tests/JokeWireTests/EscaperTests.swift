// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

/// Reads each format byte by byte, as its programs do. A reader returns nil where the text would act.
@Suite("Escapes")
struct EscaperTests {
    /// The marks that join the next character (the prepended ones of UAX #29).
    static let prepended: [Unicode.Scalar] = (0..<0x12000).compactMap(Unicode.Scalar.init).filter {
        Array("\($0)a").count == 1 && !$0.isASCII && Array("a\($0)").count == 2
    }

    static let hostile: [String] = (0..<0x80).flatMap { code -> [String] in
        let letter = String(Unicode.Scalar(UInt8(code)))
        let around = [
            "\(letter)\u{301}", "\u{600}\(letter)\u{301}", "\(letter)\u{200D}", "\(letter)\u{FE0F}",
        ]
        let pairs = ["{", "(", "[", "#", "%", "'", "\"", "\\", "<"].flatMap {
            ["\(letter)\($0)", "\($0)\(letter)"]
        }
        return around + pairs + prepended.map { "\($0)\(letter)" }
    }

    @Test("there are marks that join the next character")
    func marks() {
        #expect(Self.prepended.contains("\u{600}") && Self.prepended.contains("\u{110BD}"))
        #expect(Self.prepended.count > 20, "\(Self.prepended.count)")
        // Noncharacters and tags, which a literal cannot have, and a person cannot see.
        let unseen = [0xFDD0, 0xFFFE, 0x1FFFF, 0x10FFFF, 0xE0041].compactMap { Unicode.Scalar(UInt32($0)) }
        // A joiner between letters of ASCII joins nothing, as every other format character.
        let formats = (0..<0x110000).compactMap(Unicode.Scalar.init).filter {
            $0.properties.generalCategory == .format
        }
        for scalar in Self.prepended + unseen + formats + ["\u{FE0F}"] {
            #expect(TerminalText.safe("a\(scalar)b").utf8.elementsEqual("ab".utf8), "\(scalar.value)")
        }
    }

    @Test("each text is read as it was, by a reader of bytes", arguments: Escaper.allCases)
    func readAsWritten(_ escaper: Escaper) {
        for middle in Self.hostile {
            for text in [middle, "a\(middle)touch pwned\(middle)"] {
                let written = escaper.escaped(escaper == .jsonDocument ? JSON.string(text).jsonText : text)
                let read = Self.read(Array(written.utf8), as: escaper).map {
                    String(decoding: $0, as: UTF8.self)
                }
                let wanted = Self.wanted(text, by: escaper)
                #expect(
                    read.map { Array($0.utf8) } == Array(wanted.utf8), "\(escaper): \(text.debugDescription)")
            }
        }
    }

    /// What the reader must find: the text, without what cannot be shown if it is for people.
    private static func wanted(_ text: String, by escaper: Escaper) -> String {
        switch escaper {
        case .xml, .brackets, .json, .markdown: TerminalText.safe(text)
        case .tmux: TerminalText.oneLine(text)
        // A blank prevents a tag.
        case .polybar: String(decoding: TerminalText.oneLine(text).utf8.filter { $0 != 0x20 }, as: UTF8.self)
        case .unitStatus: line(text)
        case .unitWord, .shell, .url, .roff, .notifySend, .unitValue, .like, .mnemonic, .idPrefix, .log,
            .jsonDocument:
            text
        }
    }

    private static func line(_ text: String) -> String {
        String(
            String.UnicodeScalarView(text.unicodeScalars.map { 0x0A...0x0D ~= $0.value ? " " : $0 }))
    }

    // swift-format-ignore
    private static func read(_ bytes: [UInt8], as escaper: Escaper) -> [UInt8]? {
        let named: [(String, String)] = [("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'")]
        switch escaper {
        case .xml: return decoded(bytes, named, forbidden: "<>&\"'")
        case .brackets: return decoded(bytes, Array(named.prefix(3)), forbidden: "<>&")
        case .json, .jsonDocument:
            guard case .string(let text)? = try? JSON(parsing: bytes) else { return nil }
            return Array(text.utf8)
        case .tmux: return decoded(bytes, [("##", "#")], forbidden: "#\n")
        case .polybar:
            let acts = bytes.first == 0x7B || bytes.indices.contains { bytes[$0...].starts(with: "%{".utf8) }
            return acts ? nil : bytes.filter { $0 != 0x20 }
        case .markdown: return decoded(bytes, markdown, forbidden: "\\`*_{}[]<>()#+-!|~&:=@$^")
        case .shell: return shellWord(bytes)
        case .url:
            guard bytes.allSatisfy({ 0x21...0x7E ~= $0 && !":/?#[]@!$&'()*+,;=\"<>\\^`{|}".utf8.contains($0) }) else { return nil }
            return percentDecoded(bytes)
        case .roff: return roff(bytes)
        case .notifySend: return decoded(bytes, [("\\\\", "\\")], forbidden: "\\")
        case .unitValue: return decoded(bytes, [("%%", "%")], forbidden: "%")
        case .unitWord:
            return decoded(bytes, [("%%", "%"), ("\\\"", "\""), ("\\\\", "\\"), ("\\n", "\n")], forbidden: "%\"\\\n")
        case .unitStatus: return bytes.contains(0x0A) ? nil : bytes
        case .log: return bytes.contains { $0 < 0x20 || $0 == 0x7F } ? nil : unbraced(bytes)
        case .like: return decoded(bytes, [("\\%", "%"), ("\\_", "_"), ("\\\\", "\\")], forbidden: "%_\\")
        case .mnemonic: return decoded(bytes, [("__", "_")], forbidden: "_")
        case .idPrefix: return bytes.contains { $0 == 0x20 || $0 == 0x3A } ? nil : percentDecoded(bytes)
        }
    }

    private static let markdown = "\\`*_{}[]<>()#+-!|~&:=@$^.".unicodeScalars.map { ("\\\($0)", "\($0)") }

    /// Replaces each escape. Returns nil if a forbidden byte is left.
    private static func decoded(_ bytes: [UInt8], _ escapes: [(String, String)], forbidden: String)
        -> [UInt8]?
    {
        var (rest, result) = (bytes[...], [UInt8]())
        while let byte = rest.first {
            if let (escape, meaning) = escapes.first(where: { rest.starts(with: $0.0.utf8) }) {
                result += meaning.utf8
                rest = rest.dropFirst(escape.utf8.count)
            } else {
                guard !forbidden.utf8.contains(byte) else { return nil }
                result.append(byte)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    /// A word of a POSIX shell that consists of single quotes and escaped characters (XCU, 2.2).
    private static func shellWord(_ bytes: [UInt8]) -> [UInt8]? {
        var (rest, result) = (bytes[...], [UInt8]())
        while let byte = rest.popFirst() {
            switch byte {
            case 0x27:
                guard let end = rest.firstIndex(of: 0x27) else { return nil }
                result += rest[..<end]
                rest = rest[(end + 1)...]
            case 0x5C:
                guard let next = rest.popFirst() else { return nil }
                result.append(next)
            default: return nil
            }
        }
        return result
    }

    private static func percentDecoded(_ bytes: [UInt8]) -> [UInt8]? {
        var (rest, result) = (bytes[...], [UInt8]())
        while let byte = rest.popFirst() {
            guard byte == 0x25 else { result.append(byte); continue }
            guard let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
                return nil
            }
            result.append(value)
            rest = rest.dropFirst(2)
        }
        return result
    }

    private static func roff(_ bytes: [UInt8]) -> [UInt8]? {
        let names = [
            ("\\e", "\\"), ("\\-", "-"), ("\\(aq", "'"), ("\\(dq", "\""), ("\\(ga", "`"), ("\\(ha", "^"),
            ("\\(ti", "~"),
        ]
        guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
        let text = replaced(bytes, from: "\\[u", to: "]")
        return text.flatMap { decoded($0, names, forbidden: "\\-'\"`^~") }
    }

    private static func unbraced(_ bytes: [UInt8]) -> [UInt8]? { replaced(bytes, from: "\\u{", to: "}") }

    /// Replaces the hexadecimal numbers between the marks by their scalars.
    private static func replaced(_ bytes: [UInt8], from start: String, to end: String) -> [UInt8]? {
        var (rest, result) = (bytes[...], [UInt8]())
        while let byte = rest.first {
            guard rest.starts(with: start.utf8) else {
                result.append(byte)
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(start.utf8.count)
            guard let close = rest.firstIndex(of: end.utf8.first ?? 0),
                let value = UInt32(String(decoding: rest[..<close], as: UTF8.self), radix: 16),
                let scalar = Unicode.Scalar(value)
            else { return nil }
            result += String(scalar).utf8
            rest = rest[(close + 1)...]
        }
        return result
    }
}
