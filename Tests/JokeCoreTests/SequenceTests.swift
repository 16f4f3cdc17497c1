// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("The sequence")
struct SequenceTests {
    @Test(
        "never hands out a number twice, however often the daemon ends", arguments: [1, 7, 999, 1_000, 1_001])
    func unique(changes: Int) {
        let play = Play()
        for _ in 0..<3 {
            for number in 0..<changes { play.drag(number % 2 == 0 ? 0.1 : 0.2, end: 100) }
            play.restart()
            #expect(play.model.current.sequence > play.publications.last?.sequence ?? -1)
        }
        let numbers = play.publications.map(\.sequence)
        #expect(numbers.count == 3 * changes)
        #expect(Set(numbers).count == numbers.count)
        #expect(numbers == numbers.sorted())
    }

    @Test("reserves before it hands out, in the transaction of the change")
    func reserved() {
        let play = Play()
        for number in 0..<2_500 {
            play.drag(number % 2 == 0 ? 0.1 : 0.2, end: 100)
            #expect(play.shelf.kept.reservedSequence > play.model.current.sequence)
        }
        let reservations = play.effects.count {
            if case .write(.reserveSequence) = $0 { true } else { false }
        }
        #expect(reservations == 3, "one at the start, then one for each thousand")
    }

    @Test("of what is read is that of the last event that was told")
    func current() {
        let play = Play.ready("a")
        play.like()
        #expect(play.model.current.sequence == play.publications.last?.sequence)
        #expect(play.model.current.state == play.publications.last?.state)
        play.next(ifJoke: "nobody")
        play.undo()
        #expect(play.model.current.sequence == play.logged.last?.sequence)
    }

    @Test("of a reply where nothing changed is the current one")
    func unchanged() {
        let play = Play.ready("a")
        let outcome = play.request(.reset).outcome
        #expect(outcome?.changed == false)
        #expect(outcome?.sequence == play.publications.last?.sequence)
        #expect(outcome?.product == .nothing)
    }

    @Test("of what nobody caused names no cause, of what a client did its client")
    func cause() {
        let play = Play(.with(.net))
        #expect(play.publications.last?.cause == nil)
        play.request(.drag(translation: 0.3, predictedEndX: 1, width: 2), client: "bar")
        #expect(play.publications.last?.cause?.client == "bar")
        play.pass(.seconds(5))
        #expect(play.publications.last?.cause == nil)
    }
}
