// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("The queue")
struct QueueTests {
    @Test("the queue is filled to its capacity at the start")
    func filledAtStart() {
        let driver = ModelDriver(.with(.pack))
        #expect(driver.attempts.map(\.count) == [10])
        #expect(driver.state.fetching)
        #expect(driver.state.queue == .init(count: 0, capacity: 10))
        driver.deliver((1...10).map { "j\($0)" })
        #expect(driver.queue == (1...10).map { "j\($0)" })
        #expect(!driver.state.fetching)
        #expect(driver.attempts.count == 1)
    }

    @Test("the queue is refilled only below low water, and never beyond its capacity")
    func lowWater() {
        let driver = ModelDriver(.with(.pack))
        driver.deliver((1...10).map { "j\($0)" })
        for _ in 0..<6 { driver.next() }
        #expect(driver.attempts.count == 1)
        driver.next()
        #expect(driver.attempts.map(\.count) == [10, 7])
        driver.next()
        driver.next()
        #expect(driver.attempts.count == 2, "what is on its way counts")
        driver.deliver((11...17).map { "j\($0)" })
        #expect(driver.queue == ["j10"] + (11...17).map { "j\($0)" })
    }

    @Test("local sources refill the queue while a network source keeps it waiting")
    func localSourcesRefill() {
        var shares: Set<[String]> = []
        for seed: UInt64 in 1...20 {
            let driver = ModelDriver(.with(.net, .pack), seed: seed)
            for number in 1...30 {
                if driver.pending.contains(where: { $0.source == "pack" }) {
                    driver.deliver((1...10).map { "p\(number)-\($0)" }, from: "pack")
                }
                #expect(driver.state.queue.count > 0)
                driver.next()
            }
            #expect(driver.attempts.count { $0.source == "net" } <= 1, "nothing of it has come, or failed")
            shares.insert(Set(driver.attempts.map(\.source)).sorted())
        }
        #expect(shares.contains(["net", "pack"]))
    }

    @Test("the queue is divided among the sources by weight, and a source of weight zero is never asked")
    func sourceWeights() {
        var heavy = Settings.Source.net
        heavy.weight = 3
        var never = Settings.Source.pack
        never.weight = 0
        let driver = ModelDriver(.with(heavy, never, .other, capacity: 400))
        #expect(driver.attempts.map(\.source) == ["net", "other"])
        #expect(driver.attempts.reduce(0) { $0 + $1.count } == 400)
        #expect((240...360).contains(driver.attempts.first?.count ?? 0))
        #expect(ModelDriver(.with(never)).attempts.isEmpty)
    }

    @Test("the queue survives a restart in its order")
    func survivesRestart() {
        let driver = ModelDriver(.with(.pack))
        driver.deliver(["a", "b", "c", "d", "e"])
        driver.next()
        driver.restart()
        #expect(driver.card == "a")
        #expect(driver.queue == ["b", "c", "d", "e"])
        #expect(driver.attempts.count == 1)
    }

    @Test("the queue takes no joke twice, by id or by text", arguments: [false, true])
    func duplicates(restarts: Bool) {
        let driver = ModelDriver(.with(.pack))
        driver.deliver([
            .sample("a", "Knock, knock!"), .sample("a", "Another text."),
            .sample("b", " knock -- KNOCK? "), .sample("c"), .sample("c2", "the joke CALLED c"),
            .sample("starter again", Joke.starter.value + "!"), .starter,
        ])
        #expect(driver.queue == ["a", "c"])
        if restarts { driver.restart() }
        driver.deliver([.sample("d"), .sample("e", "knockknock"), .sample("c", "Yet another text.")])
        #expect(driver.queue == ["a", "c", "d"])
    }

    @Test(
        "the queue takes no joke that was ever shown, by id or by text", .rule(8), arguments: [false, true])
    func seenJokes(restarts: Bool) {
        let driver = ModelDriver(.with(.pack, lowWater: 3))
        driver.deliver([.sample("a", "One?"), .sample("b", "Two.")])
        driver.next()
        driver.next()
        driver.next()
        #expect(driver.card == "error")
        if restarts { driver.restart() }
        driver.deliver([
            .sample("a", "Changed."), .sample("a2", "one!"), .sample("b", "Two."), .sample("c", "Three."),
        ])
        #expect(driver.queue == ["c"])
    }

    @Test("the queue takes no joke that was saved or disliked unseen", .rule(8))
    func decidedJokes() {
        let driver = ModelDriver(.with(.pack, lowWater: 3))
        driver.deliver(["a", "b", "c"])
        driver.like("a")
        driver.dislike("b")
        driver.deliver(["a", "b", "d"])
        #expect(driver.queue == ["c", "d"])
    }

    @Test("the queue takes no joke with the id of the error joke")
    func errorJokeID() {
        let driver = ModelDriver(.with(.pack))
        driver.deliver([.sample("error"), .sample("a")])
        #expect(driver.queue == ["a"])
    }

    @Test("the queue takes only jokes that the filter admits")
    func filteredJokes() {
        let filter = Filter(blockedCategories: ["Rude"], blockedWords: ["Cheese"], length: 5...20)
        let driver = ModelDriver(Settings(sources: [.pack], filter: filter))
        driver.deliver([
            .sample("short", "Hi."), .sample("long", "Twenty-one characters"),
            .sample("rude", "A rude one.", categories: ["dev", "rUDE"]),
            .sample("word", "Say \"CHEESE\"!"), .sample("good", "A cheesecake.", categories: ["dev"]),
        ])
        #expect(driver.queue == ["good"])
    }

    @Test("a request for a category or a source gets the first such joke of the queue")
    func firstMatch() {
        let driver = ModelDriver(.with(.pack, .net))
        driver.deliver([.sample("a"), .sample("b", categories: ["dev"]), .sample("c", source: "pack")])
        #expect(driver.next(category: "dev").outcome?.joke.id.rawValue == "b")
        #expect(driver.next(source: "pack").outcome?.joke.id.rawValue == "c")
        #expect(driver.queue == ["a"])
    }
}

@Suite("The filter")
struct FilterTests {
    @Test("the filter counts characters as people do", arguments: ["👩‍👩‍👧‍👦", "é", "🇪🇸", "e\u{301}", "👍🏽"])
    func characterCount(character: String) {
        #expect(Filter(length: 1...1).admits(.sample("a", character)))
        #expect(!Filter(length: 1...1).admits(.sample("a", character + character)))
        #expect(!Filter(length: 2...9).admits(.sample("a", character)))
    }

    @Test("the filter admits a joke of the greatest length, and no empty one")
    func lengthBounds() {
        let text = String(repeating: "a", count: 280)
        #expect(Filter().admits(.sample("a", text)))
        #expect(!Filter().admits(.sample("a", text + "a")))
        #expect(!Filter().admits(.sample("a", "")))
    }

    @Test(
        "the filter blocks whole words in any case",
        arguments: [
            ("ñandú", "El ÑANDÚ corre.", false), ("war", "A war.", false), ("war", "A warm day.", true),
            ("war", "It is \"war\"", false), ("4", "2+2=4", false), ("4", "No 42.", true),
        ])
    func wholeWords(word: String, text: String, isAdmitted: Bool) {
        #expect(Filter(blockedWords: [word]).admits(.sample("a", text)) == isAdmitted)
    }

    @Test(
        "the filter blocks the synonyms of its categories, as categories and as flags",
        arguments: [
            "nsfw", "racist", "sexist", "Explicit", "religious", "religion", "political", "politics",
            "unsafe",
        ])
    func categorySynonyms(name: String) {
        #expect(Filter().verdict(.sample("a", categories: ["dev", name]))?.kind == .category)
        #expect(Filter().verdict(.sample("a"), flags: [name]) == .init(.flag, name.lowercased()))
        #expect(Filter(blockedCategories: []).admits(.sample("a"), flags: [name]))
    }

    @Test("a filter that blocks one kind admits the others")
    func oneBlockedKind() {
        let filter = Filter(blockedCategories: ["religion"])
        #expect(!filter.admits(.sample("a"), flags: ["religious"]))
        #expect(filter.admits(.sample("a"), flags: ["political", "nsfw"]))
        #expect(Filter(blockedCategories: ["racist"]).admits(.sample("a"), flags: ["nsfw"]))
    }

    @Test(
        "the filter admits only the configured languages",
        arguments: [("en", true), ("EN-us", true), ("es_MX", true), ("de", false), ("", true)])
    func languages(language: String, isAdmitted: Bool) {
        var joke = Joke.sample("a")
        joke.language = language
        let filter = Filter(languages: ["en", "es"])
        #expect(filter.verdict(joke) == (isAdmitted ? nil : .init(.language, language)))
        joke.translation = Joke.starter.translation
        #expect(filter.admits(joke), "it is told in Spanish, too")
    }

    @Test("the verdict of the filter has the reason")
    func verdictReason() {
        let filter = Filter(blockedWords: ["war"], length: 5...10)
        #expect(filter.verdict(.sample("a", "Hm.")) == .init(.tooShort))
        #expect(filter.verdict(.sample("a", "Hm, hm, hm, hm.")) == .init(.tooLong))
        #expect(filter.verdict(.sample("a", "A War."))?.text == "the word war")
        #expect(filter.verdict(.sample("a", "A joke.")) == nil)
    }

    @Test("the filter blocks explicit, political and religious jokes by default")
    func defaultCategories() {
        #expect(!Filter().admits(.sample("a", categories: ["Explicit"])))
        #expect(!Filter().admits(.sample("a", categories: ["dev", "political"])))
        #expect(!Filter().admits(.sample("a", categories: ["religion"])))
        #expect(Filter(blockedCategories: []).admits(.sample("a", categories: ["explicit"])))
    }
}
