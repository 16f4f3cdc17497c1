// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("The preference")
struct PreferenceTests {
    /// How often each category was chosen in 10,000 choices.
    private func counts(
        _ preference: Preference, _ jokes: [Joke], choosing count: Int = 1
    ) -> [String: Int] {
        var generator = SeededGenerator(seed: 1)
        var counts: [String: Int] = [:]
        for _ in 0..<10_000 {
            for place in preference.choose(count, of: jokes, using: &generator) {
                counts[jokes[place].id.rawValue, default: 0] += 1
            }
        }
        return counts
    }

    private let jokes = [
        Joke.sample("pun", categories: ["Pun"]), .sample("dev", categories: ["dev"]), .sample("none"),
    ]

    @Test("without a taste the choice follows the weights of the categories")
    func weights() {
        let counts = counts(Preference(taste: nil, categoryWeights: ["pun": 3, "dev": 1]), jokes)
        #expect(5_800...6_200 ~= counts["pun"] ?? 0)
        #expect(1_850...2_150 ~= counts["dev"] ?? 0)
    }

    @Test(
        "a joke with several categories has the mean of the weights that are configured",
        arguments: [nil, Taste()])
    func meanWeight(taste: Taste?) {
        let jokes = [
            Joke.sample("both", categories: ["pun", "dev", "short"]),
            .sample("other", categories: ["dev", "short"]),
        ]
        let counts = counts(Preference(taste: taste, categoryWeights: ["pun": 3, "dev": 1]), jokes)
        #expect(6_470...6_870 ~= counts["both"] ?? 0)
    }

    @Test("of equal jokes of a round the earlier ones come more often, and every one now and then")
    func ranked() {
        let jokes = (0..<100).map { Joke.sample("\($0)", categories: ["pun"]) }
        let preference = Preference(taste: nil, categoryWeights: ["pun": 2])
        var (generator, counts) = (SeededGenerator(seed: 1), Array(repeating: 0, count: 100))
        for _ in 0..<10_000 {
            for index in preference.choose(1, of: jokes, isRanked: true, using: &generator) {
                counts[index] += 1
            }
        }
        let first = counts.prefix(16).reduce(0, +)
        #expect(1.5 * Double(counts[16..<32].reduce(0, +)) < Double(first))
        #expect(counts.allSatisfy { $0 > 0 })
    }

    @Test("without a taste and weights every joke is kept")
    func withoutTasteOrWeights() {
        var generator = SeededGenerator(seed: 1)
        let before = generator
        for taste in [nil, Taste()] {
            let preference = Preference(taste: taste, categoryWeights: [:])
            #expect(preference.choose(1, of: jokes, using: &generator) == [0, 1, 2])
        }
        #expect(generator == before)
    }

    @Test("the chosen jokes keep their order, and none is chosen twice")
    func keepsOrder() {
        var generator = SeededGenerator(seed: 1)
        let jokes = (0..<50).map { Joke.sample("\($0)", categories: ["c\($0 % 5)"]) }
        let preference = Preference(taste: nil, categoryWeights: ["c1": 100])
        for _ in 0..<100 {
            let places = preference.choose(20, of: jokes, using: &generator)
            #expect(places.count == 20)
            #expect(zip(places, places.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test("a liked category comes more often than a new one, and a new one more often than a disliked one")
    func likedCategories() {
        var taste = Taste()
        for _ in 0..<10 {
            taste.learn(isLiked: true, from: jokes[0])
            taste.learn(isLiked: false, from: jokes[1])
        }
        let fresh = Joke.sample("fresh", categories: ["fresh"])
        let counts = counts(Preference(taste: taste, categoryWeights: [:]), Array(jokes.prefix(2)) + [fresh])
        let (pun, dev) = (counts["pun"] ?? 0, counts["dev"] ?? 0)
        #expect(pun > 2 * (counts["fresh"] ?? 0))
        #expect(4 * (counts["fresh"] ?? 0) > 5 * dev)
    }

    @Test("a category keeps a third of its share, however much it is disliked", .rule(8))
    func minimumShare() {
        var taste = Taste()
        for _ in 0..<1_000 {
            taste.learn(isLiked: true, from: jokes[0])
            taste.learn(isLiked: false, from: jokes[1])
        }
        let preference = Preference(taste: taste, categoryWeights: [:])
        // A half without a taste: a third of 5,000 of the 10,000 choices.
        let counts = counts(preference, Array(jokes.prefix(2)))
        #expect(1_600...1_800 ~= counts["dev"] ?? 0)
        let share = preference.tasteReport(on: []).first { $0.arm == .category("dev") }?.share ?? 0
        #expect(share >= 0.5 / 3)
    }

    @Test("sources are chosen by weight and taste, and one with weight zero never is")
    func sourceChoice() {
        var taste = Taste()
        for _ in 0..<40 {
            taste.learn(isLiked: true, from: .sample("a", source: "good"))
            taste.learn(isLiked: false, from: .sample("a", source: "bad"))
        }
        let sources = [
            Settings.Source(name: "good", isLocal: true), .init(name: "bad", weight: 20, isLocal: true),
            .init(name: "never", weight: 0, isLocal: true),
        ]
        let preference = Preference(taste: taste, categoryWeights: [:])
        var generator = SeededGenerator(seed: 1)
        var counts = [0, 0, 0]
        for _ in 0..<10_000 {
            if let place = preference.choose(of: sources, using: &generator) { counts[place] += 1 }
        }
        // 0.95 to 20 × 0.051
        #expect(4_400...5_000 ~= counts[0])
        #expect(counts[2] == 0)
        #expect(preference.choose(of: Array(sources.suffix(1)), using: &generator) == nil)
    }

    @Test("the shares of the taste report add up and are sorted, the largest first")
    func tasteReport() {
        var taste = Taste()
        for _ in 0..<3 { taste.learn(isLiked: true, from: .sample("a", categories: ["pun"], source: "gone")) }
        taste.learn(isLiked: false, from: .sample("b", categories: ["dev"], source: "pack"))
        let preference = Preference(taste: taste, categoryWeights: ["rare": 0.01])
        let outlook = preference.tasteReport(on: [.pack, .init(name: "net", weight: 2, isLocal: false)])
        #expect(
            outlook.map { "\($0.arm.kind) \($0.arm.name) \($0.weight) \($0.likes) \($0.dislikes)" } == [
                "source net 2.0 0 0", "source pack 1.0 0 1", "source gone 0.0 3 0", "category pun 1.0 3 0",
                "category dev 1.0 0 1", "category rare 0.01 0 0",
            ])
        for kind in Taste.Arm.Kind.allCases {
            let shares = outlook.filter { $0.arm.kind == kind }.map(\.share)
            #expect(abs(shares.reduce(0, +) - 1) < 1e-9)
        }
        #expect(outlook[2].share == 0)
        #expect(outlook[3].mean == 0.8)
    }
}
