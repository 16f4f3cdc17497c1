// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

/// An archive in memory, as a value that answers queries at once. A copy is a snapshot of the disk.
struct ModelArchive: Hashable {
    struct DailyRow: Hashable {
        var date: LocalDate
        var id: Joke.ID
    }

    private(set) var jokes = InMemoryLibrary()
    private(set) var seen = InMemorySeen()
    private(set) var card: Joke.ID?
    private(set) var queue: [Joke.ID] = []
    private(set) var daily: DailyRow?
    private(set) var undo: [UndoStep] = []
    private(set) var history = History()
    var showTranslation = false
    private(set) var reservedSequence = 0
    private(set) var taste: [Taste.Arm: Taste.Tally] = [:]
    private(set) var tasteShares: [String: Taste.Share] = [:]
    private(set) var tasteEpoch = 0
    private(set) var log: [StoredLogEntry] = []
    private(set) var sources: [String: PersistedSource] = [:]
    /// The feeds, the least recently used first.
    private(set) var feeds: [FeedRecord] = []
    private(set) var translations: [TranslationKey: [StoredTranslation]] = [:]
    private(set) var pages: [FeedKey: [Int: [Joke.ID]]] = [:]
    /// The jokes of the local files, which are the fallback.
    private var pack: [Joke]

    init(pack: [Joke] = []) { self.pack = pack }

    /// Returns this archive with another pack.
    func selling(_ pack: [Joke]) -> ModelArchive {
        var archive = self
        archive.pack = pack
        return archive
    }

    var statuses: [Joke.ID: JokeStatus] { jokes.statuses }
    var saved: [Joke.ID] { jokes.saved.map(\.joke.id).sorted { $0.rawValue < $1.rawValue } }

    func record(_ id: Joke.ID) -> JokeRecord? { jokes.record(id) }

    /// The state that a start finds.
    var kept: PersistedState {
        PersistedState(
            epoch: "epoch", reservedSequence: reservedSequence, card: card.flatMap(record),
            queue: queue.compactMap(record),
            daily: daily.flatMap { daily in
                jokes.joke(daily.id).map { DailyJoke(date: daily.date, joke: $0) }
            },
            undo: undo, history: history, showTranslation: showTranslation, savedCount: saved.count,
            hasOwnJokes: saved.contains(where: \.isOwn),
            taste: taste, tasteShares: Array(tasteShares.values), tasteEpoch: tasteEpoch,
            log: log, sources: Array(sources.values),
            engines: Set(translations.values.joined().map(\.translation.attribution.engine)).sorted(),
            feeds: feeds)
    }
}

// MARK: Writing

extension ModelArchive {
    mutating func apply(_ writes: [Write]) { for write in writes { apply(write) } }

    private mutating func apply(_ write: Write) {
        switch write {
        case .upsertJoke(let joke):
            #expect(joke.id != .error, "the error joke is never kept")
            jokes.upsertJoke(joke)
        case .replaceJoke(let joke): jokes.replaceJoke(joke)
        case .translation(let kept): translations.keep(kept)
        case .setStatus(let id, let status, let time):
            expectKnown(id)
            jokes.setStatus(id, status, at: time)
        case .takenBack(let ids): ids.forEach(expectKnown)
        case .emptyTrash(let time):
            let inUse = Set(
                undo.flatMap { $0.before.map(\.id) } + queue + history.ids + [card].compactMap { $0 })
            jokes.emptyTrash(deletedBefore: time, sparing: inUse)
        case .card(let id):
            id.map(expectKnown)
            card = id
        case .history(let history):
            history.ids.forEach(expectKnown)
            self.history = history
        case .queue(let ids):
            ids.forEach(expectKnown)
            queue = ids
        case .seen(let fingerprints, let time): seen.mark(fingerprints, at: time)
        case .seenElsewhere(let marks): seen.mark(marks)
        case .daily(let date, let id):
            expectKnown(id)
            daily = DailyRow(date: date, id: id)
            jokes.days[date] = id
        case .pushUndo(let step): undo = (undo + [step]).suffix(ViewModel.undoDepth)
        case .popUndo: undo.removeLast()
        case .showTranslation(let isOn): showTranslation = isOn
        case .source(let memory):
            #expect(sources[memory.name] != memory, "what is remembered already is not written")
            sources[memory.name] = memory
        case .taste(let change): taste[change.arm] = change.tally
        case .tasteEpoch(let epoch): tasteEpoch = epoch
        case .tasteShare(let machine, let share): tasteShares[machine] = share
        case .log(let entry):
            #expect(entry.sequence > log.last?.sequence ?? -1, "the log only grows")
            log = Array((log + [entry]).suffix(Limits.logEvents + 1))
        case .feed(let feed):
            #expect(feed.page > 0, "a feed without a page is not kept")
            feeds.removeAll { $0.key == feed.key }
            feeds.append(feed)
        case .feedPage(let feed, let page, let ids):
            ids.forEach(expectKnown)
            #expect(feeds.last?.key == feed && feeds.last?.page == page, "a page of no feed, or out of turn")
            pages[feed, default: [:]][page] = ids
        case .forgetFeed(let feed):
            feeds.removeAll { $0.key == feed }
            pages[feed] = nil
        case .reserveSequence(let number):
            #expect(number > reservedSequence, "a reservation never goes back")
            reservedSequence = number
        }
    }

    private func expectKnown(_ id: Joke.ID) {
        #expect(jokes.isKnown(id), "a write named \(id.rawValue), which was never made known")
    }
}

// MARK: Answering

extension ModelArchive {
    func answer(_ query: ArchiveQuery) -> ArchiveResult {
        switch query {
        case .jokes(let ids): .records(ids.compactMap(record))
        case .savedMatching(let prefixes): .matches(prefixes.map { jokes.matches($0) })
        case .restorableMatching(let prefixes):
            .matches(prefixes.map { jokes.matches($0, isRestorable: true) })
        case .successors(let ids): .records(ids.flatMap { jokes.successors(of: $0) })
        case .sourced(let sourced): .records(sourced.map { jokes.record($0) })
        case .unseen(let candidates):
            .records(
                candidates.filter(isNew).map { jokes.record($0) })
        case .laterSeen(let marks): seen.later(marks)
        case .seen(let position, _): seen.marks(after: position)
        case .fallback(let count, let excluded, let scope):
            seen.fallback(
                of: (pack + scope.commandJokes).map { jokes.record($0) }
                    .filter { !jokes.isTakenBack($0.joke.id) }, excluding: excluded, in: scope,
                count: count)
                ?? .records(savedAgain(count, excluding: excluded, in: scope))
        case .dailyJokes(let date, let scope):
            .records(jokes.dailyJokes(of: pack, on: date, in: scope))
        case .saved(let query): .page(jokes.page(query) ?? SavedPage(items: [], next: nil, total: 0))
        case .allMatching(let query): .records(Array(jokes.allMatching(query).prefix(query.limit + 1)))
        case .translations(let keys): .translations(keys.map { translations[$0] ?? [] })
        case .untranslated(let id, let limit): .records(jokes.untranslated(after: id, limit: limit))
        case .export: .part(ExportChunk(lines: jokes.lines.map(\.text), next: nil))
        case .stage, .discard, .merge: .records([])
        case .feedPage(let feed, let page): .records((pages[feed]?[page] ?? []).compactMap(record))
        }
    }

    func lastSeen(_ joke: Joke) -> Int? { seen.last(of: joke) }

    private func isNew(_ joke: Joke) -> Bool {
        let record = jokes.record(joke)
        return lastSeen(joke) == nil && (!record.status.isSaved || record.joke.id.isOwn)
            && !record.status.isDisliked && !jokes.isTakenBack(record.joke.id)
    }

    private func savedAgain(_ count: Int, excluding id: Joke.ID, in scope: FallbackScope) -> [JokeRecord] {
        let saved = jokes.saved(in: scope, excluding: id)
        return Array(saved.sorted { lastSeen($0.joke) ?? 0 < lastSeen($1.joke) ?? 0 }.prefix(count))
    }
}
