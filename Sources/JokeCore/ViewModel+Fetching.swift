// SPDX-License-Identifier: MIT
import JokeFetchProtocol
import JokeWire

// The next joke and its origin: docs/rules.md, rules 3 and 8.
extension ViewModel {
    /// Whether the queue, with the jokes that are being fetched, is below low water.
    var isShort: Bool { queue.count + prefetch.expected < settings.lowWater }

    /// Delivers the next joke. Waits for a fetch and returns nil if the client asked for one, if no joke of the queue meets
    /// the selection, or if there is no other joke and a local source is being asked for the first time.
    mutating func next(
        _ selection: ChangeRequest.Selection, wait: Bool, _ request: ChangeRequest,
        _ context: inout InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value? {
        if selection.isOfSaved {
            guard let record = try fallback(selection, for: request, &context).records.first else {
                throw .refused(.empty("No such joke is saved."), request.token)
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
                return deliver(record, to: request, &context)
            }
            if let record = queue.take(selection) {
                return deliver(record, to: request, &context)
            }
            // Most fetched jokes would not fit.
            if selection.maxLength != nil,
                let record = try fallback(selection, for: request, &context).records.first
            {
                return deliver(record, to: request, &context)
            }
        }
        if let source = selection.source, prefetch[source]?.isEnabled != true {
            throw .refused(unknownSource, request.token)
        }
        try expectRoom(for: request.token)
        let names = prefetch.namesInRandomOrder(by: preference, using: &generator)
        let waiting = PendingNext(
            request: request, selection: selection, began: context.at.uptime,
            untried: names.filter { (selection.source ?? $0) == $0 })
        try tryNextSource([waiting], &context)
        return nil
    }

    /// Shows the joke that a request gets, or returns it without the card, if the request says so. It counts as shown
    /// in both cases.
    ///
    /// - Parameter failure: Why the joke is none that was fetched for this request, or nil.
    private mutating func deliver(
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

    /// Refuses a request that would wait if too many wait already.
    func expectRoom(for token: ReplyToken) throws(InputContext.Interruption) {
        guard pending.entries.count >= Limits.waits else { return }
        throw .refused(
            .busy("\(Limits.waits) requests wait for a source already; try again in a moment."), token)
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
        if spares.count == 0 {
            prefetch.lookAgain()
            let (records, count) = try fallback(.init(), for: request, &context)
            spares.append(Array(records.prefix(count)))
        }
        return spares.take() ?? JokeRecord(joke: .error(noJokeMessage(at: context.at)))
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
    /// In a later round, the jokes shown longest ago are shuffled. If the round is new, these are half of all, and a
    /// third of all is shown before asking again. So no joke from the end of the last round is at the beginning of this
    /// one, and the halves mix.
    private mutating func fallback(
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
        let count = isNew ? max(1, (records.count + 1) / 3) : oldest
        if isRound { records[..<oldest].shuffle(using: &generator) }
        if isNew { context.writes.append(.seen([Seen.roundMark(of: selection)])) }
        let admitsCard =
            selection.isOfSaved
            ? card.isListed && selection.admits(card.joke)
            : prefetch.isLocal(card.joke.source) && !card.status.excludes(card.joke.id)
                && scope.admits(card.joke)
        if records.isEmpty, admitsCard { return ([card], 1) }
        for index in records.indices {
            records[index].joke = settings.translation.admitted(records[index].joke)
        }
        return (records, count)
    }

    func fallbackScope(_ selection: ChangeRequest.Selection) -> FallbackScope {
        let disabled = prefetch.sources.filter { !$0.isEnabled }.map(\.settings.name)
        return FallbackScope(selection, disabled: Set(disabled), filter: settings.filter)
    }

    /// The text of the error joke: why no source has a joke now, and until when.
    private func noJokeMessage(at now: Timestamp) -> String {
        let enabled = prefetch.sources.filter(\.isEnabled)
        guard !enabled.isEmpty else {
            return "No source is enabled, so no joke is left to show. Enable a source "
                + "(`jokectl sources enable builtin`), then try again."
        }
        let reason =
            prefetch.trouble?.failure
            ?? enabled.lazy.compactMap { prefetch.unavailability(of: $0.settings.name, at: now) }.first
        return reason?.message
            ?? "No joke is left to show: the enabled sources returned no new one. Enable another one "
            + "(`jokectl sources enable NAME`), or try again tomorrow."
    }

    /// Places requests until enough jokes are being fetched, and sends those whose time has come.
    mutating func sendRequests(_ context: inout InputContext) {
        endRefusedOnDemand(&context)
        refill(at: context.at)
        assignTranslations(&context)
        for entry in prefetch.send(at: context.at) {
            context.effects.append(.request(offered(entry.request)))
        }
        for entry in translations.engines.send(at: context.at) {
            context.effects.append(.request(entry.request))
        }
    }

    private mutating func refill(at now: Timestamp) {
        // Deferred jokes do not count in `isShort`, so another source is asked, or its share deferred, until there are
        // enough.
        for _ in prefetch.sources where isShort {
            let room = settings.capacity - queue.count - prefetch.expected
            let missing = max(
                room - prefetch.deferredCount, settings.lowWater - queue.count - prefetch.expected)
            prefetch.refill(missing: missing, at: now, by: preference, using: &generator)
        }
        let expected = queue.count + prefetch.expectedFromFiles
        if expected < max(1, settings.lowWater / 2) {
            prefetch.refillFromFiles(
                missing: settings.lowWater - expected, at: now, by: preference, using: &generator)
        }
        prefetch.placeDeferred(room: settings.capacity - queue.count - prefetch.expected, at: now)
    }
}

// MARK: Results

extension ViewModel {
    /// Handles a result. It has no effect if its request has ended already, for example by a timeout.
    mutating func fetched(
        _ sent: SourceRequest, _ result: SourceResult, _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        if case .translation = sent.kind { return translated(sent, result, &context) }
        guard let request = prefetch.inFlight[sent.id]?.request else { return }
        switch request.kind {
        case .jokes: try jokesFetched(request, result, &context)
        case .page(let number, let query) where request.files != nil:
            try filePageFetched(number, query, request, result, &context)
        case .page(let number, let query):
            let feed = FeedKey(source: request.source, query: query)
            try pageFetched(number, of: feed, request, result, &context)
        case .categories: categoriesFetched(request, result, &context)
        case .translation: break
        }
    }

    /// Handles a failure. It has no effect if its request has ended already.
    mutating func fetchFailed(
        _ sent: SourceRequest, _ error: SourceError, _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        if case .translation = sent.kind { return translationFailed(sent, error, &context) }
        guard let request = prefetch.inFlight[sent.id]?.request else { return }
        if request.isOnDemand { return try onDemandFailed(request, error, &context) }
        if !prefetch.isLocal(request.source) { online = !error.isOffline }
        try end(request, error, &context)
    }

    private mutating func jokesFetched(
        _ request: SourceRequest, _ result: SourceResult, _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        takeNote(of: result, from: request.source)
        keepCommandJokes(result, of: request.source)
        let (evaluation, records) = try sort(result, context)
        if evaluation.isAllRejected, result.error == nil {
            prefetch.tally(evaluation, of: request.source)
            let isOwn = prefetch[request.source]?.settings.isOwn == true
            return try end(
                request, .allFiltered(evaluation, of: request, isOwn: isOwn, cost: result.requests), &context)
        }
        if !records.isEmpty { prefetch.lookAgain() }
        var fresh = records
        prefetch.ended(request, evaluation, cost: result.requests, at: context.at)
        if !prefetch.isLocal(request.source) { online = true }
        if let error = result.error, error.kind != .empty {
            prefetch.backOff(request.source, after: error, at: context.at, using: &generator)
            logError(of: request.source, &context)
        }
        var (unserved, served) = ([PendingNext](), 0)
        for var waiting in takePending(for: request, isDone: fresh.isEmpty) {
            guard served < Self.waitsTogether, let index = preferred(among: fresh, of: waiting.selection)
            else {
                waiting.failure = result.error ?? waiting.failure
                unserved.append(waiting)
                continue
            }
            answer(waiting, with: fresh.remove(at: index), &context)
            served += 1
        }
        var rest = chosen(from: fresh, for: request, served: served)
        // Most of what is fetched for a request with a greatest length does not fit. So its requests do not fill the
        // queue without a limit.
        if unserved.contains(where: { $0.selection.maxLength != nil }) {
            rest = Array(rest.prefix(max(0, settings.capacity - queue.count)))
        }
        queue.append(rest)
        try tryNextSource(unserved, &context)
    }

    /// Takes over the warning about files. Removes the jokes of files that have changed, which are requested again.
    mutating func takeNote(of result: SourceResult, from source: String) {
        if prefetch[source]?.warning != result.warning {
            prefetch.update(source) { $0.warning = result.warning }
        }
        guard result.hasChangedFiles else { return }
        queue.remove(from: source)
        spares = JokeQueue()
    }

    /// The most jokes of commands that are kept.
    private static let commandJokesKept = 200

    /// Keeps the jokes of a command, so that they can come again when all local jokes were seen.
    private mutating func keepCommandJokes(_ result: SourceResult, of source: String) {
        guard prefetch[source]?.settings.isCommand == true else { return }
        let jokes = result.jokes.filter { settings.filter.verdict($0.joke, flags: $0.warnings) == nil }.map(
            \.joke)
        let ids = Set(jokes.map(\.id))
        commandJokes = (commandJokes.filter { !ids.contains($0.id) } + jokes).suffix(Self.commandJokesKept)
    }

    private mutating func end(
        _ request: SourceRequest, _ error: SourceError, _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        let known = prefetch[request.source]?.trouble?.failure
        if prefetch.failed(request, error, at: context.at, using: &generator) { return }
        // A file that is missing is looked for again and again.
        if prefetch[request.source]?.settings.isFile != true || known?.message != error.message {
            logError(of: request.source, &context)
        }
        try passOn(request, because: error, &context)
    }

    /// Adds a log event with the source's failure.
    private func logError(of source: String, _ context: inout InputContext) {
        guard let trouble = prefetch[source]?.trouble else { return }
        context.events.append(.fetchFailed(source: source, trouble.shown))
    }

    /// Ends what is overdue: a drag, and requests that exceeded their time limits.
    mutating func timePassed(_ context: inout InputContext) throws(InputContext.Interruption) {
        if let dragEnds, dragEnds <= context.at.uptime { reset() }
        try translationTimePassed(&context)
        try tryNextSource(pending.takeNext(from: nil, atMost: Self.waitsTogether), &context)
        for request in prefetch.inFlight.overdue(at: context.at.uptime) {
            try fetchFailed(request, prefetch.timeoutError(of: request), &context)
        }
        try endWaits(&context)
    }

    /// Decides which jokes of a result enter the queue: those that the filter accepts and that are new.
    ///
    /// Ids and texts (`Seen.fingerprints`) are compared with those of the card and the queue. The archive compares the
    /// rest with the jokes that were shown, saved or disliked (`ArchiveQuery.unseen`).
    private func sort(
        _ result: SourceResult, _ context: InputContext
    ) throws(InputContext.Interruption) -> (FetchEvaluation, [JokeRecord]) {
        var present = Set((ready + [card.joke]).flatMap(Seen.fingerprints))
        var evaluation = FetchEvaluation()
        var candidates: [(place: Int, joke: Joke)] = []
        for fetched in result.jokes {
            let joke = settings.translation.admitted(fetched.joke)
            if let reason = settings.filter.verdict(joke, flags: fetched.warnings) {
                evaluation.dispositions.append(.rejected(reason))
                continue
            }
            let fingerprints = Seen.fingerprints(of: joke)
            if joke.id != .error, present.isDisjoint(with: fingerprints) {
                candidates.append((evaluation.dispositions.count, joke))
            }
            present.formUnion(fingerprints)
            evaluation.dispositions.append(.repeated)
        }
        guard !candidates.isEmpty else { return (evaluation, []) }
        let fresh = try context.records(.unseen(candidates.map(\.joke)))
        let ids = Set(fresh.map(\.joke.id))
        for candidate in candidates
        where ids.contains(candidate.joke.id) || ids.contains(candidate.joke.namedAfterSource.id) {
            evaluation.dispositions[candidate.place] = .fresh
        }
        return (evaluation, fresh)
    }
}

extension SourceError {
    /// Returns the error for a result that the filter rejected as a whole, with the most frequent reasons first, and the
    /// keys of the configuration that they come from.
    fileprivate static func allFiltered(
        _ evaluation: FetchEvaluation, of request: SourceRequest, isOwn: Bool, cost: Int
    ) -> SourceError {
        let counts = evaluation.reasons.reduce(into: [String: Int]()) { $0[$1.text, default: 0] += 1 }
        let commonest = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map(\.key)
        let what =
            evaluation.dispositions.count == 1 ? "the joke" : "all \(evaluation.dispositions.count) jokes"
        let keys = Set(evaluation.reasons.map { $0.kind == .language ? "`languages`" : "`filter`" })
        let key = keys.sorted().joined(separator: " or ")
        return SourceError(
            .filtered,
            "The filter rejected \(what) from the source '\(request.source)': \(commonest.joined(separator: ", ")). "
                + "\(isOwn ? "Edit such jokes, or change" : "Change") \(key) in the configuration to see such jokes.",
            requests: cost)
    }
}

extension ChangeError {
    /// Returns the error for a selection that no joke meets.
    fileprivate static func noneOfThatKind(_ selection: ChangeRequest.Selection) -> ChangeError {
        let advice = selection.category == nil ? "" : " `jokectl categories` lists the categories."
        return .empty("No enabled source has a joke of that kind.\(advice)")
    }
}

// MARK: Pending replies

extension ViewModel {
    /// Removes and returns the `next` requests that wait for a request that ended.
    ///
    /// - Parameter isDone: Whether the source has nothing more to give now, so that the requests of its category skip
    ///   it.
    private mutating func takePending(for request: SourceRequest, isDone: Bool) -> [PendingNext] {
        pending.takeNext(from: request.source).map { waiting in
            var waiting = waiting
            if isDone, waiting.selection.category == request.category {
                waiting.untried.removeAll { $0 == request.source }
            }
            return waiting
        }
    }

    /// Makes the requests that waited for a failed request wait for their next source.
    mutating func passOn(
        _ request: SourceRequest, because error: SourceError? = nil, _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        let waiting = takePending(for: request, isDone: true).map { waiting in
            var waiting = waiting
            // That a source does not know the category matters only to a request that names this source.
            let isReason = waiting.selection.source != nil || error?.kind != .unsupported
            if isReason || request.category == nil { waiting.failure = error ?? waiting.failure }
            return waiting
        }
        try tryNextSource(waiting, &context)
    }

    /// The most `next` requests that one input answers or assigns to a source. The next `.timePassed`, which is due at
    /// once, continues with the others, so that the engine handles the inputs of other clients in between.
    private static let waitsTogether = 16

    /// Replies to the clients whose time is over. What they waited for may still come, for the queue or the feed.
    private mutating func endWaits(_ context: inout InputContext) throws(InputContext.Interruption) {
        let error = SourceError(
            .timedOut,
            "Nothing came within \(PendingReplies.timeLimit.components.seconds) s; try again later.",
            requests: 0)
        for wait in pending.takeOverdue(at: context.at.uptime, atMost: Self.waitsTogether) {
            if case .next(var waiting) = wait.awaited {
                waiting.failure = waiting.failure ?? error
                try giveUp(waiting, &context)
            } else {
                context.effects.append(.reply(wait.token, .failure(.fetchFailed(error))))
            }
        }
    }

    /// Makes each request wait for the next source that was not asked for it. Without one, the wait ends.
    private mutating func tryNextSource(_ unserved: [PendingNext], _ context: inout InputContext)
        throws(InputContext
        .Interruption)
    {
        for var waiting in unserved.dropFirst(Self.waitsTogether) {
            waiting.source = nil
            pending.add(waiting)
        }
        let unserved = unserved.prefix(Self.waitsTogether)
        for var waiting in unserved {
            guard let source = nextSource(for: &waiting, context) else {
                try giveUp(waiting, &context)
                continue
            }
            waiting.source = source
            // A request that is in flight may bring a suitable joke, but it does not count as a try: it was placed for
            // another reason.
            if prefetch.inFlight.prefetch(from: source) == nil {
                let category = waiting.selection.category
                let count = unserved.count { $0.selection.category == category }
                prefetch.place(count, of: category, from: source, at: context.at)
                waiting.untried.removeFirst()
            }
            pending.add(waiting)
        }
    }

    /// Returns the first source of a request that is enabled and can be asked, or nil.
    private func nextSource(for waiting: inout PendingNext, _ context: InputContext) -> String? {
        while let source = waiting.untried.first {
            guard prefetch[source]?.isEnabled == true else {
                waiting.untried.removeFirst()
                continue
            }
            if prefetch.inFlight.prefetch(from: source) != nil { return source }
            guard let error = prefetch.unavailability(of: source, at: context.at) else { return source }
            waiting.failure = waiting.failure ?? error
            waiting.untried.removeFirst()
        }
        return nil
    }

    /// Delivers a joke and replies. If the card no longer has the joke that `ifJoke` names, the joke enters the queue
    /// instead.
    ///
    /// - Parameter failure: Why the joke is none that was fetched for this request, or nil.
    private mutating func answer(
        _ waiting: PendingNext, with record: JokeRecord, because failure: SourceError? = nil,
        _ context: inout InputContext
    ) {
        if let stale = staleness(waiting.request.ifJoke) {
            queue.putBack(record)
            return refuse(waiting, stale, &context)
        }
        let product = deliver(record, to: waiting.request, because: failure, &context)
        if !waiting.request.leavesCard { context.handedOut.append(record.joke) }
        publish(cause: waiting.request.token.cause, &context)
        reply(product, to: waiting.request.token, &context)
    }

    /// Ends a wait without success. If the request accepts any joke, it gets the one that `nextRecord` returns,
    /// otherwise one of a local source that was shown before.
    private mutating func giveUp(_ waiting: PendingNext, _ context: inout InputContext) throws(InputContext
        .Interruption)
    {
        if let stale = staleness(waiting.request.ifJoke) { return refuse(waiting, stale, &context) }
        guard waiting.selection.isAny else {
            // A failed fetch fails a request that asked for one, even if there is a seen joke.
            if waiting.failure == nil || !waiting.request.fetches {
                let records = try fallback(waiting.selection, for: waiting.request, &context).records
                // Several clients that wait get different jokes.
                let record = records.first { !context.handedOut.contains($0.joke) } ?? records.first
                if let record { return answer(waiting, with: record, &context) }
            }
            let refusal = waiting.failure.map(ChangeError.fetchFailed)
            return refuse(waiting, refusal ?? .noneOfThatKind(waiting.selection), &context)
        }
        let record = try nextRecord(for: waiting.request, &context)
        if waiting.request.leavesCard, record.joke.id == .error {
            return refuse(waiting, .empty(record.joke.value), &context)
        }
        answer(waiting, with: record, because: waiting.failure, &context)
    }

    private func refuse(_ waiting: PendingNext, _ refusal: ChangeError, _ context: inout InputContext) {
        context.effects.append(.reply(waiting.request.token, .failure(refusal)))
    }
}
