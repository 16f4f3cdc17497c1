// SPDX-License-Identifier: MIT
import JokeCore
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
        "only local sources are asked for extra candidates, and only if weights or a taste can choose among them"
    )
    func extraCandidates() {
        #expect(driver(.pack).attempts.map(\.candidates) == [10])
        #expect(driver(.pack, weights: ["pun": 2]).attempts.map(\.candidates) == [200])
        #expect(driver(.net, weights: ["pun": 2]).attempts.map(\.candidates) == [10])
        let large = ModelDriver(Settings(capacity: 100, sources: [.pack], categoryWeights: ["pun": 2]))
        #expect(large.attempts.map { [$0.count, $0.candidates] } == [[100, 300]])
        let driver = driver(.pack)
        driver.deliver(["a", "b", "c", "d"])
        driver.like()
        #expect(driver.attempts.map { [$0.count, $0.candidates] } == [[10, 10], [7, 140]])
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
        #expect(driver.attempts.last.map { [$0.count, $0.candidates] } == [1, 20])
        driver.deliver(Array(Self.offer.dropFirst().prefix(8)))
        #expect(call.outcome?.joke.categories == ["good"])
        #expect(driver.queue == ["a", "b", "c", "d"], "one was wanted")
        let other = driver.next(category: "bad")
        driver.deliver(Array(Self.offer.dropFirst(20).prefix(8)))
        #expect(other.outcome?.joke.categories == ["bad"])
    }
}
