// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("A choice")
struct ChoiceTests {
    /// Forty of each kind, in turn.
    private static let offer = (0..<80).map { number in
        Joke.sample("\(number)", categories: [number % 2 == 0 ? "good" : "bad"], source: "pack")
    }

    private func play(_ sources: Settings.Source..., weights: [String: Double] = [:]) -> Play {
        Play(Settings(sources: sources, spread: .zero, categoryWeights: weights))
    }

    @Test("is asked of local sources alone, once there is something to choose by")
    func candidates() {
        #expect(play(.pack).attempts.map(\.candidates) == [10])
        #expect(play(.pack, weights: ["pun": 2]).attempts.map(\.candidates) == [80])
        #expect(play(.net, weights: ["pun": 2]).attempts.map(\.candidates) == [10])
        let large = Play(Settings(capacity: 100, sources: [.pack], categoryWeights: ["pun": 2]))
        #expect(large.attempts.map { [$0.count, $0.candidates] } == [[100, 200]])
        let play = play(.pack)
        play.deliver(["a", "b", "c", "d"])
        play.like()
        #expect(play.attempts.map { [$0.count, $0.candidates] } == [[10, 10], [7, 56]])
    }

    @Test("fills the queue with as many as are wanted, by the weights of the categories")
    func weights() {
        let play = play(.pack, weights: ["good": 100])
        play.deliver(Self.offer)
        #expect(play.queue.count == 10)
        #expect(play.model.ready.count { $0.categories == ["good"] } >= 9)
    }

    @Test("leaves what is not chosen for another time")
    func notChosen() {
        let play = play(.pack, weights: ["good": 100])
        play.deliver(Self.offer)
        while play.pending.isEmpty { play.next() }
        play.deliver(Self.offer.filter { $0.categories == ["bad"] })
        #expect(play.model.ready.contains { $0.categories == ["bad"] })
    }

    @Test("keeps all that came over the network")
    func network() {
        let play = play(.net, weights: ["good": 100])
        play.deliver(Array(Self.offer.prefix(14)))
        #expect(play.queue.count == 14)
    }

    @Test("is made for who waits, too, among the jokes that fit")
    func waiting() {
        let play = play(.pack, weights: ["good": 1_000])
        play.deliver(["a", "b", "c", "d"])
        let call = play.next(wait: true)
        #expect(play.attempts.last.map { [$0.count, $0.candidates] } == [1, 8])
        play.deliver(Array(Self.offer.dropFirst().prefix(8)))
        #expect(call.outcome?.joke.categories == ["good"])
        #expect(play.queue == ["a", "b", "c", "d"], "one was wanted")
        let other = play.next(category: "bad")
        play.deliver(Array(Self.offer.dropFirst(20).prefix(8)))
        #expect(other.outcome?.joke.categories == ["bad"])
    }
}
