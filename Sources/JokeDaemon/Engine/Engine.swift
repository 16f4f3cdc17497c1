// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeLinux
package import JokeWire

/// Runs the view model: passes inputs to it, and performs its effects after the writes are committed.
///
/// There are two states: `working` handles inputs, and `committed` answers reads. The writes of all inputs that arrive
/// while a transaction is in flight form the next one (group commit).
///
/// A change, such as a like, takes these steps:
///
/// 1. `request(_:ifJoke:cause:reply:)` makes an input of it, and `advance()` takes the input from the queue.
/// 2. `handle(_:)` passes the input to `working`, and collects the effects in `group`.
/// 3. `endIteration()` passes the writes of the group to the archive.
/// 4. `committed(_:as:_:)` replaces `committed`, and `perform(_:)` sends the reply and calls `onPublication`. `Server`
///    sets that closure, and passes the event to every `ClientSession`.
///
/// If the commit fails, for example because the disk is full, `rollBack(_:_:)` sets `working` back to `committed`. All
/// changes since the last commit fail with the error kind `storage`, and no event reports them. The next change that is
/// requested tries to commit again. Jokes are shown nevertheless: `keepUnwritten(_:as:_:)` commits a group without
/// decisions and settings in memory only, and its writes become part of the next transaction.
@LoopActor
package final class Engine {
    typealias Reply = @LoopActor (Result<ChangeResult, WireError>) -> Void
    typealias Read = @LoopActor () -> Void
    typealias QueryReply = @LoopActor (Result<ArchiveResult, WireError>) -> Void

    /// Called with each change of the state, after its commit.
    package var onPublication: (@LoopActor (Publication) -> Void)?
    /// Called with each entry of the log, after its commit.
    package var onLogEntry: (@LoopActor (LogEntry) -> Void)?
    /// Called with each change of a feed, after its commit.
    package var onFeedPublication: (@LoopActor (FeedPublication) -> Void)?
    /// Called with the writes of each transaction, after its commit.
    var onCommit: (@LoopActor ([Write]) -> Void)?
    /// Called after a commit in which a joke was shown.
    var onShowing: (@LoopActor () -> Void)?
    /// Called when sequence numbers will be used that could not be reserved.
    var onUnreservedSequence: (@LoopActor () -> Void)?
    /// Called with the content of the database that replaced a damaged one, after the state was set to it.
    var onRestoration: (@LoopActor (PersistedState) -> Void)?
    /// The state after the last successful commit.
    package private(set) var committed: ViewModel { didSet { revision += 1 } }
    /// The number of times `committed` has changed. A caller that caches a value derived from `committed` compares this
    /// number to find out whether the value is stale.
    private(set) var revision = 0
    /// The state after all inputs that were handled, committed or not.
    private var working: ViewModel { didSet { isAlarmStale = true } }
    let archive: any Archive
    private(set) var sources: [String: any JokeSource]
    private(set) var translator: (any JokeSource)?
    private let clock: any Clock
    let loop: EventLoop
    let warn: @LoopActor (String) -> Void
    private lazy var alarm = Timer { [weak self] in self?.submit(.timePassed) }
    /// Whether `alarm` may not be set to the deadline of `working`.
    private var isAlarmStale = true

    /// The inputs and reads that are not handled yet. They wait while a query is open and during a recovery.
    private var queue = InputQueue()
    /// Whether effects are being performed. Inputs and reads that arrive meanwhile are handled afterwards.
    private var isTelling = false
    /// The reads that arrived while effects were being performed.
    private var lateReads: [Read] = []
    private var replies = RequestReplies()
    /// The query that the view model needs to decide about an input, and the input; or nil. The archive answers it
    /// within the transaction of `group`.
    private var question: (ArchiveQuery, for: Input)?
    /// Whether the query of the waiting input was passed to the archive.
    private var isAsking = false
    private var expected = ExpectedRecords()
    /// The number of queries that the archive has and has not answered, including those of clients' reads.
    private var questions = 0
    /// The handled inputs whose writes are not in a transaction yet.
    private var group = CommitGroup()
    /// Whether the inputs that are being handled belong to a batch. No commit begins before the end of the batch.
    private var isInBatch = false
    /// Whether requests are refused, because the daemon stops, and whether those of the current batch are.
    private var (isRefusing, isBatchRefused) = (false, false)
    /// Whether `endIteration()` is posted to the loop.
    private var isEndDue = false
    /// The inputs whose writes are being committed, or nil.
    private var inFlight: CommitGroup?
    /// The most inputs of a group outside of a batch. Later ones wait for the next group.
    private static let groupLimit = 256
    /// The time after which a group gets no further inputs if it can be committed. Without this bound, a client whose
    /// requests need long queries would delay the commit of all others.
    private static let groupTime: Duration = .milliseconds(5)
    /// The uptime at which the first input of `group` was handled.
    private var groupBegan: Duration = .zero
    /// The number of writes that the archive applies ahead of the commit, while the loop handles further decisions.
    private static let writesAhead = 64
    /// The most items that are handled, and the most replies that are sent, in one iteration of the loop.
    private static let sliceLimit = 32
    /// The newest iteration in which items were handled or replies were sent, and the numbers of them.
    private var slice = (iteration: -1, items: 0, replies: 0)
    /// Whether the next slice is posted to the loop.
    private var isSliceDue = false
    /// The number of rollbacks (`OpenTransaction.generation`).
    private var generation = 0
    var activeRecovery = Recovery.none
    /// Whether a backup for clients is being made, and the requests that the next one answers.
    var (isBackingUp, backupRequests) = (false, [BackupReply]())
    /// The closure of `finish(_:)`, or nil.
    private var whenIdle: (@LoopActor () -> Void)?

    package init(
        _ model: ViewModel, archive: any Archive, sources: [String: any JokeSource],
        translator: (any JokeSource)? = nil, clock: any Clock, loop: EventLoop,
        warn: @escaping @LoopActor (String) -> Void
    ) {
        (committed, working) = (model, model)
        self.archive = archive
        self.sources = sources
        self.translator = translator
        self.clock = clock
        self.loop = loop
        self.warn = warn
    }

    package func start() {
        submit(.started)
        if committed.recovery?.isKnown == false { backUpRecovered() }
    }

    /// Replaces the settings, the sources and the translation engines.
    ///
    /// - Parameter changed: The sources with a change that the settings do not contain.
    func configure(
        _ settings: Settings, sources: [String: any JokeSource], translator: (any JokeSource)? = nil,
        changed: Set<String>
    ) {
        self.sources = sources
        self.translator = translator
        submit(.configured(settings, changed: changed))
    }

    /// Whether a change, a query or a fetch is in progress.
    var isBusy: Bool {
        inFlight != nil || !group.isEmpty || !queue.isEmpty || replies.isAnyDue || questions > 0
            || committed.current.state.fetching
    }

    /// The current time, as the next input gets it.
    var now: Timestamp { clock.now() }

    /// Requests a change. Calls `reply` once: after the commit, or when the change fails.
    func request(
        _ change: ChangeRequest.Change, ifJoke: Joke.ID?, cause: Cause, reply: @escaping Reply
    ) {
        let token = replies.add(reply, cause: cause)
        submit(.requested(ChangeRequest(change, ifJoke: ifJoke, token: token)))
    }

    /// Runs the body. All changes that it requests for this connection are one transaction, and one event for the
    /// subscribers.
    func batch(of connection: Int, _ body: () -> Void) {
        queue.append(.batchBegins, of: connection)
        body()
        queue.append(.batchEnds, of: connection)
        advance()
    }

    /// Runs a read now. While effects are being performed, runs it after them, so that no client reads a change before
    /// the event that reports it.
    func read(_ read: @escaping Read) {
        if isTelling { lateReads.append(read) } else { read() }
    }

    /// Whether `read(_:)` runs a read now.
    var isReadable: Bool { !isTelling }

    /// Runs a read after all changes that this connection has requested before it. Without a connection, runs it after
    /// the changes of the configuration.
    func readAfterChanges(of connection: Int? = nil, _ read: @escaping Read) {
        queue.append(.read(read), of: connection ?? InputQueue.configuration)
        advance()
    }

    /// Passes a query of a client's read to the archive, which answers from the committed data. If the archive is
    /// damaged, a recovery begins after the reply.
    func query(_ question: ArchiveQuery, _ reply: @escaping QueryReply) {
        questions += 1
        archive.query(question) { [loop, weak self] result in
            loop.post { self?.ended(result) { reply($0.mapError(WireError.init)) } }
        }
    }

    typealias SourceReplies = [Result<SourceResult, SourceError>]

    /// Passes requests to sources, one after the other, for a reply to a client. The view model does not get the results.
    func ask(
        _ requests: ArraySlice<SourceRequest>, after results: SourceReplies = [],
        _ done: @escaping @LoopActor (SourceReplies) -> Void
    ) {
        guard let request = requests.first, let source = sources[request.source] else { return done(results) }
        questions += 1
        source.perform(request) { [loop, weak self] result in
            loop.post {
                self?.questions -= 1
                self?.ask(requests.dropFirst(), after: results + [result], done)
                self?.checkIdle()
            }
        }
    }

    /// Ends a query of the archive.
    private func ended(
        _ result: Result<ArchiveResult, ArchiveError>, _ reply: (Result<ArchiveResult, ArchiveError>) -> Void
    ) {
        questions -= 1
        if case .failure(let failure) = result { note(failure) }
        reply(result)
        recoverIfNeeded()
        checkIdle()
    }

    /// Calls `done` when all changes are committed and all queries are answered. It does not wait for fetches: a
    /// request that waits for one fails with the error kind `closing`.
    package func finish(_ done: @escaping @LoopActor () -> Void) {
        whenIdle = done
        if !group.carried.isEmpty {
            // Try once more to commit them.
            group.append {}
            scheduleEnd()
        }
        checkIdle()
    }

    /// Answers the requests that are not handled yet with the error `closing`. Those of a batch that has begun are handled.
    func refuseRest() {
        isRefusing = true
        advance()
    }

    /// Begins to commit the group as one transaction. Does nothing while a commit is in flight, while a query is open,
    /// within a batch, or if no input was handled.
    func endIteration() {
        isEndDue = false
        guard canCommit else { return }
        guard hasUncommittedWrites || (whenIdle != nil && !group.carried.isEmpty) else {
            let handed = group
            group = CommitGroup()
            group.carry(handed.carried)
            return committed(handed, as: working, .success(()))
        }
        commitGroup()
        advance()
    }

    /// Whether there is a group that can be committed now.
    private var canCommit: Bool { inFlight == nil && !group.isEmpty && !isInBatch && question == nil }

    /// Whether the archive has to commit something for the group.
    private var hasUncommittedWrites: Bool { !group.writes.isEmpty || group.transaction != nil }

    /// Passes the group to the archive as one transaction.
    private func commitGroup() {
        let unsent = group.takeUnsentWrites()
        expected.removeAll()
        let (handed, snapshot) = (group, working)
        (inFlight, group) = (handed, CommitGroup())
        archive.commit(unsent, in: generation) { [loop, weak self] result in
            loop.post { self?.committed(handed, as: snapshot, result) }
        }
    }
}

// MARK: Inputs

extension Engine {
    /// Stamps an event with the time, and puts it into the queue.
    func submit(_ event: Input.Event) {
        queue.append(Input(event, at: clock.now()))
        advance()
    }

    /// Handles the queued items, until the view model needs a query or a recovery begins.
    func advance() {
        guard !isTelling else { return }
        recoverIfNeeded()
        beginSlice()
        while slice.items < Self.sliceLimit, question == nil, !isMending, canTakeNext,
            let item = queue.popFirst()
        {
            slice.items += 1
            switch item {
            case .input(let input): isRefused(input) ? refuse(input) : handle(input)
            case .read(let read): group.isEmpty && inFlight == nil ? read() : group.append(read)
            case .batchBegins: (isInBatch, isBatchRefused) = (true, isRefusing)
            case .batchEnds:
                isInBatch = false
                group.endBatch()
            }
        }
        if slice.items == Self.sliceLimit { scheduleSlice() }
        ask()
        rearm()
        scheduleEnd()
        checkIdle()
    }

    private func isRefused(_ input: Input) -> Bool {
        isInBatch ? isBatchRefused : isRefusing
    }

    private func refuse(_ input: Input) {
        guard case .requested(let request) = input.event else { return }
        reply(to: request.token, .failure(WireError(.closing)))
    }

    private func beginSlice() {
        if slice.iteration != loop.iterations { slice = (loop.iterations, 0, 0) }
    }

    private func scheduleSlice() {
        guard !isSliceDue else { return }
        isSliceDue = true
        loop.post { [weak self] in
            self?.isSliceDue = false
            self?.sendReplies()
            self?.advance()
        }
    }

    /// Whether the next item can join the group. Otherwise it waits until the group is committed.
    ///
    /// A transaction that was begun without durability cannot get a decision, so it takes results of fetches only.
    private var canTakeNext: Bool {
        guard !isInBatch else { return true }
        guard group.inputs.count < Self.groupLimit, !isGroupDue, !hasToWaitApart, !isPieceNext else {
            return false
        }
        guard let transaction = group.transaction, !transaction.isDurable else { return true }
        switch queue.first {
        case .input(let input): return input.event.isFetchResult
        case .batchBegins: return false
        case .read, .batchEnds, nil: return true
        }
    }

    /// Whether the group can be committed and is older than `groupTime`.
    private var isGroupDue: Bool {
        inFlight == nil && !group.inputs.isEmpty && now.uptime - groupBegan >= Self.groupTime
    }

    /// Whether a piece of an import comes next and other inputs are in the group, whose commit must not wait for the piece.
    private var isPieceNext: Bool {
        guard case .input(let input) = queue.first, case .importContinues = input.event else { return false }
        return !group.inputs.isEmpty
    }

    /// Whether the commit of the group is likely to fail, and the next item must not have the same outcome.
    private var hasToWaitApart: Bool {
        guard working.archiveTrouble != nil, !group.inputs.isEmpty else { return false }
        switch queue.first {
        case .input(let input): return input.mayStayUnwritten != group.mayStayUnwritten
        case .batchBegins: return true
        case .read, .batchEnds, nil: return false
        }
    }

    /// Posts `endIteration()`, which then runs after all that is ready in this loop iteration.
    private func scheduleEnd() {
        guard canCommit, !isEndDue else { return }
        isEndDue = true
        loop.post { [weak self] in self?.endIteration() }
    }

    /// Passes an input to the view model, and collects its effects. If nothing has to be committed first, performs them
    /// now.
    private func handle(_ input: Input) {
        var input = input
        if let id = input.decidedJoke { input.facts[.jokes([id])] = expected.answer(about: id) }
        let effects = working.handle(input)
        if effects.count == 1, case .query(let asked) = effects[0] {
            question = (asked, for: input)
            return
        }
        let writes = effects.compactMap { if case .write(let write) = $0 { write } else { nil } }
        expected.remove(changedBy: input, writes)
        if group.isEmpty, inFlight == nil, writes.isEmpty, !isInBatch {
            var handled = CommitGroup()
            handled.append(input, effects)
            committed = working
            perform(handled)
        } else {
            if group.inputs.isEmpty { groupBegan = now.uptime }
            group.append(input, effects, ofBatch: isInBatch)
            if input.decidedJoke != nil { applyAhead() }
        }
    }

    /// Passes the writes to the archive if there are many, so that it applies them while the next inputs are handled. Call
    /// this after a decision, because the transaction is durable.
    private func applyAhead() {
        guard group.unsentWrites >= Self.writesAhead else { return }
        let transaction = group.begin(generation: generation, isDurable: true)
        archive.apply(group.takeUnsentWrites(), in: transaction)
    }

    /// Passes the open query to the archive, with the writes of the group that it does not have yet.
    private func ask() {
        guard let (asked, input) = question, !isAsking, !isMending else { return }
        isAsking = true
        questions += 1
        let transaction = group.begin(
            generation: generation, isDurable: isInBatch || !input.event.isFetchResult)
        let isAboutDecided = asked == input.decidedJoke.map { .jokes([$0]) }
        let query =
            isAboutDecided ? .jokes(queue.decidedJokes(atMost: Self.groupLimit, with: input)) : asked
        archive.query(query, after: group.takeUnsentWrites(), in: transaction) { [loop, weak self] result in
            loop.post {
                self?.ended(result) { self?.answered(query, for: input, $0, in: transaction.generation) }
            }
        }
    }

    /// Handles the input of the query again, with the result. If the query failed, the request or the fetch fails too.
    private func answered(
        _ asked: ArchiveQuery, for input: Input, _ result: Result<ArchiveResult, ArchiveError>,
        in asking: Int
    ) {
        isAsking = false
        if isMending || asking != generation {
            // Ask again: after a recovery or a rollback this result may no longer be true.
            putBackQuestion()
            return advance()
        }
        var input = input
        switch result {
        case .success(let answer):
            question = nil
            // A decision may also ask for the jokes of the history, without the one that it decides.
            if let decided = input.decidedJoke, case .jokes(let ids) = asked, ids.contains(decided),
                case .records(let records) = answer
            {
                expected.add(ids, records)
            } else {
                expected.removeAll()
                input.facts[asked] = answer
            }
        case .failure(let failure):
            if failure.kind.endsTransaction {
                var lost = CommitGroup()
                // A merge writes within its query. If this one or a query after it fails, its input fails as one whose
                // commit failed.
                let merges = asked.isMerge || input.facts.keys.contains(where: \.isMerge)
                if merges, question.take() != nil { lost.append(input, []) }
                rollBack(lost, failure)
            }
            // If the rollback took the input, because of the merge or with its batch, it has failed there.
            guard question.take() != nil else { return advance() }
            let error = WireError(failure)
            switch input.event {
            case .requested(let request):
                reply(to: request.token, .failure(error))
                return advance()
            case .fetched:
                // It is unknown which of these jokes are new. With an empty result the source would wait for a day, so
                // end the fetch as failed.
                if let end = input.event.lost(error.message) { input = Input(end, at: input.at) }
            default:
                // No client waits for this input. Continue as if nothing was found.
                input.facts[asked] = .records([])
            }
            warn(error.message)
        }
        queue.putBack(input)
        advance()
    }

    /// Sets the timer to the next time at which the view model has something to do. Until an input is handled, it fires
    /// only once, because the deadline stays the same.
    private func rearm() {
        guard !isMending else {
            isAlarmStale = true
            return alarm.disarm()
        }
        guard isAlarmStale else { return }
        isAlarmStale = false
        let now = clock.now().uptime
        guard let deadline = working.deadline(after: now) else { return alarm.disarm() }
        alarm.arm(after: max(deadline - now, .zero))
    }
}

// MARK: Commits

extension Engine {
    /// Ends a commit. On success, `snapshot` becomes the committed state, and the effects are performed. On failure,
    /// `keepUnwritten(_:as:_:)` does the same without the archive, or `rollBack(_:_:)` discards all changes since the
    /// last commit.
    private func committed(
        _ handed: CommitGroup, as snapshot: ViewModel, _ result: Result<Void, ArchiveError>
    ) {
        inFlight = nil
        switch result {
        case .success:
            committed = snapshot
            onCommit?(handed.writes)
            if handed.writes.contains(where: \.isShowing) { onShowing?() }
            // The archive writes the next group while this one's replies are sent.
            if canCommit, hasUncommittedWrites, committed.archiveTrouble == nil { commitGroup() }
            perform(handed)
            if committed.archiveTrouble != nil, !handed.writes.isEmpty { submit(.archiveRecovered) }
        case .failure(let failure):
            let failure = note(failure)
            if failure.kind.leavesJokes, handed.mayStayUnwritten, !isMending {
                keepUnwritten(handed, as: snapshot, failure)
            } else {
                putBackQuestion()
                rollBack(handed, failure)
            }
        }
        advance()
    }

    /// Puts the input that waits for a query back into the queue, after those that a rollback puts back next.
    private func putBackQuestion() {
        guard let (_, input) = question.take() else { return }
        queue.putBack(Input(input.event, at: input.at))
    }

    /// Makes `snapshot` the committed state although the writes of the group could not be committed. They are part of
    /// the next transaction.
    private func keepUnwritten(_ handed: CommitGroup, as snapshot: ViewModel, _ failure: ArchiveError) {
        generation += 1
        expected.removeAll()
        group.carry(handed.carried + handed.writes)
        committed = snapshot
        let isReserving = handed.writes.contains { if case .reserveSequence = $0 { true } else { false } }
        if isReserving { onUnreservedSequence?() }
        perform(handed)
        guard working.archiveTrouble == nil else { return }
        warn(failure.message)
        submit(.archiveFailed(failure))
    }

    /// Sends the events and source requests of a group, whose writes are committed. The replies follow in slices, which
    /// delays no read, because the events are sent already.
    private func perform(_ group: CommitGroup) {
        isTelling = true
        for step in group.steps {
            switch step {
            case .read(let read): lateReads.append(read)
            case .effect(.reply(let token, let result)):
                replies.append(token, result.mapError(WireError.init))
            case .effect(.publish(let publication)): onPublication?(publication)
            case .effect(.log(let entry)): onLogEntry?(entry)
            case .effect(.publishFeed(let publication)): onFeedPublication?(publication)
            case .effect(.request(let request)): send(request)
            case .effect(.continueImport): submit(whenIdle == nil ? .importContinues : .importsPaused)
            case .effect(.write), .effect(.query): break
            }
        }
        sendReplies()
    }

    /// Sends the next replies. More of them follow in the next slice.
    private func sendReplies() {
        isTelling = true
        defer { isTelling = false }
        beginSlice()
        while slice.replies < Self.sliceLimit, let reply = replies.popDue() {
            slice.replies += 1
            reply()
        }
        if replies.isAnyDue { scheduleSlice() }
        readLate()
    }

    private func readLate() {
        while !lateReads.isEmpty {
            var reads: [Read] = []
            swap(&reads, &lateReads)
            for read in reads { read() }
        }
    }

    /// Discards the inputs of the failed transaction and all later ones: sets `working` back to `committed`, fails the
    /// requests among these inputs, and tells the view model of the failure, which shows it in the state as `error`.
    private func rollBack(_ handed: CommitGroup, _ failure: ArchiveError) {
        isTelling = true
        defer { isTelling = false }
        generation += 1
        expected.removeAll()
        var lost = handed
        lost.append(group)
        let carried = handed.carried + group.carried
        group = CommitGroup()
        group.carry(carried)
        working = committed
        lost.append(restOfBatch())
        guard !lost.isEmpty else { return }
        // For a damaged archive, the recovery logs the error.
        if !isMending { warn(failure.message) }
        let at = clock.now()
        var again: [Input.Event] = isMending ? [] : [.archiveFailed(failure)]
        let mayShow = failure.kind.leavesJokes
        for (input, isOfBatch) in lost.inputs {
            switch input.event {
            case .requested where mayShow && !isOfBatch && input.isRequestForJoke: again.append(input.event)
            case .requested(let request): reply(to: request.token, .failure(WireError(failure)))
            // Settings are not stored, so they apply without the disk.
            case .configured: again.append(input.event)
            // In `committed`, the fetch of this input is still in flight. End it there.
            default: if let end = input.event.lost(failure.message) { again.append(end) }
            }
        }
        // A read waits for the earlier requests of its client, which may be handled again.
        let reads = lost.steps.compactMap { if case .read(let read) = $0 { read } else { nil } }
        if mayShow {
            for read in reads.reversed() { queue.putBack(.read(read)) }
        } else {
            lateReads += reads
        }
        for event in again.reversed() { queue.putBack(Input(event, at: at)) }
        readLate()
    }

    /// Whether no commit, no query of the view model and no effect is in progress.
    var isQuiescent: Bool { inFlight == nil && !isAsking && !isTelling }

    /// Fails the changes that are not committed. The input that waits for a query goes back to the queue.
    func discardUncommitted(_ failure: ArchiveError) {
        putBackQuestion()
        rollBack(CommitGroup(), failure)
    }

    /// Sets both states to the content of the database that replaced a damaged one. The view model gets
    /// `.archiveRestored` before any other input.
    func resume(from kept: PersistedState) {
        committed.resume(from: kept)
        working = committed
        group = CommitGroup()
        expected.removeAll()
        onRestoration?(kept)
        queue.putBack(Input(.archiveRestored, at: now))
    }

    /// Takes the rest of the current batch from the queue, so that no part of a failed batch is executed.
    private func restOfBatch() -> CommitGroup {
        guard isInBatch else { return CommitGroup() }
        isInBatch = false
        var rest = CommitGroup()
        if let (_, input) = question.take() { rest.append(input, [], ofBatch: true) }
        rest.append(queue.takeRestOfBatch())
        return rest
    }

    private func reply(to token: ReplyToken, _ result: Result<ChangeResult, WireError>) {
        replies.take(token)?(result)
    }

    /// Calls the closure of `finish(_:)` if nothing is in progress any more. Before that, fails the requests that still
    /// wait for a fetch.
    private func checkIdle() {
        guard let whenIdle, inFlight == nil, !isMending, group.isEmpty, queue.isEmpty, questions == 0,
            !replies.isAnyDue, !isTelling
        else { return }
        self.whenIdle = nil
        for reply in replies.takeAll() { reply(.failure(WireError(.closing))) }
        whenIdle()
    }
}
