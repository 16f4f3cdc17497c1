// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("Translations")
struct TranslationTests {
    private static func settings(_ translation: Settings.Translation = .spanish) -> Settings {
        var settings = Settings.with(.pack, lowWater: 1)
        settings.translation = translation
        return settings
    }

    /// Returns a driver with the untranslated joke `a` on the card and `b` in the queue.
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

    @Test("the original joke is published at once, and its translation as a second change", .rule(7))
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

    @Test("a failed translation leaves the joke and is reported until one succeeds", .rule(7))
    func failureIsReported() {
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

    @Test("a machine gets a joke of the built-in pack only if it is asked for that again", .rule(7))
    func builtin() throws {
        let driver = driver(.spanish, ["a", "b"].map { .sample($0, source: "builtin") })
        driver.request(.showTranslation(.on))
        driver.pass(.seconds(60))
        #expect(driver.card == "a" && driver.translating.isEmpty && driver.state.error == nil)
        let refused = driver.request(.translate(.card, again: false))
        #expect("\(refused.refusal as Any)".contains("translate again"))
        let again = driver.request(.translate(.card, again: true))
        #expect(driver.translating.map(\.texts) == [["The joke called a."]])
        driver.translate()
        #expect(again.outcome?.joke.translation?.machine == true)
    }

    @Test("while translations are shown, jokes that are told in both languages come first", .rule(7))
    func toldInBothFirst() throws {
        let driver = ModelDriver(Self.settings())
        let translation = try #require(driver.state.joke.translation)
        let jokes = (0..<60).map { number in
            var joke = Joke.sample("\(number)", source: "pack")
            if number >= 30 { joke.translation = translation }
            return joke
        }
        driver.deliver(Array(jokes[28..<38]))
        driver.request(.showTranslation(.on))
        #expect(driver.model.ready.prefix(8).allSatisfy { $0.translation != nil })
        while driver.pending.isEmpty { driver.next() }
        driver.deliver(jokes)
        #expect(driver.model.ready.allSatisfy { $0.translation != nil })
    }

    @Test("an engine that was asked before and is no longer configured is reported once", .rule(7))
    func formerEngine() {
        let driver = driver()
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        driver.translate()
        var settings = Self.settings()
        settings.translation.engines = ["pack"]
        settings.translation.machines = []
        driver.restart(with: settings)
        #expect(driver.state.error?.message.contains("'near' is off") == true)
        let lines = driver.logged.map(\.members).filter { $0.contains("'near' is off") }
        #expect(lines.count == 1)
        driver.restart(with: settings)
        #expect(driver.state.error == nil)
    }

    @Test("nothing is translated while translations are not shown")
    func onlyWhenShown() {
        let driver = driver()
        driver.pass(.seconds(60))
        #expect(driver.translating.isEmpty && driver.nextDeadline == nil)
    }

    @Test("queued jokes are translated with the card in one request, and shown with their translation")
    func queuedJokes() {
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

    @Test("a late translation does not change a newer card", .rule(3))
    func lateTranslation() {
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
        "a joke in the target language is translated only if that is not the first target",
        arguments: [(["es"], nil), (["es", "en"], "en"), (["de"], "de")] as [([String], String?)])
    func targetLanguage(targets: [String], into language: String?) {
        var translation = Settings.Translation.spanish
        translation.targets = targets
        let driver = driver(translation, [spanish("Uno.")])
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        #expect(driver.translating.first?.pair.to == language)
        #expect(driver.state.error == nil)
    }

    @Test("the translation of a pack is shown without an engine, and no engine replaces it")
    func packTranslation() {
        let driver = ModelDriver(Self.settings())
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        #expect(driver.card == driver.starter && driver.state.joke.translation?.machine == false)
        let again = driver.request(.translate(.card, again: true))
        #expect(again.outcome?.changed == false && again.outcome?.product == .translated(.starter))
        #expect(driver.translating.isEmpty)
    }

    @Test(
        "the starter joke is told in the first of the user's languages that it has",
        arguments: [(["es", "en"], "es", "en"), (["de", "en", "es"], "en", "es"), ([], "en", "es")])
    func starterLanguage(languages: [String], language: String, other: String) {
        let driver = ModelDriver(
            Settings(
                sources: [], languages: languages, translation: .init(targets: [language, other])))
        #expect(driver.card == driver.starter)
        #expect(driver.state.joke.language == language)
        #expect(driver.state.joke.translation?.language == other)
        #expect(driver.state.joke.value.hasPrefix(language == "es" ? "Mi código" : "My code"))
    }

    @Test("a translation into another language than the targets is not used")
    func otherLanguage() {
        var german = Settings.Translation.spanish
        german.targets = ["de"]
        #expect(ModelDriver(Self.settings(german)).state.joke.translation == nil)
        var machines = Settings.Translation.spanish
        machines.engines = ["near", "far"]
        #expect(ModelDriver(Self.settings(machines)).state.joke.translation == nil)
    }

    @Test("the error joke is never translated", .rule(7))
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
        "a translation that is empty or equals the text is dropped, and the next engine is asked",
        arguments: ["", " \n", "The joke called a.", "the JOKE called a"])
    func unusableTranslation(answer: String) {
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

    @Test("an engine that does not know a language pair is not asked for it again, except on demand")
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

    @Test("if no engine is left, the error says what is missing")
    func noEngine() {
        var alone = Settings.Translation.spanish
        alone.machines = []
        let driver = driver(alone)
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        #expect(driver.state.error?.kind == "unsupported")
        #expect(driver.state.error?.message.contains("\"apertium\" to translation.engines") == true)
        let call = driver.request(.translate(.card, again: false))
        guard case .fetchFailed(let failure) = call.refusal else {
            Issue.record("\(String(describing: call.refusal))")
            return
        }
        #expect(failure.kind == .untranslatable)
    }
}

@Suite("Stored translations")
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
        // A saved joke in the target language may have the same text, although the filter keeps it out of the queue.
        #expect(second.state.joke.id.rawValue == first.card || second.translating.isEmpty)
        #expect(first.archive.translations.count == 1)
    }

    @Test("a better engine's translation replaces a worse one's")
    func betterEngine() {
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

    @Test("a repeated request translates anew and takes no worse engine's result")
    func repeatedRequest() {
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

    @Test("the translation mode and the translation of the card survive a restart", .rule(7))
    func survivesRestart() {
        let driver = driver()
        driver.translate()
        driver.restart()
        #expect(driver.state.showTranslation && driver.state.joke.translation?.value == "es: One.")
        driver.pass(.seconds(1))
        #expect(driver.translating.isEmpty)
    }

    @Test("jokes that were saved earlier are translated in the background")
    func savedJokes() {
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

    @Test("a joke that is fetched again without its translation keeps the stored one")
    func fetchedAgain() {
        let driver = driver()
        driver.translate()
        driver.like()
        #expect(driver.archive.record(Joke.ID(rawValue: "a"))?.joke.translation != nil)
    }
}

@Suite("Rate limits of translation engines")
struct TranslationRateLimitTests {
    private func driver(_ jokes: Int = 1) -> ModelDriver {
        var settings = Settings.with(.pack, capacity: max(10, jokes), lowWater: 1)
        settings.translation = .spanish
        settings.translation.machines.removeFirst()
        let driver = ModelDriver(settings)
        driver.deliver((1...jokes).map { "j\($0)" })
        driver.next()
        return driver
    }

    @Test(
        "a failing engine has a growing backoff and is tried again after it")
    func growingBackoff() throws {
        let driver = driver()
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        driver.failTranslation(.refused)
        #expect(driver.state.error?.retryAt != nil)
        let rest = try #require(driver.nextDeadline)
        #expect(rest > .zero && rest <= .seconds(30))
        driver.pass(rest)
        driver.pass(.zero)
        #expect(driver.translating.count == 1)
    }

    @Test("a request on demand ignores the backoff of an engine, but not its Retry-After")
    func onDemandIgnoresBackoff() {
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

    @Test("an engine has a daily budget, which survives a restart")
    func dailyBudget() {
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

    @Test("an engine that does not answer times out and is tried once more")
    func silentEngine() {
        let driver = driver()
        driver.request(.showTranslation(.on))
        driver.pass(.zero)
        #expect(driver.translating.count == 1)
        driver.pass(.seconds(30))
        #expect(driver.translating.count == 2)
        driver.pass(.seconds(30))
        #expect(driver.state.error?.kind == "timeout")
    }

    @Test("many jokes are translated in several requests, one at a time")
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

    @Test("on a full disk nothing is translated ahead, and there is no busy loop")
    func fullDisk() {
        let driver = driver()
        driver.fillDisk()
        driver.request(.showTranslation(.on))
        driver.pass(.seconds(60))
        #expect(driver.translating.isEmpty)
    }
}
