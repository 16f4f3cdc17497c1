// SPDX-License-Identifier: MIT
import JokeFetchProtocol
package import JokeWire

/// A request for a translation that is on its way.
package struct TranslationWaiting: Sendable, Hashable {
    let ticket: Ticket
    let joke: Joke.ID
}

// The second language: docs/rules.md, rule 7. The joke is there at once, its translation comes as a second change.
extension ViewModel {
    package mutating func showTranslation(_ show: TranslationSwitch, _ turn: inout Turn) -> Outcome.Product {
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
        _ reference: ChangeRequest.Reference, again: Bool, _ ticket: Ticket, _ turn: inout Turn
    ) throws(Turn.Interruption) -> Outcome.Product? {
        let joke = try joke(of: reference, ticket, turn)
        guard joke.id != .error else { throw .refused(.empty("There is no joke to translate."), ticket) }
        guard let pair = settings.translation.pair(for: joke) else { return .translated(joke) }
        if let present = joke.translation, present.language == pair.to, !(again && present.machine) {
            return .translated(joke)
        }
        translations.forgetFailures(of: joke.id, pair)
        if !again {
            let kept = try turn.translations(.translations([TranslationKey(joke.value, pair)]))
            if let best = translations.best(of: kept.first ?? [], for: joke, pair).translation {
                let joke = adopt(best, for: joke, &turn)
                return .translated(joke)
            }
        }
        let engines = translations.engines(for: joke, pair, again: again)
        guard !engines.isEmpty else {
            throw .refused(.fetchFailed(translations.nobody(for: pair)), ticket)
        }
        if card.joke.id == joke.id { translationTrouble = nil }
        if translations.isPending(joke.id) {
            translations.hurry(joke.id)
        } else {
            translations.wish(joke, pair, engines: engines, isAsked: true)
        }
        translationWaiting.append(TranslationWaiting(ticket: ticket, joke: joke.id))
        return nil
    }

    private func joke(
        of reference: ChangeRequest.Reference, _ ticket: Ticket, _ turn: Turn
    ) throws(Turn.Interruption) -> Joke {
        let id = try id(of: reference, ticket, turn)
        if id == card.joke.id { return card.joke }
        if let daily, daily.joke.id == id { return daily.joke }
        guard let record = try turn.records(.jokes([id])).first else {
            throw .refused(.unknownJoke(id.rawValue), ticket)
        }
        return record.joke
    }

    /// Shown only to who wants to see translations.
    var shownTranslationTrouble: CardState.Trouble? { showTranslation ? translationTrouble : nil }
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
        .compactMap { translations.givenUp($0.id) }.filter { $0 > now && $0 < Translations.never }
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
    mutating func translationTimePassed(_ turn: inout Turn) throws(Turn.Interruption) {
        for order in translations.engines.overdue(at: turn.at.uptime) {
            translationFailed(order.id, translations.engines.lateness(of: order), &turn)
        }
        turn.effects += translations.begun(at: turn.at).map(Effect.translate)
        guard showTranslation, archiveTrouble == nil else { return }
        let jokes = untranslated(at: turn.at.uptime) + (isScanDue ? try nextSaved(turn) : [])
        translations.extras = []
        var wanted: [(joke: Joke, pair: LanguagePair)] = []
        for joke in jokes where !wanted.contains(where: { $0.joke.id == joke.id }) {
            if let pair = settings.translation.pair(for: joke) { wanted.append((joke, pair)) }
        }
        guard !wanted.isEmpty else { return }
        let keys = wanted.map { TranslationKey($0.joke.value, $0.pair) }
        let kept = try turn.translations(.translations(keys))
        for (place, (joke, pair)) in wanted.enumerated() {
            let found = translations.best(of: place < kept.count ? kept[place] : [], for: joke, pair)
            let joke = found.translation.map { adopt($0, for: joke, &turn) } ?? joke
            if found.translation != nil, found.better.isEmpty { continue }
            translations.wish(joke, pair, engines: found.better)
        }
    }

    /// Saved jokes follow what is shown, too: those that came before it was turned on.
    private mutating func nextSaved(_ turn: Turn) throws(Turn.Interruption) -> [Joke] {
        guard case .behind(let last) = translations.scan, !settings.translation.targets.isEmpty else {
            translations.scan = .done
            return []
        }
        let limit = Limits.page.largest
        let found = try turn.records(.untranslated(after: last, limit: limit)).map(\.joke)
        translations.scan = found.count < limit ? .done : .behind(found.last?.id)
        return found.filter { translations.needs($0, at: turn.at.uptime) }
    }

    mutating func beginTranslations(_ turn: inout Turn) {
        let (orders, hopeless) = translations.begin(at: turn.at)
        turn.effects += orders.map(Effect.translate)
        giveUp(hopeless, &turn)
    }
}

// MARK: What an order came to

extension ViewModel {
    mutating func translated(
        _ id: FetchOrder.ID, _ delivery: TranslationDelivery, _ turn: inout Turn
    ) {
        guard let flight = translations.land(id, cost: delivery.requests, at: turn.at) else { return }
        let engine = flight.wishes.first?.engine ?? ""
        translations.note(version: delivery.version, of: engine)
        for (place, wish) in flight.wishes.enumerated() {
            let text = place < delivery.texts.count ? delivery.texts[place] : .failure(.missing(engine))
            switch text.flatMap({ Self.believed($0, of: wish) }) {
            case .success(let value): take(value, for: wish, delivery, &turn)
            case .failure(let failure):
                var wish = wish
                wish.failure = failure
                translations.goOn(wish)
            }
        }
    }

    mutating func translationFailed(
        _ id: FetchOrder.ID, _ failure: SourceError, _ turn: inout Turn
    ) {
        guard let wishes = translations.fail(id, failure, at: turn.at, using: &generator) else {
            // A spacing of zero makes the second attempt due at once.
            turn.effects += translations.begun(at: turn.at).map(Effect.translate)
            return
        }
        let told = wishes.filter(\.isTold)
        if let first = told.first {
            turn.happenings.append(
                .translationFailed(
                    engine: first.engine, told.map(\.joke.id), failure.shown(retryAt: first.retryAt?.wall)))
        }
        for wish in wishes { translations.goOn(wish) }
    }

    private mutating func take(
        _ value: String, for wish: Translations.Wish, _ delivery: TranslationDelivery, _ turn: inout Turn
    ) {
        var attribution = delivery.attribution
        attribution.engine = wish.engine ?? attribution.engine
        let translation = Joke.Translation(
            language: wish.pair.to, value: value, machine: true, attribution: attribution)
        turn.writes.append(
            .translation(
                KeptTranslation(
                    original: wish.joke.value, from: wish.pair.from, translation: translation,
                    version: delivery.version)))
        // The configuration may have changed meanwhile.
        let isWanted = settings.translation.pair(for: wish.joke) == wish.pair
        let joke = isWanted ? adopt(translation, for: wish.joke, &turn) : wish.joke
        let waiting = translationWaiting.take { $0.joke == wish.joke.id }
        guard let first = waiting.first else { return }
        publish(cause: first.ticket.cause, &turn)
        for waiting in waiting { reply(.translated(joke), to: waiting.ticket, &turn) }
    }

    /// An engine that answers with nothing, or with the text itself, has not translated.
    private static func believed(
        _ value: String, of wish: Translations.Wish
    ) -> Result<String, SourceError> {
        let engine = wish.engine ?? ""
        guard !value.allSatisfy(\.isWhitespace) else { return .failure(.missing(engine)) }
        guard TextHash.of(value) != TextHash.of(wish.joke.value) else {
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
        _ translation: Joke.Translation, for joke: Joke, _ turn: inout Turn
    ) -> Joke {
        var known = joke
        if card.joke.id == joke.id {
            known = card.joke
            card.joke.translation = translation
            translationTrouble = nil
        }
        queue.update(joke.id) { $0.translation = translation }
        if daily?.joke.id == joke.id { daily?.joke.translation = translation }
        turn.hasChanged = turn.hasChanged || known.translation != translation
        known.translation = translation
        turn.writes.append(.know(known))
        return known
    }

    /// No engine is left. The joke stays as it is, and why is said.
    private mutating func giveUp(_ wishes: [Translations.Wish], _ turn: inout Turn) {
        var untold: [(engine: String, failure: SourceError, ids: [Joke.ID])] = []
        for wish in wishes {
            translations.giveUp(wish, at: turn.at)
            let failure = wish.failure ?? translations.nobody(for: wish.pair)
            if card.joke.id == wish.joke.id, card.joke.translation == nil {
                translationTrouble = failure.shown(retryAt: wish.retryAt?.wall)
            }
            for waiting in translationWaiting.take(where: { $0.joke == wish.joke.id }) {
                turn.effects.append(.reply(waiting.ticket, .failure(.fetchFailed(failure))))
            }
            guard let engine = wish.engine, !wish.isTold else { continue }
            if let index = untold.firstIndex(where: { $0.engine == engine && $0.failure == failure }) {
                untold[index].ids.append(wish.joke.id)
            } else {
                untold.append((engine, failure, [wish.joke.id]))
            }
        }
        for (engine, failure, ids) in untold {
            turn.happenings.append(
                .translationFailed(engine: engine, ids, failure.shown(retryAt: failure.retryAt)))
        }
    }
}

extension SourceError {
    fileprivate static func missing(_ engine: String) -> SourceError {
        SourceError(.empty, "The translation engine '\(engine)' answered with nothing.", requests: 0)
    }
}
