// SPDX-License-Identifier: MIT

/// Shortens names as far as they stay apart.
package enum UniquePrefix {
    /// For each name, its shortest beginning that no other one has, of at least so many characters. A name that is
    /// another one's beginning stays whole.
    package static func of(_ names: [String], atLeast least: Int) -> [String] {
        let letters = names.map(Array.init)
        let order = names.indices.sorted { names[$0] < names[$1] }
        var lengths = [Int](repeating: least, count: names.count)
        // In sorted order, the names that share the most stand beside each other.
        for (one, other) in zip(order, order.dropFirst()) {
            let shared = zip(letters[one], letters[other]).prefix { $0 == $1 }.count
            lengths[one] = max(lengths[one], shared + 1)
            lengths[other] = max(lengths[other], shared + 1)
        }
        return zip(letters, lengths).map { String($0.prefix($1)) }
    }
}
