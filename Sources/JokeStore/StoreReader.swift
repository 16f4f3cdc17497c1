// SPDX-License-Identifier: MIT
import JokeCore
import JokeFetchProtocol
import JokeWire

/// The read connection to the database, and the pool of local jokes. It sees what is committed.
final class StoreReader {
    private let location: DatabaseLocation
    /// The corpus that `ArchiveQuery.fallback` takes jokes from first.
    var fallback: (any Corpus)?
    /// The index of the local jokes.
    private let poolIndexer: PoolIndexer
    private var connection: Database?
    /// Whether the owner has posted a call of `step()`.
    private var isStepping = false

    init(location: DatabaseLocation, cacheDirectory: String, fallback: (any Corpus)?) {
        self.location = location
        self.fallback = fallback
        poolIndexer = PoolIndexer(directory: cacheDirectory)
    }

    func answer(_ question: ArchiveQuery) throws(ArchiveError) -> ArchiveResult {
        let cursor = try cursor(of: question)
        return try ArchiveError.translating(location.path) { () throws(SQLiteError) in
            try answer(question, cursor, from: try archive())
        }.get()
    }

    /// Answers as if the writes were committed. The writer applies them, and rolls them back after the answer.
    func answer(
        _ question: ArchiveQuery, upon writes: [Write], on writer: StoreWriter
    ) throws(ArchiveError) -> ArchiveResult {
        let cursor = try cursor(of: question)
        return try ArchiveError.translating(location.path) { () throws(SQLiteError) in
            try writer.withUncommitted(writes) { database throws(SQLiteError) in
                try answer(question, cursor, from: database)
            }
        }.get()
    }

    private func cursor(of question: ArchiveQuery) throws(ArchiveError) -> SavedCursor? {
        if case .saved(let query) = question, let text = query.cursor { try SavedCursor(text) } else { nil }
    }

    private func answer(
        _ question: ArchiveQuery, _ cursor: SavedCursor?, from archive: Database
    ) throws(SQLiteError) -> Result<ArchiveResult, ArchiveError> {
        if case .saved(let query) = question {
            let page = try archive.page(query, cursor)
            return page.map { .success(.page($0)) } ?? .failure(.foreignCursor)
        }
        return .success(try answer(question, from: archive))
    }

    private func answer(_ question: ArchiveQuery, from archive: Database) throws(SQLiteError) -> ArchiveResult
    {
        switch question {
        case .jokes(let ids): .records(try archive.records(ids))
        case .savedMatching(let prefixes): .matches(try archive.matching(prefixes, shown: 1))
        case .deletedMatching(let prefixes): .matches(try archive.matching(prefixes, shown: 2))
        case .savedDuplicates(let ids): .records(try archive.savedDuplicates(ids))
        case .unseen(let candidates): .records(try archive.unseen(candidates))
        case .fallback(let count, let excluded):
            .records(try fallback(count, excluding: excluded, from: archive))
        case .export(let id): .part(try archive.exportChunk(after: id))
        case .saved, .stage, .discard, .merge: .records([])
        case .allMatching(let query): .records(try archive.allMatching(query))
        case .translations(let keys): .translations(try archive.translations(keys))
        case .untranslated(let id, let limit):
            .records(try archive.untranslated(after: id, limit: limit))
        case .feedPage(let feed, let page): .records(try archive.records(of: feed, page: page))
        }
    }

    func perform(
        _ request: SourceRequest, on corpus: any Corpus, completion: @escaping JokeSource.Completion
    ) -> [PoolIndexer.Reply] {
        poolIndexer.perform(request, on: corpus, isNew: isNew, completion: completion)
    }

    /// Whether the caller must start to call `step()`, until it has no more steps. True once for each series of steps.
    func beginsStepping() -> Bool {
        defer { isStepping = poolIndexer.hasSteps }
        return !isStepping && poolIndexer.hasSteps
    }

    /// Indexes one file. `hasMore` says whether to call this again.
    func step() -> (replies: [PoolIndexer.Reply], hasMore: Bool) {
        let replies = poolIndexer.step(isNew: isNew)
        isStepping = poolIndexer.hasSteps
        return (replies, isStepping)
    }

    /// Closes the connections. The next query opens new ones. The caller calls the returned closures without a lock.
    func close() -> [PoolIndexer.Reply] {
        connection = nil
        isStepping = false
        return poolIndexer.close()
    }

    /// Closes the connection to the database. The next query opens the file that is there then.
    func closeArchive() { connection = nil }

    private func isNew(_ joke: Joke) throws(SQLiteError) -> Bool { try archive().isNew(joke) }

    /// Returns jokes of the fallback corpus. If it has none or cannot be read, returns saved jokes. Its error is
    /// reported when jokes are fetched from it.
    private func fallback(
        _ count: Int, excluding id: Joke.ID, from archive: Database
    ) throws(SQLiteError) -> [JokeRecord] {
        let pack = fallback.flatMap { try? poolIndexer.all(of: $0) } ?? []
        let chosen = try archive.fallback(count, from: pack, excluding: id)
        return try chosen.isEmpty ? archive.anySaved(count, excluding: id) : chosen
    }

    private func archive() throws(SQLiteError) -> Database {
        if let connection { return connection }
        let database = try location.openForReading()
        try database.script("PRAGMA cache_size = -512")
        connection = database
        return database
    }
}

// The answers. An answer of several statements uses one transaction, so that all of them see the same state.
extension Database {
    fileprivate func records(_ ids: [Joke.ID]) throws(SQLiteError) -> [JokeRecord] {
        try transaction(.deferred) { () throws(SQLiteError) in
            var records: [JokeRecord] = []
            for id in ids {
                if let record = try record(id) { records.append(record) }
            }
            return records
        }
    }

    fileprivate func matching(_ prefixes: [String], shown: Int) throws(SQLiteError) -> [[Joke.ID]] {
        try transaction(.deferred) { () throws(SQLiteError) in
            var matches: [[Joke.ID]] = []
            for prefix in prefixes { matches.append(try matching(prefix, shown: shown)) }
            return matches
        }
    }

    private func matching(_ prefix: String, shown: Int) throws(SQLiteError) -> [Joke.ID] {
        let exact = try rows("SELECT id FROM jokes WHERE id = ? AND shown = ?", prefix, shown) {
            Joke.ID(rawValue: $0.text(0))
        }
        if !exact.isEmpty { return exact }
        // SQLite compares text by its bytes. U+10FFFF is in no id, and its bytes sort after those of every id.
        return try rows(
            "SELECT id FROM jokes WHERE id >= ? AND id < ? AND shown = ? ORDER BY id LIMIT 2",
            prefix, prefix + "\u{10FFFF}", shown
        ) { Joke.ID(rawValue: $0.text(0)) }
    }

    fileprivate func savedDuplicates(_ ids: [Joke.ID]) throws(SQLiteError) -> [JokeRecord] {
        try transaction(.deferred) { () throws(SQLiteError) in
            var records: [JokeRecord] = []
            for id in ids {
                guard let record = try record(id) else { continue }
                let textClass = Int64(bitPattern: DuplicateGroup.of(record.joke))
                if try isListed(textClass, excluding: id.rawValue) { records.append(record) }
            }
            return records
        }
    }

    fileprivate func unseen(_ candidates: [Joke]) throws(SQLiteError) -> [JokeRecord] {
        try transaction(.deferred) { () throws(SQLiteError) in
            var unseen: [JokeRecord] = []
            for joke in candidates where try isNew(joke) {
                unseen.append(try record(joke))
            }
            return unseen
        }
    }

    /// Returns the first unseen jokes of `pack`. If all were seen, returns those seen longest ago. Disliked jokes are
    /// never returned.
    fileprivate func fallback(
        _ count: Int, from pack: [Joke], excluding id: Joke.ID
    ) throws(SQLiteError) -> [JokeRecord] {
        try transaction(.deferred) { () throws(SQLiteError) in
            var unseen: [JokeRecord] = []
            var seen: [(record: JokeRecord, position: Int64)] = []
            for joke in pack where joke.id != id && unseen.count < count {
                let record = try record(joke)
                if record.status.isDisliked { continue }
                if let position = try lastSeen(joke) {
                    seen.append((record, position))
                } else {
                    unseen.append(record)
                }
            }
            if !unseen.isEmpty { return unseen }
            return seen.sorted { $0.position < $1.position }.prefix(count).map(\.record)
        }
    }

    fileprivate func anySaved(_ count: Int, excluding id: Joke.ID) throws(SQLiteError) -> [JokeRecord] {
        try rows(
            """
            SELECT \(JokeRecord.columns) FROM jokes
            WHERE number IN (
                SELECT number FROM jokes WHERE shown = 1 AND buried_at IS NULL AND id <> ?
                ORDER BY random() LIMIT ?)
            """, id.rawValue, count
        ) { $0.record() }
    }
}
