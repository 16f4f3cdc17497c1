// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokeWire
import Testing

@Suite("A configuration that was read again")
struct ReloadTests {
    private func configure(_ play: Play, _ settings: Settings, changed: Set<String> = []) {
        play.hand(.configured(settings, changed: changed))
    }

    @Test("a source that is gone gives nothing any more, and who waits for it goes on to the next one")
    func gone() {
        let play = Play(.with(.pack, .other, lowWater: 1))
        for order in play.pending { play.deliver(["\(order.source) a"], from: order.source) }
        play.pass(.seconds(2))
        let call = play.next(wait: true)
        let first = play.pending[0].source
        let left: Settings.Source = first == "pack" ? .other : .pack
        configure(play, .with(left, lowWater: 1))
        #expect(play.model.ready.allSatisfy { $0.source != first })
        #expect(call.reply == nil)
        play.deliver(["\(left.name) b"], from: left.name)
        #expect(call.outcome?.joke.id.rawValue == "\(left.name) b")
        #expect(play.model.sourceReports(at: play.now).map(\.name) == [left.name])
    }

    @Test("the card and what is known of the sources stay")
    func stays() {
        let play = Play(.with(.net, .pack, lowWater: 1))
        play.fail(.refused, from: "net")
        let before = play.model.sourceReports(at: play.now)
        configure(play, .with(.pack, .net, lowWater: 1))
        #expect(play.card == play.starter)
        #expect(play.model.sourceReports(at: play.now) == before.reversed())
    }

    @Test("a source whose configuration was mended is asked again, but not against its own word")
    func mended() {
        let play = Play(.with(.net, lowWater: 1))
        play.fail(.refused)
        #expect(play.pending.isEmpty)
        configure(play, .with(.net, lowWater: 1))
        #expect(play.pending.isEmpty)
        play.pass(.seconds(3))
        configure(play, .with(.net, lowWater: 1), changed: ["net"])
        play.pass(.seconds(1))
        #expect(play.pending.count == 1)
        let word = SourceError(.rateLimited, "Slower.", retryAt: play.now.wall.advanced(by: .seconds(600)))
        play.fail(word)
        configure(play, .with(.net, lowWater: 1), changed: ["net"])
        play.pass(.seconds(500))
        #expect(play.pending.isEmpty)
    }

    @Test("a source that comes back remembers what it cost")
    func comesBack() {
        var net = Settings.Source.net
        net.requestsPerDay = 1
        let play = Play(.with(net, lowWater: 1))
        play.deliver(["a"])
        configure(play, .with(lowWater: 1))
        #expect(play.queue.isEmpty)
        configure(play, .with(net, lowWater: 1))
        play.pass(.seconds(100))
        #expect(play.attempts.count == 1)
        #expect(play.model.sourceReports(at: play.now).first?.budget?.left == 0)
    }

    @Test("the queue holds what the new filter lets through, as many as it has room for")
    func queue() {
        let play = Play(.with(.pack, lowWater: 1))
        play.deliver([
            .sample("a", source: "pack"), .sample("b", categories: ["dark"], source: "pack"),
            .sample("c", source: "pack"), .sample("d", source: "pack"),
        ])
        var settings = Settings.with(.pack, capacity: 2, lowWater: 1)
        settings.filter = Filter(blockedCategories: ["dark"])
        configure(play, settings)
        #expect(play.queue == ["a", "c"])
        #expect(play.state.queue == .init(count: 2, capacity: 2))
        play.restart()
        #expect(play.queue == ["a", "c"])
    }

    @Test("more room is filled at once")
    func fills() {
        let play = Play(.with(.pack, capacity: 1, lowWater: 1))
        play.deliver(["a"])
        configure(play, .with(.pack, capacity: 5, lowWater: 5))
        #expect(play.pending.map(\.count) == [4])
    }

    @Test(
        "it holds though nothing can be written, and what it does not want leaves the queue once that is over"
    )
    func fullDisk() {
        let play = Play(.with(.pack, lowWater: 1))
        play.deliver([.sample("a", source: "pack"), .sample("b", source: "pack")])
        play.fillDisk()
        configure(play, .with(.pack, capacity: 1, lowWater: 1))
        #expect(play.state.queue.capacity == 1)
        #expect(play.queue == ["a", "b"])
        play.fillDisk(false)
        play.like()
        #expect(play.queue.count <= 1)
        #expect(play.shelf.kept.queue.count <= 1)
    }
}
