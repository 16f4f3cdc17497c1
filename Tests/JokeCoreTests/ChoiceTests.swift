// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("A choice")
struct ChoiceTests {
    /// Forty jokes of each kind, alternating.
    private static let offer = (0..<80).map { number in
        Joke.sample("\(number)", categories: [number % 2 == 0 ? "good" : "bad"], source: "pack")
    }

    private func driver(_ sources: Settings.Source..., weights: [String: Double] = [:]) -> ModelDriver {
        ModelDriver(Settings(sources: sources, spread: .zero, categoryWeights: weights))
    }

    @Test(
        "only local sources are asked for extra candidates: many if weights or a taste can choose among them"
    )
    func extraCandidates() {
        #expect(driver(.pack).attempts.map(\.candidates) == [28])
        #expect(driver(.pack, weights: ["pun": 2]).attempts.map(\.candidates) == [200])
        #expect(driver(.net, weights: ["pun": 2]).attempts.map(\.candidates) == [10])
        let large = ModelDriver(Settings(capacity: 100, sources: [.pack], categoryWeights: ["pun": 2]))
        #expect(large.attempts.map { [$0.count, $0.candidates] } == [[100, 300]])
        let driver = driver(.pack)
        driver.deliver(["a", "b", "c", "d"])
        driver.like()
        #expect(
            driver.attempts.map { [$0.count, $0.candidates] } == [[10, 28], [7, 146]],
            "three are in the queue")
    }

    @Test("the chosen jokes fill the queue by the weights of their categories")
    func categoryWeights() {
        let driver = driver(.pack, weights: ["good": 100])
        driver.deliver(Self.offer)
        #expect(driver.queue.count == 10)
        #expect(driver.model.ready.count { $0.categories == ["good"] } >= 9)
    }

    @Test("a candidate that is not chosen can be offered again")
    func unchosenCandidate() {
        let driver = driver(.pack, weights: ["good": 100])
        driver.deliver(Self.offer)
        while driver.pending.isEmpty { driver.next() }
        driver.deliver(Self.offer.filter { $0.categories == ["bad"] })
        #expect(driver.model.ready.contains { $0.categories == ["bad"] })
    }

    /// Jokes with a subject and a form, such as 20 one-liners about work, then 20 puns about food.
    private func jokes(_ kinds: (String, String, Int)...) -> [Joke] {
        kinds.flatMap { subject, form, count in
            (0..<count).map {
                .sample("\(subject)-\(form)-\($0)", categories: [subject, form], source: "pack")
            }
        }
    }

    /// The places of neighbours that have a category in common.
    private func likenesses(_ jokes: [Joke]) -> [Int] {
        zip(jokes, jokes.dropFirst()).enumerated().compactMap { index, pair in
            Set(pair.0.categories).isDisjoint(with: pair.1.categories) ? nil : index
        }
    }

    @Test(
        "an installation begins with the first joke of its pack, although others find their place later",
        .rule(8))
    func first() {
        let driver = driver(.pack)
        driver.deliver(jokes(("food", "story", 1), ("art", "sign", 1), ("work", "pun", 2)), from: "pack")
        driver.next()
        #expect(driver.state.joke.id.rawValue == "food-story-0")
        #expect(driver.model.ready.map(\.id.rawValue) == ["work-pun-1", "art-sign-0", "work-pun-0"])
    }

    @Test("neighbours differ in form and subject, also where the queue is filled again", .rule(8))
    func neighbours() {
        let driver = driver(.pack)
        var offer = jokes(
            ("work", "one-liner", 12), ("work", "pun", 12), ("food", "pun", 12), ("food", "story", 12))
        var shown: [Joke] = []
        while shown.count < 24 {
            while driver.pending.first != nil { driver.deliver(offer) }
            driver.next()
            shown.append(driver.state.joke)
            offer.removeAll { $0.id == driver.state.joke.id }
        }
        #expect(likenesses(shown) == [])
        #expect(Set(shown.map(\.id)).count == 24)
    }

    @Test("the jokes come in their order if that has different neighbours, or if there is no choice")
    func orderOfNeighbours() {
        let mixed = jokes(("work", "pun", 1), ("food", "story", 1), ("home", "law", 1), ("art", "sign", 1))
        for offer in [mixed, jokes(("work", "pun", 4))] {
            let driver = driver(.pack)
            driver.deliver(offer)
            #expect(driver.queue == offer.map(\.id.rawValue))
        }
    }

    @Test("a joke like the last one is put between two earlier ones that differ from it")
    func insertedNeighbour() {
        let offer =
            jokes(("work", "pun", 1), ("food", "story", 1), ("home", "story", 1), ("art", "story", 1))
            + jokes(("tea", "law", 1), ("sea", "sign", 1))
        let driver = driver(.pack)
        driver.deliver(offer)
        #expect(likenesses(driver.model.ready) == [] && driver.queue.count == 6)
    }

    @Test(
        "neighbours differ among jokes that were chosen by the taste, and among those of a later round",
        .rule(8))
    func neighboursByTasteAndInRounds() {
        let kinds = [("work", "one-liner"), ("food", "pun"), ("home", "story")]
        let offer = (0..<60).map { number in
            let (subject, form) = kinds[number / 2 % 3]
            return Joke.sample("\(number)", categories: [subject, form], source: "builtin")
        }
        let weighted = ModelDriver(
            Settings(sources: [.init(name: "builtin", isLocal: true)], categoryWeights: ["work": 2]))
        weighted.deliver(offer)
        #expect(weighted.queue.count == 10 && likenesses(weighted.model.ready).count <= 2)
        let driver = ModelDriver(.with(), archive: ModelArchive(pack: offer))
        var shown: [Joke] = []
        for _ in 0..<180 {
            driver.next()
            shown.append(driver.state.joke)
        }
        for start in [0, 60, 120] { #expect(Set(shown[start..<start + 60].map(\.id)).count == 60) }
        // A batch of jokes of a later round may have too many of a kind.
        #expect(likenesses(Array(shown.prefix(60))) == [] && likenesses(shown).count <= 4)
    }

    @Test("every joke from the network is kept")
    func keepsNetworkJokes() {
        let driver = driver(.net, weights: ["good": 100])
        driver.deliver(Array(Self.offer.prefix(14)))
        #expect(driver.queue.count == 14)
    }

    @Test("a waiting client gets a joke that was chosen from those that match its request")
    func waitingClient() {
        let driver = driver(.pack, weights: ["good": 1_000])
        driver.deliver(["a", "b", "c", "d"])
        let call = driver.next(wait: true)
        #expect(driver.attempts.last.map { [$0.count, $0.candidates] } == [1, 28])
        driver.deliver(Array(Self.offer.dropFirst().prefix(8)))
        #expect(call.outcome?.joke.categories == ["good"])
        #expect(driver.queue == ["a", "b", "c", "d"], "one was wanted")
        let other = driver.next(category: "bad")
        driver.deliver(Array(Self.offer.dropFirst(20).prefix(8)))
        #expect(other.outcome?.joke.categories == ["bad"])
    }
}
