// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

extension Cursor {
    /// Creates the cursor after an item with one key.
    ///
    /// - Parameter query: The parameters that each page of the query has.
    init(after key: String, of query: [String]) { self.init(query: Self.hash(query), keys: [.text(key)]) }

    /// Returns the key of such a cursor. Returns nil if it is invalid, or belongs to another query.
    static func key(_ text: String, of query: [String]) -> String? {
        guard case .text(let key)? = Cursor(text, of: hash(query))?.keys.first else { return nil }
        return key
    }

    /// Returns the hash of the parameters of a query. The length of each one keeps them apart.
    private static func hash(_ query: [String]) -> UInt64 {
        TextHash.bytes(query.flatMap { "\($0.utf8.count) \($0)".utf8 })
    }

    /// Returns the query of the cursors of `saved.export`.
    static func export(of jokes: [String]?) -> [String] { jokes.map { ["jokes"] + $0 } ?? ["library"] }

    /// Returns the query of the cursors of `memory.export`.
    static func memory(after position: Int) -> [String] { ["memory", String(position)] }

    /// Returns the query of the cursors of pages of local files.
    static func page(_ page: Int, of key: FeedKey, category: String?) -> [String] {
        [key.source, key.query ?? "", category?.lowercased() ?? "", String(page)]
    }
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
