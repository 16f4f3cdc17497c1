// SPDX-License-Identifier: MIT
import JokeWire

// The next joke: docs/rules.md, rules 3 and 8.
extension ViewModel {
    /// Delivers the next joke. Waits for a fetch and returns nil if the client asked for one, if no joke of the queue meets
    /// the selection, or if there is no other joke and a local source is being asked for the first time.
    mutating func next(
        _ selection: ChangeRequest.Selection, wait: Bool, _ request: ChangeRequest,
        _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value? {
        if selection.isOfSaved {
            guard let record = try fallback(selection, for: request, &context).records.first else {
                let advice = "No joke is saved yet; `jokectl like` saves the current joke."
                throw .refused(.empty(savedCount == 0 ? advice : "No such joke is saved."), request.token)
            }
            queue.remove(duplicatesOf: record.joke)
            return deliver(record, to: request, &context)
        }
        if !wait {
            if selection.isAny {
                if !request.leavesCard, try move(to: history.later, where: { _ in true }, context) {
                    return .next(nil)
                }
                let record = try nextRecord(for: request, &context)
                if [.error, card.joke.id].contains(record.joke.id), let source = prefetch.firstAsked,
                    pending.entries.count < Limits.waits
                {
                    let waiting = PendingNext(
                        request: request, selection: selection, began: context.at.uptime, untried: [source])
                    try tryNextSource([waiting], &context)
                    return nil
                }
                if request.leavesCard, record.joke.id == .error {
                    throw .refused(.empty(record.joke.value), request.token)
                }
                let isRepeated = record.joke.id == card.joke.id && card.joke.id != .error
                return deliver(
                    record, to: request,
                    because: isRepeated ? shortage(at: context.at) ?? .noOther : nil, &context)
            }
            if let record = queue.take(selection) {
                return deliver(record, to: request, &context)
            }
            // Most fetched jokes would not fit.
            if selection.maxLength != nil, let record = try spare(selection, for: request, &context) {
                return deliver(record, to: request, &context)
            }
        }
        if let source = selection.source, prefetch[source]?.isEnabled != true {
            throw .refused(unknownSource, request.token)
        }
        try expectRoom(for: request.token, &context)
        let untried =
            selection.source.map { [$0] } ?? prefetch.namesInRandomOrder(by: preference, using: &generator)
        let waiting = PendingNext(
            request: request, selection: selection, began: context.at.uptime, untried: untried)
        try tryNextSource([waiting], &context)
        return nil
    }

    /// Shows the joke that a request gets, or returns it without the card, if the request says so. It counts as shown
    /// in both cases.
    ///
    /// - Parameter failure: Why the joke is none that was fetched for this request, or nil.
    mutating func deliver(
        _ record: JokeRecord, to request: ChangeRequest, because failure: SourceError? = nil,
        _ context: inout InputContext
    ) -> ChangeResult.Value {
        let error = failure?.shown(retryAt: failure?.retryAt)
        // The next request must not repeat it.
        spares.remove(duplicatesOf: record.joke)
        guard request.leavesCard else {
            show(record, revealed: request.reveals)
            return .next(error)
        }
        context.handedOut.append(record.joke)
        context.hasChanged = true
        return .handedOut(record.joke, error)
    }

    /// Refuses a request that would wait if too many wait already, or ends the wait of one whose connection has more of
    /// them.
    mutating func expectRoom(
        for token: ReplyToken, _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        guard pending.entries.count >= Limits.waits else { return }
        let refusal = ChangeError.busy(
            "\(Limits.waits) requests wait for a source already; try again in a moment.")
        guard let other = pending.takeNewest(insteadOf: token.cause.connection) else {
            throw .refused(refusal, token)
        }
        context.effects.append(.reply(other.token, .failure(refusal)))
    }

    /// The error for a source that is not enabled.
    var unknownSource: ChangeError {
        let names = prefetch.sources.filter(\.isEnabled).map(\.settings.name)
        let expected =
            names.isEmpty
            ? "an enabled source, but none is enabled; `jokectl sources enable NAME` enables one"
            : "an enabled source: \(names.joined(separator: ", "))"
        return .invalid(parameter: "source", expected: expected)
    }

    /// Returns the next joke: the first of the queue, one of a local file, a saved one, or the error joke. If the saved
    /// jokes have a weight, one of them may come instead.
    ///
    /// - Parameter request: The request that gets the joke; nil if it is for the card.
    mutating func nextRecord(
        for request: ChangeRequest? = nil, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> JokeRecord {
        if let record = try drawnSaved(&context) { return record }
        if let record = queue.take() {
            // It may have been a spare, too.
            spares = JokeQueue()
            return record
        }
        prefetch.skipJitter()
        return try spare(.init(), for: request, &context)
            ?? JokeRecord(joke: .error(noJokeMessage(at: context.at)))
    }

    /// Returns the next joke of local files or a saved one for a selection that no source has an unseen joke for, or nil
    /// if there is none.
    mutating func spare(
        _ selection: ChangeRequest.Selection, for request: ChangeRequest?, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> JokeRecord? {
        if spares.count == 0 || sparesSelection != selection {
            let excluded = request?.leavesCard == true ? .error : card.joke.id
            if withoutSpares[selection] == excluded {
                guard admitsCard(fallbackScope(selection)) else { return nil }
                if selection.isAny { prefetch.lookAgain() }
                return card
            }
            if selection.isAny { prefetch.lookAgain() }
            let (records, count) = try fallback(selection, for: request, &context)
            // Several clients that wait get different jokes.
            let others = records.filter { !context.handedOut.contains($0.joke) }
            let next = (others.isEmpty ? records : others).prefix(count)
            spares = JokeQueue(Self.varied(Array(next), count: count, after: card.joke))
            sparesSelection = selection
            if records.allSatisfy({ $0.joke.id == card.joke.id }) { withoutSpares = [selection: excluded] }
        }
        return spares.take()
    }

    /// Returns a saved joke that comes again instead of the next one, with the probability that its weight has among
    /// those of the enabled sources. Otherwise, and if the filter and the enabled sources leave no other one than that on
    /// the card, returns nil.
    private mutating func drawnSaved(_ context: inout InputContext) throws(InputContext.Interruption)
        -> JokeRecord?
    {
        guard settings.savedWeight > 0, savedCount > 0 else { return nil }
        let weights = prefetch.sources.filter(\.isEnabled).map(\.settings.weight)
        guard generator.choose(by: [settings.savedWeight] + weights) == 0 else { return nil }
        var scope = fallbackScope(.init(source: ChangeRequest.Selection.saved))
        scope.filtersSaved = true
        guard let record = try fallback(scope, &context).records.first, record.joke.id != card.joke.id else {
            return nil
        }
        queue.remove(duplicatesOf: record.joke)
        spares.remove(duplicatesOf: record.joke)
        return record
    }

    private static let sparesTogether = 32

    /// Returns saved jokes, or jokes for a selection that no source has an unseen joke for, and the number of those to
    /// show before asking again. The joke on the card comes again only if there is no other, or if the request leaves the
    /// card as it is.
    ///
    /// In a later round, the jokes shown longest ago are shuffled. If a new round is short, these are half of all, and a
    /// third of all is shown before asking again. So no joke from the end of the last round is at the beginning of this
    /// one, and the halves mix.
    mutating func fallback(
        _ selection: ChangeRequest.Selection, for request: ChangeRequest? = nil, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> (records: [JokeRecord], count: Int) {
        try fallback(fallbackScope(selection), for: request, &context)
    }

    private mutating func fallback(
        _ scope: FallbackScope, for request: ChangeRequest? = nil, _ context: inout InputContext
    ) throws(InputContext.Interruption) -> (records: [JokeRecord], count: Int) {
        let selection = scope.selection
        var scope = scope
        scope.commandJokes = commandJokes.filter { prefetch[$0.source] != nil }
        let leavesCard = request?.leavesCard == true
        var (records, isRound, isNew) = try context.fallback(
            .fallback(
                count: 2 * Self.sparesTogether, excluding: leavesCard ? .error : card.joke.id, in: scope))
        // The last of all may be the one that was shown last.
        let half = isNew ? min(records.count / 2 + 1, records.count - (leavesCard ? 1 : 0)) : records.count
        let oldest = min(Self.sparesTogether, half)
        // The joke on the card may be the last one of 64.
        let isShort = records.count < 2 * Self.sparesTogether - 1
        var count = isNew && isShort ? max(1, (records.count + 1) / 3) : oldest
        if isRound { records[..<oldest].shuffle(using: &generator) }
        if isNew { context.writes.append(.seen([Seen.roundMark(of: selection)], at: context.at.wall)) }
        let admitsCard = admitsCard(scope)
        if records.isEmpty, admitsCard {
            // Its file or command may have another text by now.
            let again = try context.fallback(.fallback(count: 1, excluding: .error, in: scope)).records
            guard var newest = again.first, newest.joke.id == card.joke.id else { return ([card], 1) }
            newest.joke = settings.translation.admitted(newest.joke).keepingTranslation(of: card.joke)
            return ([newest], 1)
        }
        // After a saved joke, the only one of the packs may come again, which is on the card now.
        if !isRound, admitsCard, records.first?.status.isSaved == true { count = 1 }
        for index in records.indices {
            records[index].joke = settings.translation.admitted(records[index].joke)
        }
        return (records, count)
    }

    /// Whether the joke on the card may come again if there is no other.
    private func admitsCard(_ scope: FallbackScope) -> Bool {
        scope.selection.isOfSaved
            ? card.status.isSaved && scope.selection.admits(card.joke)
            : prefetch.isLocal(card.joke.source) && !card.status.excludes(card.joke.id)
                && scope.admits(card.joke)
    }

    func fallbackScope(_ selection: ChangeRequest.Selection) -> FallbackScope {
        let disabled = prefetch.sources.filter { !$0.isEnabled }.map(\.settings.name)
        let weights = prefetch.sources.map { ($0.settings.name, $0.settings.weight) }
        return FallbackScope(
            selection, disabled: Set(disabled), weights: Dictionary(weights) { first, _ in first },
            filter: settings.filter)
    }

    /// The text of the error joke: why no source has a joke now, and until when.
    private func noJokeMessage(at now: Timestamp) -> String {
        let enabled = prefetch.sources.filter(\.isEnabled)
        guard !enabled.isEmpty else {
            return "No source is enabled, so no joke is left to show. Enable a source "
                + "(`jokectl sources enable builtin`), then try again."
        }
        guard enabled.contains(where: \.mayGetPrefetch) else {
            return "All enabled sources have the weight 0, so a joke comes only from one that you name "
                + "(`jokectl next --source NAME`). Change a weight in the configuration, or enable another source."
        }
        return shortage(at: now)?.message
            ?? "No joke is left to show: the enabled sources returned no new one. Enable another one "
            + "(`jokectl sources enable NAME`), or try again tomorrow."
    }

    /// Returns why the enabled sources have no new joke now: the newest failure, a request without a reply, or a limit.
    /// Returns nil if all have replied that they have none.
    private func shortage(at now: Timestamp) -> SourceError? {
        if let failure = prefetch.trouble?.failure { return failure }
        let enabled = prefetch.sources.filter(\.isEnabled)
        func silent(_ source: Prefetch.Source) -> SourceError {
            SourceError(
                .timedOut,
                "The source '\(source.settings.name)' has not replied yet. Try again in a moment.",
                requests: 0)
        }
        if let asked = enabled.first(where: { prefetch.isFetching(from: $0.settings.name) }) {
            return silent(asked)
        }
        return enabled.lazy.compactMap { prefetch.unavailability(of: $0.settings.name, at: now) }.first
            ?? enabled.first { $0.mayGetPrefetch && !$0.isExhausted && $0.tally == SourceTally() }.map(silent)
    }
}
