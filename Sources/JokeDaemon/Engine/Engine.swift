// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeEventLoop
import JokeWire

/// Runs the view model: hands inputs in, and does what comes out once it is committed.
///
/// There are two values of the state. Inputs are handled by `working`; reads are answered from `committed`. The
/// writes of all inputs that arrive while a transaction is in flight make up the next one (group commit). When a
/// commit fails, `working` goes back to `committed`, and every change since is refused.
@LoopActor
package final class Engine {
    typealias Reply = @LoopActor (Result<ChangeResult, WireError>) -> Void
    typealias Read = @LoopActor () -> Void

    private enum QueuedItem {
        case input(Input)
        case read(Read)
        case batchBegins, batchEnds
    }

    /// Called with every change, once it is committed.
    var onPublication: (@LoopActor (Publication) -> Void)?
    /// Called with every entry of the log, once it is committed.
    var onLogEntry: (@LoopActor (LogEntry) -> Void)?
    /// Called with every change of a feed, once it is committed.
    var onFeedPublication: (@LoopActor (FeedPublication) -> Void)?
    /// Called with the writes of every commit that held.
    var onCommit: (@LoopActor ([Write]) -> Void)?
    /// Called when the state was taken from what is in the place of a damaged archive.
    var onRestoration: (@LoopActor (PersistedState) -> Void)?
    package private(set) var committed: ViewModel { didSet { revision += 1 } }
    /// Counts the values that `committed` had: who keeps what it made of one knows whether it is stale.
    private(set) var revision = 0
    private var working: ViewModel
    let archive: any Archive
    private(set) var sources: [String: any JokeSource]
    private(set) var translator: (any JokeSource)?
    private let clock: any Clock
    let loop: EventLoop
    let warn: @LoopActor (String) -> Void
    private lazy var alarm = Timer { [weak self] in self?.submit(.timePassed) }

    /// What waits until a question is answered.
    private var arrivals = FIFOQueue<QueuedItem>()
    /// Outcomes are being told: what that brings about comes after them.
    private var isTelling = false
    /// Reads that came meanwhile.
    private var lateReads: [Read] = []
    /// Asked, or to be asked once everything before it is committed.
    private var question: (ArchiveQuery, for: Input)?
    private var isAsking = false
    /// Asked of the archive and not answered, those of reads included.
    private var questions = 0
    private var group = CommitGroup()
    /// What is handled belongs to a batch: nothing is committed before its end.
    private var isInBatch = false
    private var isEndDue = false
    private var inFlight: CommitGroup?
    var activeRecovery = Recovery.none
    private var tickets = 0
    private var replies: [Int: Reply] = [:]
    /// Called when nothing is under way any more.
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

    package func start() { submit(.started) }

    /// From now on with other settings, and with these sources and engines.
    ///
    /// - Parameter changed: of which something changed that the settings do not have.
    func configure(
        _ settings: Settings, sources: [String: any JokeSource], translator: (any JokeSource)? = nil,
        changed: Set<String>
    ) {
        self.sources = sources
        self.translator = translator
        submit(.configured(settings, changed: changed))
    }

    /// Whether something is under way: a change, a question or a fetch.
    var isBusy: Bool {
        inFlight != nil || !group.isEmpty || !arrivals.isEmpty || questions > 0
            || committed.current.state.fetching
    }

    /// The time as inputs are stamped with it.
    var now: Timestamp { clock.now() }

    /// Makes a change; the reply comes once it is committed, or refused.
    func request(
        _ change: ChangeRequest.Change, ifJoke: Joke.ID?, cause: Cause, reply: @escaping Reply
    ) {
        tickets += 1
        replies[tickets] = reply
        let token = ReplyToken(number: tickets, cause: cause)
        submit(.requested(ChangeRequest(change, ifJoke: ifJoke, token: token)))
    }

    /// What is requested within the body is one transaction, and one change of the state for those who follow it.
    func batch(_ body: () -> Void) {
        arrivals.append(.batchBegins)
        body()
        arrivals.append(.batchEnds)
        advance()
    }

    /// Runs the read at once; while outcomes are being told, after them: nobody reads of a change before being
    /// told of it.
    func read(_ read: @escaping Read) {
        if isTelling { lateReads.append(read) } else { read() }
    }

    /// Whether a read that comes now is made at once.
    var isReadable: Bool { !isTelling }

    /// Runs the read after every change that was requested before it.
    func readAfterChanges(_ read: @escaping Read) {
        arrivals.append(.read(read))
        advance()
    }

    /// Answers from what is committed, as if these writes were, too.
    func query(
        _ question: ArchiveQuery, upon writes: [Write] = [],
        _ reply: @escaping @LoopActor (Result<ArchiveResult, WireError>) -> Void
    ) {
        questions += 1
        archive.query(question, upon: writes) { [loop, weak self] result in
            loop.post {
                self?.questions -= 1
                if case .failure(let failure) = result { self?.note(failure) }
                reply(result.mapError(WireError.init))
                self?.recoverIfNeeded()
                self?.checkIdle()
            }
        }
    }

    /// Calls once all that was asked for is committed and answered. Fetches are not waited for: who waits for one
    /// is refused.
    package func finish(_ done: @escaping @LoopActor () -> Void) {
        whenIdle = done
        checkIdle()
    }

    /// What was gathered in a turn of the loop is committed together at its end. Calling it once more does nothing.
    func endIteration() {
        isEndDue = false
        guard inFlight == nil, !group.isEmpty, !isInBatch else { return }
        let handed = group
        let snapshot = working
        (inFlight, group) = (handed, CommitGroup())
        guard !handed.writes.isEmpty else { return committed(handed, as: snapshot, .success(())) }
        archive.commit(handed.writes) { [loop, weak self] result in
            loop.post { self?.committed(handed, as: snapshot, result) }
        }
    }
}

// MARK: Inputs

extension Engine {
    func submit(_ event: Input.Event) {
        arrivals.append(.input(Input(event, at: clock.now())))
        advance()
    }

    /// Handles what arrived, in order, until a question comes up.
    func advance() {
        guard !isTelling else { return }
        recoverIfNeeded()
        while question == nil, !isMending, let arrival = arrivals.popFirst() {
            switch arrival {
            case .input(let input): handle(input)
            case .read(let read): group.isEmpty && inFlight == nil ? read() : group.append(read)
            case .batchBegins: isInBatch = true
            case .batchEnds:
                isInBatch = false
                group.endBatch()
            }
        }
        query()
        rearm()
        scheduleEnd()
        checkIdle()
    }

    /// What is posted runs when the turn has handled all that was ready.
    private func scheduleEnd() {
        guard inFlight == nil, !group.isEmpty, !isEndDue, !isInBatch else { return }
        isEndDue = true
        loop.post { [weak self] in self?.endIteration() }
    }

    private func handle(_ input: Input) {
        let effects = working.handle(input)
        if effects.count == 1, case .query(let asked) = effects[0] {
            question = (asked, for: input)
            return
        }
        if isInBatch { return group.append(input, effects, ofBatch: true) }
        var handled = CommitGroup()
        handled.append(input, effects)
        if group.isEmpty, inFlight == nil, handled.writes.isEmpty {
            committed = working
            perform(handled)
        } else {
            group.append(handled)
        }
    }

    /// The archive answers from what is committed: everything before goes first, but for a batch, which is
    /// committed as a whole.
    private func query() {
        guard let (asked, input) = question, !isAsking, !isMending, inFlight == nil,
            group.isEmpty || isInBatch
        else { return }
        isAsking = true
        query(asked, upon: group.writes) { [weak self] result in self?.answered(asked, for: input, result) }
    }

    private func answered(_ asked: ArchiveQuery, for input: Input, _ result: Result<ArchiveResult, WireError>)
    {
        isAsking = false
        question = nil
        if isMending {
            // Asked again when there is something to be asked; what was answered before may hold no more.
            arrivals.putBack(.input(Input(input.event, at: input.at)))
            return advance()
        }
        var input = input
        switch result {
        case .success(let answer): input.facts[asked] = answer
        case .failure(let error):
            switch input.event {
            case .requested(let request):
                reply(to: request.token, .failure(error))
                return advance()
            case .fetched:
                // Nobody knows whether these were seen. Had none been new, the source would rest for a day.
                if let end = input.event.lost(error.message) { input = Input(end, at: input.at) }
            default:
                // What nobody asked for goes on as if there were nothing.
                input.facts[asked] = .records([])
            }
            warn(error.message)
        }
        arrivals.putBack(.input(input))
        advance()
    }

    private func rearm() {
        let now = clock.now().uptime
        // Behind a question nothing is handled: an alarm would find its deadline still due, and ring again at once.
        guard question == nil, !isMending, let deadline = working.deadline(after: now) else {
            return alarm.disarm()
        }
        alarm.arm(after: max(deadline - now, .zero))
    }
}

// MARK: Outcomes

extension Engine {
    private func committed(
        _ handed: CommitGroup, as snapshot: ViewModel, _ result: Result<Void, ArchiveError>
    ) {
        inFlight = nil
        switch result {
        case .success:
            committed = snapshot
            onCommit?(handed.writes)
            perform(handed)
            if committed.isArchiveInTrouble, !handed.writes.isEmpty { submit(.archiveRecovered) }
        case .failure(let failure):
            note(failure)
            rollBack(handed, failure)
        }
        advance()
    }

    private func perform(_ group: CommitGroup) {
        isTelling = true
        defer { isTelling = false }
        for step in group.steps {
            switch step {
            case .read(let read): lateReads.append(read)
            case .effect(.reply(let token, let result)):
                reply(to: token, result.mapError(WireError.init))
            case .effect(.publish(let publication)): onPublication?(publication)
            case .effect(.log(let entry)): onLogEntry?(entry)
            case .effect(.publishFeed(let publication)): onFeedPublication?(publication)
            case .effect(.request(let request)): send(request)
            case .effect(.write), .effect(.query): break
            }
        }
        readLate()
    }

    private func readLate() {
        while !lateReads.isEmpty {
            var reads: [Read] = []
            swap(&reads, &lateReads)
            for read in reads { read() }
        }
    }

    /// Nothing of the failed transaction holds, nor of what was built upon it.
    private func rollBack(_ handed: CommitGroup, _ failure: ArchiveError) {
        isTelling = true
        defer { isTelling = false }
        var lost = handed
        lost.append(group)
        group = CommitGroup()
        working = committed
        lost.append(restOfBatch())
        // An archive that is mended is told of when it is.
        if !isMending {
            warn(failure.message)
            submit(.archiveFailed(failure))
        }
        for input in lost.inputs {
            switch input.event {
            case .requested(let request): reply(to: request.token, .failure(WireError(failure)))
            // Settings are not stored, so they apply without the disk.
            case .configured: submit(input.event)
            // Its request is in flight in the committed state, too. End it there.
            default: if let end = input.event.lost(failure.message) { submit(end) }
            }
        }
        for case .read(let read) in lost.steps { lateReads.append(read) }
        readLate()
    }

    /// Whether nothing is being committed, asked or told.
    var isQuiescent: Bool { inFlight == nil && !isAsking && !isTelling }

    /// Refuses what was not committed, and puts back what waits for an answer: it is asked again.
    func discardUncommitted(_ failure: ArchiveError) {
        if !group.isEmpty || isInBatch { rollBack(CommitGroup(), failure) }
        if let (_, input) = question.take() { arrivals.putBack(.input(Input(input.event, at: input.at))) }
        working = committed
    }

    /// Goes on from what is in the place of a damaged archive, before anything else happens.
    func resume(from kept: PersistedState) {
        committed.resume(from: kept)
        working = committed
        onRestoration?(kept)
        arrivals.putBack(.input(Input(.archiveRestored, at: now)))
    }

    /// What is left of the batch that has begun: it must not happen by halves.
    private func restOfBatch() -> CommitGroup {
        var rest = CommitGroup()
        guard isInBatch else { return rest }
        if let (_, input) = question.take() { rest.append(input, []) }
        while isInBatch, let arrival = arrivals.popFirst() {
            switch arrival {
            case .input(let input): rest.append(input, [])
            case .read(let read): rest.append(read)
            case .batchBegins: break
            case .batchEnds: isInBatch = false
            }
        }
        return rest
    }

    private func reply(to token: ReplyToken, _ result: Result<ChangeResult, WireError>) {
        replies.removeValue(forKey: token.number)?(result)
    }

    private func checkIdle() {
        guard let whenIdle, inFlight == nil, !isMending, group.isEmpty, arrivals.isEmpty, questions == 0,
            !isTelling
        else { return }
        self.whenIdle = nil
        for number in replies.keys.sorted() {
            replies.removeValue(forKey: number)?(.failure(WireError(.closing)))
        }
        whenIdle()
    }
}
