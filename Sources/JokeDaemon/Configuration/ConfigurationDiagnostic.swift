// SPDX-License-Identifier: MIT

/// A spot in a configuration file, for an editor to jump to.
package struct FileLocation: Sendable, Hashable {
    package let file: String
    /// Both count from 1, columns in characters as Unicode's scalars; nil where the whole file is meant.
    package let position: Position?

    package struct Position: Sendable, Hashable {
        package let line: Int
        package let column: Int

        package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

        /// Of the byte at `offset`.
        init(of offset: Int, in bytes: [UInt8]) {
            let before = bytes[..<min(offset, bytes.count)]
            let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
            line = before.count { $0 == UInt8(ascii: "\n") } + 1
            column = before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1
        }
    }

    package init(file: String, position: Position? = nil) { (self.file, self.position) = (file, position) }

    /// `/home/u/.config/jokesd/config.jsonc:4:17`
    package var text: String {
        position.map { "\(file):\($0.line):\($0.column)" } ?? file
    }
}

/// One thing that is wrong with the configuration.
package struct ConfigurationDiagnostic: Sendable, Hashable {
    package let place: FileLocation
    /// `queue.lowWater`; empty where the file as a whole is meant.
    package let path: String
    /// `expected an integer from 1 to 100, found "ten"`
    package let message: String

    init(_ place: FileLocation, path: String = "", _ message: String) {
        (self.place, self.path, self.message) = (place, path, message)
    }

    package var text: String {
        path.isEmpty ? "\(place.text): \(message)" : "\(place.text): \(path): \(message)"
    }
}

/// A configuration that does not hold, with everything that is wrong with it. Exit status 78 (`EX_CONFIG`, sysexits.h).
package struct ConfigurationError: Error, Sendable, Hashable {
    /// At least one, in the order of the files and of the keys.
    package let problems: [ConfigurationDiagnostic]

    /// A line for each problem, and one that says what to do.
    package var text: String {
        (problems.map(\.text) + ["mend this, then see what holds with: jokesd --print-config"])
            .joined(separator: "\n")
    }
}
