// SPDX-License-Identifier: MIT

/// Well-formed JSON that has not the shape that Protocol.md gives it.
package struct WireDecodingError: Error, Sendable, Hashable {
    /// Where: `state.joke.id`; empty for the whole.
    package var path: String
    /// With its article: `a string`.
    package var expected: String
    /// With its article, or `nothing` where a member is missing.
    package var found: String

    package init(path: String, expected: String, found: String) {
        self.path = path
        self.expected = expected
        self.found = found
    }

    static let nothing = "nothing"

    var isMissing: Bool { found == Self.nothing }

    /// The same, seen from outside: `name` is a member's, or an element's index in brackets.
    func within(_ name: String) -> WireDecodingError {
        let isDirect = path.isEmpty || path.hasPrefix("[")
        return WireDecodingError(
            path: isDirect ? name + path : "\(name).\(path)", expected: expected, found: found)
    }

    package var message: String {
        path.isEmpty
            ? "expected \(expected), found \(found)" : "\(path): expected \(expected), found \(found)"
    }
}
