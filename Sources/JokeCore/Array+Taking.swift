// SPDX-License-Identifier: MIT

extension Array {
    /// Removes the first `count` elements for which `isWanted` returns true, and returns them in their order.
    mutating func take(atMost count: Int = .max, where isWanted: (Element) -> Bool) -> [Element] {
        var taken: [Element] = []
        removeAll { element in
            guard taken.count < count, isWanted(element) else { return false }
            taken.append(element)
            return true
        }
        return taken
    }
}
