// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("A disabled source")
struct DisabledSourceTests {
    private func enable(_ driver: ModelDriver, _ source: String, _ isOn: Bool) -> ModelDriver.Call {
        driver.request(.enable(source: source, isOn))
    }

    @Test("a disabled source gives no more jokes: its queued ones are removed and its results ignored")
    func noMoreJokes() {
        let driver = ModelDriver(.with(.pack, .net, lowWater: 10))
        driver.deliver(["a", "b"], from: "pack")
        let request = driver.pending.first { $0.source == "net" }
        let call = enable(driver, "pack", false)
        #expect(call.outcome?.changed == true)
        #expect(driver.queue.isEmpty)
        #expect(enable(driver, "net", false).outcome?.changed == true)
        #expect(!driver.state.fetching)
        if let request { driver.handle(.fetched(request.request, SourceResult([.sample("late")]))) }
        #expect(driver.queue.isEmpty)
        driver.pass(.seconds(100))
        #expect(!driver.state.fetching)
    }

    @Test("a source stays disabled over a restart and can be enabled again")
    func staysDisabled() {
        let driver = ModelDriver(.with(.pack, lowWater: 1))
        driver.deliver(["a"])
        _ = enable(driver, "pack", false)
        driver.restart()
        #expect(driver.attempts.count == 1)
        #expect(driver.model.sourceReports(at: driver.now).map(\.state) == [.off])
        #expect(enable(driver, "pack", true).outcome?.changed == true)
        #expect(driver.attempts.count == 2)
        #expect(enable(driver, "pack", true).outcome?.changed == false)
    }

    @Test("a source that the configuration disables can be enabled by the user")
    func enabledByUser() {
        var pack = Settings.Source.pack
        pack.isEnabled = false
        let driver = ModelDriver(.with(pack))
        #expect(driver.attempts.isEmpty)
        _ = enable(driver, "pack", true)
        #expect(driver.attempts.count == 1)
    }

    @Test("a reset gives the word back to the configuration, also after a restart", arguments: [true, false])
    func reset(isConfigured: Bool) {
        var pack = Settings.Source.pack
        pack.isEnabled = isConfigured
        let driver = ModelDriver(.with(pack, lowWater: 1))
        #expect(enable(driver, "pack", !isConfigured).outcome?.changed == true)
        #expect(driver.model.overriddenSources == ["pack"])
        driver.restart()
        #expect(driver.model.overriddenSources == ["pack"])
        let reset = driver.request(.enable(source: "pack", nil))
        #expect(reset.outcome?.changed == true)
        #expect(driver.model.sourceReports(at: driver.now).map(\.isEnabled) == [isConfigured])
        #expect(driver.state.fetching == isConfigured)
        driver.restart()
        #expect(driver.model.sourceReports(at: driver.now).map(\.isEnabled) == [isConfigured])
        #expect(driver.model.overriddenSources.isEmpty)
        #expect(driver.request(.enable(source: "pack", nil)).outcome?.changed == false)
    }

    @Test("a reset of a choice that equals the configuration makes a later configuration count")
    func resetOfSameChoice() {
        let driver = ModelDriver(.with(.pack, lowWater: 1))
        _ = enable(driver, "pack", true)
        #expect(driver.request(.enable(source: "pack", nil)).outcome?.changed == true)
        var pack = Settings.Source.pack
        pack.isEnabled = false
        driver.handle(.configured(.with(pack, lowWater: 1), changed: ["pack"]))
        #expect(driver.model.sourceReports(at: driver.now).map(\.state) == [.off])
    }

    @Test("a client that waits for a source that is disabled gets a joke of the next one")
    func waitingClient() {
        let driver = ModelDriver(.with(.pack, .other, lowWater: 1))
        for request in driver.pending { driver.deliver(["\(request.source) a"], from: request.source) }
        driver.pass(.seconds(2))
        let any = driver.next(wait: true)
        let first = driver.pending[0].source
        let certain = driver.next(source: first, wait: true)
        _ = enable(driver, first, false)
        #expect(certain.refusal?.isEmpty == true)
        #expect(driver.pending.last?.source != first)
        driver.deliver(["b"], from: driver.pending.last?.source)
        #expect(any.outcome?.joke.id.rawValue == "b")
        guard case .invalid(_, let expected) = driver.next(source: first).refusal else {
            Issue.record("a source that is off was asked")
            return
        }
        #expect(!expected.contains(first))
    }

    @Test("enabling or disabling a source is logged once")
    func loggedOnce() {
        let driver = ModelDriver(.with(.pack))
        _ = enable(driver, "pack", false)
        _ = enable(driver, "pack", false)
        #expect(driver.logged.count { $0.members.contains(#""event":"sourceDisabled""#) } == 1)
        #expect(driver.logged.count { $0.members.contains(#""source":"pack""#) } == 1)
    }

    @Test("a request to disable an unknown source is refused with the known ones")
    func unknownSource() {
        let driver = ModelDriver(.with(.pack, .net))
        #expect(
            enable(driver, "web", true).refusal
                == .invalid(parameter: "source", expected: "one of pack, net"))
    }

    @Test("a disabled source has no error any more")
    func noError() {
        let driver = ModelDriver(.with(.net))
        driver.fail(.refused)
        _ = enable(driver, "net", false)
        #expect(driver.state.error == nil)
    }
}

@Suite("The statistics of a source")
struct SourceStatisticsTests {
    @Test("the statistics count the jokes of a source and the reasons for filtering")
    func countsJokes() {
        let filter = Filter(blockedWords: ["cheese"])
        let driver = ModelDriver(Settings(sources: [.net], filter: filter, spread: .zero))
        var result = SourceResult([
            .sample("a"), .sample("b", categories: ["Politics"]), .sample("c"), .sample("d", "Cheese!"),
            .sample("e", "More cheese."), .starter,
        ])
        result.jokes[2].flags = ["nsfw"]
        driver.deliver(result)
        let tally = driver.model.sourceReports(at: driver.now)[0].tally
        #expect(tally.given == 1 && tally.seen == 1 && tally.filteredCount == 4)
        #expect(
            tally.filtered == [
                .init(.category, "politics"): 1, .init(.flag, "nsfw"): 1, .init(.word, "cheese"): 2,
            ])
    }

    @Test(
        "a joke that the filter rejects is counted once, however often it comes, and anew by another filter")
    func countsRejectedOnce() {
        let source = Settings.Source(name: "net", type: "command", isLocal: true)
        let driver = ModelDriver(.with(source))
        for number in 0..<3 {
            driver.deliver([.sample("a\(number)"), .sample("b", categories: ["explicit"])])
            driver.handle(.configured(.with(source), changed: ["net"]))
        }
        #expect(driver.model.sourceReports(at: driver.now)[0].tally.filteredCount == 1)
        let other = Settings(sources: [source], filter: Filter(blockedWords: ["cheese"]), spread: .zero)
        driver.handle(.configured(other, changed: ["net"]))
        #expect(driver.model.sourceReports(at: driver.now)[0].tally.filteredCount == 0)
    }

    @Test("the statistics count the jokes of a file that entered the queue, not those that it offered")
    func countsGiven() {
        let driver = ModelDriver(.with(.pack))
        driver.deliver((1...30).map { "\($0)" })
        #expect(driver.queue.count == 10)
        #expect(driver.model.sourceReports(at: driver.now)[0].tally.given == 10)
        let driver2 = ModelDriver(.with(.net, lowWater: 1))
        driver2.next(wait: true)
        driver2.deliver(["a", "b"])
        #expect(driver2.queue.count == 1)
        #expect(driver2.model.sourceReports(at: driver2.now)[0].tally.given == 2)
    }

    @Test("the statistics keep a bounded number of reasons")
    func boundedReasons() {
        var tally = SourceTally()
        for number in 0..<1_000 { tally.count(.init(.language, "\(number)")) }
        #expect(tally.filtered.count <= 40)
        #expect(tally.filteredCount == 1_000)
    }

    @Test("a fetch whose jokes were all filtered fails with its own error kind")
    func allFiltered() {
        let driver = ModelDriver(.with(.net))
        let call = driver.next(source: "net", wait: true)
        driver.deliver(SourceResult([.sample("a", categories: ["explicit"])], requests: 1))
        guard case .fetchFailed(let failure) = call.refusal else {
            Issue.record("\(String(describing: call.reply))")
            return
        }
        #expect(failure.errorKind == .filtered)
        #expect(
            failure.message
                == "The filter rejected the joke that the source 'net' returned last: category explicit. "
                + "Change `filter` in the configuration to see such jokes.")
        #expect(driver.state.error?.kind == "filtered")
        #expect(!driver.state.fetching)
        #expect(driver.logged.last?.members.contains(#""kind":"filtered""#) == true)
        #expect(driver.model.sourceReports(at: driver.now)[0].tally.filteredCount == 1)
    }

    @Test(
        "a file is exhausted if the filter rejects its last new jokes, and they are not counted again",
        .rule(8))
    func rejectedRemainder() {
        let rejected = Joke.sample("b", categories: ["explicit"], source: "pack")
        let driver = ModelDriver(.with(.pack, lowWater: 1))
        driver.deliver([.sample("a", source: "pack"), rejected])
        driver.next()
        driver.deliver([.sample("c", source: "pack"), rejected])
        driver.next()
        var rest = SourceResult([rejected])
        rest.isRemainder = true
        driver.deliver(rest)
        let report = driver.model.sourceReports(at: driver.now)[0]
        #expect(report.state == .exhausted && report.tally.filteredCount == 1)
        #expect(driver.state.error == nil)
    }

    @Test("the error of a fetch whose jokes were all filtered names the keys that rejected them")
    func keysThatReject() {
        let filter = Filter(blockedWords: ["cheese"], languages: ["en"])
        let own = Settings.Source(name: "mine", type: Settings.Source.ownType, isLocal: true)
        var german = Joke.sample("a")
        german.language = "de"
        for (source, jokes, advice) in [
            (.net, [german], "language de. Change `languages` in the configuration"),
            (.net, [german, .sample("b", "Cheese!")], "Change `filter` or `languages` in the configuration"),
            (own, [.sample("b", "Cheese!")], "Edit such jokes, or change `filter` in the configuration"),
        ] as [(Settings.Source, [Joke], String)] {
            let driver = ModelDriver(Settings(sources: [source], filter: filter, spread: .zero))
            driver.request(.enable(source: source.name, true))
            driver.deliver(jokes)
            #expect(driver.state.error?.message.contains(advice) == true, "\(source.name)")
        }
    }

    @Test("a file that cannot be read is a failure of its source, also if no jokes were requested of it")
    func unreadableFile() {
        let driver = ModelDriver(.with(.pack, lowWater: 1))
        driver.deliver(["a", "b"])
        driver.handle(.configured(driver.settings, changed: []))
        driver.failCategories(SourceError(.storage, "pack.jsonl: No such file or directory."))
        #expect(driver.model.sourceReports(at: driver.now)[0].state == .failing)
        driver.handle(.configured(driver.settings, changed: []))
        driver.deliverCategories("dev")
        #expect(driver.model.sourceReports(at: driver.now)[0].state == .ready)
    }

    @Test("without another joke, the error joke says that the budget is spent and until when", .rule(8))
    func spentBudget() {
        let driver = ModelDriver(.with(Settings.Source.net.limited(to: 1)))
        driver.deliver(SourceResult([.sample("a")], requests: 1))
        driver.next()
        driver.next()
        #expect(driver.card == "error")
        let text = driver.state.joke.value
        #expect(text.contains("'net'") && text.contains("requests of today"), "\(text)")
        #expect(text.contains("after midnight"), "\(text)")
        let report = driver.model.sourceReports(at: driver.now)[0]
        #expect(report.state == .spent)
        #expect(report.trouble?.message == text && report.trouble?.retryAt == driver.now.midnight.rfc3339)
    }

    @Test("while the only source has not replied, the error joke says so, and its budget is not called spent")
    func sourceWithoutReply() {
        let driver = ModelDriver(.with(Settings.Source.net.limited(to: 1)))
        driver.next()
        #expect(driver.state.joke.value == "The source 'net' has not replied yet. Try again in a moment.")
        let report = driver.model.sourceReports(at: driver.now)[0]
        #expect(report.state == .fetching && report.trouble == nil)
    }

    @Test("a failed source whose budget is spent says both, and is asked again after midnight")
    func failedAndSpent() {
        let driver = ModelDriver(.with(Settings.Source.net.limited(to: 1)))
        driver.fail(SourceError(.httpStatus, "It is gone", status: 404))
        driver.next()
        let report = driver.model.sourceReports(at: driver.now)[0]
        #expect(report.state == .spent)
        for error in [report.trouble, driver.state.error] {
            #expect(error?.message.hasPrefix("It is gone. The source 'net' has used its 1 requests") == true)
            #expect(error?.retryAt == driver.now.midnight.rfc3339)
        }
        #expect(driver.state.joke.value == report.trouble?.message)
    }

    @Test("a failed source whose budget a request for its categories used up says both")
    func failedAndSpentLater() {
        let driver = ModelDriver(.with(Settings.Source.net.limited(to: 2)))
        driver.fail(SourceError(.httpStatus, "It is gone", status: 404))
        #expect(driver.model.sourceReports(at: driver.now)[0].state == .failing)
        driver.pass(.seconds(2))
        driver.request(.categories(source: "net"))
        driver.deliverCategories("dev")
        let report = driver.model.sourceReports(at: driver.now)[0]
        #expect(report.state == .spent)
        for error in [report.trouble, driver.state.error] {
            #expect(error?.message.hasPrefix("It is gone. The source 'net' has used its 2 requests") == true)
            #expect(error?.retryAt == driver.now.midnight.rfc3339)
        }
    }

    @Test("a rejected line of a file is no failure while another joke of it is in the queue", .rule(8))
    func rejectedBesideQueued() {
        let result = ["dev", "explicit"].map { Joke.sample($0, categories: [$0], source: "pack") }
        let driver = ModelDriver(.with(.pack, lowWater: 4))
        driver.deliver(result)
        driver.deliver(result)
        let report = driver.model.sourceReports(at: driver.now)[0]
        #expect(driver.queue == ["dev"] && driver.pending.isEmpty)
        #expect(report.state == .resting && report.tally.filteredCount == 1)
        #expect(driver.state.error == nil)
    }

    @Test("a source is exhausted only after its last jokes have left the queue", .rule(8))
    func exhaustedAfterQueue() {
        let driver = ModelDriver(.with(.pack, lowWater: 4))
        driver.deliver(["a", "b"])
        driver.deliverNothing()
        #expect(driver.model.sourceReports(at: driver.now)[0].state == .resting)
        driver.next()
        #expect(driver.model.sourceReports(at: driver.now)[0].state == .resting)
        driver.next()
        #expect(driver.card == "b" && driver.queue.isEmpty)
        #expect(driver.model.sourceReports(at: driver.now)[0].state == .exhausted)
    }

    @Test("without a source that is on, the error joke says so")
    func noSource() {
        let driver = ModelDriver(.with(.net))
        driver.request(.enable(source: "net", false))
        driver.next()
        #expect(driver.state.joke.value.hasPrefix("No source is enabled"))
    }

    @Test("a category that a source cannot request is no failure of it")
    func unsupportedCategory() {
        let driver = ModelDriver(.with(.net, lowWater: 1))
        driver.deliver(["a"])
        driver.pass(.seconds(2))
        let any = driver.next(category: "nonsense")
        driver.fail(SourceError(.unsupported, "It has no categories."))
        #expect(any.refusal?.isEmpty == true)
        driver.pass(.seconds(2))
        let named = driver.next(source: "net", category: "nonsense")
        driver.fail(SourceError(.unsupported, "It has no categories."))
        #expect(named.refusal == .fetchFailed(SourceError(.unsupported, "It has no categories.")))
        #expect(driver.model.sourceReports(at: driver.now)[0].state != .failing)
        #expect(driver.state.error == nil)
    }

    @Test("the statistics have the budget and the time of the next request")
    func budgetAndNextRequest() {
        let driver = ModelDriver(.with(Settings.Source.net.limited(to: 10)))
        driver.deliver(SourceResult([.sample("a")], requests: 10))
        let report = driver.model.sourceReports(at: driver.now)[0]
        #expect(report.state == .spent)
        #expect(report.budget == .init(limit: 10, used: 10, renewsAt: driver.now.midnight))
        #expect(report.nextFetch == driver.now.midnight)
        let tomorrow = Timestamp(
            uptime: driver.now.uptime, wall: driver.now.midnight, date: LocalDate(rawValue: "2026-11-22"),
            midnight: driver.now.midnight.advanced(by: .seconds(86_400)))
        #expect(driver.model.sourceReports(at: tomorrow)[0].budget?.used == 0)
    }
}
