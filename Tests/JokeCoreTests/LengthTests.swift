// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("Jokes of a greatest length")
struct LengthTests {
    private func joke(_ length: Int, _ letter: Character, source: String = "pack") -> Joke {
        .sample("\(length)\(letter)", String(repeating: letter, count: length), source: source)
    }

    @Test("a joke that fits comes from the queue, then from files, unseen ones first, without a fetch")
    func order() {
        let pack = [joke(8, "a"), joke(20, "b"), joke(8, "c"), joke(9, "d")]
        let driver = ModelDriver(.with(.pack, .net, lowWater: 1), archive: ModelArchive(pack: pack))
        driver.deliver([joke(20, "x"), joke(8, "y"), joke(20, "z")])
        let fetches = driver.attempts.count
        let cards = (0..<5).map { _ in driver.next(maxLength: 8).outcome?.joke.id.rawValue }
        #expect(cards == ["8y", "8a", "8c", "8a", "8c"])
        #expect(driver.queue == ["20x", "20z"] && driver.attempts.count == fetches)
        #expect(driver.next(category: "tea", maxLength: 8).outcome == nil)
    }

    @Test("without a joke of files that fits, other sources are asked in turn, and the queue stays full")
    func fetched() {
        let driver = ModelDriver(.with(.net, .other, capacity: 2, lowWater: 1))
        driver.deliver(
            [joke(20, "x", source: "net"), joke(20, "y", source: "net")], from: driver.pending[0].source)
        let call = driver.next(maxLength: 8)
        driver.pass(.seconds(3))
        driver.deliver([joke(20, "z")])
        #expect(call.reply == nil && driver.queue.count == 2)
        driver.pass(.seconds(3))
        driver.deliver([joke(8, "a")])
        #expect(call.outcome?.joke.id.rawValue == "8a")
        #expect(driver.queue.count == 2)
    }

    @Test("the length is that of the characters that a reader sees")
    func graphemes() {
        let family = Joke.sample("family", "e\u{301} 👩‍👩‍👧‍👦")
        let selection = { ChangeRequest.Selection(maxLength: $0) }
        #expect(selection(3).admits(family) && !selection(2).admits(family) && !selection(3).isAny)
    }
}
