// SPDX-License-Identifier: MIT
package import JokeWire

/// The rules by which jokes, sources and categories are chosen: the configured weights and, if it is on, the taste.
///
/// The probability of a choice is proportional to weight × appeal.
package struct Preference: Sendable, Hashable {
    /// The least appeal of an arm (a source or category). It is above 0, so that each is still chosen now and then. The
    /// greatest is near 1.
    static let floor = 0.05

    /// The taste, or nil if it is off.
    let taste: Taste?
    /// The weight of each category that the configuration names, in lower case. The weight of any other one is 1.
    let categoryWeights: [String: Double]

    package init(taste: Taste?, categoryWeights: [String: Double]) {
        self.taste = taste
        self.categoryWeights = categoryWeights
    }

    /// Whether all jokes have the same probability.
    var isIndifferent: Bool { (taste?.isEmpty ?? true) && categoryWeights.isEmpty }

    /// Chooses `count` of the jokes. If there are at most `count` jokes, or all have the same probability, it returns
    /// all, even more than `count`.
    ///
    /// - Returns: The indices of the chosen jokes, in ascending order.
    package func choose(_ count: Int, of jokes: [Joke], using generator: inout SeededGenerator) -> [Int] {
        var left = Array(jokes.indices)
        guard count < left.count, !isIndifferent else { return left }
        var scores = jokes.map(score)
        var chosen: [Int] = []
        while chosen.count < count, let index = generator.choose(by: scores) {
            scores.remove(at: index)
            chosen.append(left.remove(at: index))
        }
        return chosen.sorted()
    }

    /// Returns the index of one of the sources, or nil if all have the weight 0.
    package func choose(of sources: [Settings.Source], using generator: inout SeededGenerator) -> Int? {
        generator.choose(by: sources.map { $0.weight * appeal(of: .source($0.name)) })
    }

    /// Returns one of the categories, or nil if there are fewer than two or if all have the weight 0.
    package func choose(ofCategories names: [String], using generator: inout SeededGenerator) -> String? {
        guard names.count > 1 else { return nil }
        return generator.choose(by: names.map { score(ofCategory: .category($0)) }).map { names[$0] }
    }

    func weight(ofCategory name: String) -> Double { categoryWeights[name] ?? 1 }

    /// The appeal of an arm: 1 if there is no taste, otherwise a number from `floor` to 1.
    ///
    /// It grows with the square of the probability of a like. With 40 decisions each, an arm that is always liked has
    /// three times the appeal of one that is liked half of the time. With the probability itself it would have less
    /// than twice.
    func appeal(of arm: Taste.Arm) -> Double {
        guard let taste, !taste.isEmpty else { return 1 }
        return Self.floor + (1 - Self.floor) * (taste.tallies[arm] ?? Taste.Tally()).meanSquare
    }

    private func score(ofCategory arm: Taste.Arm) -> Double { weight(ofCategory: arm.name) * appeal(of: arm) }

    /// Returns the mean score of the joke's categories, or the appeal of its source if it has none.
    private func score(_ joke: Joke) -> Double {
        let categories = Taste.categories(of: joke)
        guard !categories.isEmpty else { return appeal(of: .source(joke.source)) }
        return categories.reduce(0) { $0 + score(ofCategory: $1) } / Double(categories.count)
    }
}

extension SeededGenerator {
    /// Returns an index with a probability proportional to its weight, or nil if all weights are 0.
    mutating func choose(by weights: [Double]) -> Int? {
        let total = weights.reduce(0, +)
        guard total > 0 else { return nil }
        var point = Double.random(in: 0..<total, using: &self)
        for (index, weight) in weights.enumerated() {
            point -= weight
            if point < 0 { return index }
        }
        return weights.lastIndex { $0 > 0 }
    }
}
