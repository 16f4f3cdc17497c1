// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("The taste")
struct TasteTests {
    private static func tally(_ likes: Int, _ dislikes: Int) -> Taste.Tally {
        Taste.Tally(decisions: 1 << UInt64(likes) - 1, count: likes + dislikes)
    }

    @Test(
        "a tally has the means of the powers of the Beta distribution of its decisions",
        arguments: [(0, 0), (1, 0), (0, 1), (3, 1), (1, 9), (20, 20), (40, 0), (0, 40), (31, 9)])
    func tallyMoments(likes: Int, dislikes: Int) {
        // By the density x^likes (1 − x)^dislikes, summed over 10,000 intervals.
        var (mass, first, second, twelfth) = (0.0, 0.0, 0.0, 0.0)
        for step in 0..<10_000 {
            let x = (Double(step) + 0.5) / 10_000
            var density = 1.0
            for _ in 0..<likes { density *= x }
            for _ in 0..<dislikes { density *= 1 - x }
            (mass, first, second) = (mass + density, first + density * x, second + density * x * x)
            twelfth += density * (0..<12).reduce(1) { power, _ in power * x }
        }
        let tally = Self.tally(likes, dislikes).evidence
        #expect(abs(tally.mean - first / mass) < 1e-6)
        #expect(abs(tally.moment(2) - second / mass) < 1e-6)
        #expect(abs(tally.moment(12) - twelfth / mass) < 1e-6)
    }

    @Test("a decision is learned for the joke's source and its categories, in any case")
    func sourceAndCategories() {
        var taste = Taste()
        taste.learn(isLiked: true, from: .sample("a", categories: ["Pun", "pUN", "dev"], source: "pack"))
        taste.learn(isLiked: false, from: .sample("b", categories: ["pun"], source: "net"))
        #expect(taste.tallies[.source("pack")]?.likes == 1)
        #expect(taste.tallies[.source("net")]?.dislikes == 1)
        #expect(taste.tallies[.category("PUN")].map { [$0.likes, $0.dislikes] } == [1, 1])
        #expect(taste.tallies[.category("dev")].map { [$0.likes, $0.dislikes] } == [1, 0])
        #expect(taste.tallies.count == 4)
    }

    @Test("newer decisions outweigh older ones, so the taste can change")
    func newerDecisionsOutweigh() {
        var taste = Taste()
        let joke = Joke.sample("a")
        for _ in 0..<1_000 { taste.learn(isLiked: true, from: joke) }
        for _ in 0..<Taste.window { taste.learn(isLiked: false, from: joke) }
        #expect(taste.tallies[.source("net")].map { [$0.likes, $0.dislikes] } == [0, Taste.window])
    }

    @Test("unlearning as many decisions as undo can restores the former taste")
    func unlearning() {
        var generator = SeededGenerator(seed: 4)
        var taste = Taste()
        let jokes = (0..<200).map { Joke.sample("\($0)", categories: ["c\($0 % 3)", "d\($0 % 7)"]) }
        let likes = jokes.map { _ in Bool.random(using: &generator) }
        for (joke, isLiked) in zip(jokes, likes).dropLast(ViewModel.undoDepth) {
            taste.learn(isLiked: isLiked, from: joke)
        }
        let before = taste.tallies.mapValues { [$0.likes, $0.dislikes] }
        let last = zip(jokes, likes).suffix(ViewModel.undoDepth)
        for (joke, isLiked) in last { taste.learn(isLiked: isLiked, from: joke) }
        #expect(taste.tallies.mapValues { [$0.likes, $0.dislikes] } != before)
        for (joke, isLiked) in last.reversed() { taste.takeBack(isLiked: isLiked, from: joke) }
        #expect(taste.tallies.mapValues { [$0.likes, $0.dislikes] } == before)
    }

    @Test("an arm whose only decision is unlearned is removed, and others are not changed")
    func unlearningAll() {
        var taste = Taste()
        let joke = Joke.sample("a", categories: ["pun"])
        taste.learn(isLiked: true, from: joke)
        taste.takeBack(isLiked: false, from: joke)
        #expect(taste.tallies.count == 2)
        taste.takeBack(isLiked: true, from: joke)
        taste.takeBack(isLiked: true, from: joke)
        #expect(taste.isEmpty)
    }

    @Test("the oldest rare categories are dropped when there are too many")
    func dropsRareCategories() {
        var taste = Taste()
        for _ in 0..<2 { taste.learn(isLiked: true, from: .sample("a", categories: ["old friend"])) }
        for number in 0..<1_000 {
            taste.learn(isLiked: true, from: .sample("\(number)", categories: ["once \(number)"]))
            #expect(taste.tallies.count <= Taste.capacity)
        }
        #expect(taste.tallies[.category("old friend")] != nil)
        #expect(taste.tallies[.source("net")]?.likes == Taste.window)
        #expect(taste.tallies[.category("once 999")] != nil)
        #expect(taste.tallies[.category("once 746")] != nil)
        #expect(taste.tallies[.category("once 745")] == nil)
    }

    @Test("a joke adds a bounded number of categories of bounded length")
    func boundedCategories() {
        var taste = Taste()
        let names = [String(repeating: "x", count: 65)] + (0..<400).map { "c\($0)" }
        taste.learn(isLiked: true, from: .sample("a", categories: names))
        #expect(taste.tallies.count == 16)
        #expect(taste.tallies.keys.allSatisfy { $0.name.utf8.count <= 64 })
    }

    @Test("impossible stored numbers are corrected", arguments: [Int.min, -1, 65, .max])
    func impossibleNumbers(number: Int) {
        let tally = Taste.Tally(decisions: .max, count: number, usedAt: number)
        var taste = Taste([.source("net"): tally])
        taste.learn(isLiked: true, from: .sample("a"))
        #expect(taste.tallies[.source("net")].map { 1...Taste.window ~= $0.likes } == true)
    }
}
