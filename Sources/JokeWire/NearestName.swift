// SPDX-License-Identifier: MIT

/// A search for the name that a misspelt name probably means.
package enum NearestName {
    /// The longest name to compare, in bytes. The work is the product of the lengths of both names.
    private static let longest = 64

    /// Returns the first candidate with the fewest typing errors, or nil if none is near.
    ///
    /// A candidate is near if it has one error, or at most one error in three letters of the shorter name.
    package static func of(_ name: String, among candidates: some Sequence<String>) -> String? {
        guard name.utf8.count <= longest else { return nil }
        let typed = Array(name.lowercased())
        var best: (name: String, distance: Int)?
        for candidate in candidates where candidate.utf8.count <= longest {
            let distance = distance(typed, Array(candidate.lowercased()))
            guard distance <= max(1, min(typed.count, candidate.count) / 3) else { continue }
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Returns the number of letters to insert, delete, replace or swap with their neighbor (optimal string alignment).
    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(last[j] + (a[i] == b[j] ? 0 : 1), last[j + 1] + 1, row[j] + 1)
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
