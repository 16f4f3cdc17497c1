// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokeTestSupport
import JokeWire
import Testing

@Suite("The second language")
struct TranslationTests {
    private static func settings(_ translation: Settings.Translation = .spanish) -> Settings {
        var settings = Settings.with(.pack, lowWater: 1)
        settings.translation = translation
        return settings
    }

    /// The joke `a`, which nobody has translated, is on the card, and `b` is in the queue.
    private func play(_ translation: Settings.Translation = .spanish, _ jokes: [Joke]? = nil) -> Play {
        let play = Play(Self.settings(translation))
        play.deliver(jokes ?? ["a", "b"].map { .sample($0, source: "pack") })
        play.next()
        return play
    }

    private func spanish(_ text: String) -> Joke {
        var joke = Joke.sample("s", text, source: "pack")
        joke.language = "es"
        return joke
    }

    @Test("the plain joke is there at once, and its translation is a second change")
    func secondChange() throws {
        let play = play()
        let call = play.request(.showTranslation(.on))
        #expect(call.outcome?.product == .shown(true))
        #expect(play.state.showTranslation && play.state.joke.translation == nil)
        play.pass(.zero)
        let changes = play.publications { play.translate() }
        #expect(changes.map(\.changed) == [["joke"]])
        #expect(changes.first?.cause == nil)
        let translation = try #require(play.state.joke.translation)
        #expect(translation.value == "es: The joke called a." && translation.language == "es")
        #expect(translation.machine && translation.attribution.engine == "near")
        #expect(play.state.joke.value == "The joke called a.")
    }

    @Test("what fails leaves the joke as it is, and says what failed, until it has come")
    func failureIsSaid() {
        let play = play()
        play.request(.showTranslation(.on))
        play.pass(.zero)
        play.failTranslation(SourceError(.command, "It crashed."))
        play.failTranslation(.refused)
        #expect(play.card == "a" && play.state.joke.value == "The joke called a.")
        #expect(play.state.joke.translation == nil)
        #expect(play.state.error?.message == "Forbidden." && play.state.error?.kind == "source_refused")
        let lines = play.logged.map(\.members).filter { $0.contains("translationFailed") }
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains(#""jokes":["a","b"]"#) })
        play.request(.showTranslation(.off))
        #expect(play.state.error == nil)
        play.request(.showTranslation(.on))
        let again = play.request(.translate(.card, again: false))
        play.translate()
        #expect(again.outcome?.joke.translation != nil)
        #expect(play.state.error == nil)
    }

    @Test("nothing is translated while nobody wants to see it")
    func onlyWhenShown() {
        let play = play()
        play.pass(.seconds(60))
        #expect(play.translating.isEmpty && play.alarm == nil)
    }

    @Test("what waits in the queue is translated with the card, in one order, and comes with its translation")
    func ahead() {
        let play = play()
        play.request(.showTranslation(.toggle))
        play.pass(.zero)
        #expect(play.translating.map(\.texts) == [["The joke called a.", "The joke called b."]])
        #expect(play.translating.first?.pair == LanguagePair(from: "en", to: "es"))
        play.translate()
        #expect(play.publications { play.next() }.count == 1)
        #expect(play.state.joke.translation?.value == "es: The joke called b.")
        play.pass(.seconds(60))
        #expect(play.translating.isEmpty)
    }

    @Test("a late translation never touches a newer card")
    func late() {
        let play = play(.spanish, ["a"].map { .sample($0, source: "pack") })
        play.request(.showTranslation(.on))
        play.pass(.zero)
        play.deliver([spanish("Uno.")])
        play.next()
        #expect(play.publications { play.translate(by: "near") }.isEmpty)
        #expect(play.card == "s" && play.state.joke.translation == nil)
        #expect(play.shelf.record(Joke.ID(rawValue: "a"))?.joke.translation?.language == "es")
    }

    @Test(
        "a joke in the wanted language is left alone; where that is not the reader's, it goes into the reader's",
        arguments: [(["es"], nil), (["es", "en"], "en"), (["de"], "de")] as [([String], String?)])
    func direction(targets: [String], into language: String?) {
        var translation = Settings.Translation.spanish
        translation.targets = targets
        let play = play(translation, [spanish("Uno.")])
        play.request(.showTranslation(.on))
        play.pass(.zero)
        #expect(play.translating.first?.pair.to == language)
        #expect(play.state.error == nil)
    }

    @Test("a pack's own pair is there without a machine, and no machine takes its place")
    func ownPair() {
        let play = Play(Self.settings())
        play.request(.showTranslation(.on))
        play.pass(.zero)
        #expect(play.card == play.starter && play.state.joke.translation?.machine == false)
        let again = play.request(.translate(.card, again: true))
        #expect(again.outcome?.changed == false && again.outcome?.product == .translated(.starter))
        #expect(play.translating.isEmpty)
    }

    @Test("a pair that is not wanted is no translation")
    func unwantedPair() {
        var german = Settings.Translation.spanish
        german.targets = ["de"]
        #expect(Play(Self.settings(german)).state.joke.translation == nil)
        var machines = Settings.Translation.spanish
        machines.engines = ["near", "far"]
        #expect(Play(Self.settings(machines)).state.joke.translation == nil)
    }

    @Test("the error joke is never translated")
    func errorJoke() {
        var settings = Settings.with()
        settings.translation = .spanish
        let play = Play(settings)
        play.next()
        play.request(.showTranslation(.on))
        play.pass(.seconds(1))
        #expect(play.card == "error" && play.translating.isEmpty)
        #expect(play.request(.translate(.card, again: false)).refusal?.isEmpty == true)
    }

    @Test(
        "an answer that is nothing, or the text itself, is not believed: the next engine is asked",
        arguments: ["", " \n", "The joke called a.", "the JOKE called a"])
    func disbelief(answer: String) {
        let play = play()
        play.request(.showTranslation(.on))
        play.pass(.zero)
        play.translate(by: "near", ["The joke called a.": answer])
        #expect(play.state.joke.translation == nil)
        #expect(play.translating.map(\.texts) == [["The joke called a."]])
        play.translate(by: "far", ["The joke called a.": answer])
        #expect(play.state.joke.translation == nil)
        #expect(play.state.error?.kind == "source_empty" || play.state.error?.kind == "source_nonsense")
        play.pass(.seconds(86_400))
        #expect(play.translating.isEmpty, "it would say the same again")
    }

    @Test("an engine that does not know a pair is not asked for it again, until somebody wants it tried")
    func unknownPair() {
        let play = play()
        play.request(.showTranslation(.on))
        play.pass(.zero)
        play.failTranslation(SourceError(.unsupported, "No such pair."), by: "near")
        play.translate(by: "far")
        play.next()
        play.deliver(["c"])
        play.pass(.seconds(10))
        #expect(play.translating.map(\.engine) == ["far"])
        play.translate()
        play.request(.showTranslation(.off))
        play.request(.showTranslation(.on))
        play.pass(.zero)
        #expect(play.translating.map(\.engine) == ["near"])
    }

    @Test("where no engine is left, it is said what is missing")
    func noEngine() {
        var alone = Settings.Translation.spanish
        alone.machines = []
        let play = play(alone)
        play.request(.showTranslation(.on))
        play.pass(.zero)
        #expect(play.state.error?.kind == "unsupported")
        #expect(play.state.error?.message.contains("Apertium") == true)
        let call = play.request(.translate(.card, again: false))
        guard case .fetchFailed(let failure) = call.refusal else {
            Issue.record("\(String(describing: call.refusal))")
            return
        }
        #expect(failure.kind == .untranslatable)
    }
}

@Suite("Translations that are kept")
struct StoredTranslationTests {
    private func play(shelf: Shelf = Shelf(), _ id: String = "a", _ text: String = "One.") -> Play {
        var settings = Settings.with(.pack, lowWater: 1)
        settings.translation = .spanish
        let play = Play(settings, shelf: shelf)
        play.deliver([.sample(id, text, source: "pack")])
        play.next()
        play.request(.showTranslation(.on))
        play.pass(.zero)
        return play
    }

    @Test("the same text is not translated twice")
    func cached() {
        let first = play()
        first.translate()
        let second = play(shelf: first.shelf, "other", "One.")
        // Another joke is told by the same words: the filter would keep it out, but a saved one may.
        #expect(second.state.joke.id.rawValue == first.card || second.translating.isEmpty)
        #expect(first.shelf.translations.count == 1)
    }

    @Test("a better engine takes the place of a worse one's translation")
    func better() {
        let play = play()
        play.failTranslation(SourceError(.command, "It crashed."), by: "near")
        play.translate(by: "far")
        #expect(play.state.joke.translation?.attribution.engine == "far")
        for _ in 0..<40 where play.translating.isEmpty {
            play.pass(.seconds(1))
            play.drag(0.1, end: 10)
        }
        #expect(play.translating.map(\.engine) == ["near"])
        play.translate(by: "near")
        #expect(play.state.joke.translation?.attribution.engine == "near")
        play.pass(.seconds(3_600))
        #expect(play.translating.isEmpty)
    }

    @Test("asked again, an engine translates anew, and no worse one's answer is taken")
    func again() {
        let play = play()
        play.translate(by: "near")
        #expect(play.request(.translate(.card, again: false)).outcome?.changed == false)
        let call = play.request(.translate(.card, again: true))
        #expect(call.reply == nil)
        let changes = play.publications { play.translate(["One.": "Uno."]) }
        #expect(changes.map(\.cause?.connection) == [call.number])
        #expect(call.outcome?.changed == true && play.state.joke.translation?.value == "Uno.")
        let failed = play.request(.translate(.card, again: true))
        play.failTranslation(.refused)
        #expect(failed.refusal == .fetchFailed(.refused) && play.translating.isEmpty)
        #expect(play.state.joke.translation?.value == "Uno.")
    }

    @Test("what is shown, and a card's translation, survive a restart")
    func restart() {
        let play = play()
        play.translate()
        play.restart()
        #expect(play.state.showTranslation && play.state.joke.translation?.value == "es: One.")
        play.pass(.seconds(1))
        #expect(play.translating.isEmpty)
    }

    @Test("saved jokes follow: those that were saved before are translated by and by")
    func saved() {
        var settings = Settings.with(.pack, lowWater: 1)
        settings.translation = .spanish
        let play = Play(settings)
        play.deliver(["a", "b"])
        play.next()
        play.like()
        play.request(.showTranslation(.on))
        play.pass(.zero)
        #expect(play.translating.map(\.texts) == [["The joke called b.", "The joke called a."]])
        play.translate()
        #expect(
            play.shelf.record(Joke.ID(rawValue: "a"))?.joke.translation?.value == "es: The joke called a.")
        #expect(play.shelf.record(Joke.ID(rawValue: "a"))?.status.isSaved == true)
        play.pass(.seconds(60))
        #expect(play.translating.isEmpty)
    }

    @Test("a joke that comes again without its translation keeps the one it had")
    func knownAgain() {
        let play = play()
        play.translate()
        play.like()
        #expect(play.shelf.record(Joke.ID(rawValue: "a"))?.joke.translation != nil)
    }
}

@Suite("The manners of translating")
struct TranslationMannersTests {
    private func play(_ jokes: Int = 1) -> Play {
        var settings = Settings.with(.pack, lowWater: 1)
        settings.translation = .spanish
        settings.translation.machines.removeFirst()
        let play = Play(settings)
        play.deliver((1...jokes).map { "j\($0)" })
        play.next()
        return play
    }

    @Test(
        "a failure lets the engine rest, longer each time; when the rest is over it is tried again by itself")
    func backoff() throws {
        let play = play()
        play.request(.showTranslation(.on))
        play.pass(.zero)
        play.failTranslation(.refused)
        #expect(play.state.error?.retryAt != nil)
        let rest = try #require(play.alarm)
        #expect(rest > .zero && rest <= .seconds(30))
        play.pass(rest)
        play.pass(.zero)
        #expect(play.translating.count == 1)
    }

    @Test("a rest holds nobody up who asks, but the engine's own word does")
    func waiting() {
        let play = play()
        play.request(.showTranslation(.on))
        play.pass(.zero)
        play.failTranslation(.refused)
        let call = play.request(.translate(.card, again: false))
        play.pass(.seconds(2))
        #expect(call.reply == nil && play.translating.count == 1)
        let later = play.now.wall.advanced(by: .seconds(600))
        play.failTranslation(SourceError(.rateLimited, "Slowdown.", retryAt: later))
        let second = play.request(.translate(.card, again: false))
        guard case .fetchFailed(let failure) = second.refusal else {
            Issue.record("\(String(describing: second.reply))")
            return
        }
        #expect(failure.kind == .rateLimited && failure.retryAt != nil)
        #expect(play.translating.isEmpty)
    }

    @Test("a day has so many requests, over a restart too")
    func budget() {
        let play = play()
        play.request(.showTranslation(.on))
        for round in 0..<60 {
            play.pass(.seconds(3))
            if play.translating.isEmpty { break }
            play.translate()
            play.request(.translate(.card, again: true))
            #expect(round < 51)
        }
        play.restart()
        let call = play.request(.translate(.card, again: true))
        guard case .fetchFailed(let failure) = call.refusal else {
            Issue.record("\(String(describing: call.reply))")
            return
        }
        #expect(failure.kind == .rateLimited && failure.message.contains("50 requests"))
    }

    @Test("an engine that says nothing is late after a while, and is tried once more")
    func lateEngine() {
        let play = play()
        play.request(.showTranslation(.on))
        play.pass(.zero)
        #expect(play.translating.count == 1)
        play.pass(.seconds(30))
        #expect(play.translating.count == 2)
        play.pass(.seconds(30))
        #expect(play.state.error?.kind == "timeout")
    }

    @Test("many jokes are several orders, one after the other")
    func batches() {
        let play = play(45)
        play.request(.showTranslation(.on))
        play.pass(.zero)
        var sizes: [Int] = []
        while !play.translating.isEmpty, sizes.count < 9 {
            #expect(play.translating.count == 1)
            sizes.append(play.translating[0].texts.count)
            play.translate()
            play.pass(.seconds(2))
        }
        #expect(sizes.reduce(0, +) == 10 + 35 && sizes.allSatisfy { $0 <= 20 })
    }

    @Test("with a full disk nothing is translated ahead, and nothing spins")
    func fullDisk() {
        let play = play()
        play.fillDisk()
        play.request(.showTranslation(.on))
        play.pass(.seconds(60))
        #expect(play.translating.isEmpty)
    }
}
