// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

/// A test driver for the core: a view model, an archive, a clock that the test advances, and sources that deliver when
/// the test says so. It performs effects as the daemon does, and checks the invariants after every step.
final class ModelDriver {
    /// A request and its outcome.
    struct Call {
        fileprivate let driver: ModelDriver
        let number: Int
        var reply: Result<ChangeResult, ChangeError>? { driver.replies[number] }
        var outcome: ChangeResult? { try? reply?.get() }
        var refusal: ChangeError? {
            if case .failure(let refusal) = reply { refusal } else { nil }
        }
    }

    private(set) var settings: Settings
    private(set) var model: ViewModel
    private(set) var archive: ModelArchive
    private var clock = ManualClock()
    private(set) var publications: [Publication] = []
    private(set) var logged: [LogEntry] = []
    /// The published changes of feeds.
    private(set) var publishedFeeds: [FeedPublication] = []
    /// The requests to translation engines that are in flight.
    private(set) var translating: [Attempt] = []
    /// The requests for pages that are in flight.
    private(set) var pages: [Attempt] = []
    /// The requests for categories that are in flight.
    private(set) var categoryRequests: [Attempt] = []
    private(set) var replies: [Int: Result<ChangeResult, ChangeError>] = [:]
    /// The queries that were answered.
    private(set) var queries: [ArchiveQuery] = []
    /// Every request for jokes. A second attempt asks for no more than the first.
    private(set) var attempts: [Attempt] = []
    /// The requests for jokes that were neither answered nor dropped.
    private(set) var pending: [Attempt] = []
    /// Every effect, in order. Two runs are the same if these are.
    private(set) var effects: [Effect] = []
    /// Whether commits fail.
    private(set) var isDiskFull = false
    private static let full = ArchiveError(.full, "The disk is full.")
    /// The writes that could not be committed, and that the next commit contains.
    private var unwritten: [Write] = []
    private var tokenCount = 0
    /// The number of nested rollbacks.
    private var rollBacks = 0
    private var waiting: Set<Int> = []
    private var highestSequence = -1
    /// The last published state since the start.
    private var lastPublished: CardState?

    init(_ settings: Settings = .with(), archive: ModelArchive = ModelArchive(), seed: UInt64 = 1) {
        self.settings = settings
        self.archive = archive
        model = ViewModel(settings: settings, kept: archive.kept, seed: seed)
        handle(.started)
    }

    /// The archive after the next commit that succeeds.
    var nextArchive: ModelArchive {
        var archive = archive
        archive.apply(unwritten)
        return archive
    }

    var state: CardState { model.current.state }
    var card: String { state.joke.id.rawValue }
    var queue: [String] { model.ready.map(\.id.rawValue) }
    var saved: [String] { archive.saved.map(\.rawValue) }
    var now: Timestamp { clock.now }
    /// The time until the next deadline of the core, or nil if there is none.
    var nextDeadline: Duration? { model.deadline(after: now.uptime).map { $0 - now.uptime } }

    /// Returns the publications that the work caused.
    func publications(of work: () -> Void) -> [Publication] {
        let count = publications.count
        work()
        return Array(publications.dropFirst(count))
    }

    /// Restarts the daemon as after a kill: only what was written is left.
    ///
    /// - Parameter changed: The settings, if the configuration changed meanwhile.
    func restart(seed: UInt64 = 1, with changed: Settings? = nil) {
        settings = changed ?? settings
        model = ViewModel(settings: settings, kept: archive.kept, seed: seed)
        (pending, pages, categoryRequests, translating, unwritten) = ([], [], [], [], [])
        waiting = []
        lastPublished = nil
        handle(.started)
    }
}

// MARK: Requests

extension ModelDriver {
    /// Each request has a connection of its own unless `connection` is given, which then is below 0.
    @discardableResult
    func request(
        _ change: ChangeRequest.Change, ifJoke: String? = nil, client: String = "test", connection: Int? = nil
    ) -> Call {
        tokenCount += 1
        let cause = Cause(method: "test", client: client, connection: connection ?? tokenCount)
        let token = ReplyToken(number: tokenCount, cause: cause)
        let ifJoke = ifJoke.map(Joke.ID.init(rawValue:))
        waiting.insert(tokenCount)
        handle(.requested(ChangeRequest(change, ifJoke: ifJoke, token: token)))
        return Call(driver: self, number: token.number)
    }

    @discardableResult
    func next(
        source: String? = nil, category: String? = nil, maxLength: Int? = nil, wait: Bool = false,
        ifJoke: String? = nil, connection: Int? = nil
    ) -> Call {
        request(
            .next(.init(source: source, category: category, maxLength: maxLength), wait: wait),
            ifJoke: ifJoke, connection: connection)
    }

    @discardableResult
    func like(_ joke: String? = nil, ifJoke: String? = nil) -> Call {
        request(.decide(.like, reference(joke)), ifJoke: ifJoke)
    }

    @discardableResult
    func dislike(_ joke: String? = nil, ifJoke: String? = nil) -> Call {
        request(.decide(.dislike, reference(joke)), ifJoke: ifJoke)
    }

    @discardableResult
    func drag(_ translation: Double, end: Double, width: Double = 414) -> Call {
        request(.drag(translation: translation, predictedEndX: end, width: width))
    }

    @discardableResult
    func browse(_ query: String? = nil, of source: String = "paged", page: Int = 1) -> Call {
        request(.browse(FeedKey(source: source, query: query), page: page))
    }

    @discardableResult func release() -> Call { request(.release) }
    @discardableResult func undo() -> Call { request(.undo) }
    @discardableResult func daily() -> Call { request(.daily) }
    @discardableResult func delete(_ prefixes: String...) -> Call { request(.delete(prefixes)) }

    private func reference(_ joke: String?) -> ChangeRequest.Reference {
        joke.map { .joke(Joke.ID(rawValue: $0)) } ?? .card
    }
}

// MARK: The world

extension ModelDriver {
    /// Answers the oldest request in flight, or that of a named source, with these jokes.
    func deliver(_ jokes: [Joke], from source: String? = nil) { deliver(SourceResult(jokes), from: source) }

    func deliver(_ result: SourceResult, from source: String? = nil) {
        guard let attempt = takePending(source) else { return }
        handle(.fetched(attempt.request, result))
    }

    func deliver(_ ids: [String], from source: String? = nil) {
        deliver(ids.map { .sample($0, source: source ?? pending.first?.source ?? "net") }, from: source)
    }

    /// Answers the oldest request for a page with these jokes.
    func deliverPage(_ jokes: [Joke], hasMore: Bool = true, next: Int64? = nil) {
        guard let attempt = takePage() else { return }
        var result = SourceResult.page(jokes, hasMore: hasMore)
        result.page?.next = next
        handle(.fetched(attempt.request, result))
    }

    func deliverPage(_ ids: String..., hasMore: Bool = true) {
        deliverPage(ids.map { .sample($0, source: pages.first?.source ?? "") }, hasMore: hasMore)
    }

    func failPage(_ failure: SourceError) {
        guard let attempt = takePage() else { return }
        handle(.fetchFailed(attempt.request, failure))
    }

    /// Answers the oldest request for categories.
    func deliverCategories(_ names: String..., requests: Int = 1) {
        var result = SourceResult([], requests: requests)
        result.categories = names
        deliverCategories(result)
    }

    func deliverCategories(_ result: SourceResult) {
        guard let attempt = takeCategories() else { return }
        handle(.fetched(attempt.request, result))
    }

    func failCategories(_ failure: SourceError) {
        guard let attempt = takeCategories() else { return }
        handle(.fetchFailed(attempt.request, failure))
    }

    private func takeCategories() -> Attempt? {
        guard !categoryRequests.isEmpty else {
            Issue.record("no source is asked for its categories")
            return nil
        }
        return categoryRequests.removeFirst()
    }

    private func takePage() -> Attempt? {
        guard !pages.isEmpty else {
            Issue.record("no page is being fetched")
            return nil
        }
        return pages.removeFirst()
    }

    /// Answers the oldest request to an engine, or that of a named one. A text without a given translation is
    /// translated as itself in brackets.
    func translate(
        by engine: String? = nil, version: String = "1", _ made: [String: String?] = [:]
    ) {
        guard let attempt = takeTranslating(engine) else { return }
        var result = SourceResult([])
        result.translation = TranslationOutput(
            texts: attempt.texts.map { text in made[text] ?? "\(attempt.pair.to): \(text)" },
            version: version, credit: "Translated by \(attempt.engine)", url: "https://example.org/")
        handle(.fetched(attempt.request, result))
    }

    func failTranslation(_ failure: SourceError, by engine: String? = nil) {
        guard let attempt = takeTranslating(engine) else { return }
        handle(.fetchFailed(attempt.request, failure))
    }

    private func takeTranslating(_ engine: String?) -> Attempt? {
        guard let index = translating.firstIndex(where: { engine ?? $0.engine == $0.engine }) else {
            Issue.record("nothing is being translated")
            return nil
        }
        return translating.remove(at: index)
    }

    /// Answers the oldest request with no joke.
    func deliverNothing() { deliver([Joke]()) }

    func fail(_ failure: SourceError, from source: String? = nil) {
        guard let attempt = takePending(source) else { return }
        handle(.fetchFailed(attempt.request, failure))
    }

    /// Makes later commits fail, or succeed again.
    func fillDisk(_ isFull: Bool = true) { isDiskFull = isFull }

    /// Advances the clock, and fires each deadline as the daemon does.
    func pass(_ duration: Duration) {
        let end = now.uptime + duration
        var immediateDeadlines = 0
        for _ in 0..<10_000 {
            guard let nextDeadline, now.uptime + nextDeadline <= end else {
                return clock.advance(by: end - now.uptime)
            }
            clock.advance(by: max(nextDeadline, .zero))
            let replied = replies.count
            handle(.timePassed)
            // A failed write is tried once more and then refused. A card that a deadline shows is translated at once.
            // Many waiting clients get their replies at several deadlines.
            let isIdle = self.nextDeadline == .zero && replies.count == replied
            immediateDeadlines = isIdle ? immediateDeadlines + 1 : 0
            guard immediateDeadlines <= 2 else { break }
        }
        Issue.record("woken again and again: a hot loop")
    }

    /// Sets the wall clock back, as a user does who corrects it.
    func setBack(_ duration: Duration) { clock.setWall(forward: .zero - duration) }

    /// Wakes the model at its next deadline, which must be now.
    func passDeadline() {
        #expect(nextDeadline == .zero)
        handle(.timePassed)
    }

    private func takePending(_ source: String?) -> Attempt? {
        guard let index = pending.firstIndex(where: { source ?? $0.source == $0.source }) else {
            Issue.record("nothing is being fetched")
            return nil
        }
        return pending.remove(at: index)
    }
}

// MARK: What the daemon does

extension ModelDriver {
    /// Passes an event to the core, answers its queries, commits, and performs its effects.
    func handle(_ event: Input.Event) {
        var input = Input(event, at: now)
        let before = model
        for _ in 0..<100 {
            let effects = model.handle(input)
            guard case .query(let query) = effects.first else {
                return commit(input, effects, before: before)
            }
            #expect(effects.count == 1, "a question comes alone")
            #expect(input.facts[query] == nil, "what was answered is not asked again")
            queries.append(query)
            input.facts[query] = nextArchive.answer(query)
        }
        Issue.record("asks for ever")
    }

    private func commit(_ input: Input, _ effects: [Effect], before: ViewModel) {
        self.effects += effects
        let writes = effects.compactMap { if case .write(let write) = $0 { write } else { nil } }
        if !writes.isEmpty, isDiskFull {
            guard input.mayStayUnwritten, !writes.contains(where: \.isDecision) else {
                return rollBack(input, to: before)
            }
            unwritten += writes
        } else if !writes.isEmpty {
            archive.apply(unwritten + writes)
            unwritten = []
        }
        for effect in effects { perform(effect) }
        if !unwritten.isEmpty, model.archiveTrouble == nil { handle(.archiveFailed(Self.full)) }
        if !writes.isEmpty, unwritten.isEmpty, model.archiveTrouble != nil { handle(.archiveRecovered) }
    }

    /// Rolls back as the daemon does: the change is refused, and a fetch whose jokes are lost has failed.
    private func rollBack(_ input: Input, to before: ViewModel) {
        let failure = Self.full
        model = before
        handle(.archiveFailed(failure))
        switch input.event {
        case .requested(let request): waiting.remove(request.token.number)
        case .fetched(let request, _), .fetchFailed(let request, _):
            rollBacks += 1
            defer { rollBacks -= 1 }
            guard rollBacks < 10 else {
                Issue.record("a fetch fails without end")
                return
            }
            handle(.fetchFailed(request, SourceError(.storage, failure.message)))
        case .configured: handle(input.event)
        case .started, .disconnected, .timePassed, .archiveFailed, .archiveRecovered, .archiveRestored,
            .importContinues, .importsPaused:
            break
        }
    }

    private func perform(_ effect: Effect) {
        switch effect {
        case .write, .query: break
        case .reply(let token, let result):
            #expect(waiting.remove(token.number) != nil, "a ticket is answered once")
            replies[token.number] = result
        case .publish(let publication): receive(publication)
        case .log(let entry): receive(entry)
        case .request(let request): begin(request)
        case .publishFeed(let publication): receive(publication)
        case .continueImport: handle(.importContinues)
        }
    }

    private func begin(_ request: SourceRequest) {
        let wanted = request.pair == nil ? model.prefetch.inFlight[request.id]?.request : request
        let attempt = Attempt(request: request, wanted: wanted ?? request)
        switch request.kind {
        case .jokes:
            attempts.append(attempt)
            pending.append(attempt)
        case .page: pages.append(attempt)
        case .categories: categoryRequests.append(attempt)
        case .translation: translating.append(attempt)
        }
    }

    private func receive(_ publication: Publication) {
        #expect(publication.sequence > highestSequence, "numbers only grow, over restarts too")
        highestSequence = max(highestSequence, publication.sequence)
        #expect(!publication.changed.isEmpty)
        if let lastPublished {
            #expect(publication.changed == publication.state.changed(since: lastPublished))
        }
        lastPublished = publication.state
        publications.append(publication)
    }

    private func receive(_ publication: FeedPublication) {
        #expect(publication.sequence > highestSequence, "numbers only grow, over restarts too")
        highestSequence = max(highestSequence, publication.sequence)
        publishedFeeds.append(publication)
    }

    private func receive(_ entry: LogEntry) {
        #expect(entry.sequence > highestSequence, "numbers only grow, over restarts too")
        highestSequence = max(highestSequence, entry.sequence)
        logged.append(entry)
    }

    /// The requests without a reply.
    var unanswered: Set<Int> { waiting }
}

/// A request to a source, and what the core wanted.
struct Attempt {
    let request: SourceRequest
    let wanted: SourceRequest

    var id: SourceRequest.ID { request.id }
    var source: String { request.source }
    var count: Int { wanted.count }
    /// The number of candidates that the request asks for.
    var candidates: Int { request.count }
    var category: String? { wanted.category }
    /// The category that the taste chose, or nil if a client wants one.
    var tasteCategory: String? { wanted.category == nil ? request.category : nil }
    var feed: FeedKey {
        guard case .page(_, let query) = request.kind else { return FeedKey(source: source) }
        return FeedKey(source: source, query: query)
    }
    var page: Int {
        if case .page(let number, _) = request.kind { number } else { 0 }
    }
    var engine: String { source }
    var texts: [String] {
        if case .translation(let texts, _) = request.kind { texts } else { [] }
    }
    var pair: LanguagePair { request.pair ?? LanguagePair(from: "", to: "") }
}

extension SourceRequest {
    /// The languages of a request for translations, or nil.
    fileprivate var pair: LanguagePair? {
        if case .translation(_, let target) = kind { LanguagePair(from: language, to: target) } else { nil }
    }
}
