// SPDX-License-Identifier: MIT
package import JokeWire

/// The rules by which jokes, sources and categories are chosen: the configured weights and, if it is on, the taste.
///
/// The probability of a choice is proportional to weight × appeal. One choice in three of a joke or a category is by
/// weight alone. So each category keeps a third of the share that it has without a taste, and a new taste is noticed.
package struct Preference: Sendable, Hashable {
    /// The least appeal of a source. It is above 0, so that each is still chosen now and then.
    static let floor = 0.05
    /// The fraction of the choices of jokes and categories that the taste does not affect.
    static let openness = 1.0 / 3
    /// The power of the probability of a like that is the appeal of a category. With less, too few of the jokes are of
    /// a rare category that alone is liked (docs/decisions.md).
    static let sharpness = 20

    /// The priority of a joke of a round, as a fraction of that of the joke before it. After 16 jokes, it is a half.
    private static let priorityRatio = 0.957_603_280_698_573_6
    /// The priority of all later jokes of a round.
    private static let leastPriority = 0.1

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
    /// - Parameter isRanked: Whether the jokes are in the order of a round, in which the first ones are to come earlier.
    /// - Returns: The indices of the chosen jokes, in ascending order.
    package func choose(
        _ count: Int, of jokes: [Joke], isRanked: Bool = false, using generator: inout SeededGenerator
    ) -> [Int] {
        var left = Array(jokes.indices)
        guard count < left.count, !isIndifferent else { return left }
        var (scores, weights) = (jokes.map(score), jokes.map(weight))
        if isRanked {
            var priority = 1.0
            for index in jokes.indices {
                scores[index] *= priority
                weights[index] *= priority
                priority = max(Self.leastPriority, priority * Self.priorityRatio)
            }
        }
        var chosen: [Int] = []
        while chosen.count < count, let index = choose(by: scores, or: weights, using: &generator) {
            scores.remove(at: index)
            weights.remove(at: index)
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
        let arms = names.map(Taste.Arm.category)
        return choose(
            by: arms.map(score(ofCategory:)), or: arms.map { weight(ofCategory: $0.name) }, using: &generator
        ).map { names[$0] }
    }

    /// Returns an index with a probability proportional to its score or, now and then, to its weight.
    private func choose(
        by scores: [Double], or weights: [Double], using generator: inout SeededGenerator
    ) -> Int? {
        let isOpen = hasTaste && Double.random(in: 0..<1, using: &generator) < Self.openness
        return generator.choose(by: isOpen ? weights : scores)
    }

    private var hasTaste: Bool { taste.map { !$0.isEmpty } ?? false }

    func weight(ofCategory name: String) -> Double { categoryWeights[name] ?? 1 }

    /// The appeal of an arm: 1 if there is no taste, otherwise the mean of a power of the probability of a like.
    ///
    /// The power of a source is 2: with 40 decisions each, one that is always liked is chosen three times as often as
    /// one that is liked half of the time. What is in a source depends on its categories, so it says less.
    func appeal(of arm: Taste.Arm) -> Double {
        guard let taste, hasTaste else { return 1 }
        let evidence = taste.evidence(of: arm)
        return switch arm.kind {
        case .source: Self.floor + (1 - Self.floor) * evidence.moment(2)
        case .category: evidence.moment(Self.sharpness)
        }
    }

    /// Returns the weight of the joke, multiplied by the mean appeal of its categories. If it has none, its source counts
    /// as one.
    private func score(_ joke: Joke) -> Double {
        let categories = Taste.categories(of: joke)
        guard categories.isEmpty else { return weight(joke) * Self.mean(categories.map(appeal(of:))) }
        guard let taste, hasTaste else { return 1 }
        return taste.evidence(of: .source(joke.source)).moment(Self.sharpness)
    }

    private func score(ofCategory arm: Taste.Arm) -> Double { weight(ofCategory: arm.name) * appeal(of: arm) }

    /// Returns the mean of the configured weights of the joke's categories, or 1 if none has one. The others must not
    /// make it smaller: a joke of a pack has its form among its categories.
    private func weight(_ joke: Joke) -> Double {
        let weights = Taste.categories(of: joke).compactMap { categoryWeights[$0.name] }
        return weights.isEmpty ? 1 : Self.mean(weights)
    }

    private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
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
