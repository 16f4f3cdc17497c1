// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

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

extension Cursor {
    /// Returns the query of the cursors of `saved.export`.
    static func export(of jokes: [String]?) -> [String] { jokes.map { ["jokes"] + $0 } ?? ["library"] }

    /// Returns the query of the cursors of `memory.export`.
    static func memory(after position: Int) -> [String] { ["memory", String(position)] }
}
