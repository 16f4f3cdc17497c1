// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokeWire
import Testing

@Suite("While nothing can be written")
struct FullDiskTests {
    @Test("a like does not hold, the state says why, and the next change that holds says it is over")
    func like() {
        let play = Play.ready("a")
        let shelf = play.shelf
        play.fillDisk()
        #expect(play.like().reply == nil)
        #expect(play.card == play.starter)
        #expect(play.state.saved.count == 0)
        #expect(play.state.error?.kind == "storage")
        #expect(play.state.error?.message == "The disk is full.")
        #expect(play.shelf == shelf)
        play.fillDisk(false)
        #expect(play.like().outcome?.changed == true)
        #expect(play.state.error == nil)
        #expect(play.saved == [play.starter])
    }

    @Test("the store's trouble is said before a source's")
    func precedence() {
        let play = Play(.with(.net))
        play.fail(.refused)
        play.hand(.archiveFailed(ArchiveError(.full, "Full.")))
        #expect(play.state.error?.message == "Full.")
        play.hand(.archiveRecovered)
        #expect(play.state.error?.kind == "source_refused")
    }

    @Test("drags go on, past the numbers that were reserved, and these are made good for later")
    func drags() {
        let play = Play()
        play.fillDisk()
        play.like()
        for number in 0..<1_500 { play.drag(number % 2 == 0 ? 0.1 : 0.2, end: 100) }
        #expect(play.state.cardTranslation == 0.2)
        play.fillDisk(false)
        play.like()
        #expect(play.shelf.kept.reservedSequence > play.model.current.sequence)
    }

    @Test("a fetch ends, and its jokes may come again")
    func fetch() {
        let play = Play(.with(.net))
        play.fillDisk()
        play.deliver(["a"])
        #expect(!play.state.fetching)
        #expect(play.queue.isEmpty)
        play.fillDisk(false)
        #expect(play.like().outcome != nil)
        play.pass(.seconds(2))
        play.deliver(["a"])
        #expect(play.queue == ["a"])
        #expect(play.state.error == nil)
    }

    @Test("who waits is refused once, with the reason", arguments: 0..<4)
    func waiting(way: Int) {
        let play = Play(.with(.net), shelf: Shelf(pack: [.sample("p")]))
        let call = play.next(wait: true)
        play.fillDisk()
        switch way {
        case 0: play.deliver(["a"])
        case 1: play.deliver([.starter])
        case 2: play.fail(.refused)
        default: play.pass(.seconds(120))
        }
        guard case .fetchFailed(let failure) = call.refusal else {
            Issue.record("\(String(describing: call.reply))")
            return
        }
        #expect(failure.kind == (way == 3 ? .timedOut : .storage))
        #expect(play.card == play.starter)
        play.fillDisk(false)
        play.next()
        #expect(play.card == "p")
        #expect(play.state.error?.message != "The disk is full.")
    }

    @Test("time goes on without a busy loop, though somebody waits")
    func noLoop() {
        let play = Play(.with(.net), shelf: Shelf(pack: [.sample("p")]))
        play.next(wait: true)
        play.fillDisk()
        let effects = play.effects.count
        play.pass(.seconds(120))
        #expect(play.effects.count - effects < 100)
    }
}
