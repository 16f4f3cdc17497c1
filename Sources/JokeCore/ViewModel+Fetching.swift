// SPDX-License-Identifier: MIT
import JokeWire

// Requests to the sources and their results: docs/rules.md, rule 8.
extension ViewModel {
    /// Whether the queue, with the jokes that are being fetched, is below low water.
    var isShort: Bool { queue.count + prefetch.expected < settings.lowWater }

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
            guard prefetch.refill(missing: missing, at: now, by: preference, using: &generator) else { break }
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
        var (evaluation, records) = try sort(result, from: request.source, context)
        if evaluation.isAllRejected, result.isRemainder {
            // Rejected jokes are never shown, so each request returns them again.
            evaluation = FetchEvaluation()
        } else if evaluation.isAllRejected, result.error == nil {
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
        prefetch.update(request.source) { $0.tally.given += served + rest.count }
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
        let jokes = result.jokes.filter { settings.filter.admits($0.joke, flags: $0.warnings) }.map(\.joke)
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

    /// The most rejected jokes that are counted.
    private static let rejectedKept = 50_000

    /// Whether a rejected joke is counted: at most once, although many come with each request.
    mutating func countsRejected(_ joke: Joke) -> Bool {
        rejected.count < Self.rejectedKept && rejected.insert(Seen.place(of: joke)).inserted
    }

    /// Decides which jokes of a result enter the queue: those that the filter accepts and that are new.
    ///
    /// Ids and texts (`Seen.fingerprints`) are compared with those of the card and the queue. The archive compares the
    /// rest with the jokes that were shown, saved or disliked (`ArchiveQuery.unseen`).
    private mutating func sort(
        _ result: SourceResult, from source: String, _ context: InputContext
    ) throws(InputContext.Interruption) -> (FetchEvaluation, [JokeRecord]) {
        let queued = Set((ready + [card.joke]).flatMap(Seen.fingerprints))
        var present = queued
        let isFile = prefetch[source]?.settings.isFile == true
        var evaluation = FetchEvaluation()
        var candidates: [(place: Int, joke: Joke)] = []
        for fetched in result.jokes {
            let joke = settings.translation.admitted(fetched.joke)
            let fingerprints = Seen.fingerprints(of: joke)
            // A file returns what was not shown yet.
            if isFile, !queued.isDisjoint(with: fingerprints) {
                evaluation.hasQueued = true
                continue
            }
            if let reason = settings.filter.verdict(joke, flags: fetched.warnings) {
                evaluation.dispositions.append(.rejected(reason, isCounted: !countsRejected(joke)))
                continue
            }
            if joke.id != .error, present.isDisjoint(with: fingerprints) {
                candidates.append((evaluation.dispositions.count, joke))
            }
            present.formUnion(fingerprints)
            evaluation.dispositions.append(.repeated)
        }
        guard !candidates.isEmpty else { return (evaluation, []) }
        let fresh = try context.records(.unseen(candidates.map(\.joke)))
        let ids = Set(fresh.map(\.joke.id))
        for candidate in candidates where !ids.isDisjoint(with: candidate.joke.possibleIDs) {
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
            "The filter rejected \(what) that the source '\(request.source)' returned last: \(commonest.joined(separator: ", ")). "
                + "\(isOwn ? "Edit such jokes, or change" : "Change") \(key) in the configuration to see such jokes.",
            requests: cost)
    }
}
