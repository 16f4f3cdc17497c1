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
    private func driver(_ translation: Settings.Translation = .spanish, _ jokes: [Joke]? = nil) -> ModelDriver
    {
        let driver = ModelDriver(Self.settings(translation))
        driver.deliver(jokes ?? ["a", "b"].map { .sample($0, source: "pack") })
        driver.next()
        return driver
    }

    private func spanish(_ text: String) -> Joke {
        var joke = Joke.sample("s", text, source: "pack")
        joke.language = "es"
        return joke
    }

    @Test("the plain joke is there at once, and its translation is a second change")
    func secondChange() throws {
        let driver = driver()
        let call = driver.request(.showTranslation(.on))
        #expect(call.outcome?.product == .shown(true))
        #expect(driver.state.showTranslation && driver.state.joke.translation == nil)
        driver.pass(.zero)
        let changes = driver.publications { driver.translate() }
        #expect(changes.map(\.changed) == [["joke"]])
        #expect(changes.first?.cause == nil)
        let translation = try #require(driver.state.joke.translation)
        #expect(translation.value == "es: The joke called a." && translation.language == "es")
        #expect(translation.machine && translation.attribution.engine == "near")
        #expect(driver.state.joke.value == "The joke called a.")
    }

    @Test("what fails leaves the joke as it is, and says what failed, until it has come")
    func failureIsSaid() {
        let driver = driver()
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        driver.failTranslation(SourceError(.command, "It crashed."))
        driver.failTranslation(.refused)
        #expect(driver.card == "a" && driver.state.joke.value == "The joke called a.")
        #expect(driver.state.joke.translation == nil)
        #expect(driver.state.error?.message == "Forbidden." && driver.state.error?.kind == "source_refused")
        let lines = driver.logged.map(\.members).filter { $0.contains("translationFailed") }
        #expect(lines.count == 2 && lines.allSatisfy { $0.contains(#""jokes":["a","b"]"#) })
        driver.request(.showTranslation(.off))
        #expect(driver.state.error == nil)
        driver.request(.showTranslation(.on))
        let again = driver.request(.translate(.card, again: false))
        driver.translate()
        #expect(again.outcome?.joke.translation != nil)
        #expect(driver.state.error == nil)
    }

    @Test("nothing is translated while nobody wants to see it")
    func onlyWhenShown() {
        let driver = driver()
        driver.pass(.seconds(60))
        #expect(driver.translating.isEmpty && driver.alarm == nil)
    }

    @Test("what waits in the queue is translated with the card, in one order, and comes with its translation")
    func ahead() {
        let driver = driver()
        driver.request(.showTranslation(.toggle))
        driver.pass(.zero)
        #expect(driver.translating.map(\.texts) == [["The joke called a.", "The joke called b."]])
        #expect(driver.translating.first?.pair == LanguagePair(from: "en", to: "es"))
        driver.translate()
        #expect(driver.publications { driver.next() }.count == 1)
        #expect(driver.state.joke.translation?.value == "es: The joke called b.")
        driver.pass(.seconds(60))
        #expect(driver.translating.isEmpty)
    }

    @Test("a late translation never touches a newer card")
    func late() {
        let driver = driver(.spanish, ["a"].map { .sample($0, source: "pack") })
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        driver.deliver([spanish("Uno.")])
        driver.next()
        #expect(driver.publications { driver.translate(by: "near") }.isEmpty)
        #expect(driver.card == "s" && driver.state.joke.translation == nil)
        #expect(driver.archive.record(Joke.ID(rawValue: "a"))?.joke.translation?.language == "es")
    }

    @Test(
        "a joke in the wanted language is left alone; where that is not the reader's, it goes into the reader's",
        arguments: [(["es"], nil), (["es", "en"], "en"), (["de"], "de")] as [([String], String?)])
    func direction(targets: [String], into language: String?) {
        var translation = Settings.Translation.spanish
        translation.targets = targets
        let driver = driver(translation, [spanish("Uno.")])
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        #expect(driver.translating.first?.pair.to == language)
        #expect(driver.state.error == nil)
    }

    @Test("a pack's own pair is there without a machine, and no machine takes its place")
    func ownPair() {
        let driver = ModelDriver(Self.settings())
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        #expect(driver.card == driver.starter && driver.state.joke.translation?.machine == false)
        let again = driver.request(.translate(.card, again: true))
        #expect(again.outcome?.changed == false && again.outcome?.product == .translated(.starter))
        #expect(driver.translating.isEmpty)
    }

    @Test("a pair that is not wanted is no translation")
    func unwantedPair() {
        var german = Settings.Translation.spanish
        german.targets = ["de"]
        #expect(ModelDriver(Self.settings(german)).state.joke.translation == nil)
        var machines = Settings.Translation.spanish
        machines.engines = ["near", "far"]
        #expect(ModelDriver(Self.settings(machines)).state.joke.translation == nil)
    }

    @Test("the error joke is never translated")
    func errorJoke() {
        var settings = Settings.with()
        settings.translation = .spanish
        let driver = ModelDriver(settings)
        driver.next()
        driver.request(.showTranslation(.on))
        driver.pass(.seconds(1))
        #expect(driver.card == "error" && driver.translating.isEmpty)
        #expect(driver.request(.translate(.card, again: false)).refusal?.isEmpty == true)
    }

    @Test(
        "an answer that is nothing, or the text itself, is not believed: the next engine is asked",
        arguments: ["", " \n", "The joke called a.", "the JOKE called a"])
    func disbelief(answer: String) {
        let driver = driver()
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        driver.translate(by: "near", ["The joke called a.": answer])
        #expect(driver.state.joke.translation == nil)
        #expect(driver.translating.map(\.texts) == [["The joke called a."]])
        driver.translate(by: "far", ["The joke called a.": answer])
        #expect(driver.state.joke.translation == nil)
        #expect(driver.state.error?.kind == "source_empty" || driver.state.error?.kind == "source_nonsense")
        driver.pass(.seconds(86_400))
        #expect(driver.translating.isEmpty, "it would say the same again")
    }

    @Test("an engine that does not know a pair is not asked for it again, until somebody wants it tried")
    func unknownPair() {
        let driver = driver()
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        driver.failTranslation(SourceError(.unsupported, "No such pair."), by: "near")
        driver.translate(by: "far")
        driver.next()
        driver.deliver(["c"])
        driver.pass(.seconds(10))
        #expect(driver.translating.map(\.engine) == ["far"])
        driver.translate()
        driver.request(.showTranslation(.off))
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        #expect(driver.translating.map(\.engine) == ["near"])
    }

    @Test("where no engine is left, it is said what is missing")
    func noEngine() {
        var alone = Settings.Translation.spanish
        alone.machines = []
        let driver = driver(alone)
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        #expect(driver.state.error?.kind == "unsupported")
        #expect(driver.state.error?.message.contains("Apertium") == true)
        let call = driver.request(.translate(.card, again: false))
        guard case .fetchFailed(let failure) = call.refusal else {
            Issue.record("\(String(describing: call.refusal))")
            return
        }
        #expect(failure.kind == .untranslatable)
    }
}

@Suite("Translations that are kept")
struct StoredTranslationTests {
    private func driver(archive: ModelArchive = ModelArchive(), _ id: String = "a", _ text: String = "One.")
        -> ModelDriver
    {
        var settings = Settings.with(.pack, lowWater: 1)
        settings.translation = .spanish
        let driver = ModelDriver(settings, archive: archive)
        driver.deliver([.sample(id, text, source: "pack")])
        driver.next()
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        return driver
    }

    @Test("the same text is not translated twice")
    func cached() {
        let first = driver()
        first.translate()
        let second = driver(archive: first.archive, "other", "One.")
        // Another joke is told by the same words: the filter would keep it out, but a saved one may.
        #expect(second.state.joke.id.rawValue == first.card || second.translating.isEmpty)
        #expect(first.archive.translations.count == 1)
    }

    @Test("a better engine takes the place of a worse one's translation")
    func better() {
        let driver = driver()
        driver.failTranslation(SourceError(.command, "It crashed."), by: "near")
        driver.translate(by: "far")
        #expect(driver.state.joke.translation?.attribution.engine == "far")
        for _ in 0..<40 where driver.translating.isEmpty {
            driver.pass(.seconds(1))
            driver.drag(0.1, end: 10)
        }
        #expect(driver.translating.map(\.engine) == ["near"])
        driver.translate(by: "near")
        #expect(driver.state.joke.translation?.attribution.engine == "near")
        driver.pass(.seconds(3_600))
        #expect(driver.translating.isEmpty)
    }

    @Test("asked again, an engine translates anew, and no worse one's answer is taken")
    func again() {
        let driver = driver()
        driver.translate(by: "near")
        #expect(driver.request(.translate(.card, again: false)).outcome?.changed == false)
        let call = driver.request(.translate(.card, again: true))
        #expect(call.reply == nil)
        let changes = driver.publications { driver.translate(["One.": "Uno."]) }
        #expect(changes.map(\.cause?.connection) == [call.number])
        #expect(call.outcome?.changed == true && driver.state.joke.translation?.value == "Uno.")
        let failed = driver.request(.translate(.card, again: true))
        driver.failTranslation(.refused)
        #expect(failed.refusal == .fetchFailed(.refused) && driver.translating.isEmpty)
        #expect(driver.state.joke.translation?.value == "Uno.")
    }

    @Test("what is shown, and a card's translation, survive a restart")
    func restart() {
        let driver = driver()
        driver.translate()
        driver.restart()
        #expect(driver.state.showTranslation && driver.state.joke.translation?.value == "es: One.")
        driver.pass(.seconds(1))
        #expect(driver.translating.isEmpty)
    }

    @Test("saved jokes follow: those that were saved before are translated by and by")
    func saved() {
        var settings = Settings.with(.pack, lowWater: 1)
        settings.translation = .spanish
        let driver = ModelDriver(settings)
        driver.deliver(["a", "b"])
        driver.next()
        driver.like()
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        #expect(driver.translating.map(\.texts) == [["The joke called b.", "The joke called a."]])
        driver.translate()
        #expect(
            driver.archive.record(Joke.ID(rawValue: "a"))?.joke.translation?.value == "es: The joke called a."
        )
        #expect(driver.archive.record(Joke.ID(rawValue: "a"))?.status.isSaved == true)
        driver.pass(.seconds(60))
        #expect(driver.translating.isEmpty)
    }

    @Test("a joke that comes again without its translation keeps the one it had")
    func knownAgain() {
        let driver = driver()
        driver.translate()
        driver.like()
        #expect(driver.archive.record(Joke.ID(rawValue: "a"))?.joke.translation != nil)
    }
}

@Suite("The manners of translating")
struct TranslationMannersTests {
    private func driver(_ jokes: Int = 1) -> ModelDriver {
        var settings = Settings.with(.pack, lowWater: 1)
        settings.translation = .spanish
        settings.translation.machines.removeFirst()
        let driver = ModelDriver(settings)
        driver.deliver((1...jokes).map { "j\($0)" })
        driver.next()
        return driver
    }

    @Test(
        "a failure lets the engine rest, longer each time; when the rest is over it is tried again by itself")
    func backoff() throws {
        let driver = driver()
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        driver.failTranslation(.refused)
        #expect(driver.state.error?.retryAt != nil)
        let rest = try #require(driver.alarm)
        #expect(rest > .zero && rest <= .seconds(30))
        driver.pass(rest)
        driver.pass(.zero)
        #expect(driver.translating.count == 1)
    }

    @Test("a rest holds nobody up who asks, but the engine's own word does")
    func waiting() {
        let driver = driver()
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        driver.failTranslation(.refused)
        let call = driver.request(.translate(.card, again: false))
        driver.pass(.seconds(2))
        #expect(call.reply == nil && driver.translating.count == 1)
        let later = driver.now.wall.advanced(by: .seconds(600))
        driver.failTranslation(SourceError(.rateLimited, "Slowdown.", retryAt: later))
        let second = driver.request(.translate(.card, again: false))
        guard case .fetchFailed(let failure) = second.refusal else {
            Issue.record("\(String(describing: second.reply))")
            return
        }
        #expect(failure.kind == .rateLimited && failure.retryAt != nil)
        #expect(driver.translating.isEmpty)
    }

    @Test("a day has so many requests, over a restart too")
    func budget() {
        let driver = driver()
        driver.request(.showTranslation(.on))
        for round in 0..<60 {
            driver.pass(.seconds(3))
            if driver.translating.isEmpty { break }
            driver.translate()
            driver.request(.translate(.card, again: true))
            #expect(round < 51)
        }
        driver.restart()
        let call = driver.request(.translate(.card, again: true))
        guard case .fetchFailed(let failure) = call.refusal else {
            Issue.record("\(String(describing: call.reply))")
            return
        }
        #expect(failure.kind == .rateLimited && failure.message.contains("50 requests"))
    }

    @Test("an engine that says nothing is late after a while, and is tried once more")
    func lateEngine() {
        let driver = driver()
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        #expect(driver.translating.count == 1)
        driver.pass(.seconds(30))
        #expect(driver.translating.count == 2)
        driver.pass(.seconds(30))
        #expect(driver.state.error?.kind == "timeout")
    }

    @Test("many jokes are several orders, one after the other")
    func batches() {
        let driver = driver(45)
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        var sizes: [Int] = []
        while !driver.translating.isEmpty, sizes.count < 9 {
            #expect(driver.translating.count == 1)
            sizes.append(driver.translating[0].texts.count)
            driver.translate()
            driver.pass(.seconds(2))
        }
        #expect(sizes.reduce(0, +) == 10 + 35 && sizes.allSatisfy { $0 <= 20 })
    }

    @Test("with a full disk nothing is translated ahead, and nothing spins")
    func fullDisk() {
        let driver = driver()
        driver.fillDisk()
        driver.request(.showTranslation(.on))
        driver.pass(.seconds(60))
        #expect(driver.translating.isEmpty)
    }
}
