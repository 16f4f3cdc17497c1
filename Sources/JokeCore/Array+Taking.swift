// SPDX-License-Identifier: MIT

extension Array {
    /// Removes the elements for which `isWanted` returns true, and returns them in their order.
    mutating func take(where isWanted: (Element) -> Bool) -> [Element] {
        let taken = filter(isWanted)
        removeAll(where: isWanted)
        return taken
    }
}
