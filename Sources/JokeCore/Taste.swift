// SPDX-License-Identifier: MIT
package import JokeWire

/// The user's taste: the newest likes and dislikes of the jokes of each source and of each category.
///
/// Sources and categories are the arms of a multi-armed bandit. `Preference` chooses an arm with a probability that grows
/// with its share of likes and with how little is known about it.
package struct Taste: Sendable, Hashable {
    /// A source or a category: something that jokes have in common.
    package struct Arm: Sendable, Hashable {
        package enum Kind: String, Sendable, CaseIterable { case source, category }

        package let kind: Kind
        package let name: String

        package init(_ kind: Kind, _ name: String) {
            self.kind = kind
            self.name = name
        }

        package static func == (left: Arm, right: Arm) -> Bool {
            left.kind == right.kind && left.name.hasBytes(of: right.name)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(kind)
            hasher.combine(bytesOf: name)
        }

        package static func source(_ name: String) -> Arm { Arm(.source, name) }
        /// Returns the arm of a category. Names are compared without regard to case.
        package static func category(_ name: String) -> Arm { Arm(.category, name.lowercased()) }
    }

    /// The number of the newest decisions about an arm that count, so that a taste can change.
    package static let window = 40
    /// The most arms that are stored. Sources choose the names of categories, so their number needs a limit.
    package static let capacity = 256
    /// The most other machines whose decisions count.
    package static let mostMachines = 64

    package private(set) var tallies: [Arm: Tally]
    /// The decisions on other machines, by the machine.
    package private(set) var shares: [String: Share]
    /// The sums of the shares.
    private var shared: [Arm: Evidence] = [:]
    /// A number that grows with each decision.
    private var now: Int
    /// The number of resets, without those that were undone.
    package private(set) var epoch: Int

    package init(_ tallies: [Arm: Tally] = [:], shares: [Share] = [], epoch: Int = 0) {
        self.tallies = tallies
        self.epoch = epoch
        self.shares = Dictionary(shares.map { ($0.machine, $0) }) { $0.time > $1.time ? $0 : $1 }
        now = tallies.values.map(\.usedAt).max() ?? 0
        for share in self.shares.values { for (arm, evidence) in share.arms { add(evidence, to: arm) } }
    }

    package var isEmpty: Bool { tallies.isEmpty && shared.isEmpty }
    /// The arms about which something is known.
    var arms: Set<Arm> {
        let others = shared.keys.filter { tallies[$0] == nil }
        // The arms of each machine are limited, and those of all of them together are too many for a reply.
        let known =
            others.count <= Self.capacity
            ? others
            : Array(
                others.sorted { (shared[$1]?.count ?? 0, $0) < (shared[$0]?.count ?? 0, $1) }
                    .prefix(Self.capacity))
        return Set(tallies.keys).union(known)
    }

    /// The decisions about an arm, on this machine and on the others.
    package func evidence(of arm: Arm) -> Evidence {
        (tallies[arm]?.evidence ?? Evidence()) + (shared[arm] ?? Evidence())
    }

    /// Adds a decision to the joke's source and categories.
    package mutating func learn(isLiked: Bool, from joke: Joke) {
        now += 1
        let arms = Self.arms(of: joke)
        for arm in arms { tallies[arm, default: Tally()].append(isLiked, at: now) }
        while tallies.count > Self.capacity, let arm = leastUsed(besides: arms) { tallies[arm] = nil }
    }

    /// Removes the newest decision of that kind from the joke's source and categories. Equal decisions count the same.
    package mutating func takeBack(isLiked: Bool, from joke: Joke) {
        for arm in Self.arms(of: joke) {
            tallies[arm]?.removeNewest(isLiked)
            if tallies[arm]?.count == 0 { tallies[arm] = nil }
        }
    }

    /// The like or dislike that a decision about a text has added for the source and the categories of its joke. The next
    /// decision about the text, or undo, takes exactly that one back.
    package struct Lesson: Sendable, Hashable {
        package var isLiked: Bool
        /// The value of ``epoch`` then. After a reset, the lesson is forgotten.
        package var epoch: Int

        package init(isLiked: Bool, epoch: Int) { (self.isLiked, self.epoch) = (isLiked, epoch) }
    }

    /// Returns the lesson of a new decision.
    func lesson(isLiked: Bool) -> Lesson { Lesson(isLiked: isLiked, epoch: epoch) }

    /// Takes back what the former decision about a joke's text has taught, and learns from the new one.
    mutating func replace(_ former: Lesson?, by new: Lesson?, from joke: Joke) {
        guard former != new else { return }
        if let former, former.epoch == epoch { takeBack(isLiked: former.isLiked, from: joke) }
        if let new, new.epoch == epoch { learn(isLiked: new.isLiked, from: joke) }
    }

    /// A change of one arm that has to be stored.
    package struct Change: Sendable, Hashable {
        package let arm: Arm
        /// The new tally, or nil if the arm is forgotten.
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

    func changedShares(since older: Taste) -> [Write] {
        let machines = Set(shares.keys).union(older.shares.keys)
        return machines.sorted().filter { shares[$0] != older.shares[$0] }
            .map { .tasteShare(machine: $0, shares[$0]) }
    }

    /// Forgets all decisions on this machine.
    package mutating func reset() {
        tallies = [:]
        epoch += 1
    }

    /// Takes back the newest reset.
    mutating func restore(_ forgotten: [Arm: Tally]) {
        tallies = forgotten
        now = max(now, tallies.values.map(\.usedAt).max() ?? 0)
        epoch -= 1
    }

    /// Replaces what another machine has learned if the share is newer. Of too many machines, the one whose share is
    /// oldest is forgotten. Returns whether the share was newer.
    package mutating func adopt(_ share: Share) -> Bool {
        if let known = shares[share.machine], known.time >= share.time { return false }
        replaceShare(of: share.machine, by: share)
        while shares.count > Self.mostMachines,
            let oldest = shares.values.min(by: { ($0.time, $0.machine) < ($1.time, $1.machine) })
        {
            replaceShare(of: oldest.machine, by: nil)
        }
        return shares[share.machine] != nil
    }

    /// Replaces a share, and the part that it has in the sums. So many shares cost no more than what they contain.
    private mutating func replaceShare(of machine: String, by share: Share?) {
        for (arm, evidence) in shares[machine]?.arms ?? [:] { add(evidence.negated, to: arm) }
        shares[machine] = share
        for (arm, evidence) in share?.arms ?? [:] { add(evidence, to: arm) }
    }

    private mutating func add(_ evidence: Evidence, to arm: Arm) {
        let sum = (shared[arm] ?? Evidence()) + evidence
        shared[arm] = sum == Evidence() ? nil : sum
    }

    /// The decisions on this machine, as a share for the others. The program that passes it on sets machine and time. If
    /// the names are too long for a request, the arms with the fewest decisions are left out.
    package var share: Share {
        var (arms, size): ([Arm: Evidence], Int) = ([:], 0)
        for (arm, tally) in tallies.sorted(by: {
            ($1.value.count, $1.value.usedAt, $1.key) < ($0.value.count, $0.value.usedAt, $0.key)
        }) {
            // In a request, the line is a text of JSON within JSON.
            size += JSON.string(JSON.string(arm.name).jsonText).jsonText.utf8.count + 10
            guard size < Limits.requestLine - (2 << 10) else { break }
            arms[arm] = tally.evidence
        }
        return Share(machine: "", time: 0, arms: arms)
    }

    /// Returns the arm with the fewest decisions, of several the least recently used one. So many categories that occur
    /// once do not displace one that occurs often.
    private func leastUsed(besides arms: [Arm]) -> Arm? {
        tallies.filter { !arms.contains($0.key) }
            .min { ($0.value.count, $0.value.usedAt, $0.key) < ($1.value.count, $1.value.usedAt, $1.key) }?
            .key
    }

    /// Returns the arms of the joke's source and categories.
    private static func arms(of joke: Joke) -> [Arm] { [.source(joke.source)] + categories(of: joke) }

    static func categories(of joke: Joke) -> [Arm] {
        var arms: [Arm] = []
        for arm in joke.categories.prefix(Limits.categories).map(Arm.category)
        // A name can be longer in lower case.
        where arm.name.utf8.count <= Limits.name {
            if !arms.contains(arm) { arms.append(arm) }
        }
        return arms
    }
}

extension Taste.Arm: Comparable {
    package static func < (left: Self, right: Self) -> Bool {
        left.kind == right.kind
            ? left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
            : left.kind.rawValue < right.kind.rawValue
    }
}

extension Taste {
    /// The newest decisions about an arm, as bits. Old decisions are shifted out, and the newest one can be removed
    /// exactly.
    package struct Tally: Sendable, Hashable {
        /// The decisions: the lowest bit is the newest one, and 1 is a like.
        package private(set) var decisions: UInt64
        /// The number of bits that are decisions. It can exceed `window`, so that the window stays full when undo
        /// removes some.
        package private(set) var count: Int
        /// A number that is greater for arms that were used later.
        package private(set) var usedAt: Int

        /// Creates a tally. Numbers that are out of range are clamped.
        package init(decisions: UInt64 = 0, count: Int = 0, usedAt: Int = 0) {
            self.decisions = decisions
            self.count = min(max(count, 0), UInt64.bitWidth)
            self.usedAt = min(max(usedAt, 0), Limits.numbers.upperBound)
        }

        package var likes: Int { (decisions & (1 << UInt64(counted) - 1)).nonzeroBitCount }
        package var dislikes: Int { counted - likes }
        package var evidence: Evidence { Evidence(likes: likes, dislikes: dislikes) }
        private var counted: Int { min(count, window) }

        mutating func append(_ isLiked: Bool, at time: Int) {
            decisions = decisions << 1 | (isLiked ? 1 : 0)
            count = min(count + 1, UInt64.bitWidth)
            usedAt = time
        }

        /// Removes the newest decision that is a like or a dislike, if there is one.
        mutating func removeNewest(_ isLiked: Bool) {
            guard let place = (0..<count).first(where: { decisions >> UInt64($0) & 1 == (isLiked ? 1 : 0) })
            else { return }
            let newer = (1 << UInt64(place)) - 1 as UInt64
            decisions = decisions >> 1 & ~newer | decisions & newer
            count -= 1
        }
    }

    /// The numbers of likes and dislikes among the decisions about an arm that count.
    package struct Evidence: Sendable, Hashable {
        package var likes: Int
        package var dislikes: Int

        package init(likes: Int = 0, dislikes: Int = 0) { (self.likes, self.dislikes) = (likes, dislikes) }

        static func + (left: Self, right: Self) -> Self {
            Evidence(likes: left.likes + right.likes, dislikes: left.dislikes + right.dislikes)
        }

        fileprivate var count: Int { likes + dislikes }
        fileprivate var negated: Self { Evidence(likes: -likes, dislikes: -dislikes) }

        /// The probability of a like: the mean of the Beta distribution of these decisions, Beta(likes + 1, dislikes + 1).
        package var mean: Double { Double(likes + 1) / Double(likes + dislikes + 2) }

        /// The mean of a power of a probability from that distribution.
        ///
        /// The fewer decisions there are, the more it exceeds the power of the mean, so that an arm that was seldom
        /// tried is chosen now and then.
        package func moment(_ power: Int) -> Double {
            (0..<power).reduce(1) { moment, step in
                let (liked, decided) = (likes + 1 + step, likes + dislikes + 2 + step)
                return moment * Double(liked) / Double(decided)
            }
        }
    }

    /// The decisions on another machine. A newer share of a machine replaces the older one, so nothing counts twice.
    package struct Share: Sendable, Hashable {
        /// The id of the machine: 16 hexadecimal digits.
        package let machine: String
        /// A number that is greater in newer shares of the machine.
        package let time: Int
        package let arms: [Arm: Evidence]

        package init(machine: String, time: Int, arms: [Arm: Evidence]) {
            (self.machine, self.time, self.arms) = (machine, time, arms)
        }
    }
}
