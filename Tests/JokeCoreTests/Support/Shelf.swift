// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

/// What is kept, as a value: the archive's contract in memory, answering at once. A copy is a snapshot of the disk.
struct Shelf: Hashable {
    struct DailyRow: Hashable {
        var date: LocalDate
        var id: Joke.ID
    }

    private(set) var jokes: [Joke.ID: Joke] = [:]
    private(set) var standings: [Joke.ID: Standing] = [:]
    /// When it was last seen, by fingerprint.
    private var seen: [UInt64: Int] = [:]
    private var showings = 0
    private(set) var card: Joke.ID?
    private(set) var queue: [Joke.ID] = []
    private(set) var daily: DailyRow?
    private(set) var undo: [UndoStep] = []
    var showTranslation = false
    private(set) var reservedSequence = 0
    private(set) var taste: [Taste.Arm: Taste.Tally] = [:]
    private(set) var log: [LogEntry] = []
    private(set) var sources: [String: SourceMemory] = [:]
    /// Those used longest ago first.
    private(set) var feeds: [FeedRecord] = []
    private(set) var translations: [TranslationKey: [KeptTranslation]] = [:]
    private(set) var pages: [FeedKey: [Int: [Joke.ID]]] = [:]
    /// The built-in pack, which is fallen back on.
    private var pack: [Joke]

    init(pack: [Joke] = []) { self.pack = pack }

    /// The same, with another edition of the pack.
    func selling(_ pack: [Joke]) -> Shelf {
        var shelf = self
        shelf.pack = pack
        return shelf
    }

    var saved: [Joke.ID] { standings.filter(\.value.isSaved).keys.sorted { $0.rawValue < $1.rawValue } }

    func record(_ id: Joke.ID) -> Record? {
        jokes[id].map { Record(joke: $0, standing: standings[id] ?? .undecided) }
    }

    /// The state that a start finds.
    var kept: Kept {
        Kept(
            epoch: "epoch", reservedSequence: reservedSequence, card: card.flatMap(record),
            queue: queue.compactMap(record),
            daily: daily.flatMap { daily in
                jokes[daily.id].map { Daily(date: daily.date, joke: $0) }
            },
            undo: undo, showTranslation: showTranslation, savedCount: saved.count, taste: taste,
            log: log, sources: Array(sources.values), feeds: feeds)
    }
}

// MARK: Writing

extension Shelf {
    mutating func apply(_ writes: [Write]) {
        for write in writes { apply(write) }
    }

    private mutating func apply(_ write: Write) {
        switch write {
        case .know(let joke):
            #expect(joke.id != .error, "the error joke is never kept")
            var joke = joke
            if let known = jokes[joke.id], known.value == joke.value {
                joke.translation = joke.translation ?? known.translation
            }
            jokes[joke.id] = joke
        case .translation(let kept): translations.keep(kept)
        case .stand(let id, let standing):
            expectKnown(id)
            standings[id] = standing
        case .card(let id):
            id.map(expectKnown)
            card = id
        case .queue(let ids):
            ids.forEach(expectKnown)
            queue = ids
        case .seen(let fingerprints):
            showings += 1
            for fingerprint in fingerprints { seen[fingerprint] = showings }
        case .daily(let date, let id):
            expectKnown(id)
            daily = DailyRow(date: date, id: id)
        case .undo(let steps): undo = steps
        case .showTranslation(let isOn): showTranslation = isOn
        case .source(let memory):
            #expect(sources[memory.name] != memory, "what is remembered already is not written")
            sources[memory.name] = memory
        case .taste(let change): taste[change.arm] = change.tally
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
        #expect(jokes[id] != nil, "a write named \(id.rawValue), which was never made known")
    }
}

// MARK: Answering

extension Shelf {
    func answer(_ question: Question) -> Answer {
        switch question {
        case .jokes(let ids): .records(ids.compactMap(record))
        case .savedMatching(let prefixes): .matches(prefixes.map(matches))
        case .unseen(let candidates):
            .records(
                candidates.filter(isNew).map {
                    Record(joke: $0, standing: standings[$0.id] ?? .undecided)
                })
        case .fallback(let count, let excluded): .records(Array(fallback(excluded).prefix(count)))
        case .saved(let limit, _):
            .page(
                SavedPage(
                    items: Array(saved.compactMap(record).prefix(limit)), next: nil, total: saved.count))
        case .translations(let keys): .translations(keys.map { translations[$0] ?? [] })
        case .untranslated(let id, let limit):
            .records(
                Array(
                    saved.filter { $0.rawValue > id?.rawValue ?? "" }.compactMap(record)
                        .filter { $0.joke.translation == nil }.prefix(limit)))
        case .feedPage(let feed, let page): .records((pages[feed]?[page] ?? []).compactMap(record))
        }
    }

    func lastSeen(_ joke: Joke) -> Int? {
        Seen.fingerprints(of: joke).compactMap { seen[$0] }.max()
    }

    private func isNew(_ joke: Joke) -> Bool {
        let standing = standings[joke.id] ?? .undecided
        return lastSeen(joke) == nil && !standing.isSaved && !standing.isBuried
    }

    private func matches(_ prefix: String) -> [Joke.ID] {
        if saved.contains(Joke.ID(rawValue: prefix)) { return [Joke.ID(rawValue: prefix)] }
        return Array(saved.filter { $0.rawValue.hasPrefix(prefix) }.prefix(2))
    }

    private func fallback(_ excluded: Joke.ID) -> [Record] {
        let fit = pack.filter { $0.id != excluded && standings[$0.id]?.isBuried != true }
        let unseen = fit.filter { lastSeen($0) == nil }
        let again = fit.sorted { lastSeen($0) ?? 0 < lastSeen($1) ?? 0 }
        let chosen = (unseen.isEmpty ? again : unseen).map {
            Record(joke: $0, standing: standings[$0.id] ?? .undecided)
        }
        return chosen.isEmpty ? saved.filter { $0 != excluded }.compactMap(record) : chosen
    }
}
