// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("Jokes of a greatest length")
struct LengthTests {
    private func joke(_ length: Int, _ letter: Character, source: String = "pack") -> Joke {
        .sample("\(length)\(letter)", String(repeating: letter, count: length), source: source)
    }

    @Test(
        "a joke that fits comes from the queue, then from files, unseen ones first, without a fetch", .rule(8)
    )
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

    @Test("the archive is asked once for many requests of one kind whose jokes were all seen")
    func fewQueries() {
        let pack = (10..<50).map { joke($0, "a") }
        let driver = ModelDriver(.with(.pack, lowWater: 1), archive: ModelArchive(pack: pack))
        func count() -> Int { driver.queries.count { if case .fallback = $0 { true } else { false } } }
        let first = (0..<40).map { _ in driver.next(maxLength: 99).outcome?.joke.id }
        #expect(Set(first).count == 40)
        let before = count()
        let again = (0..<40).map { _ in driver.next(maxLength: 99).outcome?.joke.id }
        #expect(Set(again).count == 40)
        #expect(count() - before <= 4)
    }

    @Test("what is left of the jokes of one kind is not shown for another one")
    func kinds() {
        let pack = (0..<9).flatMap { [joke(20 + $0, "a"), joke(8 + $0 % 2, "b")] }
        let driver = ModelDriver(.with(.pack, lowWater: 1), archive: ModelArchive(pack: pack))
        for _ in 0..<5 {
            driver.next(maxLength: 99)
            #expect(driver.next(maxLength: 9).outcome?.joke.value.count ?? 99 <= 9)
        }
    }

    @Test(
        "without a joke of files that fits, other sources are asked in turn, and the queue stays full",
        .rule(8))
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

    @Test("the length is that of the characters that a reader sees", .rule(8))
    func graphemes() {
        let family = Joke.sample("family", "e\u{301} 👩‍👩‍👧‍👦")
        let selection = { ChangeRequest.Selection(maxLength: $0) }
        #expect(selection(3).admits(family) && !selection(2).admits(family) && !selection(3).isAny)
    }
}
