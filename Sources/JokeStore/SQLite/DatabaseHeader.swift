// SPDX-License-Identifier: MIT
import Glibc

/// The header of a database file (SQLite's manual, "Database File Format", section 1.3), read without SQLite.
struct DatabaseHeader {
    /// The value of `PRAGMA application_id`.
    let application: UInt32
    /// The value of `PRAGMA user_version`.
    let version: UInt32

    /// The size of a page in bytes.
    let pageSize: Int

    /// The file format version for writing: 1, or 2 with a write-ahead log. SQLite opens a file with a greater one for
    /// reading only.
    let writeVersion: UInt8

    /// Whether a table was ever created. SQLite counts the changes of the layout.
    let hasLayout: Bool

    /// Reads the header. Returns nil if the file has none, or cannot be read.
    init?(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 100)
        guard read(descriptor, &bytes, bytes.count) == bytes.count,
            bytes.starts(with: "SQLite format 3\0".utf8)
        else { return nil }
        func number(at offset: Int) -> UInt32 {
            bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
        }
        // The number 1 stands for 65,536, which two bytes cannot have.
        pageSize = bytes[16...17] == [0, 1] ? 1 << 16 : Int(bytes[16]) << 8 | Int(bytes[17])
        writeVersion = bytes[18]
        hasLayout = number(at: 40) != 0
        (version, application) = (number(at: 60), number(at: 68))
    }
}
