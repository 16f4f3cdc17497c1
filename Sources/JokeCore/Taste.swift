// SPDX-License-Identifier: MIT
package import JokeWire

/// The user's taste: the newest likes and dislikes of the jokes of each source and of each category.
///
/// Sources and categories are the arms of a multi-armed bandit. `Preference` chooses an arm with a probability that grows
/// with its share of likes and with how little is known about it.
package struct Taste: Sendable, Hashable {
    /// Something that jokes have in common.
    package struct Arm: Sendable, Hashable {
        package enum Kind: String, Sendable, CaseIterable { case source, category }

        package let kind: Kind
        package let name: String

        package init(_ kind: Kind, _ name: String) {
            self.kind = kind
            self.name = name
        }

        package static func source(_ name: String) -> Arm { Arm(.source, name) }
        /// Compared without regard to case.
        package static func category(_ name: String) -> Arm { Arm(.category, name.lowercased()) }
    }

    /// How many of the newest decisions about an arm count: a taste can change.
    package static let window = 40
    /// How many arms are kept: strangers name the categories.
    package static let capacity = 256
    /// How many categories of one joke count, and how many bytes of a name.
    private static let (mostCategories, longestName) = (16, 64)

    package private(set) var tallies: [Arm: Tally]
    /// Grows with each decision.
    private var now: Int

    package init(_ tallies: [Arm: Tally] = [:]) {
        self.tallies = tallies
        now = tallies.values.map(\.usedAt).max() ?? 0
    }

    package var isEmpty: Bool { tallies.isEmpty }

    package mutating func learn(isLiked: Bool, from joke: Joke) {
        now += 1
        let arms = Self.arms(of: joke)
        for arm in arms { tallies[arm, default: Tally()].append(isLiked, at: now) }
        while tallies.count > Self.capacity, let arm = leastUsed(besides: arms) { tallies[arm] = nil }
    }

    /// Takes the newest decision about this joke back, where it was that one.
    package mutating func unlearn(isLiked: Bool, from joke: Joke) {
        for arm in Self.arms(of: joke) where tallies[arm]?.newest == isLiked {
            tallies[arm]?.removeNewest()
            if tallies[arm]?.count == 0 { tallies[arm] = nil }
        }
    }

    /// What has to be kept to get here.
    package struct Change: Sendable, Hashable {
        package let arm: Arm
        /// nil where it is forgotten.
        package let tally: Tally?

        package init(_ arm: Arm, _ tally: Tally?) {
            self.arm = arm
            self.tally = tally
        }
    }

    func changes(since older: Taste) -> [Change] {
        let arms = Set(tallies.keys).union(older.tallies.keys).filter { tallies[$0] != older.tallies[$0] }
        return arms.sorted().map { Change($0, tallies[$0]) }
    }

    /// Forgets everything.
    package mutating func reset() { self = Taste() }

    /// Those with the fewest decisions, and of these the one that has waited longest: a flood of categories that
    /// come once washes none away that came often.
    private func leastUsed(besides arms: [Arm]) -> Arm? {
        tallies.filter { !arms.contains($0.key) }
            .min { ($0.value.count, $0.value.usedAt, $0.key) < ($1.value.count, $1.value.usedAt, $1.key) }?
            .key
    }

    /// Its source, and its categories.
    private static func arms(of joke: Joke) -> [Arm] { [.source(joke.source)] + categories(of: joke) }

    static func categories(of joke: Joke) -> [Arm] {
        var arms: [Arm] = []
        for name in joke.categories.prefix(mostCategories) where name.utf8.count <= longestName {
            let arm = Arm.category(name)
            if !arms.contains(arm) { arms.append(arm) }
        }
        return arms
    }
}

extension Taste.Arm: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        (left.kind.rawValue, left.name) < (right.kind.rawValue, right.name)
    }
}

extension Taste {
    /// The newest decisions about an arm, as bits: so the oldest fall off by themselves, and the newest can be taken
    /// back exactly.
    package struct Tally: Sendable, Hashable {
        /// The newest is the lowest bit; a like is set.
        package private(set) var decisions: UInt64
        /// How many of the bits are decisions. More than the window, so that the window is still full when as many
        /// were taken back as can be.
        package private(set) var count: Int
        /// Greater than that of all that were used before.
        package private(set) var usedAt: Int

        /// Whatever the numbers are, it becomes one that can be.
        package init(decisions: UInt64 = 0, count: Int = 0, usedAt: Int = 0) {
            self.decisions = decisions
            self.count = min(max(count, 0), UInt64.bitWidth)
            self.usedAt = min(max(usedAt, 0), 1 << 52)
        }

        package var likes: Int { (decisions & (1 << UInt64(counted) - 1)).nonzeroBitCount }
        package var dislikes: Int { counted - likes }
        private var counted: Int { min(count, window) }
        var newest: Bool? { count == 0 ? nil : decisions & 1 == 1 }

        mutating func append(_ isLiked: Bool, at time: Int) {
            decisions = decisions << 1 | (isLiked ? 1 : 0)
            count = min(count + 1, UInt64.bitWidth)
            usedAt = time
        }

        mutating func removeNewest() {
            decisions >>= 1
            count -= 1
        }

        /// The probability of a like: the mean of the Beta distribution of these decisions, Beta(likes + 1, dislikes + 1).
        package var mean: Double { Double(likes + 1) / Double(counted + 2) }

        /// The mean of the square of a probability from that distribution.
        ///
        /// The fewer decisions there are, the more it exceeds the square of the mean, so that an arm that was seldom
        /// tried is chosen now and then.
        package var meanSquare: Double { mean * Double(likes + 2) / Double(counted + 3) }
    }
}
