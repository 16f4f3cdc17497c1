// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("Jokes of the user's own")
struct AddTests {
    private static let own = Settings.Source(name: "mine", type: "own", isLocal: true)
    private let settings = Settings(sources: [.pack, own], languages: ["es", "en"])
    private let joke = Joke(id: .init(rawValue: ""), value: "One of mine.", source: "", language: "")

    @Test(
        "an added joke is saved in the user's first language, the card stays, and undo takes it back",
        .rule(14))
    func added() throws {
        let driver = ModelDriver(settings)
        let outcome = try #require(driver.request(.add(joke)).outcome)
        let id = try #require(driver.saved.first)
        #expect(outcome.changed && outcome.joke.id == Joke.starter.id)
        #expect(driver.card == driver.starter && driver.state.saved.count == 1)
        let stored = try #require(driver.archive.record(.init(rawValue: id))?.joke)
        #expect(outcome.product == .added(stored, rejection: nil))
        #expect((stored.value, stored.source, stored.language) == ("One of mine.", "mine", "es"))
        #expect(driver.undo().outcome?.changed == true)
        #expect(driver.saved == [] && driver.state.saved.count == 0 && driver.card == driver.starter)
    }

    @Test(
        "a text that differs from an added one only in the case or the form of its letters is that one",
        .rule(14),
        arguments: [
            ("Stra\u{df}e 1.", "STRASSE 1!"),
            ("\u{3bf}\u{3c3} \u{3bc}\u{3c2}", "\u{39f}\u{3a3} \u{39c}\u{3a3}"), ("A\u{f1}o", "An\u{303}o"),
        ])
    func folded(text: String, other: String) {
        let driver = ModelDriver(settings)
        let jokes = [text, other].map { Joke(id: .init(rawValue: ""), value: $0, source: "", language: "") }
        driver.request(.add(jokes[0]))
        let saved = driver.saved
        #expect(driver.request(.add(jokes[1])).outcome?.changed == false)
        #expect(driver.saved == saved && driver.state.saved.count == 1)
    }

    @Test("a joke that is added again changes nothing, and one that was deleted is saved again", .rule(14))
    func addedAgain() throws {
        let driver = ModelDriver(settings)
        driver.request(.add(joke))
        let id = try #require(driver.saved.first)
        #expect(driver.request(.add(joke)).outcome?.changed == false)
        driver.request(.delete([id]))
        #expect(driver.saved == [])
        #expect(driver.request(.add(joke)).outcome?.changed == true)
        #expect(driver.saved == [id])
        driver.undo()
        #expect(driver.saved == [])
        driver.undo()
        #expect(driver.saved == [id])
        driver.undo()
        #expect(driver.saved == [] && driver.undo().refusal != nil)
    }

    @Test("a deleted joke that is added again with other words keeps them, also on the card and after a like")
    func addedAgainOtherwise() throws {
        let driver = ModelDriver(Settings(sources: [Self.own], languages: ["en"]))
        driver.request(.add(joke))
        let id = try #require(driver.saved.first)
        driver.deliver([try #require(driver.archive.record(.init(rawValue: id))?.joke)])
        driver.next()
        driver.request(.delete([id]))
        var other = joke
        (other.value, other.categories) = ("ONE, of mine!", ["cats"])
        #expect(driver.request(.add(other)).outcome?.changed == true)
        #expect(driver.model.card.joke.value == other.value)
        driver.like()
        let stored = driver.archive.record(.init(rawValue: id))?.joke
        #expect(stored?.value == other.value && stored?.categories == ["cats"])
    }

    @Test("the text of an edited joke from before the edit can be added again, as another joke", .rule(14))
    func addedAfterEdit() throws {
        let driver = ModelDriver(settings)
        for texts in [["A.", "B."], ["C.", "D."]] {
            driver.request(.add(joke))
            let ids = driver.saved
            for (id, text) in zip(ids, texts) {
                driver.request(.edit(id, .init(text: .sample("", "\(id) \(text)"))))
            }
            #expect(driver.request(.add(joke)).outcome?.changed == true)
            #expect(driver.request(.add(joke)).outcome?.changed == false)
            #expect(
                driver.saved.count == ids.count + 1 && driver.saved.allSatisfy { Joke.ID(rawValue: $0).isOwn }
            )
        }
    }

    @Test("a text that was added and edited 120 times can be added again, with a few queries")
    func addedAfterManyEdits() throws {
        let driver = ModelDriver(settings)
        var known: Set<String> = []
        for number in 1...120 {
            #expect(driver.request(.add(joke)).outcome?.changed == true)
            let id = try #require(driver.saved.first { known.insert($0).inserted })
            driver.request(.edit(id, .init(text: .sample("", "Text \(number)."))))
        }
    }

    @Test("a deleted joke does not come once more, even if it is the only one and on the card", .rule(14))
    func deleted() throws {
        let own = Settings(sources: [Self.own], languages: ["en"])
        let driver = ModelDriver(own)
        driver.request(.add(joke))
        let id = try #require(driver.saved.first)
        driver.deliver([try #require(driver.archive.record(.init(rawValue: id))?.joke)])
        driver.next()
        #expect(driver.card == id)
        driver.request(.delete([id]))
        driver.next()
        #expect(driver.card != id)
    }

    @Test(
        "an addition says why the joke does not come by itself: the filter, or a disabled source", .rule(14))
    func rejection() throws {
        func rejection(_ settings: Settings) -> String? {
            let driver = ModelDriver(settings)
            guard case .added(_, let first) = driver.request(.add(joke)).outcome?.product,
                case .added(_, let again) = driver.request(.add(joke)).outcome?.product, first == again
            else { return "none" }
            return first
        }
        #expect(rejection(settings) == nil)
        var off = settings
        off.sources[1].isEnabled = false
        #expect(rejection(off)?.hasPrefix("the source 'mine' is disabled") == true)
        var filtered = settings
        filtered.filter = Filter(blockedWords: ["mine"])
        #expect(rejection(filtered)?.hasPrefix("the filter rejects it (the word mine)") == true)
    }

    @Test("a text that the saved list has under another id counts once, also after undo", .rule(14))
    func duplicate() throws {
        let driver = ModelDriver(settings)
        var same = joke
        same.value = driver.state.joke.value
        driver.like()
        #expect(driver.request(.add(same)).outcome?.changed == true)
        #expect(driver.state.saved.count == 1)
        driver.undo()
        #expect(driver.state.saved.count == 1 && driver.saved == [driver.starter])
    }

    @Test(
        "the first joke enables the source, unless the configuration or the user has disabled it", .rule(14))
    func enabling() {
        let driver = ModelDriver(settings)
        #expect(!isEnabled(driver))
        driver.request(.add(joke))
        #expect(isEnabled(driver))
        #expect(driver.logged.contains { $0.event == .sourceEnabled("mine") })
        driver.request(.enable(source: "mine", false))
        #expect(!isEnabled(driver) && driver.model.overriddenSources == ["mine"])
        driver.request(.enable(source: "mine", nil))
        #expect(isEnabled(driver) && driver.model.overriddenSources == [])
        driver.restart()
        #expect(isEnabled(driver))

        var settings = settings
        settings.sources[1].isEnabled = false
        let off = ModelDriver(settings)
        off.request(.add(joke))
        #expect(!isEnabled(off) && off.model.overriddenSources == [])
        off.request(.enable(source: "mine", true))
        #expect(isEnabled(off) && off.model.overriddenSources == ["mine"])
    }

    @Test("an id of a pack that begins with mine- does not make a joke one of the user's own", .rule(14))
    func otherIDs() {
        let ids = [
            "mine-1", "mine-", "mine-0123456789abcdefa", "mine-0123456789abcdeg", "x-0123456789abcdef",
        ]
        #expect(ids.allSatisfy { !Joke.ID(rawValue: $0).isOwn })
        #expect(Joke.ID(rawValue: "mine-0123456789abcdef").isOwn)
    }

    @Test(
        "the source stays on when a reload changes its name, and goes off at a start without a joke",
        .rule(14))
    func renamed() {
        let driver = ModelDriver(settings)
        driver.request(.add(joke))
        var renamed = settings
        renamed.sources[1].name = "own"
        driver.handle(.configured(renamed, changed: []))
        #expect(isEnabled(driver))
        driver.undo()
        driver.restart()
        #expect(!isEnabled(driver))
    }

    private func isEnabled(_ driver: ModelDriver) -> Bool {
        driver.model.sourceReports(at: driver.now).last?.isEnabled == true
    }

    @Test(
        "an added joke enters the queue although it is saved, and leaves it when it is deleted or taken back",
        .rule(14))
    func inQueue() throws {
        let driver = ModelDriver(Settings(sources: [Self.own], languages: ["en"]))
        driver.request(.add(joke))
        let id = try #require(driver.saved.first)
        let stored = try #require(driver.archive.record(.init(rawValue: id))?.joke)
        driver.deliver([stored])
        #expect(driver.queue == [id])
        driver.request(.delete([id]))
        #expect(driver.queue == [])
    }

    @Test("an added joke that is taken back does not come, even if it was requested before", .rule(14))
    func takenBack() throws {
        let driver = ModelDriver(Settings(sources: [Self.own], languages: ["en"]))
        driver.request(.add(joke))
        let id = try #require(driver.saved.first)
        let stored = try #require(driver.archive.record(.init(rawValue: id))?.joke)
        driver.undo()
        driver.deliver([stored])
        #expect(driver.queue == [])
        driver.next()
        #expect(driver.card != id)
    }
}
