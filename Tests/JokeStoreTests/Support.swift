// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Synchronization

extension TemporaryDirectory {
    var data: String { "\(path)/data" }
    var cache: String { "\(path)/cache" }
    var database: String { "\(data)/jokesd.sqlite" }
    var pool: String { "\(cache)/pool.sqlite" }

    func store(
        fallback: [any Corpus] = [], schema: Schema = .current, limits: StoreLimits = StoreLimits()
    ) throws(ArchiveError) -> Store {
        try Store(directory: data, cacheDirectory: cache, fallback: fallback, schema: schema, limits: limits)
    }
}

enum File {
    /// Returns the contents, or nothing if there is no file: the expectation about them fails then.
    static func read(_ path: String) -> [UInt8] { (try? Files.read(path)) ?? [] }

    static func write(_ bytes: [UInt8], to path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        precondition(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }

    static func exists(_ path: String) -> Bool { Files.exists(path) }

    /// Returns the size in bytes, or 0 if there is no file.
    static func size(_ path: String) -> Int { DurableFile.facts(path)?.bytes ?? 0 }

    static func permissions(_ path: String) -> mode_t {
        var status = stat()
        stat(path, &status)
        return status.st_mode & 0o777
    }
}

extension Archive {
    func commit(_ writes: Write...) async -> Result<Void, ArchiveError> { await commit(writes) }

    /// A transaction of its own.
    func commit(_ writes: [Write]) async -> Result<Void, ArchiveError> {
        await commit(writes, in: Generation.next())
    }

    func commit(_ writes: [Write], in generation: Int) async -> Result<Void, ArchiveError> {
        await withCheckedContinuation { continuation in
            commit(writes, in: generation) { continuation.resume(returning: $0) }
        }
    }

    /// A merge has a transaction of its own.
    func query(_ question: ArchiveQuery) async -> Result<ArchiveResult, ArchiveError> {
        if case .merge = question {
            let transaction = OpenTransaction(generation: Generation.next(), isDurable: true)
            let answer = await query(question, after: [], in: transaction)
            return await commit([], in: transaction.generation).flatMap { answer }
        }
        return await withCheckedContinuation { continuation in
            query(question) { continuation.resume(returning: $0) }
        }
    }

    func query(
        _ question: ArchiveQuery, after writes: [Write], in transaction: OpenTransaction
    ) async -> Result<ArchiveResult, ArchiveError> {
        await withCheckedContinuation { continuation in
            query(question, after: writes, in: transaction) { continuation.resume(returning: $0) }
        }
    }

    func records(_ archiveQuery: ArchiveQuery) async throws -> [JokeRecord] {
        switch try await query(archiveQuery).get() {
        case .records(let records), .round(let records, _): return records
        default: return []
        }
    }

    func page(_ query: SavedQuery) async throws -> SavedPage {
        guard case .page(let page) = try await self.query(.saved(query)).get() else {
            return SavedPage(items: [], next: nil, total: -1)
        }
        return page
    }

    func page(_ limit: Int, after cursor: String? = nil) async throws -> SavedPage {
        guard case .page(let page) = try await query(.saved(SavedQuery(limit: limit, cursor: cursor))).get()
        else {
            return SavedPage(items: [], next: nil, total: -1)
        }
        return page
    }
}

/// Numbers of transactions that have nothing to do with each other.
enum Generation {
    private static let last = Atomic(1_000)
    static func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}

extension Joke {
    static func test(
        _ id: String, _ value: String? = nil, categories: [String] = [], source: String = "test"
    ) -> Joke {
        Joke(
            id: ID(rawValue: id), value: value ?? "joke \(id)", categories: categories, source: source,
            language: "en")
    }

    /// A joke with a value for every member.
    static let full = Joke(
        id: ID(rawValue: "full"), value: "Setup\nPunchline \u{1F923} \u{0}", setup: "Setup",
        punchline: "Punchline \u{1F923} \u{0}",
        categories: ["dev", "say \"hi\""], source: "test", language: "en", url: "https://example.org/1",
        translation: Translation(
            language: "es", value: "Chiste", machine: true,
            attribution: Attribution(engine: "apertium", text: "Apertium", url: "https://apertium.org")))
}

extension JokeStatus {
    static let saved = JokeStatus(savedAt: WallTime(milliseconds: 1_000))
    static let disliked = JokeStatus(dislikedAt: WallTime(milliseconds: 2_000))
    static let trashed = JokeStatus(
        savedAt: WallTime(milliseconds: 1_000), deletedAt: WallTime(milliseconds: 3_000))
}

func ids(_ records: [JokeRecord]) -> [String] { records.map(\.joke.id.rawValue) }

extension Result {
    var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
