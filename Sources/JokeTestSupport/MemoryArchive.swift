// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire
import Synchronization

/// An archive that keeps everything in memory, for tests of what stands above it.
///
/// Completions are called before the call returns, on its thread.
package final class MemoryArchive: Archive {
    fileprivate struct State {
        var kept: Kept
        var records: [Joke.ID: Record] = [:]
        var seen: Set<UInt64> = []
        var pages: [FeedKey: [Int: [Joke.ID]]] = [:]
        var translations: [TranslationKey: [KeptTranslation]] = [:]
        /// Every commit that held, in order.
        var commits: [[Write]] = []
        var failure: ArchiveFailure?
        var backup: Kept?
        var isClosed = false
    }

    private let state: Mutex<State>
    private let pack: [Joke]

    /// - Parameters:
    ///   - kept: what the last stop left.
    ///   - pack: what `Question.fallback` is answered from.
    package init(kept: Kept = Kept(epoch: "test"), pack: [Joke] = []) {
        let known = [kept.card].compactMap { $0 } + kept.queue
        let records = Dictionary(known.map { ($0.joke.id, $0) }) { first, _ in first }
        state = Mutex(State(kept: kept, records: records))
        self.pack = pack
    }

    /// What a start would find now.
    package var kept: Kept {
        state.withLock { state in
            var kept = state.kept
            kept.savedCount = state.records.values.count { $0.standing.isSaved }
            kept.card = kept.card.flatMap { state.records[$0.joke.id] }
            kept.queue = kept.queue.compactMap { state.records[$0.joke.id] }
            return kept
        }
    }

    package var commits: [[Write]] { state.withLock { $0.commits } }

    /// Lets every commit and question fail, until it is nil again.
    package func fail(with failure: ArchiveFailure?) { state.withLock { $0.failure = failure } }

    package func commit(
        _ writes: [Write], completion: @escaping @Sendable (Result<Void, ArchiveFailure>) -> Void
    ) {
        let failure = state.withLock { state in
            if let failure = state.obstacle { return Optional(failure) }
            for write in writes { state.apply(write) }
            state.commits.append(writes)
            return nil
        }
        completion(failure.map(Result.failure) ?? .success(()))
    }

    package func ask(
        _ question: Question, upon writes: [Write],
        completion: @escaping @Sendable (Result<Answer, ArchiveFailure>) -> Void
    ) {
        completion(
            state.withLock { state in
                var supposed = state
                for write in writes { supposed.apply(write) }
                return state.obstacle.map(Result.failure) ?? supposed.answer(question, pack: pack)
            })
    }

    /// What `restore` brings back; without it nothing can.
    package func place(backup: Kept) { state.withLock { $0.backup = backup } }

    package func check(completion: @escaping @Sendable (Result<Void, ArchiveFailure>) -> Void) {
        completion(state.withLock { $0.obstacle }.map(Result.failure) ?? .success(()))
    }

    /// No files, no copies.
    package func backUp(
        _ occasion: BackupOccasion, on date: LocalDate,
        completion: @escaping @Sendable (Result<Backup?, ArchiveFailure>) -> Void
    ) {
        completion(.success(nil))
    }

    package func restore(
        because cause: ArchiveFailure, completion: @escaping @Sendable (Result<Kept, ArchiveFailure>) -> Void
    ) {
        completion(
            state.withLock { state in
                guard let backup = state.backup else { return .failure(state.obstacle ?? cause) }
                state.kept = backup
                let known = [backup.card].compactMap { $0 } + backup.queue
                state.records = Dictionary(known.map { ($0.joke.id, $0) }) { first, _ in first }
                (state.seen, state.pages, state.failure) = ([], [:], nil)
                return .success(backup)
            })
    }

    package func close() { state.withLock { $0.isClosed = true } }
}

extension MemoryArchive.State {
    fileprivate var obstacle: ArchiveFailure? {
        isClosed ? ArchiveFailure(.closed, "The archive is closed.") : failure
    }

    fileprivate mutating func apply(_ write: Write) {
        switch write {
        case .know(var joke):
            if let known = records[joke.id]?.joke, known.value == joke.value {
                joke.translation = joke.translation ?? known.translation
            }
            records[joke.id, default: Record(joke: joke)].joke = joke
        case .translation(let kept): translations.keep(kept)
        case .stand(let id, let standing): records[id]?.standing = standing
        case .card(let id): kept.card = id.flatMap { records[$0] }
        case .queue(let ids): kept.queue = ids.compactMap { records[$0] }
        case .seen(let hashes): seen.formUnion(hashes)
        case .daily(let date, let id): kept.daily = records[id].map { Daily(date: date, joke: $0.joke) }
        case .undo(let steps): kept.undo = steps
        case .showTranslation(let isOn): kept.showTranslation = isOn
        case .reserveSequence(let number): kept.reservedSequence = number
        case .source(let memory):
            kept.sources = kept.sources.filter { $0.name != memory.name } + [memory]
        case .taste(let change): kept.taste[change.arm] = change.tally
        case .log(let entry): kept.log = Array((kept.log + [entry]).suffix(Limits.logEvents + 1))
        case .feed(let feed):
            kept.feeds.removeAll { $0.key == feed.key }
            kept.feeds.append(feed)
        case .feedPage(let feed, let page, let ids): pages[feed, default: [:]][page] = ids
        case .forgetFeed(let feed):
            kept.feeds.removeAll { $0.key == feed }
            pages[feed] = nil
        }
    }

    fileprivate func answer(_ question: Question, pack: [Joke]) -> Result<Answer, ArchiveFailure> {
        switch question {
        case .jokes(let ids): return .success(.records(ids.compactMap { records[$0] }))
        case .savedMatching(let prefixes): return .success(.matches(prefixes.map(matches)))
        case .unseen(let candidates):
            let unseen = candidates.map(record).filter {
                !isSeen($0.joke) && !$0.standing.isSaved && !$0.standing.isBuried
            }
            return .success(.records(unseen))
        case .fallback(let count, let excluded):
            let pool = (pack.isEmpty ? saved : pack.map(record)).filter {
                $0.joke.id != excluded && !$0.standing.isBuried
            }
            let unseen = pool.filter { !isSeen($0.joke) }
            return .success(.records(Array((unseen.isEmpty ? pool : unseen).prefix(count))))
        case .saved(let limit, let cursor): return page(limit, after: cursor)
        case .translations(let keys): return .success(.translations(keys.map { translations[$0] ?? [] }))
        case .untranslated(let id, let limit):
            let found = saved.filter {
                $0.joke.translation == nil && $0.joke.id.rawValue > id?.rawValue ?? ""
            }
            let sorted = found.sorted { $0.joke.id.rawValue < $1.joke.id.rawValue }
            return .success(.records(Array(sorted.prefix(limit))))
        case .feedPage(let feed, let page):
            return .success(.records((pages[feed]?[page] ?? []).compactMap { records[$0] }))
        }
    }

    /// By text, whatever the case of ASCII letters, and by id.
    private var saved: [Record] {
        records.values.filter(\.standing.isSaved).sorted { left, right in
            let (leftText, rightText) = (left.joke.value.lowercased(), right.joke.value.lowercased())
            return (leftText, left.joke.id.rawValue) < (rightText, right.joke.id.rawValue)
        }
    }

    private func record(_ joke: Joke) -> Record {
        Record(joke: joke, standing: records[joke.id]?.standing ?? .undecided)
    }

    private func isSeen(_ joke: Joke) -> Bool { !seen.isDisjoint(with: Seen.fingerprints(of: joke)) }

    private func matches(_ prefix: String) -> [Joke.ID] {
        let ids = saved.map(\.joke.id).filter { $0.rawValue.hasPrefix(prefix) }
        let exact = Joke.ID(rawValue: prefix)
        return ids.contains(exact) ? [exact] : Array(ids.prefix(2))
    }

    /// The cursor is the id of the last joke of the page before.
    private func page(_ limit: Int, after cursor: String?) -> Result<Answer, ArchiveFailure> {
        let saved = saved
        var rest = saved[...]
        if let cursor {
            guard let place = saved.firstIndex(where: { $0.joke.id.rawValue == cursor }) else {
                return .failure(ArchiveFailure(.badCursor, "This cursor is not one that a list gave."))
            }
            rest = saved[(place + 1)...]
        }
        let items = Array(rest.prefix(limit))
        let next = rest.count > limit ? items.last?.joke.id.rawValue : nil
        return .success(.page(SavedPage(items: items, next: next, total: saved.count)))
    }
}

extension [TranslationKey: [KeptTranslation]] {
    /// An engine's newer one takes the place of its older one.
    package mutating func keep(_ kept: KeptTranslation) {
        let pair = LanguagePair(from: kept.from, to: kept.translation.language)
        let engine = kept.translation.attribution.engine
        let others = (self[TranslationKey(kept.original, pair)] ?? []).filter {
            $0.translation.attribution.engine != engine
        }
        self[TranslationKey(kept.original, pair)] = others + [kept]
    }
}
