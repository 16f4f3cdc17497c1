// SPDX-License-Identifier: MIT

/// A format into which text from outside is written, so that no part of the text is read as the format.
///
/// Each escape is of a scalar, never of a `Character`: readers of these formats see bytes, and `'` with an accent still
/// ends a word for a shell.
package enum Escaper: String, Sendable, CaseIterable {
    /// The content of an element or of a quoted attribute of XML, HTML, SVG and Pango markup.
    case xml
    /// Formats that know few entities: notifications, and the StyledText of Qt.
    case brackets
    /// A JSON string, with its quotation marks.
    case json
    /// A format string of tmux, in one line.
    case tmux
    /// A line for polybar and lemonbar.
    case polybar
    /// A line of Markdown (CommonMark 0.31, section 2.4).
    case markdown
    /// A compact JSON document, for a terminal. The meaning of its strings is unchanged.
    case jsonDocument
    /// A word for a POSIX shell, with its quotation marks.
    case shell
    /// A part of a URL.
    case url
    /// Text for man(7). Hyphens become minus signs, so that they can be copied.
    case roff
    /// The body for notify-send, which passes it through g_strcompress (GLib).
    case notifySend
    /// An unquoted value of a systemd unit (systemd.unit(5), "Specifiers").
    case unitValue
    /// A word in quotation marks of a systemd unit (systemd.syntax(7)), without them.
    case unitWord
    /// The status for sd_notify(3), in one line.
    case unitStatus
    /// A line of the log.
    case log
    /// A part of a pattern of SQLite's LIKE with `ESCAPE '\'`.
    case like
    /// The label of a menu item, in which an underscore marks a key.
    case mnemonic
    /// The name of a source at the beginning of a joke's id.
    case idPrefix

    /// Returns the text as the format writes it.
    ///
    /// What people see as formatted text is made safe first (``TerminalText/safe(_:)``). Ids, paths and documents keep
    /// each character; a joke must be safe before it becomes a word for a shell or a notification.
    package func escaped(_ text: String) -> String {
        let isShown: Bool
        switch self {
        case .xml, .brackets, .json, .tmux, .polybar, .markdown: isShown = true
        // Looking up the properties of a scalar takes 0.2 µs, and most of these are ASCII.
        case .log, .jsonDocument:
            if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return text }
            isShown = false
        default: isShown = false
        }
        var result = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in (isShown ? TerminalText.safe(text) : text).unicodeScalars {
            if let replacement = replacement(of: scalar, after: previous) {
                result.append(contentsOf: replacement.unicodeScalars)
            } else {
                result.append(scalar)
            }
            previous = scalar
        }
        return switch self {
        case .shell: "'\(result)'"
        case .json: "\"\(result)\""
        default: String(result)
        }
    }

    /// Returns what stands for the scalar, or nil if it stands for itself.
    private func replacement(of scalar: Unicode.Scalar, after previous: Unicode.Scalar?) -> String? {
        switch (self, scalar) {
        case (.xml, "&"), (.brackets, "&"): "&amp;"
        case (.xml, "<"), (.brackets, "<"): "&lt;"
        case (.xml, ">"), (.brackets, ">"): "&gt;"
        case (.xml, "\""): "&quot;"
        case (.xml, "'"): "&#39;"
        case (.json, "\n"): "\\n"
        case (.tmux, "#"): "##"
        // Tags begin with `%{`. The percent sign may be the end of a text before this one.
        case (.polybar, "{") where previous == nil || previous == "%": " {"
        case (.tmux, "\n"), (.polybar, "\n"): " "
        // A full stop is markup only after a number and after `www`.
        case (.markdown, "."):
            previous.map("0123456789wW".unicodeScalars.contains) == true ? "\\." : nil
        case (.markdown, _): Self.isMarkdown(scalar) ? "\\\(scalar)" : nil
        case (.jsonDocument, _): Self.isPlainInJSON(scalar) ? nil : Self.jsonEscape(scalar)
        case (.shell, "'"): "'\\''"
        case (.url, _): PercentEncoding.encode(String(scalar))
        case (.roff, _): Self.roff(scalar)
        case (.json, "\""), (.json, "\\"), (.notifySend, "\\"), (.unitWord, "\""), (.unitWord, "\\"),
            (.like, "%"),
            (.like, "_"), (.like, "\\"):
            "\\\(scalar)"
        case (.unitWord, "\n"): "\\n"
        case (.unitValue, "%"), (.unitWord, "%"): "%%"
        case (.unitStatus, _): scalar.role == .newline ? " " : nil
        case (.log, _):
            Self.isPlainInLog(scalar) ? nil : "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
        case (.mnemonic, "_"): "__"
        case (.idPrefix, "%"), (.idPrefix, " "), (.idPrefix, ":"), (.idPrefix, "\u{2237}"):
            PercentEncoding.encode(String(scalar))
        default: nil
        }
    }

    private static func isMarkdown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "\\", "`", "*", "_", "{", "}", "[", "]", "<", ">", "(", ")", "#", "+", "-", "!", "|", "~", "&",
            ":", "=", "@", "$", "^":
            true
        default: false
        }
    }

    private static func isPlainInJSON(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.role {
        case .visible, .variation, .joiner: true
        case .newline, .blank, .dropped: false
        }
    }

    private static func jsonEscape(_ scalar: Unicode.Scalar) -> String {
        (UTF16.encode(scalar) ?? .init()).map { "\\u" + hex($0, uppercase: false) }.joined()
    }

    private static func isPlainInLog(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return 0x20..<0x7F ~= scalar.value }
        return switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: false
        default: !scalar.properties.isBidiControl
        }
    }

    private static func roff(_ scalar: Unicode.Scalar) -> String? {
        switch scalar {
        case "\\": "\\e"
        case "-": "\\-"
        case "'": "\\(aq"
        case "\"": "\\(dq"
        case "`": "\\(ga"
        case "^": "\\(ha"
        case "~": "\\(ti"
        default: scalar.isASCII ? nil : "\\[u\(hex(scalar.value, uppercase: true))]"
        }
    }

    private static func hex(_ value: some BinaryInteger, uppercase: Bool) -> String {
        let digits = String(value, radix: 16, uppercase: uppercase)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}

extension String {
    /// The text as one word, in quotes if it needs them.
    package var shellWord: String {
        let isPlain = utf8.allSatisfy { byte in
            0x61...0x7A ~= byte | 0x20 || 0x30...0x39 ~= byte || "-_=:./%@".utf8.contains(byte)
        }
        return isPlain && !isEmpty ? self : Escaper.shell.escaped(self)
    }

    /// The text as the last word of a command line, which takes it for no option.
    package var shellArgument: String { (utf8.first == UInt8(ascii: "-") ? "-- " : "") + shellWord }
}
