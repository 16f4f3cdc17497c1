// SPDX-License-Identifier: MIT
package import JokeWire

/// Which jokes are let in at all, whatever their source says of them.
package struct Filter: Sendable, Hashable {
    /// Compared without regard to case.
    package var blockedCategories: Set<String>
    /// Whole words, compared without regard to case.
    package var blockedWords: Set<String>
    /// In characters as people count them.
    package var length: ClosedRange<Int>

    package init(
        blockedCategories: some Sequence<String> = ["explicit", "political", "religion"],
        blockedWords: some Sequence<String> = [], length: ClosedRange<Int> = 1...280
    ) {
        self.blockedCategories = Set(blockedCategories.map { $0.lowercased() })
        self.blockedWords = Set(blockedWords.map { $0.lowercased() })
        self.length = length
    }

    package func admits(_ joke: Joke) -> Bool {
        guard length.contains(joke.value.count) else { return false }
        guard blockedCategories.isDisjoint(with: joke.categories.map { $0.lowercased() }) else {
            return false
        }
        guard !blockedWords.isEmpty else { return true }
        return blockedWords.isDisjoint(with: words(of: joke.value))
    }

    private func words(of text: String) -> [String] {
        text.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    }
}
