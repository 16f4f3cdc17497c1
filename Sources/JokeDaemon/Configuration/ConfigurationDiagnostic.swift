// SPDX-License-Identifier: MIT
import JokeWire

/// A file and a position in it, in the form that editors can open.
package struct FileLocation: Sendable, Hashable {
    package let file: String
    /// The position, or nil for the whole file. Line and column count from 1, and a column is one Unicode scalar.
    package let position: Position?

    package struct Position: Sendable, Hashable {
        package let line: Int
        package let column: Int

        package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }
    }

    package init(file: String, position: Position? = nil) { (self.file, self.position) = (file, position) }

    /// The location as text, such as `/home/u/.config/jokesd/config.jsonc:4:17`.
    package var text: String {
        position.map { "\(file):\($0.line):\($0.column)" } ?? file
    }
}

/// Finds the positions of offsets in a text. Offsets that ascend take one pass over the text in all.
struct PositionFinder {
    private var offset = 0
    private(set) var position = FileLocation.Position(line: 1, column: 1)

    /// Sets `position` to that of the byte at `end`.
    mutating func advance(to end: Int, in bytes: [UInt8]) {
        if end < offset { self = PositionFinder() }
        var (line, column) = (position.line, position.column)
        for byte in bytes[offset..<end] {
            if byte == UInt8(ascii: "\n") {
                (line, column) = (line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                column += 1
            }
        }
        (offset, position) = (end, FileLocation.Position(line: line, column: column))
    }
}

/// An error in the configuration.
package struct ConfigurationDiagnostic: Sendable, Hashable {
    package let location: FileLocation
    /// The path of the key, such as `queue.lowWater`, or empty for the whole file.
    package let path: String
    /// The message, such as `expected an integer from 1 to 100, found "ten"`.
    package let message: String

    init(_ location: FileLocation, path: String = "", _ message: String) {
        let beginning = QuotedExcerpt.beginning(of: path, Self.longestPath)
        self.path = beginning.utf8.count < path.utf8.count ? beginning + "…" : path
        (self.location, self.message) = (location, message)
    }

    /// The most Unicode scalars of a path. The names in it are the user's, and a client gets it.
    private static let longestPath = 200

    package var text: String {
        path.isEmpty ? "\(location.text): \(message)" : "\(location.text): \(path): \(message)"
    }
}

/// An invalid configuration, with all its errors. The exit status of `--check-config` is 78 (`EX_CONFIG`, sysexits.h).
package struct ConfigurationError: Error, Sendable, Hashable {
    /// The errors, at least one, in the order of the files and the keys.
    package let problems: [ConfigurationDiagnostic]
    /// The most errors that a client gets one by one.
    static let mostSent = 20

    /// The message for the user: a line for each error, and one that says what to do.
    package var text: String {
        (problems.map(\.text) + ["correct this, then run `jokesd --check-config`"])
            .joined(separator: "\n")
    }
}
