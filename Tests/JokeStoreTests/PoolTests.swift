// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// Local jokes, which are indexed on demand and drawn while they are new.
struct PoolTests {
    private let directory = TemporaryDirectory()

    private func jokes(_ prefix: String, _ count: Int) -> [Joke] {
        (0..<count).map { .test("\(prefix)\($0)", source: "files") }
    }

    @Test("a source returns the wanted number of jokes of its corpus")
    func wantedNumber() async throws {
        let corpus = InMemoryCorpus(["a": jokes("a", 10), "b": jokes("b", 10)])
        let store = try directory.store()
        defer { store.close() }
        let fetched = try await store.source(for: corpus).fetch(5).get()
        #expect(fetched.count == 5)
        #expect(Set(fetched).isSubset(of: jokes("a", 10) + jokes("b", 10)))
    }

    @Test("a source returns the requested number of candidates")
    func candidates() async throws {
        let store = try directory.store()
        defer { store.close() }
        let source = store.source(for: InMemoryCorpus(["a": jokes("a", 20)]))
        #expect(try await source.fetch(7).get().count == 7)
    }

    @Test("a source lists each category of its jokes once, after indexing")
    func categories() async throws {
        let corpus = InMemoryCorpus([
            "a": [.test("a1", categories: ["work", "Animals"]), .test("a2", categories: [])],
            "b": [.test("b1", categories: ["animals", "food"])],
        ])
        let store = try directory.store()
        defer { store.close() }
        let source = store.source(for: corpus)
        let answer = Shared<Result<SourceResult, SourceError>?>(nil)
        source.perform(SourceRequest(source: "files", kind: .categories)) { answer.value = $0 }
        _ = try await source.fetch(1).get()
        let result = try #require(answer.value).get()
        #expect(result.categories?.map { $0.lowercased() } == ["animals", "food", "work"])
        #expect(result.categoryCounts == [2, 1, 1])
        #expect(result.requests == 0)
    }

    @Test("the categories are those of the jokes that the filter accepts")
    func filteredCategories() async throws {
        let corpus = InMemoryCorpus([
            "a": [
                .test("a1", categories: ["work", "Dark"]), .test("a2", categories: ["work"]),
                .test("a3", categories: ["dark"]),
            ]
        ])
        let store = try directory.store()
        defer { store.close() }
        store.useFallback([], filter: Filter(blockedCategories: ["dark"]))
        let result = try await request(.categories, of: store.source(for: corpus))
        #expect(result.categories == ["work"] && result.categoryCounts == [1])
    }

    @Test("the new texts of a file that had others are counted, and those of a new file are not")
    func added() async throws {
        let corpus = InMemoryCorpus(["a": jokes("a", 2)])
        let store = try directory.store()
        defer { store.close() }
        let source = store.source(for: corpus)
        #expect(try await request(.categories, of: source).added == 0)
        corpus.write("a", [jokes("a", 1)[0]] + jokes("b", 3))
        corpus.write("c", jokes("c", 4))
        #expect(try await request(.categories, of: source).added == 3)
        corpus.write("a", jokes("d", 1))
        #expect(try await request(.categories, of: source).added == 4)
    }

    @Test("the jokes that the filter admits are counted on request, and those that are new")
    func counts() async throws {
        let all = jokes("a", 4)
        let store = try directory.store()
        defer { store.close() }
        let source = store.source(
            for: InMemoryCorpus(["a": all + [.test("x", categories: ["dark"])]]))
        store.useFallback([], filter: Filter(blockedCategories: ["dark"]))
        try await store.commit(.seen(Seen.fingerprints(of: all[0]))).get()
        let plain = try await request(.categories, of: source)
        #expect(plain.total == nil && plain.unseen == nil)
        let counted = try await request(.categories, of: source, countsUnseen: true)
        #expect(counted.total == 4 && counted.unseen == 3)
        try await store.commit(.seen(Seen.fingerprints(of: all[1]))).get()
        #expect(try await request(.categories, of: source, countsUnseen: true).unseen == 2)
    }

    @Test(
        "the result says once that a file is gone, whether or not another one came", arguments: [false, true])
    func lostFile(isReplaced: Bool) async throws {
        let corpus = InMemoryCorpus(["a": jokes("a", 2), "b": jokes("b", 2)])
        let store = try directory.store()
        defer { store.close() }
        let source = store.source(for: corpus)
        #expect(try await !request(.jokes(count: 5, categories: []), of: source).hasChangedFiles)
        corpus.remove("a")
        if isReplaced { corpus.write("c", jokes("c", 2)) }
        let answers = [Shared<SourceResult?>(nil), Shared<SourceResult?>(nil)]
        for answer in answers {
            source.perform(SourceRequest(source: "files", kind: .categories)) { answer.value = try? $0.get() }
            _ = try await source.fetch(1).get()
        }
        #expect(answers.map { $0.value?.hasChangedFiles } == [true, false])
    }

    @Test("the last new jokes are a remainder if others were shown", .rule(8))
    func remainder() async throws {
        let all = jokes("a", 3)
        let store = try directory.store()
        defer { store.close() }
        let source = store.source(for: InMemoryCorpus(["a": all]))
        #expect(try await !request(.jokes(count: 5, categories: []), of: source).isRemainder)
        try await store.commit(.seen(Seen.fingerprints(of: all[0]))).get()
        #expect(try await request(.jokes(count: 5, categories: []), of: source).isRemainder)
        #expect(try await !request(.jokes(count: 2, categories: []), of: source).isRemainder)
    }

    @Test("rejected jokes are a remainder, however many, if all that the filter admits were shown")
    func rejectedRemainder() async throws {
        let (admitted, rejected) = (jokes("a", 3), jokes("rejected", 20))
        let store = try directory.store()
        defer { store.close() }
        store.useFallback([], filter: Filter(length: 1...rejected[0].value.count - 1))
        let source = store.source(for: InMemoryCorpus(["a": admitted + rejected]))
        #expect(try await !request(.jokes(count: 5, categories: []), of: source).isRemainder)
        for joke in admitted {
            try await store.commit(.seen(Seen.fingerprints(of: joke))).get()
            let rest = try await request(.jokes(count: 5, categories: []), of: source)
            #expect(rest.isRemainder && rest.jokes.count == 5)
        }
        let none = store.source(for: InMemoryCorpus(["b": rejected]))
        #expect(try await !request(.jokes(count: 5, categories: []), of: none).isRemainder)
    }

    /// Returns the result of a request after indexing.
    private func request(
        _ kind: SourceRequest.Kind, of source: PoolSource, countsUnseen: Bool = false
    ) async throws -> SourceResult {
        var request = SourceRequest(source: "files", kind: kind)
        request.countsUnseen = countsUnseen
        _ = try await source.fetch(1).get()
        let answer = Shared<Result<SourceResult, SourceError>?>(nil)
        source.perform(request) { answer.value = $0 }
        _ = try await source.fetch(1).get()
        return try #require(answer.value).get()
    }

    /// Draws five jokes again and again, and shows them.
    private func drawAll(_ times: Int, of corpus: InMemoryCorpus, restarting: Bool = false) async throws
        -> [Joke]
    {
        var (fetched, store) = ([Joke](), try directory.store())
        for _ in 0..<times {
            let drawn = try await store.source(for: corpus).fetch(5).get()
            fetched += drawn
            try await store.commit(.seen(drawn.flatMap(Seen.fingerprints))).get()
            guard restarting else { continue }
            store.close()
            store = try directory.store()
        }
        store.close()
        return fetched
    }

    @Test("no joke is drawn twice before every joke was drawn", .rule(8), arguments: [false, true])
    func drawsEachJokeOnce(restarting: Bool) async throws {
        let corpus = InMemoryCorpus(["a": jokes("a", 20)])
        let fetched = try await drawAll(5, of: corpus, restarting: restarting)
        #expect(fetched.count == 20 && Set(fetched).count == 20)
    }

    @Test("a draw begins with the same jokes until they are shown, and goes on among the others")
    func repeatedDraw() async throws {
        let store = try directory.store()
        defer { store.close() }
        let source = store.source(for: InMemoryCorpus(["a": jokes("a", 20)]))
        let draws = [try await source.fetch(6).get(), try await source.fetch(6).get()]
        #expect(draws[0].prefix(3) == draws[1].prefix(3))
        #expect(Set(draws[0].suffix(3)).isDisjoint(with: draws[1].suffix(3)))
    }

    @Test("a new installation begins with the fifty strongest jokes, in another order than others", .rule(8))
    func strongestFirst() async throws {
        let all = jokes("a", 300)
        // There are 30 jokes of the strength 5, and 45 of the strength 4.
        let strengths = Dictionary(
            uniqueKeysWithValues: all.enumerated().map { ($1.id, $0 < 30 ? 5 : $0 < 75 ? 4 : 1 + $0 % 3) })
        var firsts: [[Joke]] = []
        for _ in 0..<2 {
            let directory = TemporaryDirectory()
            let store = try directory.store()
            defer { store.close() }
            let corpus = InMemoryCorpus(["a": all]) { strengths[$0.id] ?? 0 }
            firsts.append(Array(try await store.source(for: corpus).fetch(100).get().prefix(50)))
        }
        for first in firsts {
            #expect(Set(first).isSuperset(of: all.prefix(30)))
            #expect(Set(first).isSubset(of: all.prefix(75)))
        }
        // The strongest of all are not the very first.
        #expect(Set(firsts[0].prefix(30)) != Set(all.prefix(30)))
        #expect(firsts[0] != firsts[1])
    }

    @Test("no installation begins with a joke for developers", .rule(8))
    func firstForAnyone() async throws {
        let all = (0..<50).map {
            Joke.test("a\($0)", categories: $0 < 20 ? ["developer"] : ["food"], source: "files")
        }
        for _ in 0..<10 {
            let directory = TemporaryDirectory()
            let store = try directory.store()
            defer { store.close() }
            let corpus = InMemoryCorpus(["a": all]) { _ in 5 }
            let drawn = try await store.source(for: corpus).fetch(2 * all.count).get()
            #expect(drawn.first?.categories == ["food"])
            #expect(Set(drawn) == Set(all))
        }
    }

    @Test("of the other jokes, the stronger ones tend to come earlier", .rule(8))
    func strongerEarlier() async throws {
        let all = jokes("a", 600)
        let store = try directory.store()
        defer { store.close() }
        let corpus = InMemoryCorpus(["a": all]) { 1 + (Int($0.id.rawValue.dropFirst()) ?? 0) % 3 }
        let drawn = try await store.source(for: corpus).fetch(1_200).get()
        let places = Dictionary(grouping: drawn.indices) { (Int(drawn[$0].id.rawValue.dropFirst()) ?? 0) % 3 }
        let means = places.mapValues { $0.reduce(0, +) / $0.count }
        // The weights are 2, 4 and 8, so the means are about 390, 300 and 210.
        #expect(means[2, default: 0] < means[1, default: 0])
        #expect(means[1, default: 0] < means[0, default: 0])
    }

    @Test("jokes for others are drawn when nothing else is left", .rule(8))
    func lastJokes() async throws {
        let all = jokes("a", 20)
        let corpus = InMemoryCorpus(["a": all]) { all.prefix(10).contains($0) ? CorpusContent.last : 1 }
        let fetched = try await drawAll(4, of: corpus)
        #expect(
            Set(fetched.prefix(10)) == Set(all.suffix(10)) && Set(fetched.suffix(10)) == Set(all.prefix(10)))
    }

    @Test(
        "the jokes that the filter rejects do not keep others from being drawn, and are all that is left",
        .rule(8))
    func rejectedJokes() async throws {
        let all = jokes("a", 20)
        let store = try directory.store()
        defer { store.close() }
        store.useFallback([], filter: Filter(length: 1...7))
        let corpus = InMemoryCorpus(["a": all]) { $0.value.count > 7 ? 5 : 1 }
        let source = store.source(for: corpus)
        let admitted = all.filter { $0.value.count <= 7 }
        #expect(admitted.count == 10)
        let drawn = try await source.fetch(20).get()
        #expect(Set(drawn.prefix(10)) == Set(admitted))
        try await store.commit(.seen(admitted.flatMap(Seen.fingerprints))).get()
        #expect(try await Set(source.fetch(20).get()) == Set(all).subtracting(admitted))
    }

    @Test("seen, saved and disliked jokes are not drawn")
    func onlyNew() async throws {
        let all = jokes("a", 6)
        let store = try directory.store()
        defer { store.close() }
        try await store.commit(
            .seen([Seen.fingerprints(of: all[0])[0]]), .seen([Seen.fingerprints(of: all[1])[1]]),
            .upsertJoke(all[2]), .setStatus(all[2].id, .saved), .upsertJoke(all[3]),
            .setStatus(all[3].id, .disliked)
        ).get()
        let fetched = try await store.source(for: InMemoryCorpus(["a": all])).fetch(6).get()
        #expect(Set(fetched) == Set(all[4...]))
    }

    @Test("a corpus whose jokes were all seen returns none")
    func exhausted() async throws {
        let all = jokes("a", 3)
        let store = try directory.store()
        defer { store.close() }
        try await store.commit(.seen(all.flatMap(Seen.fingerprints))).get()
        #expect(try await store.source(for: InMemoryCorpus(["a": all])).fetch(2).get() == [])
    }

    @Test("a draw can be limited to a category in any case")
    func category() async throws {
        var all = jokes("a", 10)
        all[3].categories = ["food", "Dev"]
        all[7].categories = ["devops"]
        let store = try directory.store()
        defer { store.close() }
        let source = store.source(for: InMemoryCorpus(["a": all]))
        #expect(try await source.fetch(5, category: "dev").get() == [all[3]])
    }

    @Test("jokes with the same text are drawn once")
    func sameText() async throws {
        let same = [
            Joke.test("a", "Why? Because.", source: "files"), .test("b", "why -- because", source: "files"),
        ]
        let store = try directory.store()
        defer { store.close() }
        let source = store.source(for: InMemoryCorpus(["a": [same[0]], "b": [same[1]]]))
        #expect(try await source.fetch(5).get().count == 1)
    }

    @Test("a changed file is read again, and an unchanged one is not")
    func changedFile() async throws {
        let corpus = InMemoryCorpus(["a": jokes("a", 2), "b": jokes("b", 2)])
        let store = try directory.store()
        defer { store.close() }
        let source = store.source(for: corpus)
        _ = try await source.fetch(9).get()
        corpus.write("b", jokes("c", 3))
        let fetched = try await source.fetch(9).get()
        #expect(Set(fetched) == Set(jokes("a", 2) + jokes("c", 3)))
        #expect(corpus.reads == ["a": 1, "b": 2])
    }

    @Test("a request that comes during indexing sees a file that changed after it was read")
    func changeDuringIndexing() async throws {
        let corpus = InMemoryCorpus(["a": jokes("a", 1), "b": jokes("b", 1), "c": jokes("c", 1)])
        let store = try directory.store()
        defer { store.close() }
        let source = store.source(for: corpus)
        let late = Shared<Result<SourceResult, SourceError>?>(nil)
        corpus.atEachRead { count in
            guard count == 2 else { return }
            corpus.write("a", [.test("new")])
            source.perform(.test(9)) { late.value = $0 }
        }
        #expect(try await source.fetch(9).get().count == 3)
        _ = try await source.fetch(9).get()
        let found = try #require(late.value).get().jokes.map(\.joke.id.rawValue)
        #expect(found.contains("new"), "\(found)")
    }

    @Test("jokes of a removed file are not drawn unless another file has them")
    func removedFile() async throws {
        let corpus = InMemoryCorpus(["a": jokes("a", 2), "b": jokes("a", 1) + jokes("b", 2)])
        let store = try directory.store()
        defer { store.close() }
        let source = store.source(for: corpus)
        _ = try await source.fetch(9).get()
        corpus.remove("b")
        #expect(Set(try await source.fetch(9).get()) == Set(jokes("a", 2)))
        corpus.write("b", jokes("b", 1))
        corpus.remove("a")
        #expect(try await source.fetch(9).get() == jokes("b", 1))
    }

    @Test("another variant of a corpus replaces the former jokes, and counts as a change of its files")
    func otherVariant() async throws {
        let store = try directory.store()
        defer { store.close() }
        _ = try await store.source(for: InMemoryCorpus(["a": jokes("en", 3)])).fetch(9).get()
        let spanish = store.source(for: InMemoryCorpus(["a": jokes("es", 2)], variant: "es"))
        let answer = Shared<Result<SourceResult, SourceError>?>(nil)
        spanish.perform(.test(9)) { answer.value = $0 }
        #expect(Set(try await spanish.fetch(9).get()) == Set(jokes("es", 2)))
        #expect(try answer.value?.get().hasChangedFiles == true)
    }

    @Test("two sources have separate jokes")
    func separateSources() async throws {
        let store = try directory.store()
        defer { store.close() }
        let other = [Joke.test("x", source: "other")]
        _ = try await store.source(for: InMemoryCorpus(["a": jokes("a", 3)])).fetch(9).get()
        let fetched = try await store.source(for: InMemoryCorpus(["a": other], source: "other")).fetch(9)
            .get()
        #expect(fetched == other)
    }

    @Test("an unreadable file is reported only if no other file has jokes")
    func unreadableFile() async throws {
        let corpus = InMemoryCorpus(["a": jokes("a", 2), "b": []], unreadable: ["b"])
        let store = try directory.store()
        defer { store.close() }
        let source = store.source(for: corpus)
        #expect(try await source.fetch(9).get().count == 2)
        corpus.remove("a")
        #expect(await source.fetch(9).failure == InMemoryCorpus.failure)
    }

    @Test("queries are answered while a corpus is indexed")
    func queriesDuringIndexing() async throws {
        let files = (0..<50).map { ("f\($0)", jokes("f\($0)-", 3)) }
        let corpus = InMemoryCorpus(Dictionary(uniqueKeysWithValues: files))
        let store = try directory.store()
        defer { store.close() }
        let isAnswered = Shared(false)
        defer { corpus.atEachRead { _ in } }
        corpus.atEachRead { count in
            guard count == 1 else { return }
            store.query(.jokes([])) { _ in isAnswered.value = true }
            while !isAnswered.value { sched_yield() }
        }
        #expect(try await store.source(for: corpus).fetch(1_000).get().count == 150)
    }

    @Test("local jokes and the fallback do not wait for a client's read", .timeLimit(.minutes(1)))
    func besideReads() async throws {
        let corpus = InMemoryCorpus(["a": jokes("a", 3)])
        let store = try directory.store(fallback: [corpus])
        defer { store.close() }
        let isOver = Shared(false)
        store.query(.jokes([])) { _ in while !isOver.value { sched_yield() } }
        defer { isOver.value = true }
        #expect(try await store.source(for: corpus).fetch(9).get().count == 3)
        let transaction = OpenTransaction(generation: 1, isDurable: false)
        let fallback = ArchiveQuery.fallback(count: 3, excluding: .error)
        guard case .records(let records) = try await store.query(fallback, after: [], in: transaction).get()
        else { return }
        #expect(records.count == 3)
    }

    @Test("a request for jokes fails as closed when the store closes")
    func closedWhileIndexing() throws {
        let corpus = InMemoryCorpus(["a": jokes("a", 1), "b": jokes("b", 1), "c": jokes("c", 1)])
        let store = try directory.store()
        corpus.atEachRead { _ in while !store.isClosed { sched_yield() } }
        let answer = Shared<Result<SourceResult, SourceError>?>(nil)
        store.source(for: corpus).perform(.test(9)) { result in answer.value = result }
        store.close()
        #expect(answer.value?.failure?.kind == .unavailable)
    }

    @Test("a damaged pool is rebuilt", arguments: [0, 1])
    func damagedPool(kind: Int) async throws {
        let corpus = InMemoryCorpus(["a": jokes("a", 40)])
        let store = try directory.store()
        _ = try await store.source(for: corpus).fetch(1).get()
        store.close()
        var bytes = File.read(directory.pool)
        let pages = kind == 0 ? 0..<16 : 4_096..<bytes.count
        for place in pages { bytes[place] = 0xAA }
        File.write(bytes, to: directory.pool)
        let next = try directory.store()
        #expect(try await next.source(for: corpus).fetch(40).get().count == 40)
        next.close()
        let pool = try Database(directory.pool, for: .reading)
        #expect(try pool.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
        #expect(try pool.first("SELECT count(*) FROM jokes") { $0.integer(0) } == 40)
    }

    @Test("a pack may have an id with and without its own name")
    func ownNameInID() async throws {
        let pack = [Joke.test("office:1", "One."), .test("1", "Two."), .test("office:2", "Three.")]
        let store = try directory.store()
        defer { store.close() }
        let corpus = InMemoryCorpus(["a": pack], source: "office")
        let jokes = try await store.source(for: corpus).fetch(9).get()
        #expect(Set(jokes.map(\.id.rawValue)) == ["office:office:1", "1", "office:2"])
        #expect(Set(jokes.map(\.key)).count == 3)
    }

    @Test("a pool of another version is rebuilt")
    func otherVersion() async throws {
        let corpus = InMemoryCorpus(["a": jokes("a", 4)])
        var store = try directory.store()
        _ = try await store.source(for: corpus).fetch(1).get()
        store.close()
        try Database(directory.pool, for: .writing).script("DROP TABLE jokes; PRAGMA user_version = 99")
        store = try directory.store()
        defer { store.close() }
        #expect(try await store.source(for: corpus).fetch(4).get().count == 4)
    }

    @Test("without a cache directory the pool is in memory")
    func withoutCacheDirectory() async throws {
        let corpus = InMemoryCorpus(["a": jokes("a", 4)])
        let store = try Store(directory: directory.data, cacheDirectory: "/dev/null/cache")
        defer { store.close() }
        #expect(try await store.source(for: corpus).fetch(4).get().count == 4)
    }
}
