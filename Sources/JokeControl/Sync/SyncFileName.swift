// SPDX-License-Identifier: MIT
import JokeWire

/// The name of a file in the folder: `MACHINE-NUMBER.jokes`.
///
/// Carriers add to the name of a conflict copy, such as `MACHINE-NUMBER.sync-conflict-….jokes`. Such a file has records
/// of the machine, too, so it is read.
package struct SyncFileName: Sendable, Hashable {
    /// The id of the machine: 16 hexadecimal digits.
    package let machine: String
    package let number: Int
    /// The whole name.
    package let text: String

    private static let suffix = ".jokes"
    /// The greatest number that counts for the next one. A machine writes some files a day, so the file of a greater one
    /// was put there by something else. Numbers have at most nine digits, so there are enough after it.
    package static let plausibleNumbers = 0...900_000_000
    package static let numbers = 0...999_999_999

    package init(machine: String, number: Int) {
        (self.machine, self.number) = (machine, number)
        text = "\(machine)-\(number)\(Self.suffix)"
    }

    /// Returns nil if the file is not one of sync, as a temporary file of a carrier.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard HexDigits.are16(bytes.prefix(16)), bytes.count > 17, bytes[16] == UInt8(ascii: "-") else {
            return nil
        }
        let digits = bytes[17...].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard bytes.suffix(Self.suffix.utf8.count).elementsEqual(Self.suffix.utf8), digits.count <= 9,
            let number = Int(String(decoding: digits, as: UTF8.self))
        else { return nil }
        machine = String(decoding: bytes.prefix(16), as: UTF8.self)
        self.number = number
        self.text = text
    }

    /// The name in ASCII, by which it is compared: Swift compares texts by their meaning, not by their bytes.
    package var key: String {
        text.utf8.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "%" + HexDigits.of(UInt64($0), count: 2) }
            .joined()
    }

    /// Whether this is the name that the machine itself gives, and not that of a copy.
    package var isOriginal: Bool { self == SyncFileName(machine: machine, number: number) }
}
