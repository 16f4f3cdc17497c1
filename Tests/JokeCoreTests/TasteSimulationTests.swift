// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

/// With the whole core, including a queue of ten jokes that were chosen before the newest likes.
///
/// The thresholds are from forty seeds each, and below the lowest share of any of them. Without learning the share is a
/// fifth.
@Suite("A simulated user who likes nine of ten jokes of some kinds, and one of ten of the others")
struct TasteSimulationTests {
    private static let categories = (0..<10).map { "c\($0)" }

    private static func isIn(_ categories: Set<String>) -> (Joke) -> Bool {
        { !categories.isDisjoint(with: $0.categories) }
    }

    private func user(_ seed: UInt64, isTasteOn: Bool = true) -> SimulatedUser {
        SimulatedUser(seed: seed, [.pack], supplies: ["pack": Self.categories], isTasteOn: isTasteOn)
    }

    // 40 seeds: 0.48 to 0.78, mean 0.62.
    @Test(
        "the user gets twice as many of the favorite categories after 100 jokes",
        arguments: 1...4 as ClosedRange<UInt64>)
    func favoriteCategories(seed: UInt64) {
        let user = user(seed)
        user.watch(100, favorite: Self.isIn(["c3", "c7"]))
        #expect(user.watch(50, favorite: Self.isIn(["c3", "c7"])) >= 0.4)
    }

    // 40 seeds: 0.56 to 0.9, mean 0.71.
    @Test(
        "the user gets twice as many of the favorite source after 100 jokes",
        arguments: 1...4 as ClosedRange<UInt64>)
    func favoriteSource(seed: UInt64) {
        let sources = (0..<5).map { Settings.Source(name: "s\($0)", isLocal: $0 % 2 == 0) }
        let user = SimulatedUser(seed: seed, sources, supplies: [:])
        user.watch(100) { $0.source == "s3" }
        #expect(user.watch(50) { $0.source == "s3" } >= 0.4)
    }

    // 40 seeds: at most 0.2 of the first 20, and of the last 50 from 0.36 to 0.66, mean 0.54.
    @Test(
        "a user whose taste changes gets more of the new favorites", arguments: 1...3 as ClosedRange<UInt64>)
    func changedTaste(seed: UInt64) {
        let user = user(seed)
        let (old, new) = (Self.isIn(["c3", "c7"]), Self.isIn(["c1", "c5"]))
        user.watch(200, favorite: old)
        #expect(user.watch(20, favorite: new) < 0.25)
        user.watch(130, favorite: new)
        #expect(user.watch(50, favorite: new) > 0.3)
    }

    @Test("the user still gets every category", arguments: 1...2 as ClosedRange<UInt64>)
    func keepsEveryCategory(seed: UInt64) {
        let user = user(seed)
        user.watch(150, favorite: Self.isIn(["c3", "c7"]))
        var seen: Set<String> = []
        user.watch(300) { joke in
            seen.formUnion(joke.categories)
            return Self.isIn(["c3", "c7"])(joke)
        }
        #expect(seen == Set(Self.categories))
    }

    @Test("the user gets as many of each category if the taste is off")
    func tasteOff() {
        let user = user(1, isTasteOn: false)
        user.watch(100, favorite: Self.isIn(["c3", "c7"]))
        // The jokes that are left of a batch are lost here, so the categories do not come exactly in rotation.
        #expect(0.15...0.25 ~= user.watch(50, favorite: Self.isIn(["c3", "c7"])))
    }

    @Test("the user gets the same jokes for the same seed")
    func determinism() {
        let users = [user(3), user(3)]
        for user in users { user.watch(60, favorite: Self.isIn(["c3"])) }
        #expect(users[0].driver.effects == users[1].driver.effects)
    }
}
