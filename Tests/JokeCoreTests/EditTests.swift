// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("An edited joke")
struct EditTests {
    private let pack: [Joke] = ["a", "b"].map { .sample($0, source: "builtin") }

    /// Returns a driver with the starter joke on the card, and saved.
    private func driver(_ settings: Settings = .with(.pack)) -> ModelDriver {
        let driver = ModelDriver(settings, archive: ModelArchive(pack: pack))
        driver.like()
        driver.request(.previous)
        return driver
    }

    private func text(_ value: String) -> ChangeRequest.Edit { .init(text: .sample("", value)) }

    private func stored(_ driver: ModelDriver, _ id: String? = nil) -> Joke? {
        driver.archive.record(.init(rawValue: id ?? driver.starter))?.joke
    }

    @Test(
        "the edited text is on the card and stored, and undo and a restoration bring back the source's",
        .rule(15))
    func edited() throws {
        let driver = driver()
        let published = driver.publications { driver.request(.edit(driver.starter, text("Edited."))) }
        #expect(published.map(\.state.joke.value) == ["Edited."])
        #expect(stored(driver)?.value == "Edited." && stored(driver)?.original?.joke == .starter)
        #expect(stored(driver)?.source == Joke.starter.source && driver.saved == [driver.starter])
        driver.restart()
        #expect(driver.state.joke.value == "Edited.")
        // The second edit keeps the text of the source, too.
        driver.request(.edit(driver.starter, .init(categories: ["pun"])))
        #expect(stored(driver)?.value == "Edited." && stored(driver)?.categories == ["pun"])
        #expect(driver.undo().outcome?.changed == true)
        #expect(stored(driver)?.categories == Joke.starter.categories)
        #expect(driver.request(.edit(driver.starter, nil)).outcome?.changed == true)
        #expect(driver.state.joke == .starter && stored(driver) == .starter)
        driver.undo()
        #expect(driver.state.joke.value == "Edited.")
        driver.restart()
        driver.undo()
        #expect(driver.state.joke == .starter && stored(driver) == .starter)
        let events = driver.logged.map(\.event)
        #expect(events.contains { if case .edited(let joke) = $0 { joke.value == "Edited." } else { false } })
    }

    @Test(
        "an edit that changes nothing is no step of undo, and one back to the source's text is none any more",
        .rule(15))
    func unchanged() {
        let driver = driver()
        let starter = text(Joke.starter.value)
        for edit in [starter, .init(categories: Joke.starter.categories), nil] {
            #expect(driver.request(.edit(driver.starter, edit)).outcome?.changed == false)
        }
        driver.request(.edit(driver.starter, text("Edited.")))
        driver.request(.edit(driver.starter, starter))
        #expect(stored(driver) == .starter)
        #expect(driver.request(.edit(driver.starter, nil)).outcome?.changed == false)
        driver.undo()
        driver.undo()
        driver.undo()
        #expect(driver.saved == [])
    }

    @Test("an edit that changes only the code points of a letter is one")
    func otherCodePoints() {
        let driver = driver()
        for value in ["caf\u{E9}", "cafe\u{301}"] {
            #expect(driver.request(.edit(driver.starter, text(value))).outcome?.changed == true)
            #expect(stored(driver)?.value.hasBytes(of: value) == true)
            #expect(driver.request(.edit(driver.starter, text(value))).outcome?.changed == false)
        }
    }

    @Test("one of two parts can be edited alone, but not in a joke without parts", .rule(15))
    func part() throws {
        let driver = driver()
        var joke = Joke.sample("", "Why?\nBecause.")
        (joke.setup, joke.punchline) = ("Why?", "Because.")
        driver.request(.edit(driver.starter, .init(text: joke)))
        for (part, value) in [
            (ChangeRequest.Edit.Part.setup("Who?"), "Who?\nBecause."), (.punchline("Me. "), "Who?\nMe."),
        ] {
            driver.request(.edit(driver.starter, .init(part: part)))
            #expect(stored(driver)?.value == value)
            let parts = [stored(driver)?.setup, stored(driver)?.punchline].compactMap { $0 }
            #expect(parts.joined(separator: "\n") == value)
        }
        let long = String(repeating: "x", count: Limits.jokeText)
        #expect(driver.request(.edit(driver.starter, .init(part: .setup(long)))).refusal != nil)
        driver.request(.edit(driver.starter, text("Edited.")))
        #expect(driver.request(.edit(driver.starter, .init(part: .setup("Who?")))).refusal != nil)
        #expect(stored(driver)?.value == "Edited.")
    }

    @Test("only a saved joke can be edited, by its id or a unique beginning of it", .rule(15))
    func refused() {
        let driver = driver()
        #expect(driver.request(.edit("a", text("Edited."))).refusal == .unknownJoke("a"))
        driver.next()
        driver.like()
        driver.next()
        driver.like()
        #expect(
            driver.request(.edit(String(driver.starter.prefix(3)), text("Edited."))).outcome?.changed == true)
    }

    /// Returns a later run, whose pack has newer texts, with the joke "a" on the card.
    private func later(_ driver: ModelDriver) -> ModelDriver {
        let newer = pack.map { joke in
            Joke.sample(joke.id.rawValue, "Newer: \(joke.value)", source: "builtin")
        }
        let later = ModelDriver(.with(.pack), archive: driver.archive.selling(newer))
        for _ in 1...6 where later.card != "a" { later.next() }
        return later
    }

    @Test("a later text of the source is kept for a restoration, and the edited one is shown", .rule(15))
    func newerSource() throws {
        let driver = driver()
        while driver.card != "a" { driver.next() }
        driver.like()
        driver.request(.edit("a", text("Edited.")))
        let later = later(driver)
        #expect(later.card == "a" && later.state.joke.value == "Edited.")
        later.like()
        #expect(stored(later, "a")?.value == "Edited.")
        later.request(.edit("a", nil))
        #expect(stored(later, "a")?.value == "Newer: The joke called a.")
    }

    @Test(
        "undo of an edit brings back the newest text of the source, at once or at the first edit", .rule(15))
    func undoAfterNewerSource() throws {
        let driver = driver()
        while driver.card != "a" { driver.next() }
        driver.like()
        driver.request(.edit("a", text("Edited.")))
        driver.request(.edit("a", text("Edited again.")))
        let later = later(driver)
        later.undo()
        #expect(stored(later, "a")?.value == "Edited.")
        #expect(stored(later, "a")?.original?.joke.value == "Newer: The joke called a.")
        later.undo()
        #expect(stored(later, "a")?.value == "Newer: The joke called a.")
        #expect(stored(later, "a")?.original == nil)
    }

    @Test("an edit that makes two saved texts equal, or unequal, changes their number", .rule(15))
    func duplicates() {
        let driver = driver()
        while driver.card != "a" { driver.next() }
        let other = driver.state.joke.value
        driver.like()
        #expect(driver.state.saved.count == 2)
        driver.request(.edit(driver.starter, text(other + "!")))
        #expect(driver.state.saved.count == 1 && driver.saved == [driver.starter])
        driver.request(.edit(driver.starter, text("A third text.")))
        #expect(driver.state.saved.count == 2)
        driver.undo()
        #expect(driver.state.saved.count == 1)
        driver.undo()
        #expect(driver.state.saved.count == 2)
    }

    @Test("a translation goes with its text, and a late one of the old text is not shown", .rule(15))
    func translations() {
        var settings = Settings.with(.pack, lowWater: 1)
        settings.translation = .spanish
        let driver = ModelDriver(settings)
        driver.deliver(["a", "b"].map { .sample($0, source: "pack") })
        driver.next()
        driver.like()
        driver.request(.previous)
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        driver.request(.edit("a", text("Edited.")))
        driver.translate()
        #expect(driver.state.joke.translation == nil && stored(driver, "a")?.value == "Edited.")
        driver.pass(.zero)
        driver.translate()
        #expect(driver.state.joke.translation?.value == "es: Edited.")
        driver.request(.showTranslation(.off))
        let spanish = Joke.Translation(
            language: "es", value: "De nuevo.", machine: false,
            attribution: .init(engine: "pack", text: "", url: ""))
        driver.request(.edit("a", .init(translation: spanish)))
        #expect(driver.state.joke.translation == spanish)
        driver.request(.edit("a", text("Again.")))
        #expect(driver.state.joke.translation == nil)
        driver.undo()
        #expect(driver.state.joke.translation == spanish)
        driver.undo()
        #expect(driver.state.joke.translation?.value == "es: Edited.")
    }

    @Test("an edited joke of the user's own comes in the round with its edited text", .rule(15))
    func own() throws {
        let own = Settings.Source(name: "mine", type: "own", isLocal: true)
        let driver = ModelDriver(Settings(sources: [own], languages: ["en"]))
        driver.request(.add(.sample("", "One of mine.")))
        let id = try #require(driver.saved.first)
        driver.request(.edit(id, text("Better.")))
        // The source reads the edited text before the next edit.
        var joke = try #require(stored(driver, id))
        joke.original = nil
        driver.request(.edit(id, text("Best.")))
        driver.deliver([joke])
        #expect(driver.model.ready.map(\.value) == ["Best."])
        driver.request(.edit(id, .init(categories: ["pun"])))
        #expect(driver.model.ready.map(\.categories) == [["pun"]])
        driver.next()
        #expect(driver.state.joke.value == "Best." && stored(driver, id)?.value == "Best.")
        driver.request(.edit(id, nil))
        #expect(driver.state.joke.value == "One of mine." && stored(driver, id)?.value == "One of mine.")
    }

    @Test("a page with an edited joke of the user's own leaves what is kept for a restoration", .rule(15))
    func ownPage() throws {
        let own = Settings.Source(name: "mine", type: "own", weight: 0, isLocal: true, hasPages: true)
        let driver = ModelDriver(Settings(sources: [own], languages: ["en"]))
        driver.request(.add(.sample("", "One of mine.")))
        let id = try #require(driver.saved.first)
        driver.request(.edit(id, text("Better.")))
        var read = try #require(stored(driver, id))
        read.original = nil
        driver.request(.browse(FeedKey(source: "mine", query: ""), page: 1))
        driver.deliverPage([read])
        driver.request(.edit(id, nil))
        #expect(stored(driver, id)?.value == "One of mine.")
    }
}
