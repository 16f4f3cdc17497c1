// SPDX-License-Identifier: MIT
package import JokeWire

/// What jokes and sources are chosen by: the configured weights, and the taste where it is on.
///
/// Something is chosen with a probability proportional to weight × appeal, so a weight means what it says, and a
/// taste bends it.
package struct Preference: Sendable, Hashable {
    /// The appeal of what never pleases, where 1 is that of what always does: nothing ever dies out.
    static let floor = 0.05

    /// nil where it is off.
    let taste: Taste?
    /// By the category in lower case; 1 where it is not named.
    let categoryWeights: [String: Double]

    package init(taste: Taste?, categoryWeights: [String: Double]) {
        self.taste = taste
        self.categoryWeights = categoryWeights
    }

    /// Whether one joke is as good as another.
    var isIndifferent: Bool { (taste?.isEmpty ?? true) && categoryWeights.isEmpty }

    /// The places of as many jokes as are wanted, in their order; each is chosen in a new mood.
    package func choose(_ count: Int, of jokes: [Joke], using generator: inout SeededGenerator) -> [Int] {
        var left = Array(jokes.indices)
        guard count < left.count, !isIndifferent else { return left }
        let categories = jokes.map(Taste.categories)
        var chosen: [Int] = []
        while chosen.count < count {
            var mood = SampledAppeal(self)
            let scores = left.map { mood.score(jokes[$0], categories[$0], using: &generator) }
            guard let place = generator.choose(by: scores) else { break }
            chosen.append(left.remove(at: place))
        }
        return chosen.sorted()
    }

    /// The place of one of these sources, nil where none has any weight.
    package func choose(of sources: [Settings.Source], using generator: inout SeededGenerator) -> Int? {
        var mood = SampledAppeal(self)
        let scores = sources.map { $0.weight * mood.appeal(of: .source($0.name), using: &generator) }
        return generator.choose(by: scores)
    }

    /// One of them, nil where there is no choice.
    package func choose(ofCategories names: [String], using generator: inout SeededGenerator) -> String? {
        guard names.count > 1 else { return nil }
        var mood = SampledAppeal(self)
        let scores = names.map { name in
            let arm = Taste.Arm.category(name.lowercased())
            return weight(ofCategory: arm.name) * mood.appeal(of: arm, using: &generator)
        }
        return generator.choose(by: scores).map { names[$0] }
    }

    func weight(ofCategory name: String) -> Double { categoryWeights[name] ?? 1 }

    /// A chance of a like, as something to choose by: squared, because between an even chance and a sure one lies more
    /// than twice the appeal.
    static func appeal(square: Double) -> Double { floor + (1 - floor) * square }
}

/// What appeals at this moment: the chance of each arm is drawn once.
private struct SampledAppeal {
    private let preference: Preference
    private var appeals: [Taste.Arm: Double] = [:]

    init(_ preference: Preference) { self.preference = preference }

    mutating func appeal(of arm: Taste.Arm, using generator: inout SeededGenerator) -> Double {
        guard let taste = preference.taste, !taste.isEmpty else { return 1 }
        if let appeal = appeals[arm] { return appeal }
        let chance = (taste.tallies[arm] ?? Taste.Tally()).draw(using: &generator)
        let appeal = Preference.appeal(square: chance * chance)
        appeals[arm] = appeal
        return appeal
    }

    /// The mean of its categories; one without any is as good as its source.
    mutating func score(
        _ joke: Joke, _ categories: [Taste.Arm], using generator: inout SeededGenerator
    ) -> Double {
        guard !categories.isEmpty else { return appeal(of: .source(joke.source), using: &generator) }
        var sum = 0.0
        for arm in categories {
            sum += preference.weight(ofCategory: arm.name) * appeal(of: arm, using: &generator)
        }
        return sum / Double(categories.count)
    }
}

extension SeededGenerator {
    /// A place, with a probability proportional to the weight that stands there; nil where all are zero.
    mutating func choose(by weights: [Double]) -> Int? {
        let total = weights.reduce(0, +)
        guard total > 0 else { return nil }
        var point = Double.random(in: 0..<total, using: &self)
        for (place, weight) in weights.enumerated() {
            point -= weight
            if point < 0 { return place }
        }
        return weights.lastIndex { $0 > 0 }
    }
}
