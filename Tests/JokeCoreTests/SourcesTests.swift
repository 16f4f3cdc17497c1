// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokeWire
import Testing

@Suite("A source that is turned off")
struct TurningOffTests {
    private func enable(_ play: Play, _ source: String, _ isOn: Bool) -> Play.Call {
        play.request(.enable(source: source, isOn))
    }

    @Test("gives nothing any more: its jokes leave the queue, and what is under way does not come")
    func off() {
        let play = Play(.with(.pack, .net, lowWater: 10))
        play.deliver(["a", "b"], from: "pack")
        let order = play.pending.first { $0.source == "net" }
        let call = enable(play, "pack", false)
        #expect(call.outcome?.changed == true)
        #expect(play.queue.isEmpty)
        #expect(enable(play, "net", false).outcome?.changed == true)
        #expect(!play.state.fetching)
        if let order { play.hand(.fetched(order.request, SourceResult([.sample("late")]))) }
        #expect(play.queue.isEmpty)
        play.pass(.seconds(100))
        #expect(!play.state.fetching)
    }

    @Test("stays so over a restart, and can be turned on again at once")
    func restart() {
        let play = Play(.with(.pack, lowWater: 1))
        play.deliver(["a"])
        _ = enable(play, "pack", false)
        play.restart()
        #expect(play.attempts.count == 1)
        #expect(play.model.sourceReports(at: play.now).map(\.state) == [.off])
        #expect(enable(play, "pack", true).outcome?.changed == true)
        #expect(play.attempts.count == 2)
        #expect(enable(play, "pack", true).outcome?.changed == false)
    }

    @Test("in the configuration can be turned on by the user")
    func on() {
        var pack = Settings.Source.pack
        pack.isEnabled = false
        let play = Play(.with(pack))
        #expect(play.attempts.isEmpty)
        _ = enable(play, "pack", true)
        #expect(play.attempts.count == 1)
    }

    @Test("lets who waits for it go on to the next one")
    func waiting() {
        let play = Play(.with(.pack, .other, lowWater: 1))
        for order in play.pending { play.deliver(["\(order.source) a"], from: order.source) }
        play.pass(.seconds(2))
        let any = play.next(wait: true)
        let first = play.pending[0].source
        let certain = play.next(source: first, wait: true)
        _ = enable(play, first, false)
        #expect(certain.refusal?.isEmpty == true)
        #expect(play.pending.last?.source != first)
        play.deliver(["b"], from: play.pending.last?.source)
        #expect(any.outcome?.joke.id.rawValue == "b")
        guard case .invalid(_, let expected) = play.next(source: first).refusal else {
            Issue.record("a source that is off was asked")
            return
        }
        #expect(!expected.contains(first))
    }

    @Test("is told in the log, once")
    func log() {
        let play = Play(.with(.pack))
        _ = enable(play, "pack", false)
        _ = enable(play, "pack", false)
        #expect(play.logged.count { $0.members.contains(#""event":"sourceDisabled""#) } == 1)
        #expect(play.logged.count { $0.members.contains(#""source":"pack""#) } == 1)
    }

    @Test("that nobody knows is refused, and those that there are are named")
    func unknown() {
        let play = Play(.with(.pack, .net))
        #expect(
            enable(play, "web", true).refusal
                == .invalid(parameter: "source", expected: "one of pack, net"))
    }

    @Test("no longer has trouble")
    func trouble() {
        let play = Play(.with(.net))
        play.fail(.refused)
        _ = enable(play, "net", false)
        #expect(play.state.error == nil)
    }
}

@Suite("What is said of a source")
struct ReportTests {
    @Test("tells what came of its jokes, and why they were kept out")
    func tally() {
        let filter = Filter(blockedWords: ["cheese"])
        let play = Play(Settings(sources: [.net], filter: filter, spread: .zero))
        var result = SourceResult([
            .sample("a"), .sample("b", categories: ["Politics"]), .sample("c"), .sample("d", "Cheese!"),
            .sample("e", "More cheese."), .starter,
        ])
        result.jokes[2].flags = ["nsfw"]
        play.deliver(result)
        let tally = play.model.sourceReports(at: play.now)[0].tally
        #expect(tally.given == 1 && tally.seen == 1 && tally.filteredCount == 4)
        #expect(
            tally.filtered == [
                .init(.category, "politics"): 1, .init(.flag, "nsfw"): 1, .init(.word, "cheese"): 2,
            ])
    }

    @Test("tells a bounded number of reasons, whatever a source says")
    func bounded() {
        var tally = SourceTally()
        for number in 0..<1_000 { tally.count(.init(.language, "\(number)")) }
        #expect(tally.filtered.count <= 40)
        #expect(tally.filteredCount == 1_000)
    }

    @Test("says that all were filtered out, as a failure of its own kind")
    func allFiltered() {
        let play = Play(.with(.net))
        let call = play.next(source: "net", wait: true)
        play.deliver(SourceResult([.sample("a", categories: ["explicit"])], requests: 1))
        guard case .fetchFailed(let failure) = call.refusal else {
            Issue.record("\(String(describing: call.reply))")
            return
        }
        #expect(failure.errorKind == .filtered)
        #expect(failure.message == "The filter kept out the joke of the source 'net': category explicit.")
        #expect(play.state.error?.kind == "filtered")
        #expect(!play.state.fetching)
        #expect(play.logged.last?.members.contains(#""kind":"filtered""#) == true)
        #expect(play.model.sourceReports(at: play.now)[0].tally.filteredCount == 1)
    }

    @Test("tells its budget, and when it is asked again")
    func budget() {
        let play = Play(.with(Settings.Source.net.limited(to: 10)))
        play.deliver(SourceResult([.sample("a")], requests: 10))
        let report = play.model.sourceReports(at: play.now)[0]
        #expect(report.state == .spent)
        #expect(report.budget == .init(limit: 10, used: 10, renewsAt: play.now.midnight))
        #expect(report.nextFetch == play.now.midnight)
        let tomorrow = Timestamp(
            uptime: play.now.uptime, wall: play.now.midnight, date: LocalDate(rawValue: "2026-11-22"),
            midnight: play.now.midnight.advanced(by: .seconds(86_400)))
        #expect(play.model.sourceReports(at: tomorrow)[0].budget?.used == 0)
    }
}
