// SPDX-License-Identifier: MIT
import JokeSystem

/// The head of the table that strfile(1) writes beside a fortune file: `<file>.dat`, big-endian 32-bit words
/// version, count, longest, shortest, flags.
struct FortuneHeader: Sendable {
    /// Whether the texts are shifted by thirteen letters, as offensive ones are.
    let isRotated: Bool

    /// nil for a table that ends early or is of another version: then nothing is known of the file.
    init?(parsing bytes: [UInt8]) {
        func word(_ index: Int) -> UInt32 {
            bytes[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        guard bytes.count >= 20, (1...2).contains(word(0)) else { return nil }
        isRotated = word(4) & 4 != 0
    }

    /// Of the table beside the file at `path`; nil where there is none that can be read.
    init?(beside path: String) {
        // Absent, for a user's own file; fortune(6) needs it, a reader of the text does not.
        guard let head = try? BoundedFile.head(of: path + ".dat", limit: 24) else { return nil }
        self.init(parsing: head.file.bytes)
    }
}
