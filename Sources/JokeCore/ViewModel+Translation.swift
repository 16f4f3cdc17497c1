// SPDX-License-Identifier: MIT
package import JokeWire

// Translations: docs/rules.md, rule 7. A joke is shown at once; its translation is a second change.
extension ViewModel {
    /// Selects whether clients show translations.
    package mutating func showTranslation(_ show: TranslationSwitch, _ context: inout InputContext)
        -> ChangeResult.Value
    {
        let isOn = show.applied(to: showTranslation)
        if isOn != showTranslation {
            showTranslation = isOn
            translationTrouble = nil
            // A user who turns translations off and on again wants failed ones to be tried again.
            if isOn {
                translations.retryAll()
                queue.moveTranslatedFirst()
            } else {
                translations.removeAutomaticJobs()
            }
        }
        return .shown(isOn)
    }

    /// Translates a joke. Returns nil if an engine has to be asked, since the reply comes later.
    ///
    /// Returns the joke at once if it needs no translation, has one already, or a stored one exists. A machine gets a
    /// built-in joke only with `again`.
    mutating func translate(
        _ reference: ChangeRequest.Reference, again: Bool, _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value? {
        let joke = try joke(of: reference, token, context)
        guard joke.id != .error else { throw .refused(.empty("There is no joke to translate."), token) }
        guard let pair = settings.translation.pair(for: joke) else { return .translated(joke) }
        if let present = joke.translation, present.language == pair.to, !(again && present.machine) {
            return .translated(joke)
        }
        guard again || !joke.isBuiltin else {
            let message =
                "This built-in joke is told only in '\(pair.from)'; `jokectl translate again` asks a translation engine."
            throw .refused(.fetchFailed(SourceError(.untranslatable, message, requests: 0)), token)
        }
        translations.forgetFailures(of: joke.id, pair)
        if !again {
            let kept = try context.translations(.translations([TranslationKey(joke.value, pair)]))
            if let best = translations.best(of: kept.first ?? [], for: joke, pair).translation {
                let joke = adopt(best, for: joke, &context)
                return .translated(joke)
            }
        }
        let engines = translations.engines(for: joke, pair, again: again)
        guard !engines.isEmpty else {
            throw .refused(.fetchFailed(translations.noEngineError(for: pair)), token)
        }
        if card.joke.id == joke.id { translationTrouble = nil }
        if translations.isPending(joke.id) {
            translations.prioritize(joke.id)
        } else {
            translations.add(joke, pair, engines: engines, isOnDemand: true)
        }
        try expectRoom(for: token, &context)
        pending.add(.translation(joke.id), token, at: context.at.uptime)
        return nil
    }

    private func joke(
        of reference: ChangeRequest.Reference, _ token: ReplyToken, _ context: InputContext
    ) throws(InputContext.Interruption) -> Joke {
        let id = try id(of: reference, token, context)
        if id == card.joke.id { return card.joke }
        if let daily, daily.joke.id == id { return daily.joke }
        guard let record = try context.records(.jokes([id])).first else {
            throw .refused(.unknownJoke(id.rawValue), token)
        }
        return record.joke
    }

    /// Reports once, in the log and on the card, an engine that was asked before and is no longer configured. Versions
    /// before 0.3 asked Apertium without being told to.
    mutating func reportFormerEngines(_ context: inout InputContext) {
        for name in formerEngines {
            let error = SourceError(
                .untranslatable,
                "The translation engine '\(name)' is off; to use it, add \"\(name)\" to translation.engines in the "
                    + "configuration.", requests: 0
            ).shown(retryAt: nil)
            translationTrouble = error
            context.events.append(.translationFailed(engine: name, [], error))
            // An engine with an entry was reported.
            context.writes.append(.source(PersistedSource(name: PersistedSource.engines + name)))
        }
        formerEngines = []
    }

    /// The error of the joke on the card, or nil while translations are not shown.
    var shownTranslationTrouble: CardState.ErrorInfo? { showTranslation ? translationTrouble : nil }
}

// MARK: Automatic translation

extension ViewModel {
    /// Returns the next uptime at which a translation has to be looked up or tried again, or an engine exceeds its time
    /// limit.
    func translationDeadline(at now: Duration) -> Duration? {
        let late = translations.engines.deadline(wanting: false)
        guard showTranslation, archiveTrouble == nil else { return late }
        if !untranslated(at: now).isEmpty || isScanDue { return now }
        // The jokes that were given up until a certain time.
        let retries = translatables.filter {
            settings.translation.pair(for: $0) != nil && $0.translation == nil
        }
        .compactMap { translations.givenUp($0.id) }.filter { $0 > now && $0 < TranslationScheduler.never }
        return (retries + [late].compactMap { $0 }).min()
    }

    /// The jokes that are translated without a request: those that clients show now or may show next, the card first.
    private var translatables: [Joke] {
        [card.joke] + queue.records.map(\.joke) + (daily.map { [$0.joke] } ?? []) + translations.extras
    }

    /// Whether the saved jokes are looked through, which waits until there are no other jobs.
    private var isScanDue: Bool { translations.isIdle && translations.scan != .done }

    private func untranslated(at now: Duration) -> [Joke] {
        guard !settings.translation.targets.isEmpty else { return [] }
        return translatables.filter { translations.needs($0, at: now) }
    }

    /// Looks up stored translations and adds jobs for jokes that need one. It runs on the timer, so that no request
    /// waits for it.
    mutating func translationTimePassed(_ context: inout InputContext) throws(InputContext.Interruption) {
        for request in translations.engines.inFlight.overdue(at: context.at.uptime) {
            translationFailed(request, translations.engines.timeoutError(of: request), &context)
        }
        guard showTranslation, archiveTrouble == nil else { return }
        let jokes = untranslated(at: context.at.uptime) + (isScanDue ? try nextSaved(context) : [])
        translations.extras = []
        var wanted: [(joke: Joke, pair: LanguagePair)] = []
        for joke in jokes where !wanted.contains(where: { $0.joke.id == joke.id }) {
            if let pair = settings.translation.pair(for: joke) { wanted.append((joke, pair)) }
        }
        guard !wanted.isEmpty else { return }
        let keys = wanted.map { TranslationKey($0.joke.value, $0.pair) }
        let kept = try context.translations(.translations(keys))
        for (place, (joke, pair)) in wanted.enumerated() {
            let found = translations.best(of: place < kept.count ? kept[place] : [], for: joke, pair)
            let joke = found.translation.map { adopt($0, for: joke, &context) } ?? joke
            if found.translation != nil, found.better.isEmpty { continue }
            translations.add(joke, pair, engines: found.better)
        }
    }

    /// Returns the next saved jokes without a translation, such as those that were saved before translations were
    /// turned on.
    private mutating func nextSaved(_ context: InputContext) throws(InputContext.Interruption) -> [Joke] {
        guard case .after(let last) = translations.scan, !settings.translation.targets.isEmpty else {
            translations.scan = .done
            return []
        }
        let limit = Limits.page.largest
        let found = try context.records(.untranslated(after: last, limit: limit)).map(\.joke)
        translations.scan = found.count < limit ? .done : .after(found.last?.id)
        return found.filter { translations.needs($0, at: context.at.uptime) }
    }

    /// Places requests at the engines that have none.
    mutating func assignTranslations(_ context: inout InputContext) {
        giveUp(translations.assign(at: context.at), &context)
    }
}

// MARK: Results

extension ViewModel {
    /// Handles the result of an engine. A text that is not usable sends its job to the next engine.
    mutating func translated(_ request: SourceRequest, _ result: SourceResult, _ context: inout InputContext)
    {
        let expected = translations.engines.inFlight[request.id]?.jobs.count
        guard let output = result.translation, output.texts.count == expected else {
            let message = "'\(request.source)' did not return a translation of each text."
            return translationFailed(
                request, SourceError(.nonsense, message, requests: result.requests), &context)
        }
        let jobs = translations.finish(request.id, cost: result.requests, at: context.at)
        translations.note(version: output.version, of: request.source)
        for (job, text) in zip(jobs, output.texts) {
            switch Self.validated(text, of: job) {
            case .success(let value): take(value, for: job, output, &context)
            case .failure(let error):
                var job = job
                job.failure = error
                translations.requeue(job)
            }
        }
    }

    /// Handles a failure of an engine. Its jobs go to the next engine.
    mutating func translationFailed(
        _ request: SourceRequest, _ error: SourceError, _ context: inout InputContext
    ) {
        let jobs = translations.fail(request.id, error, at: context.at, using: &generator)
        let logged = jobs.filter(\.isLogged)
        if let first = logged.first {
            context.events.append(
                .translationFailed(
                    engine: first.engine, logged.map(\.joke.id), error.shown(retryAt: first.retryAt?.wall)))
        }
        for job in jobs { translations.requeue(job) }
    }

    /// Stores a translation, shows it, and replies to the clients that wait for it.
    private mutating func take(
        _ value: String, for job: TranslationScheduler.Job, _ output: TranslationOutput,
        _ context: inout InputContext
    ) {
        let attribution = Joke.Attribution(engine: job.engine ?? "", text: output.credit, url: output.url)
        let translation = Joke.Translation(
            language: job.pair.to, value: value, machine: true, attribution: attribution)
        context.writes.append(
            .translation(
                StoredTranslation(
                    original: job.joke.value, from: job.pair.from, translation: translation,
                    version: output.version)))
        // The configuration may have changed since the request was sent.
        let isWanted = settings.translation.pair(for: job.joke) == job.pair
        let joke = isWanted ? adopt(translation, for: job.joke, &context) : job.joke
        let tokens = pending.take(.translation(job.joke.id))
        guard let first = tokens.first else { return }
        publish(cause: first.cause, &context)
        for token in tokens { reply(.translated(joke), to: token, &context) }
    }

    /// Checks a translation. One that is empty or equals the original is a failure of the engine.
    private static func validated(
        _ value: String?, of job: TranslationScheduler.Job
    ) -> Result<String, SourceError> {
        func failure(_ kind: SourceError.Kind, _ what: String) -> Result<String, SourceError> {
            .failure(
                SourceError(
                    kind,
                    "The translation engine '\(job.engine ?? "")' \(what); add another one to translation.engines in "
                        + "the configuration.", requests: 0))
        }
        guard let value else { return failure(.empty, "cannot translate this joke") }
        guard !value.isBlank else {
            return failure(.empty, "returned an empty translation")
        }
        guard TextHash.of(value) != TextHash.of(job.joke.value) else {
            return failure(.nonsense, "returned the text unchanged")
        }
        return .success(value)
    }

    /// Adds a translation to the joke wherever it occurs with this text. A card that shows another joke now, or another
    /// text of it, does not change.
    @discardableResult
    private mutating func adopt(
        _ translation: Joke.Translation, for joke: Joke, _ context: inout InputContext
    ) -> Joke {
        var known = joke
        if card.joke.id == joke.id, card.joke.value == joke.value {
            known = card.joke
            card.joke.translation = translation
            translationTrouble = nil
        }
        queue.update(joke.id) { if $0.value == joke.value { $0.translation = translation } }
        spares.update(joke.id) { if $0.value == joke.value { $0.translation = translation } }
        if daily?.joke.id == joke.id, daily?.joke.value == joke.value {
            daily?.joke.translation = translation
        }
        context.hasChanged = context.hasChanged || known.translation != translation
        known.translation = translation
        context.writes.append(.upsertJoke(known))
        return known
    }

    /// Ends the jobs that no engine can do. The jokes stay as they are; the state, the log and the replies have the
    /// error.
    private mutating func giveUp(_ jobs: [TranslationScheduler.Job], _ context: inout InputContext) {
        var unlogged: [(engine: String, failure: SourceError, ids: [Joke.ID])] = []
        for job in jobs {
            translations.giveUp(job, at: context.at)
            let failure = job.failure ?? translations.noEngineError(for: job.pair)
            if card.joke.id == job.joke.id, card.joke.translation == nil {
                translationTrouble = failure.shown(retryAt: job.retryAt?.wall)
            }
            for token in pending.take(.translation(job.joke.id)) {
                context.effects.append(.reply(token, .failure(.fetchFailed(failure))))
            }
            guard let engine = job.engine, !job.isLogged else { continue }
            if let index = unlogged.firstIndex(where: { $0.engine == engine && $0.failure == failure }) {
                unlogged[index].ids.append(job.joke.id)
            } else {
                unlogged.append((engine, failure, [job.joke.id]))
            }
        }
        for (engine, failure, ids) in unlogged {
            context.events.append(
                .translationFailed(engine: engine, ids, failure.shown(retryAt: failure.retryAt)))
        }
    }
}
