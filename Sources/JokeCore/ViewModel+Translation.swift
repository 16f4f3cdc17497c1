// SPDX-License-Identifier: MIT
import JokeFetchProtocol
package import JokeWire

// The second language: docs/rules.md, rule 7. The joke is there at once, its translation comes as a second change.
extension ViewModel {
    package mutating func showTranslation(_ show: TranslationSwitch, _ context: inout InputContext)
        -> ChangeResult.Value
    {
        let isOn = show.applied(to: showTranslation)
        if isOn != showTranslation {
            showTranslation = isOn
            translationTrouble = nil
            // Whoever turns it off and on again wants to see it tried again.
            if isOn { translations.startAnew() } else { translations.dropUnasked() }
        }
        return .shown(isOn)
    }

    /// Answered at once where the joke is left alone, or has what was asked for; else when an engine has answered.
    mutating func translate(
        _ reference: ChangeRequest.Reference, again: Bool, _ token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value? {
        let joke = try joke(of: reference, token, context)
        guard joke.id != .error else { throw .refused(.empty("There is no joke to translate."), token) }
        guard let pair = settings.translation.pair(for: joke) else { return .translated(joke) }
        if let present = joke.translation, present.language == pair.to, !(again && present.machine) {
            return .translated(joke)
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
            throw .refused(.fetchFailed(translations.nobody(for: pair)), token)
        }
        if card.joke.id == joke.id { translationTrouble = nil }
        if translations.isPending(joke.id) {
            translations.prioritize(joke.id)
        } else {
            translations.add(joke, pair, engines: engines, isAsked: true)
        }
        pending.add(.translation(joke.id), token)
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

    /// Shown only to who wants to see translations.
    var shownTranslationTrouble: CardState.ErrorInfo? { showTranslation ? translationTrouble : nil }
}

// MARK: Ahead of need

extension ViewModel {
    /// When something is to be looked up or tried again, or an engine is late.
    func translationDeadline(at now: Duration) -> Duration? {
        let late = translations.engines.deadline(wanting: false)
        guard showTranslation, archiveTrouble == nil else { return late }
        if !untranslated(at: now).isEmpty || isScanDue { return now }
        // What was given up for a while.
        let retries = translatables.filter {
            settings.translation.pair(for: $0) != nil && $0.translation == nil
        }
        .compactMap { translations.givenUp($0.id) }.filter { $0 > now && $0 < TranslationScheduler.never }
        return (retries + [late].compactMap { $0 }).min()
    }

    /// What people look at, or will: the card first.
    private var translatables: [Joke] {
        [card.joke] + queue.records.map(\.joke) + (daily.map { [$0.joke] } ?? []) + translations.extras
    }

    /// Saved jokes come when nothing else is to be done.
    private var isScanDue: Bool { translations.isIdle && translations.scan != .done }

    private func untranslated(at now: Duration) -> [Joke] {
        guard !settings.translation.targets.isEmpty else { return [] }
        return translatables.filter { translations.needs($0, at: now) }
    }

    /// Nobody waits: what was translated before is looked up here, and not where the joke is asked for.
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

    /// Saved jokes follow what is shown, too: those that came before it was turned on.
    private mutating func nextSaved(_ context: InputContext) throws(InputContext.Interruption) -> [Joke] {
        guard case .behind(let last) = translations.scan, !settings.translation.targets.isEmpty else {
            translations.scan = .done
            return []
        }
        let limit = Limits.page.largest
        let found = try context.records(.untranslated(after: last, limit: limit)).map(\.joke)
        translations.scan = found.count < limit ? .done : .behind(found.last?.id)
        return found.filter { translations.needs($0, at: context.at.uptime) }
    }

    /// Gives jobs to engines that are free.
    mutating func assignTranslations(_ context: inout InputContext) {
        giveUp(translations.assign(at: context.at), &context)
    }
}

// MARK: What a request came to

extension ViewModel {
    mutating func translated(_ request: SourceRequest, _ result: SourceResult, _ context: inout InputContext)
    {
        let expected = translations.engines.inFlight[request.id]?.jobs.count
        guard let output = result.translation, output.texts.count == expected else {
            let message = "'\(request.source)' did not answer with a translation of each text."
            return translationFailed(
                request, SourceError(.nonsense, message, requests: result.requests), &context)
        }
        let jobs = translations.finish(request.id, cost: result.requests, at: context.at)
        translations.note(version: output.version, of: request.source)
        for (job, text) in zip(jobs, output.texts) {
            switch Self.believed(text, of: job) {
            case .success(let value): take(value, for: job, output, &context)
            case .failure(let error):
                var job = job
                job.failure = error
                translations.goOn(job)
            }
        }
    }

    mutating func translationFailed(
        _ request: SourceRequest, _ error: SourceError, _ context: inout InputContext
    ) {
        let jobs = translations.fail(request.id, error, at: context.at, using: &generator)
        let told = jobs.filter(\.isTold)
        if let first = told.first {
            context.events.append(
                .translationFailed(
                    engine: first.engine, told.map(\.joke.id), error.shown(retryAt: first.retryAt?.wall)))
        }
        for job in jobs { translations.goOn(job) }
    }

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
        // The configuration may have changed meanwhile.
        let isWanted = settings.translation.pair(for: job.joke) == job.pair
        let joke = isWanted ? adopt(translation, for: job.joke, &context) : job.joke
        let tickets = pending.take(.translation(job.joke.id))
        guard let first = tickets.first else { return }
        publish(cause: first.cause, &context)
        for token in tickets { reply(.translated(joke), to: token, &context) }
    }

    /// An engine that answers with nothing, or with the text itself, has not translated.
    private static func believed(
        _ value: String?, of job: TranslationScheduler.Job
    ) -> Result<String, SourceError> {
        let engine = job.engine ?? ""
        guard let value else {
            return .failure(
                SourceError(
                    .empty, "The translation engine '\(engine)' made nothing of this joke.", requests: 0))
        }
        guard !value.allSatisfy(\.isWhitespace) else {
            return .failure(
                SourceError(
                    .empty, "The translation engine '\(engine)' answered with nothing.", requests: 0))
        }
        guard TextHash.of(value) != TextHash.of(job.joke.value) else {
            return .failure(
                SourceError(
                    .nonsense, "The translation engine '\(engine)' gave the text back as it was.",
                    requests: 0))
        }
        return .success(value)
    }

    /// Wherever this joke is, it has the translation now. A card that has moved on is another joke.
    @discardableResult
    private mutating func adopt(
        _ translation: Joke.Translation, for joke: Joke, _ context: inout InputContext
    ) -> Joke {
        var known = joke
        if card.joke.id == joke.id {
            known = card.joke
            card.joke.translation = translation
            translationTrouble = nil
        }
        queue.update(joke.id) { $0.translation = translation }
        if daily?.joke.id == joke.id { daily?.joke.translation = translation }
        context.hasChanged = context.hasChanged || known.translation != translation
        known.translation = translation
        context.writes.append(.upsertJoke(known))
        return known
    }

    /// No engine is left. The joke stays as it is, and why is said.
    private mutating func giveUp(_ jobs: [TranslationScheduler.Job], _ context: inout InputContext) {
        var untold: [(engine: String, failure: SourceError, ids: [Joke.ID])] = []
        for job in jobs {
            translations.giveUp(job, at: context.at)
            let failure = job.failure ?? translations.nobody(for: job.pair)
            if card.joke.id == job.joke.id, card.joke.translation == nil {
                translationTrouble = failure.shown(retryAt: job.retryAt?.wall)
            }
            for token in pending.take(.translation(job.joke.id)) {
                context.effects.append(.reply(token, .failure(.fetchFailed(failure))))
            }
            guard let engine = job.engine, !job.isTold else { continue }
            if let index = untold.firstIndex(where: { $0.engine == engine && $0.failure == failure }) {
                untold[index].ids.append(job.joke.id)
            } else {
                untold.append((engine, failure, [job.joke.id]))
            }
        }
        for (engine, failure, ids) in untold {
            context.events.append(
                .translationFailed(engine: engine, ids, failure.shown(retryAt: failure.retryAt)))
        }
    }
}
