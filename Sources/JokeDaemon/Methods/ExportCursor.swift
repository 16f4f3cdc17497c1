// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// The cursor of a part of an export: the key of the last line of the part before, and a hash of the key and of the
/// parameters. With another cursor, an export would leave lines out without a word.
struct ExportCursor {
    /// The cursor as clients receive it.
    let text: String
    /// The key after which the part begins.
    let key: String

    /// Creates the cursor after a line.
    ///
    /// - Parameter export: The parameters that each part of the export has.
    init(after key: String, of export: [String]) {
        (self.key, text) = (key, "\(TextHash.text(of: [key] + export)).\(key)")
    }

    /// Reads a cursor. Returns nil if it belongs to another export.
    init?(_ text: String, of export: [String]) {
        guard let dot = text.firstIndex(of: ".") else { return nil }
        self.init(after: String(text[text.index(after: dot)...]), of: export)
        guard self.text == text else { return nil }
    }

    /// Returns the parameters of `saved.export`.
    static func library(_ jokes: [String]?) -> [String] { jokes.map { ["jokes"] + $0 } ?? ["library"] }

    /// Returns the parameters of `memory.export`.
    static func memory(after position: Int) -> [String] { ["memory", String(position)] }
}

/// The place at which a part of `memory.export` ends.
struct MemoryPlace {
    /// The hash of the last showing.
    var hash: UInt64
    /// The number of machines whose lines were exported.
    var machines: Int

    /// The hash of the last showing of all, in the order of the store.
    static let lastHash = UInt64(bitPattern: .max as Int64)

    var key: String { "\(HexDigits.of(hash))\(machines)" }

    init(hash: UInt64, machines: Int) { (self.hash, self.machines) = (hash, machines) }

    init?(key: String) {
        guard let hash = HexDigits.number(String(key.prefix(16))), let machines = Int(key.dropFirst(16)),
            machines >= 0
        else { return nil }
        self.init(hash: hash, machines: machines)
    }
}

extension TextHash {
    /// Returns the hash of several texts, for a cursor.
    static func text(of parts: [String]) -> String {
        // The length of each part keeps them apart.
        String(bytes(parts.flatMap { "\($0.utf8.count) \($0)".utf8 }), radix: 36)
    }
}
