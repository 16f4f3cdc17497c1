// SPDX-License-Identifier: MIT
package import JokeWire

/// Everything that the daemon decides, as one value: it handles inputs and returns effects.
///
/// It uses no clock, file or socket and never suspends. Inputs carry the time, and the random generator is part of the
/// value. A copy is a snapshot of the daemon. Read `handle(_:)` first, then the extensions: Drag, Decisions, Choosing,
/// Fetching, OnDemand, Sources, Feed, Translation, Saved, Configuration.
package struct ViewModel: Sendable {
    package internal(set) var settings: Settings

    // The values that make up `state`, which clients see.
    package var card: JokeRecord
    var backgroundColor = CardState.BackgroundColor.gray
    var decisionState = CardState.DecisionState.undecided
    var cardTranslation = 0.0
    package var showTranslation: Bool
    /// Whether clients show the whole joke on the card. It is not stored: after a restart, the joke is revealed.
    var isRevealed = true
    var online = true
    package var savedCount: Int
    /// The error of the last commit, or nil if it succeeded.
    package internal(set) var archiveTrouble: CardState.ErrorInfo?
    package var queue: JokeQueue
    /// Jokes of local files to show while the queue has none that meets a selection: the rest of the last answer to
    /// `ArchiveQuery.fallback`, which costs the archive some milliseconds. They are neither stored nor counted.
    var spares = JokeQueue()
    /// The selection that `spares` meet.
    var sparesSelection = ChangeRequest.Selection()
    /// The selections for which the archive had no spare but the joke on the card, with the joke that was excluded; at most
    /// one. It is not asked again before a change that can bring one: if every joke is disliked, it looks at all of them.
    var withoutSpares: [ChangeRequest.Selection: Joke.ID] = [:]
    /// The fingerprints of the jokes that the filter has rejected since the start or its change.
    var rejected: Set<UInt64> = []
    /// The jokes that commands have returned since the start, at most 200, for later rounds.
    var commandJokes: [Joke] = []

    // The values from which decisions are made.
    package internal(set) var prefetch: Prefetch
    package var daily: DailyJoke?
    package var undo: [UndoStep]
    package internal(set) var history: History
    package var taste: Taste
    /// The uptime at which a drag without further reports ends, or nil if the card is not dragged.
    package var dragEnds: Duration?
    package var pending = PendingReplies()
    package internal(set) var feeds: Feeds
    var translations: TranslationScheduler
    /// The error of the last attempt to translate the joke on the card, or nil.
    var translationTrouble: CardState.ErrorInfo?
    var generator: SeededGenerator
    /// The sequence number of the newest event.
    private var sequence: Int
    /// The end of the reserved sequence numbers. The input whose events reach it reserves a thousand more, unless the
    /// archive cannot be written.
    private var reservedSequence: Int
    /// The state as it was last published.
    private var published: CardState?
    /// The sequence number of `published`. `sequence` may belong to a later event.
    private var publishedSequence: Int
    /// The engines that have translated, are no longer configured, and were not reported yet.
    var formerEngines: [String]
    /// The stored state of sources and engines, as far as this process knows.
    private(set) var persistedSources: [PersistedSource]
    /// The sources and engines as they were when `persistedSources` was last compared with them.
    private var comparedSources: [[Prefetch.Source]] = []
    /// Whether the starter joke is on the card because none is stored: the error joke was there, or a recovery found
    /// decisions only. Its status is then unknown.
    private var isCardUnknown: Bool
    /// The imports that are not completely merged, oldest first.
    var imports: [PendingMerge]
    /// The requests that wait for imports of an archive that was replaced.
    private var lostImports: [ReplyToken] = []
    /// The newest recovery of the archive, or nil if there was none or the user has removed the report of it.
    package private(set) var recovery: CompletedRecovery?
    /// Whether the log has no entry for `recovery` yet.
    private var isRecoveryUnlogged: Bool
    /// The local date on which old jokes were last removed from the trash, or nil if that was before the start.
    private var trashEmptiedOn: LocalDate?
    /// The time for which a deleted joke can be restored: 30 days. After it, the first write of a local date removes
    /// the text of the joke (`Write.emptyTrash`).
    static let trashRetention = Duration.seconds(30 * 86_400)

    package init(settings: Settings, kept: PersistedState, seed: UInt64) {
        self.settings = settings
        let admitted = { (record: JokeRecord) in
            JokeRecord(
                joke: settings.translation.admitted(record.joke), status: record.status,
                decidedID: record.decidedID)
        }
        card = admitted(kept.card ?? JokeRecord(joke: .starter(in: settings.languages)))
        showTranslation = kept.showTranslation
        savedCount = kept.savedCount
        queue = JokeQueue(kept.queue.map(admitted))
        translations = TranslationScheduler(settings.translation)
        prefetch = Prefetch(sources: settings.sources, spread: settings.spread)
        if kept.hasOwnJokes { prefetch.update(settings.ownSource) { $0.mayHaveJokes = true } }
        persistedSources = kept.sources
        let reported = Set(PersistedSource.ofEngines(kept.sources).map(\.name))
        formerEngines = kept.engines.filter {
            !settings.translation.engines.contains($0) && !reported.contains($0)
        }
        daily = kept.daily
        undo = kept.undo
        history = kept.history
        taste = Taste(kept.taste, shares: kept.tasteShares, epoch: kept.tasteEpoch)
        feeds = Feeds(kept.feeds, sequence: kept.reservedSequence)
        generator = SeededGenerator(seed: seed)
        sequence = kept.reservedSequence
        reservedSequence = kept.reservedSequence
        publishedSequence = kept.reservedSequence
        isCardUnknown = kept.card == nil && kept.mayHaveDecisions
        imports = kept.imports.map { PendingMerge(staged: $0) }
        recovery = kept.recovery
        isRecoveryUnlogged = recovery?.isKnown == false
        if !isCardUnknown { history.adopt(card: card.joke.id) }
        published = state
    }

    /// Continues with the state of a recovered archive. Sequence numbers and fetches continue, too. The next input must
    /// be `.archiveRestored`.
    package mutating func resume(from kept: PersistedState) {
        card = kept.card ?? JokeRecord(joke: .starter(in: settings.languages))
        (backgroundColor, decisionState, cardTranslation, dragEnds) = (.gray, .undecided, 0, nil)
        isRevealed = true
        showTranslation = kept.showTranslation
        savedCount = kept.savedCount
        (queue, spares) = (JokeQueue(kept.queue), JokeQueue())
        (daily, undo, history) = (kept.daily, kept.undo, kept.history)
        taste = Taste(kept.taste, shares: kept.tasteShares, epoch: kept.tasteEpoch)
        // A sequence number must not occur twice, whichever numbers the recovered archive has reserved. The feeds get
        // this one.
        (sequence, reservedSequence) = (max(sequence, kept.reservedSequence) + 1, 0)
        feeds = Feeds(kept.feeds, sequence: sequence)
        (persistedSources, comparedSources) = (kept.sources, [])
        lostImports += imports.compactMap(\.token)
        imports = kept.imports.map { PendingMerge(staged: $0) }
        isCardUnknown = kept.card == nil && kept.mayHaveDecisions
        if !isCardUnknown { history.adopt(card: card.joke.id) }
        archiveTrouble = nil
        (recovery, isRecoveryUnlogged) = (kept.recovery, kept.recovery?.isKnown == false)
        if kept.hasOwnJokes { prefetch.update(settings.ownSource) { $0.mayHaveJokes = true } }
    }

    /// The state as it was last published, with the sequence number of the newest event.
    package var current: (sequence: Int, state: CardState) { (sequence, published ?? state) }

    /// The state as it was last published, with the number of the event that published it.
    package var snapshot: Publication {
        Publication(sequence: publishedSequence, state: published ?? state, changed: [], cause: nil)
    }

    /// Returns whether the state is still the one that was published up to this event.
    package func isCurrent(_ known: Int) -> Bool { publishedSequence...sequence ~= known }

    /// The jokes of the queue, next one first.
    package var ready: [Joke] { queue.records.map(\.joke) }

    /// Returns the uptime at which the engine has to pass `.timePassed`, or nil if nothing is due.
    ///
    /// - Parameter now: The current uptime, which is returned if something is overdue.
    package func deadline(after now: Duration) -> Duration? {
        [
            dragEnds, pending.hasUnassigned ? now : nil, pending.deadline,
            prefetch.deadline(wanting: isShort),
            translationDeadline(at: now),
        ].compactMap { $0 }.min().map { max($0, now) }
    }

    /// The state as it is now. A new member gets its value here and is published whenever the value changes;
    /// CONTRIBUTING.md, "Adding a member of the state", has all steps.
    package var state: CardState {
        CardState {
            ($0.fetching, $0.joke) = (prefetch.isFetching, card.joke)
            ($0.backgroundColor, $0.decisionState) = (backgroundColor, decisionState)
            ($0.showTranslation, $0.revealed) = (showTranslation, isRevealed)
            ($0.holdPunchline, $0.cardTranslation) = (settings.isPunchlineHeld, cardTranslation)
            $0.error =
                archiveTrouble ?? settings.error ?? shownTranslationTrouble
                ?? prefetch.trouble.map(\.shown)
            ($0.online, $0.queue) = (online, .init(count: queue.count, capacity: settings.capacity))
            $0.saved = .init(count: savedCount)
        }
    }
}

// MARK: Handling

extension ViewModel {
    /// Handles an input, and returns the effects to perform.
    ///
    /// If the archive has to be asked first, the only effect is a `.query`, and the state does not change: pass the
    /// same input again with the result. If a request is refused, the only effect is its `.reply`, and the state does
    /// not change either.
    package mutating func handle(_ input: Input) -> [Effect] {
        let before = self
        var context = InputContext(input)
        do throws(InputContext.Interruption) {
            try handle(input.event, &context)
        } catch {
            self = before
            switch error {
            case .unanswered(let query): return [.query(query)]
            case .refused(let refusal, let token): return [.reply(token, .failure(refusal))]
            }
        }
        return writesToCommit(since: before, input, context).map(Effect.write) + context.effects
    }

    private mutating func handle(_ event: Input.Event, _ context: inout InputContext) throws(InputContext
        .Interruption)
    {
        prefetch.renewBudgets(at: context.at, using: &generator)
        translations.engines.renewBudgets(at: context.at, using: &generator)
        if event.canBringJokes { withoutSpares = [:] }
        switch event {
        case .started: try start(&context)
        case .requested(let request): return try handle(request, &context)
        case .disconnected(let connection):
            for token in pending.take(of: connection) {
                context.effects.append(.reply(token, .failure(.busy("The client has disconnected."))))
            }
        case .fetched(let request, let result): try fetched(request, result, &context)
        case .fetchFailed(let request, let error): try fetchFailed(request, error, &context)
        case .timePassed: try timePassed(&context)
        case .configured(let settings, let changed): try configure(settings, changed, &context)
        case .archiveFailed(let failure):
            let trouble = CardState.ErrorInfo(kind: ErrorKind.storage.rawValue, message: failure.message)
            if archiveTrouble == nil { context.events.append(.storageFailed(trouble)) }
            archiveTrouble = trouble
            replyToImports(&context)
        case .archiveRecovered:
            archiveTrouble = nil
            context.events.append(.storageRecovered)
            prefetch.storageRecovered()
            dropUnwanted()
            resumeImports(&context)
        case .importContinues: try continueImport(&context)
        case .importsPaused: replyToImports(&context)
        case .archiveRestored:
            for token in lostImports {
                let error = SourceError(.storage, "The store was replaced by a backup.")
                context.effects.append(.reply(token, .failure(.fetchFailed(error))))
            }
            lostImports = []
            resumeImports(&context)
            prefetch.storageRecovered()
            endAllOnDemand(because: SourceError(.storage, "The store was replaced by a backup."), &context)
            try finishLoading(&context)
            dropUnwanted()
        }
        sendRequests(&context)
        publish(cause: nil, &context)
    }

    private mutating func handle(_ request: ChangeRequest, _ context: inout InputContext) throws(InputContext
        .Interruption)
    {
        let token = request.token
        try expect(request.ifJoke, for: token)
        let product: ChangeResult.Value?
        switch request.change {
        case .drag(let translation, let end, let width):
            product = try drag(translation: translation, predictedEndX: end, width: width, token, &context)
        case .release: product = try release(token, &context)
        case .reset: product = reset()
        case .next(let selection, let wait, _): product = try next(selection, wait: wait, request, &context)
        case .previous: product = try previous(token, context)
        case .reveal:
            isRevealed = true
            product = .revealed
        case .decide(let decision, let reference):
            product = try decide(decision, reference, token, &context)
        case .undo: product = try undoNewest(token, &context)
        case .delete(let prefixes): product = try delete(prefixes, token, &context)
        case .deleteMatching(let query): product = try delete(fitting: query, token, &context)
        case .restore(let prefixes): product = try restore(prefixes, token, &context)
        case .add(let joke): product = try add(joke, token, &context)
        case .edit(let prefix, let edit): product = try self.edit(prefix, edit, token, &context)
        case .merge(let id, let lines, let bytes, let skipped, let isOfUser):
            product = try merge(
                id, lines: lines, bytes: bytes, skipped: skipped, isOfUser: isOfUser, token, &context)
        case .resetTaste: product = resetTaste(&context)
        case .remember(let lines, let skipped):
            product = try remember(lines, skipped: skipped, &context)
        case .daily: product = try dailyJoke(token, &context)
        case .enable(let source, let isEnabled):
            product = try enable(source, isEnabled, token, &context)
        case .browse(let feed, let page, let files):
            product = try browse(feed, page: page, files, token, &context)
        case .categories(let source): product = try categories(of: source, token, &context)
        case .showTranslation(let show): product = showTranslation(show, &context)
        case .translate(let reference, let again):
            product = try translate(reference, again: again, token, &context)
        }
        sendRequests(&context)
        publish(cause: token.cause, &context)
        if let product { reply(product, to: token, &context) }
    }

    private mutating func start(_ context: inout InputContext) throws(InputContext.Interruption) {
        prefetch.begin(restoring: persistedSources, at: context.at, using: &generator)
        translations.engines.begin(
            restoring: PersistedSource.ofEngines(persistedSources), at: context.at, using: &generator)
        reportFormerEngines(&context)
        // The configuration may have changed while jokesd was stopped.
        dropUnwanted(isStart: true)
        lookAtQueuedPacks(at: context.at)
        try finishLoading(&context)
        resumeImports(&context)
    }

    /// Prepares the card after a start or a recovery, and adds a log event for the recovery.
    private mutating func finishLoading(_ context: inout InputContext) throws(InputContext.Interruption) {
        if isRecoveryUnlogged, let recovery {
            context.events.append(.storageRestored(recovery))
            // The card and the queue are those of the backup. Decisions that were recovered are newer.
            queue.removeDecided()
            if card.status.isDisliked { show(try nextRecord(&context)) }
        }
        isRecoveryUnlogged = false
        // If the start after a recovery was interrupted, the disk still has the queue of the backup.
        queue.removeDisliked()
        if isCardUnknown {
            isCardUnknown = false
            if let record = try context.records(.jokes([card.joke.id])).first { card = record }
            show(card.status.isDisliked ? try nextRecord(&context) : card)
        }
        // Store the card from the start, so that a like of the starter joke finds it.
        if card.joke.id != .error {
            context.writes += [.upsertJoke(card.joke), .card(card.joke.id), .history(history)]
        }
    }

    /// Refuses a request whose `ifJoke` is not on the card.
    func expect(_ id: Joke.ID?, for token: ReplyToken) throws(InputContext.Interruption) {
        if let stale = staleness(id) { throw .refused(stale, token) }
    }

    /// Returns the error for an `ifJoke` that is not on the card, or nil if it is there or not given.
    func staleness(_ id: Joke.ID?) -> ChangeError? {
        guard let id, id != card.joke.id else { return nil }
        return .stale(current: card.joke.id)
    }

    /// Adds the reply to a request that succeeded.
    func reply(_ product: ChangeResult.Value, to token: ReplyToken, _ context: inout InputContext) {
        let outcome = ChangeResult(
            sequence: sequence, changed: context.hasChanged, joke: card.joke, product: product)
        context.effects.append(.reply(token, .success(outcome)))
    }

    mutating func nextSequence() -> Int {
        sequence += 1
        return sequence
    }

    /// Adds a `state` event if the state differs from the one that was last published, then the log events of the
    /// input.
    ///
    /// Every change of the state reaches clients this way: the effects `.publish` and `.log` carry the events, and the
    /// engine sends them to the subscribers of all connections after the commit.
    mutating func publish(cause: Cause?, _ context: inout InputContext) {
        let state = state
        let changed = state.changed(since: current.state)
        if !changed.isEmpty {
            if changed.contains("online") { context.events.append(online ? .online : .offline) }
            sequence += 1
            (published, publishedSequence) = (state, sequence)
            context.hasChanged = true
            context.effects.append(
                .publish(Publication(sequence: sequence, state: state, changed: changed, cause: cause)))
        }
        for event in context.events {
            sequence += 1
            let entry = LogEntry(
                event, sequence: sequence, at: context.at.wall, cause: cause.map(EventCause.init))
            context.entries.append(entry)
            context.effects.append(.log(entry))
        }
        context.events = []
    }
}

// MARK: Persistence

extension ViewModel {
    /// The jokes to which the stored card, queue and joke of the day refer.
    private var inUse: [Joke] { ready + [card.joke] + (daily.map { [$0.joke] } ?? []) }

    /// Returns everything to store after this input.
    private mutating func writesToCommit(
        since before: ViewModel, _ input: Input, _ context: InputContext
    ) -> [Write] {
        var writes = writes(since: before, context)
        let isSetting = context.hasChanged && !input.mayStayUnwritten
        // While the archive cannot be written, log entries and the results of fetches alone cause no write.
        guard archiveTrouble == nil || !writes.isEmpty || isSetting else { return reservation(input) }
        if !writes.isEmpty, context.at.date != trashEmptiedOn {
            trashEmptiedOn = context.at.date
            writes.append(
                .emptyTrash(deletedBefore: context.at.wall.advanced(by: .zero - Self.trashRetention)))
        }
        return writes + context.entries.map { Write.log($0.stored) } + sourceWrites() + reservation(input)
    }

    /// Returns the write that reserves more sequence numbers, or an empty list if enough are reserved.
    ///
    /// The result of a fetch may be in a transaction that does not survive a power cut. So inputs of other kinds reserve
    /// before that is necessary.
    private mutating func reservation(_ input: Input) -> [Write] {
        guard sequence + (input.event.isFetchResult ? 0 : 500) >= reservedSequence else { return [] }
        reservedSequence = sequence + 1_500
        return [.reserveSequence(reservedSequence)]
    }

    /// Returns the changed states of sources and engines. The first comparison keeps inputs fast that changed none: arrays
    /// in the same memory are equal.
    private mutating func sourceWrites() -> [Write] {
        let sources = [prefetch.sources, translations.engines.sources]
        defer { comparedSources = sources }
        guard sources != comparedSources else { return [] }
        let persisted =
            prefetch.sources.map(\.persisted) + translations.engines.sources.map(\.persistedEngine)
        let changed = persisted.filter { entry in
            entry != persistedSources.first { $0.name == entry.name } ?? PersistedSource(name: entry.name)
        }
        let known = Set(persisted.map(\.name))
        if !changed.isEmpty {
            persistedSources = persisted + persistedSources.filter { !known.contains($0.name) }
        }
        return changed.map(Write.source)
    }

    /// Returns the writes of the rules (`InputContext.writes`), and those for the differences between two states.
    ///
    /// It compares the card, the history, the queue, the joke of the day, undo, taste and `showTranslation`. A rule adds
    /// all other writes itself, such as a new status, feed or translation.
    private func writes(since before: ViewModel, _ context: InputContext) -> [Write] {
        var writes: [Write] = []
        // Equal queues are mostly in the same memory, which costs no comparison of jokes.
        let isQueueChanged = queue != before.queue && queue.ids != before.queue.ids
        let isCardNew = card.joke.id != before.card.joke.id
        if isQueueChanged || isCardNew || daily != before.daily {
            let known = Set(before.inUse.map(\.id) + [.error])
            for joke in inUse where !known.contains(joke.id) { writes.append(.upsertJoke(joke)) }
        }
        writes += context.writes
        for joke in context.handedOut where joke.id != .error && !(isCardNew && joke.id == card.joke.id) {
            writes += [.upsertJoke(joke), .seen(Seen.fingerprints(of: joke), at: context.at.wall)]
        }
        if isCardNew {
            writes.append(.card(card.joke.id == .error ? nil : card.joke.id))
            // A move in the history changes its position only, and shows a joke that was marked before.
            if card.joke.id != .error, history.ids != before.history.ids {
                writes.append(.seen(Seen.fingerprints(of: card.joke), at: context.at.wall))
            }
        }
        if history != before.history { writes.append(.history(history)) }
        if isQueueChanged { writes.append(.queue(queue.ids)) }
        if let daily, daily != before.daily {
            writes += [
                .seen(Seen.fingerprints(of: daily.joke), at: context.at.wall),
                .daily(daily.date, daily.joke.id),
            ]
        }
        if undo != before.undo, !context.hasStoredUndo {
            // One input adds or removes at most one step.
            let isPop = undo.count < before.undo.count
            if !isPop, let step = undo.last {
                writes.append(.pushUndo(step))
            } else {
                writes.append(.popUndo)
            }
        }
        if taste != before.taste {
            writes += taste.changes(since: before.taste).map(Write.taste)
            writes += taste.changedShares(since: before.taste)
            if taste.epoch != before.taste.epoch { writes.append(.tasteEpoch(taste.epoch)) }
        }
        if showTranslation != before.showTranslation { writes.append(.showTranslation(showTranslation)) }
        return writes
    }
}

/// An import that is not completely merged, and the request that waits for its end, or nil.
struct PendingMerge: Sendable {
    var staged: StagedImport
    var token: ReplyToken?
}
