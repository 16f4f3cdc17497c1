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
        var seen = InMemorySeen()
        var pages: [FeedKey: [Int: [Joke.ID]]] = [:]
        var translations: [TranslationKey: [StoredTranslation]] = [:]
        var staged: [ImportID: [String]] = [:]
        /// The successful commits in their order.
        var commits: [[Write]] = []
        var failure: ArchiveError?
        var backup: PersistedState?
        var isClosed = false
        /// The failure that begins after a number of commits, or nil.
        var laterFailure: (commits: Int, failure: ArchiveError)?
        /// The transaction that is built: the content as if it were committed, and its writes. At most one.
        var open: [(generation: Int, content: State, writes: [Write])] = []
        /// The generation that had a failure, and its error; or nil.
        var refused: (generation: Int, error: ArchiveError)?
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
            kept.hasOwnJokes = state.jokes.saved.contains(where: \.joke.id.isOwn)
            kept.card = kept.card.flatMap { state.jokes.record($0.joke.id) }
            kept.queue = kept.queue.compactMap { state.jokes.record($0.joke.id) }
            return kept
        }
    }

    package var commits: [[Write]] { state.withLock { $0.commits } }

    /// Makes every later commit and query fail with `failure`, or succeed again if it is nil.
    package func fail(with failure: ArchiveError?) { state.withLock { $0.failure = failure } }

    /// Makes every commit and query fail with `failure` after `count` more commits.
    package func fail(afterCommits count: Int, with failure: ArchiveError) {
        state.withLock { $0.laterFailure = (count, failure) }
    }

    package func commit(
        _ writes: [Write], in generation: Int,
        completion: @escaping @Sendable (Result<Void, ArchiveError>) -> Void
    ) {
        completion(
            state.withLock { state in
                if let error = state.begin(generation) { return .failure(error) }
                for write in writes { state.open[0].content.apply(write) }
                state.open[0].writes += writes
                let (_, content, all) = state.open[0]
                let commits = state.commits + (all.isEmpty ? [] : [all])
                state = content
                state.commits = commits
                if let (count, failure) = state.laterFailure {
                    state.laterFailure = count > 1 ? (count - 1, failure) : nil
                    if count <= 1 { state.failure = failure }
                }
                return .success(())
            })
    }

    package func query(
        _ query: ArchiveQuery, after writes: [Write], in transaction: OpenTransaction,
        completion: @escaping @Sendable (Result<ArchiveResult, ArchiveError>) -> Void
    ) {
        completion(
            state.withLock { state in
                if let error = state.begin(transaction.generation) { return .failure(error) }
                for write in writes { state.open[0].content.apply(write) }
                state.open[0].writes += writes
                return state.open[0].content.exchange(query)
                    ?? state.open[0].content.answer(query, pack: pack)
            })
    }

    package func query(
        _ query: ArchiveQuery,
        completion: @escaping @Sendable (Result<ArchiveResult, ArchiveError>) -> Void
    ) {
        completion(
            state.withLock { state in
                if let unavailability = state.unavailability { return .failure(unavailability) }
                // Staging is no part of the open transaction, but must outlast it.
                if !state.open.isEmpty { _ = state.open[0].content.exchange(query) }
                return state.exchange(query) ?? state.answer(query, pack: pack)
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
                (state.seen, state.pages, state.failure) = (InMemorySeen(), [:], nil)
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
        case .replaceJoke(let joke): jokes.replaceJoke(joke)
        case .translation(let kept): translations.keep(kept)
        case .setStatus(let id, let status, let time): jokes.setStatus(id, status, at: time)
        case .takenBack: break
        case .emptyTrash(let time): jokes.emptyTrash(deletedBefore: time, sparing: [])
        case .card(let id): kept.card = id.flatMap { jokes.record($0) }
        case .history(let history): kept.history = history
        case .queue(let ids): kept.queue = ids.compactMap { jokes.record($0) }
        case .seen(let hashes, let time): seen.mark(hashes, at: time)
        case .seenElsewhere(let marks): seen.mark(marks)
        case .daily(let date, let id):
            kept.daily = jokes.joke(id).map { DailyJoke(date: date, joke: $0) }
            jokes.days[date] = id
        case .pushUndo(let step): kept.undo = (kept.undo + [step]).suffix(ViewModel.undoDepth)
        case .popUndo: kept.undo.removeLast()
        case .showTranslation(let isOn): kept.showTranslation = isOn
        case .reserveSequence(let number): kept.reservedSequence = number
        case .source(let memory):
            kept.sources = kept.sources.filter { $0.name != memory.name } + [memory]
        case .taste(let change): kept.taste[change.arm] = change.tally
        case .tasteEpoch(let epoch): kept.tasteEpoch = epoch
        case .tasteShare(let machine, let share):
            kept.tasteShares.removeAll { $0.machine == machine }
            if let share { kept.tasteShares.append(share) }
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

    /// Begins a transaction if none of this generation is open. Returns the error with which its calls fail, or nil.
    fileprivate mutating func begin(_ generation: Int) -> ArchiveError? {
        if let refused, refused.generation == generation { return refused.error }
        if let unavailability {
            (open, refused) = ([], (generation, unavailability))
            return unavailability
        }
        refused = nil
        if open.first?.generation != generation {
            open = []
            open = [(generation, self, [])]
        }
        return nil
    }

    /// Performs a query that itself changes the archive. Returns nil for all other queries.
    fileprivate mutating func exchange(_ query: ArchiveQuery) -> Result<ArchiveResult, ArchiveError>? {
        switch query {
        case .stage(let lines, let id):
            staged[id, default: []] += lines
            return .success(.records([]))
        case .discard(let id):
            staged[id] = nil
            return .success(.records([]))
        case .merge(let batch):
            let waiting = staged[batch.id] ?? []
            guard waiting.count >= batch.pending else { return .failure(ArchiveError(.importLost, "lost")) }
            let next = waiting.prefix(batch.isInPieces ? 100 : batch.lines)
            let (lines, undo) = (jokes.linesByID, kept.undo)
            let merged = jokes.merge(
                next.compactMap { try? LibraryLine(parsing: $0, at: batch.at) }, ownSource: batch.ownSource)
            staged[batch.id]?.removeFirst(next.count)
            let after = jokes.linesByID
            let replaced = lines.filter { after[$0.key] != $0.value }.keys
            for index in undo.indices { kept.undo[index].before.removeAll { replaced.contains($0.id) } }
            var outcome = batch.outcome
            outcome.added += merged.added
            outcome.updated += merged.updated
            outcome.unchanged += merged.unchanged
            return .success(
                .merged(
                    MergeResult(
                        outcome, savedCount: jokes.saved.count,
                        hasOwnJokes: jokes.saved.contains(where: \.joke.id.isOwn),
                        undo: kept.undo == undo ? nil : kept.undo)))
        default: return nil
        }
    }

    fileprivate func answer(_ query: ArchiveQuery, pack: [Joke]) -> Result<ArchiveResult, ArchiveError> {
        switch query {
        case .jokes(let ids): return .success(.records(ids.compactMap { jokes.record($0) }))
        case .savedMatching(let prefixes): return .success(.matches(prefixes.map { jokes.matches($0) }))
        case .restorableMatching(let prefixes):
            return .success(.matches(prefixes.map { jokes.matches($0, isRestorable: true) }))
        case .successors(let ids): return .success(.records(ids.flatMap { jokes.successors(of: $0) }))
        case .sourced(let sourced): return .success(.records(sourced.map { jokes.record($0) }))
        case .unseen(let candidates):
            let unseen = candidates.map { jokes.record($0) }.filter {
                seen.last(of: $0.joke) == nil && (!$0.status.isSaved || $0.joke.id.isOwn)
                    && !$0.status.isDisliked && !jokes.isTakenBack($0.joke.id)
            }
            return .success(.records(unseen))
        case .laterSeen(let marks): return .success(seen.later(marks))
        case .seen(let position, _): return .success(seen.marks(after: position))
        case .fallback(let count, let excluded, let scope):
            let local = (pack + scope.commandJokes).map { jokes.record($0) }
                .filter { !jokes.isTakenBack($0.joke.id) }
            let saved = jokes.saved(in: scope, excluding: excluded)
            return .success(
                seen.fallback(of: local, excluding: excluded, in: scope, count: count)
                    ?? .records(Array(saved.prefix(count))))
        case .dailyJokes(let date, let scope):
            return .success(.records(jokes.dailyJokes(of: pack, on: date, in: scope)))
        case .saved(let query):
            return jokes.page(query).map { .success(.page($0)) }
                ?? .failure(ArchiveError(.badCursor, "This cursor is not one that a list gave."))
        case .allMatching(let query):
            return .success(.records(Array(jokes.allMatching(query).prefix(query.limit + 1))))
        case .translations(let keys): return .success(.translations(keys.map { translations[$0] ?? [] }))
        case .untranslated(let id, let limit):
            return .success(.records(jokes.untranslated(after: id, limit: limit)))
        case .export(_, let ids):
            return .success(.part(ExportChunk(lines: jokes.lines(of: ids).map(\.text), next: nil)))
        case .stage, .discard, .merge: return .success(.records([]))
        case .feedPage(let feed, let page):
            return .success(.records((pages[feed]?[page] ?? []).compactMap { jokes.record($0) }))
        }
    }
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
