// SPDX-License-Identifier: MIT

/// The error for bytes that are not JSON: its reason and its position.
package struct JSONError: Error, Sendable, Hashable {
    package enum Reason: Sendable, Hashable, CaseIterable {
        case unexpectedEnd
        case expectedValue
        case expectedName
        case expectedColon
        case expectedCommaOrBrace
        case expectedCommaOrBracket
        case invalidNumber
        case controlCharacter
        case invalidEscape
        case loneSurrogate
        case invalidUTF8
        case byteOrderMark
        case tooDeep
        case trailingBytes
    }

    /// The position of the error, in bytes from the start.
    package var offset: Int
    package var reason: Reason

    package init(offset: Int, reason: Reason) {
        self.offset = offset
        self.reason = reason
    }

    /// The error in words: `at byte 12: expected a colon after a member's name`.
    package var message: String { "at byte \(offset): \(reason.text)" }
}

extension JSONError.Reason {
    /// The reason in words: `expected a colon after a member's name`.
    package var text: String {
        switch self {
        case .unexpectedEnd: "the text ends in the middle of a value"
        case .expectedValue: "expected a value"
        case .expectedName: "expected a member's name in double quotes"
        case .expectedColon: "expected a colon after a member's name"
        case .expectedCommaOrBrace: "expected a comma or the object's closing brace"
        case .expectedCommaOrBracket: "expected a comma or the array's closing bracket"
        case .invalidNumber: "this is not how a number is written"
        case .controlCharacter: "a control character in a string must be escaped"
        case .invalidEscape: "an unknown escape in a string"
        case .loneSurrogate: "half of a surrogate pair stands alone"
        case .invalidUTF8: "these bytes are not UTF-8"
        case .byteOrderMark: "a byte order mark is not allowed"
        case .tooDeep: "arrays and objects are nested too deeply"
        case .trailingBytes: "expected nothing after the value"
        }
    }
}
