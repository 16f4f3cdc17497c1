// SPDX-License-Identifier: MIT

extension Array {
    /// Removes those of which it holds, and gives them in their order.
    mutating func take(where isWanted: (Element) -> Bool) -> [Element] {
        let taken = filter(isWanted)
        removeAll(where: isWanted)
        return taken
    }
}
