// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire
import Synchronization

/// An archive in memory, for tests of the code that uses an archive.
///
/// Each method calls its completion before it returns, on the caller's thread.
package final class InMemoryArchive: Archive {
    fileprivate struct State {
        var kept: PersistedState
        var jokes = InMemoryLibrary()
        var seen: Set<UInt64> = []
        var pages: [FeedKey: [Int: [Joke.ID]]] = [:]
        var translations: [TranslationKey: [StoredTranslation]] = [:]
        var staged: [ImportID: [String]] = [:]
        /// The successful commits in their order.
        var commits: [[Write]] = []
        var failure: ArchiveError?
        var backup: PersistedState?
        var isClosed = false
    }

    private let state: Mutex<State>
    private let pack: [Joke]

    /// Creates an archive.
    ///
    /// - Parameters:
    ///   - kept: The state that the last run left.
    ///   - pack: The jokes for `ArchiveQuery.fallback`.
    package init(kept: PersistedState = PersistedState(epoch: "test"), pack: [Joke] = []) {
        state = Mutex(State(kept: kept, jokes: State.jokes(of: kept)))
        self.pack = pack
    }

    /// The state that the next start would load.
    package var kept: PersistedState {
        state.withLock { state in
            var kept = state.kept
            kept.savedCount = state.jokes.saved.count
            kept.card = kept.card.flatMap { state.jokes.record($0.joke.id) }
            kept.queue = kept.queue.compactMap { state.jokes.record($0.joke.id) }
            return kept
        }
    }

    package var commits: [[Write]] { state.withLock { $0.commits } }

    /// Makes every later commit and query fail with `failure`, or succeed again if it is nil.
    package func fail(with failure: ArchiveError?) { state.withLock { $0.failure = failure } }

    package func commit(
        _ writes: [Write], completion: @escaping @Sendable (Result<Void, ArchiveError>) -> Void
    ) {
        let failure = state.withLock { state in
            if let failure = state.unavailability { return Optional(failure) }
            for write in writes { state.apply(write) }
            state.commits.append(writes)
            return nil
        }
        completion(failure.map(Result.failure) ?? .success(()))
    }

    package func query(
        _ query: ArchiveQuery, upon writes: [Write],
        completion: @escaping @Sendable (Result<ArchiveResult, ArchiveError>) -> Void
    ) {
        completion(
            state.withLock { state in
                if let answer = state.exchange(query) { return answer }
                var uncommitted = state
                for write in writes { uncommitted.apply(write) }
                return state.unavailability.map(Result.failure) ?? uncommitted.answer(query, pack: pack)
            })
    }

    /// Sets the state that `restore` returns. Without one it fails.
    package func place(backup: PersistedState) { state.withLock { $0.backup = backup } }

    package func check(completion: @escaping @Sendable (Result<Void, ArchiveError>) -> Void) {
        completion(state.withLock { $0.unavailability }.map(Result.failure) ?? .success(()))
    }

    /// Completes without a backup, because there are no files.
    package func backUp(
        _ trigger: BackupTrigger, on date: LocalDate,
        completion: @escaping @Sendable (Result<Backup?, ArchiveError>) -> Void
    ) {
        completion(.success(nil))
    }

    package func restore(
        because cause: ArchiveError,
        completion: @escaping @Sendable (Result<PersistedState, ArchiveError>) -> Void
    ) {
        completion(
            state.withLock { state in
                guard let backup = state.backup else { return .failure(state.unavailability ?? cause) }
                (state.kept, state.jokes) = (backup, State.jokes(of: backup))
                (state.seen, state.pages, state.failure) = ([], [:], nil)
                return .success(backup)
            })
    }

    package func close() { state.withLock { $0.isClosed = true } }
}

extension InMemoryArchive.State {
    fileprivate static func jokes(of kept: PersistedState) -> InMemoryLibrary {
        var jokes = InMemoryLibrary()
        for record in [kept.card].compactMap({ $0 }) + kept.queue {
            jokes.upsertJoke(record.joke)
            jokes.setStatus(record.joke.id, record.status, at: WallTime(milliseconds: 0))
        }
        return jokes
    }

    fileprivate var unavailability: ArchiveError? {
        isClosed ? ArchiveError(.closed, "The archive is closed.") : failure
    }

    fileprivate mutating func apply(_ write: Write) {
        switch write {
        case .upsertJoke(let joke): jokes.upsertJoke(joke)
        case .translation(let kept): translations.keep(kept)
        case .setStatus(let id, let status, let time): jokes.setStatus(id, status, at: time)
        case .emptyTrash(let time): jokes.emptyTrash(deletedBefore: time, sparing: [])
        case .card(let id): kept.card = id.flatMap { jokes.record($0) }
        case .queue(let ids): kept.queue = ids.compactMap { jokes.record($0) }
        case .seen(let hashes): seen.formUnion(hashes)
        case .daily(let date, let id): kept.daily = jokes.joke(id).map { DailyJoke(date: date, joke: $0) }
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

    /// Performs a query that itself changes the archive. Returns nil for all other queries.
    fileprivate mutating func exchange(_ query: ArchiveQuery) -> Result<ArchiveResult, ArchiveError>? {
        if let unavailability { return .failure(unavailability) }
        switch query {
        case .stage(let lines, let id):
            staged[id, default: []] += lines
            return .success(.records([]))
        case .discard(let id):
            staged[id] = nil
            return .success(.records([]))
        case .merge(let id, _, let time):
            let lines = (staged[id] ?? []).compactMap { try? LibraryLine(parsing: $0, at: time) }
            let outcome = jokes.merge(lines)
            return .success(.merged(outcome, savedCount: jokes.saved.count))
        default: return nil
        }
    }

    fileprivate func answer(_ query: ArchiveQuery, pack: [Joke]) -> Result<ArchiveResult, ArchiveError> {
        switch query {
        case .jokes(let ids): return .success(.records(ids.compactMap { jokes.record($0) }))
        case .savedMatching(let prefixes): return .success(.matches(prefixes.map { jokes.matches($0) }))
        case .deletedMatching(let prefixes):
            return .success(.matches(prefixes.map { jokes.matches($0, isDeleted: true) }))
        case .savedDuplicates(let ids):
            return .success(.records(ids.filter(jokes.hasSavedDuplicate).compactMap { jokes.record($0) }))
        case .unseen(let candidates):
            let unseen = candidates.map { jokes.record($0) }.filter {
                !isSeen($0.joke) && !$0.status.isSaved && !$0.status.isDisliked
            }
            return .success(.records(unseen))
        case .fallback(let count, let excluded):
            let pool = (pack.isEmpty ? jokes.saved : pack.map { jokes.record($0) }).filter {
                $0.joke.id != excluded && !$0.status.isDisliked
            }
            let unseen = pool.filter { !isSeen($0.joke) }
            return .success(.records(Array((unseen.isEmpty ? pool : unseen).prefix(count))))
        case .saved(let query):
            guard let page = jokes.page(query) else {
                return .failure(ArchiveError(.badCursor, "This cursor is not one that a list gave."))
            }
            return .success(.page(page))
        case .allMatching(let query):
            return .success(.records(Array(jokes.allMatching(query).prefix(query.limit + 1))))
        case .translations(let keys): return .success(.translations(keys.map { translations[$0] ?? [] }))
        case .untranslated(let id, let limit):
            return .success(.records(jokes.untranslated(after: id, limit: limit)))
        case .export: return .success(.part(ExportChunk(lines: jokes.lines.map(\.text), next: nil)))
        case .stage, .discard, .merge: return .success(.records([]))
        case .feedPage(let feed, let page):
            return .success(.records((pages[feed]?[page] ?? []).compactMap { jokes.record($0) }))
        }
    }

    private func isSeen(_ joke: Joke) -> Bool { !seen.isDisjoint(with: Seen.fingerprints(of: joke)) }
}

extension [TranslationKey: [StoredTranslation]] {
    /// Adds a translation. It replaces an older one of the same translation engine.
    package mutating func keep(_ kept: StoredTranslation) {
        let pair = LanguagePair(from: kept.from, to: kept.translation.language)
        let engine = kept.translation.attribution.engine
        let others = (self[TranslationKey(kept.original, pair)] ?? []).filter {
            $0.translation.attribution.engine != engine
        }
        self[TranslationKey(kept.original, pair)] = others + [kept]
    }
}
