// SPDX-License-Identifier: MIT
import JokeLinux

/// The header of the table that strfile(1) writes next to a fortune file, `<file>.dat`. Its fields are 32-bit
/// big-endian numbers: version, count, longest, shortest, flags.
struct FortuneHeader: Sendable {
    /// Whether the texts are encoded with ROT13, as offensive ones are.
    let isRotated: Bool

    /// Parses a header. Returns nil if it is too short or has an unknown version.
    init?(parsing bytes: [UInt8]) {
        func word(_ index: Int) -> UInt32 {
            bytes[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        guard bytes.count >= 20, (1...2).contains(word(0)) else { return nil }
        isRotated = word(4) & 4 != 0
    }

    /// Reads the header for the fortune file at `path`. Returns nil if there is none or it cannot be read.
    init?(beside path: String) {
        // A file of the user often has no table. fortune(6) needs one; reading the text does not.
        guard let head = try? BoundedFile.head(of: path + ".dat", limit: 24) else { return nil }
        self.init(parsing: head.file.bytes)
    }
}
