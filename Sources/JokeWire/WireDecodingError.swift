// SPDX-License-Identifier: MIT

/// The error for valid JSON that does not match its schema in docs/methods.md.
package struct WireDecodingError: Error, Sendable, Hashable {
    /// The path of the wrong value, such as `state.joke.id`, or empty for the whole value.
    package var path: String
    /// The expected value in words, with its article: `a string`.
    package var expected: String
    /// The value that was found, in words, or `nothing` if a member is missing.
    package var found: String

    package init(path: String, expected: String, found: String) {
        self.path = path
        self.expected = expected
        self.found = found
    }

    static let nothing = "nothing"

    var isMissing: Bool { found == Self.nothing }

    /// Returns the error with `name` before its path. `name` is the name of a member, or the index of an element in
    /// brackets.
    package func within(_ name: String) -> WireDecodingError {
        let isDirect = path.isEmpty || path.hasPrefix("[")
        return WireDecodingError(
            path: isDirect ? name + path : "\(name).\(path)", expected: expected, found: found)
    }

    package var message: String {
        path.isEmpty
            ? "expected \(expected), found \(found)" : "\(path): expected \(expected), found \(found)"
    }
}
