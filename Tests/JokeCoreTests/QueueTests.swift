// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("The queue")
struct QueueTests {
    @Test("is filled up to its capacity from the start")
    func start() {
        let play = Play(.with(.pack))
        #expect(play.attempts.map(\.count) == [10])
        #expect(play.state.fetching)
        #expect(play.state.queue == .init(count: 0, capacity: 10))
        play.deliver((1...10).map { "j\($0)" })
        #expect(play.queue == (1...10).map { "j\($0)" })
        #expect(!play.state.fetching)
        #expect(play.attempts.count == 1)
    }

    @Test("is filled again only below low water, and never beyond its capacity")
    func lowWater() {
        let play = Play(.with(.pack))
        play.deliver((1...10).map { "j\($0)" })
        for _ in 0..<6 { play.next() }
        #expect(play.attempts.count == 1)
        play.next()
        #expect(play.attempts.map(\.count) == [10, 7])
        play.next()
        play.next()
        #expect(play.attempts.count == 2, "what is on its way counts")
        play.deliver((11...17).map { "j\($0)" })
        #expect(play.queue == ["j10"] + (11...17).map { "j\($0)" })
    }

    @Test("does not run dry over a service that keeps it waiting, where there are local jokes")
    func bridge() {
        var shares: Set<[String]> = []
        for seed: UInt64 in 1...20 {
            let play = Play(.with(.net, .pack), seed: seed)
            for number in 1...30 {
                if play.pending.contains(where: { $0.source == "pack" }) {
                    play.deliver((1...10).map { "p\(number)-\($0)" }, from: "pack")
                }
                #expect(play.state.queue.count > 0)
                play.next()
            }
            #expect(play.attempts.count { $0.source == "net" } <= 1, "nothing of it has come, or failed")
            shares.insert(Set(play.attempts.map(\.source)).sorted())
        }
        #expect(shares.contains(["net", "pack"]))
    }

    @Test("is shared out among the sources by weight, and those of weight zero are never asked")
    func weights() {
        var heavy = Settings.Source.net
        heavy.weight = 3
        var never = Settings.Source.pack
        never.weight = 0
        let play = Play(.with(heavy, never, .other, capacity: 400))
        #expect(play.attempts.map(\.source) == ["net", "other"])
        #expect(play.attempts.reduce(0) { $0 + $1.count } == 400)
        #expect((240...360).contains(play.attempts.first?.count ?? 0))
        #expect(Play(.with(never)).attempts.isEmpty)
    }

    @Test("survives a restart, in its order")
    func restart() {
        let play = Play(.with(.pack))
        play.deliver(["a", "b", "c", "d", "e"])
        play.next()
        play.restart()
        #expect(play.card == "a")
        #expect(play.queue == ["b", "c", "d", "e"])
        #expect(play.attempts.count == 1)
    }

    @Test("takes no joke twice, by id or by text", arguments: [false, true])
    func duplicates(restarts: Bool) {
        let play = Play(.with(.pack))
        play.deliver([
            .sample("a", "Knock, knock!"), .sample("a", "Another text."),
            .sample("b", " knock -- KNOCK? "), .sample("c"), .sample("c2", "the joke CALLED c"),
            .sample("starter again", Joke.starter.value + "!"), .starter,
        ])
        #expect(play.queue == ["a", "c"])
        if restarts { play.restart() }
        play.deliver([.sample("d"), .sample("e", "knockknock"), .sample("c", "Yet another text.")])
        #expect(play.queue == ["a", "c", "d"])
    }

    @Test("takes no joke that was shown, by id or by text, ever", arguments: [false, true])
    func seen(restarts: Bool) {
        let play = Play(.with(.pack, lowWater: 3))
        play.deliver([.sample("a", "One?"), .sample("b", "Two.")])
        play.next()
        play.next()
        play.next()
        #expect(play.card == "error")
        if restarts { play.restart() }
        play.deliver([
            .sample("a", "Changed."), .sample("a2", "one!"), .sample("b", "Two."), .sample("c", "Three."),
        ])
        #expect(play.queue == ["c"])
    }

    @Test("takes no joke that was saved or buried unseen")
    func decided() {
        let play = Play(.with(.pack, lowWater: 3))
        play.deliver(["a", "b", "c"])
        play.like("a")
        play.dislike("b")
        play.deliver(["a", "b", "d"])
        #expect(play.queue == ["c", "d"])
    }

    @Test("takes nothing by the name of the error joke")
    func error() {
        let play = Play(.with(.pack))
        play.deliver([.sample("error"), .sample("a")])
        #expect(play.queue == ["a"])
    }

    @Test("takes only what the filter admits")
    func filtered() {
        let filter = Filter(blockedCategories: ["Rude"], blockedWords: ["Cheese"], length: 5...20)
        let play = Play(Settings(sources: [.pack], filter: filter))
        play.deliver([
            .sample("short", "Hi."), .sample("long", "Twenty-one characters"),
            .sample("rude", "A rude one.", categories: ["dev", "rUDE"]),
            .sample("word", "Say \"CHEESE\"!"), .sample("good", "A cheesecake.", categories: ["dev"]),
        ])
        #expect(play.queue == ["good"])
    }

    @Test("gives the first joke of the kind that is asked for")
    func selection() {
        let play = Play(.with(.pack, .net))
        play.deliver([.sample("a"), .sample("b", categories: ["dev"]), .sample("c", source: "pack")])
        #expect(play.next(category: "dev").outcome?.joke.id.rawValue == "b")
        #expect(play.next(source: "pack").outcome?.joke.id.rawValue == "c")
        #expect(play.queue == ["a"])
    }
}

@Suite("The filter")
struct FilterTests {
    @Test("counts characters as people do", arguments: ["👩‍👩‍👧‍👦", "é", "🇪🇸", "e\u{301}", "👍🏽"])
    func length(character: String) {
        #expect(Filter(length: 1...1).admits(.sample("a", character)))
        #expect(!Filter(length: 1...1).admits(.sample("a", character + character)))
        #expect(!Filter(length: 2...9).admits(.sample("a", character)))
    }

    @Test("lets a joke in that is as long as it may be, and none that is empty")
    func bounds() {
        let text = String(repeating: "a", count: 280)
        #expect(Filter().admits(.sample("a", text)))
        #expect(!Filter().admits(.sample("a", text + "a")))
        #expect(!Filter().admits(.sample("a", "")))
    }

    @Test(
        "blocks whole words, whatever their case",
        arguments: [
            ("ñandú", "El ÑANDÚ corre.", false), ("war", "A war.", false), ("war", "A warm day.", true),
            ("war", "It is \"war\"", false), ("4", "2+2=4", false), ("4", "No 42.", true),
        ])
    func words(word: String, text: String, isAdmitted: Bool) {
        #expect(Filter(blockedWords: [word]).admits(.sample("a", text)) == isAdmitted)
    }

    @Test(
        "is safe whatever a service calls it, by category and by flag",
        arguments: [
            "nsfw", "racist", "sexist", "Explicit", "religious", "religion", "political", "politics",
            "unsafe",
        ])
    func synonyms(name: String) {
        #expect(Filter().verdict(.sample("a", categories: ["dev", name]))?.kind == .category)
        #expect(Filter().verdict(.sample("a"), flags: [name]) == .init(.flag, name.lowercased()))
        #expect(Filter(blockedCategories: []).admits(.sample("a"), flags: [name]))
    }

    @Test("that blocks one kind alone lets the others in")
    func oneKind() {
        let filter = Filter(blockedCategories: ["religion"])
        #expect(!filter.admits(.sample("a"), flags: ["religious"]))
        #expect(filter.admits(.sample("a"), flags: ["political", "nsfw"]))
        #expect(Filter(blockedCategories: ["racist"]).admits(.sample("a"), flags: ["nsfw"]))
    }

    @Test(
        "lets in the languages that are wanted",
        arguments: [("en", true), ("EN-us", true), ("es_MX", true), ("de", false), ("", true)])
    func languages(language: String, isAdmitted: Bool) {
        var joke = Joke.sample("a")
        joke.language = language
        let filter = Filter(languages: ["en", "es"])
        #expect(filter.verdict(joke) == (isAdmitted ? nil : .init(.language, language)))
        joke.translation = Joke.starter.translation
        #expect(filter.admits(joke), "it is told in Spanish, too")
    }

    @Test("says why")
    func reasons() {
        let filter = Filter(blockedWords: ["war"], length: 5...10)
        #expect(filter.verdict(.sample("a", "Hm.")) == .init(.tooShort))
        #expect(filter.verdict(.sample("a", "Hm, hm, hm, hm.")) == .init(.tooLong))
        #expect(filter.verdict(.sample("a", "A War."))?.text == "the word war")
        #expect(filter.verdict(.sample("a", "A joke.")) == nil)
    }

    @Test("blocks explicit, political and religious jokes unless told otherwise")
    func categories() {
        #expect(!Filter().admits(.sample("a", categories: ["Explicit"])))
        #expect(!Filter().admits(.sample("a", categories: ["dev", "political"])))
        #expect(!Filter().admits(.sample("a", categories: ["religion"])))
        #expect(Filter(blockedCategories: []).admits(.sample("a", categories: ["explicit"])))
    }
}
