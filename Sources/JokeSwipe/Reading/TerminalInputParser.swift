// SPDX-License-Identifier: MIT

/// Parses the bytes from a terminal into keys, mouse reports (SGR, mode 1006), pasted text (mode 2004) and replies.
///
/// Call ``append(_:)`` with the bytes that were read, then ``next()`` until it returns nil. A lone escape byte is the
/// Escape key only if nothing follows it. If ``isUndecided`` is true afterwards, wait a moment and call ``flush()``.
package struct TerminalInputParser: Sendable {
    private var bytes: [UInt8] = []
    private var pasted: [UInt8]?

    /// The longest control sequence, in bytes. Longer ones are discarded.
    private static let longestSequence = 64
    private static let longestPaste = 4_096
    private static let endOfPaste = Array("\u{1B}[201~".utf8)

    package init() {}

    package mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

    /// Whether the rest of an escape sequence may still arrive.
    package var isUndecided: Bool { pasted == nil && bytes.first == 0x1B }

    /// Returns the Escape key if an escape byte is pending and nothing followed it.
    package mutating func flush() -> TerminalInput? {
        guard isUndecided else { return nil }
        bytes.removeFirst()
        return .key(.escape)
    }

    package mutating func next() -> TerminalInput? {
        while !bytes.isEmpty {
            if pasted != nil {
                guard let report = paste() else { return nil }
                return report
            }
            guard let (report, count) = first() else { return nil }
            bytes.removeFirst(count)
            if let report { return report }
        }
        return nil
    }

    /// Returns the first input and its length in bytes. The input is nil if it has no meaning here. Returns nil if more
    /// bytes must arrive.
    private mutating func first() -> (TerminalInput?, Int)? {
        switch bytes[0] {
        case 0x1B: return sequence()
        case 0x0D, 0x0A: return (.key(.enter), 1)
        case 0x09: return (.key(.tab), 1)
        case 0x08, 0x7F: return (.key(.backspace), 1)
        case 0x01...0x1A:
            return (.key(.control(Character(Unicode.Scalar(bytes[0] + 0x60)))), 1)
        case 0x20...0x7E: return (.key(.character(Character(Unicode.Scalar(bytes[0])))), 1)
        case 0x80...: return character()
        default: return (nil, 1)
        }
    }

    private func character() -> (TerminalInput?, Int)? {
        let length = bytes[0] >= 0xF0 ? 4 : bytes[0] >= 0xE0 ? 3 : bytes[0] >= 0xC0 ? 2 : 1
        guard bytes.count >= length else { return nil }
        let text = String(decoding: bytes[..<length], as: UTF8.self)
        guard length > 1, text.unicodeScalars.count == 1, let character = text.first, character != "\u{FFFD}"
        else { return (nil, 1) }
        return (.key(.character(character)), length)
    }

    private mutating func sequence() -> (TerminalInput?, Int)? {
        guard bytes.count > 1 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "["): return controlSequence()
        // SS3 begins a cursor key in application mode.
        case UInt8(ascii: "O"):
            guard bytes.count > 2 else { return nil }
            return (Self.key(final: bytes[2]).map { .key($0) }, 3)
        case 0x1B: return (.key(.escape), 1)
        // A key with Alt has no meaning here.
        default: return (nil, 2)
        }
    }

    private mutating func controlSequence() -> (TerminalInput?, Int)? {
        guard let end = bytes.dropFirst(2).firstIndex(where: { 0x40...0x7E ~= $0 }) else {
            return bytes.count > Self.longestSequence ? (nil, bytes.count) : nil
        }
        let parameters = bytes[2..<end]
        let count = end + 1
        switch bytes[end] {
        case UInt8(ascii: "M"), UInt8(ascii: "m"):
            return (Self.mouse(parameters, isRelease: bytes[end] == UInt8(ascii: "m")), count)
        case UInt8(ascii: "~"):
            let number = Self.numbers(parameters).first ?? 0
            if number == 200 {
                pasted = []
                return (nil, count)
            }
            return (Self.key(number: number).map { .key($0) }, count)
        case UInt8(ascii: "y"): return (Self.mode(parameters), count)
        default: return (Self.key(final: bytes[end]).map { .key($0) }, count)
        }
    }

    private mutating func paste() -> TerminalInput? {
        let end = bytes.indices.first { bytes[$0...].starts(with: Self.endOfPaste) }
        // The last bytes may be an incomplete end marker. Keep them.
        let taken = end ?? max(bytes.count - Self.endOfPaste.count, 0)
        var text = pasted ?? []
        text.append(contentsOf: bytes[..<taken].prefix(Self.longestPaste - text.count))
        bytes.removeFirst(taken)
        pasted = text
        guard end != nil else { return nil }
        bytes.removeFirst(Self.endOfPaste.count)
        pasted = nil
        return .pasted(String(decoding: text, as: UTF8.self))
    }
}

extension TerminalInputParser {
    private static func key(final: UInt8) -> Key? {
        switch Character(Unicode.Scalar(final)) {
        case "A": .up
        case "B": .down
        case "C": .right
        case "D": .left
        case "H": .home
        case "F": .end
        case "M": .enter
        default: nil
        }
    }

    private static func key(number: Int) -> Key? {
        switch number {
        case 1, 7: .home
        case 4, 8: .end
        case 3: .delete
        case 5: .pageUp
        case 6: .pageDown
        default: nil
        }
    }

    /// Parses `<buttons;column;row`. The low bits of `buttons` are the button, 32 is motion, 64 the wheel.
    private static func mouse(_ parameters: ArraySlice<UInt8>, isRelease: Bool) -> TerminalInput? {
        guard parameters.first == UInt8(ascii: "<") else { return nil }
        let numbers = numbers(parameters.dropFirst())
        guard numbers.count == 3, numbers[1] > 0, numbers[2] > 0 else { return nil }
        let kind: MouseReport.Kind
        switch (numbers[0] & ~0x1C, isRelease) {
        case (0, false): kind = .press
        case (32, false): kind = .drag
        case (0, true), (32, true): kind = .release
        case (64, false): kind = .wheelUp
        case (65, false): kind = .wheelDown
        default: return nil
        }
        return .mouse(MouseReport(kind, column: numbers[1] - 1, row: numbers[2] - 1))
    }

    /// Parses `?2026;n$`. `n` is 1 to 3 if the terminal knows the mode and it can be set.
    private static func mode(_ parameters: ArraySlice<UInt8>) -> TerminalInput? {
        guard parameters.first == UInt8(ascii: "?"), parameters.last == UInt8(ascii: "$") else { return nil }
        let numbers = numbers(parameters.dropFirst().dropLast())
        guard numbers.count == 2, numbers[0] == 2026 else { return nil }
        return .synchronizes((1...3).contains(numbers[1]))
    }

    private static func numbers(_ parameters: ArraySlice<UInt8>) -> [Int] {
        parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
            .map { digits in digits.count < 7 ? Int(String(decoding: digits, as: UTF8.self)) ?? 0 : 0 }
    }
}

/// A key press, as far as terminals distinguish them.
package enum Key: Sendable, Hashable {
    case character(Character)
    /// A letter from `a` to `z` with Control.
    case control(Character)
    case enter, escape, tab, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
}

/// An event of the mouse. Columns and rows count from 0.
package struct MouseReport: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case press, drag, release
        case wheelUp, wheelDown
    }

    package var kind: Kind
    package var column: Int
    package var row: Int

    package init(_ kind: Kind, column: Int, row: Int) {
        self.kind = kind
        self.column = column
        self.row = row
    }
}

/// An input from the terminal.
package enum TerminalInput: Sendable, Hashable {
    case key(Key)
    case mouse(MouseReport)
    /// Pasted text, which does not act as key presses.
    case pasted(String)
    /// Whether the terminal supports synchronized output, which shows a marked frame at once (DECRPM of mode 2026).
    case synchronizes(Bool)
}
