// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// The two archives, which must return the same results.
enum ArchiveKind: CaseIterable { case inFile, inMemory }

/// Queries of committed data.
struct ArchiveQueryTests {
    private let directory = TemporaryDirectory()

    private func archive(_ kind: ArchiveKind, pack: [Joke] = []) throws -> any Archive {
        switch kind {
        case .inFile:
            try Store(
                directory: directory.data, cacheDirectory: directory.cache,
                fallback: [InMemoryCorpus(["pack": pack], source: "builtin")])
        case .inMemory: InMemoryArchive(pack: pack)
        }
    }

    @Test("a query after a commit sees its writes", arguments: ArchiveKind.allCases)
    func afterCommit(kind: ArchiveKind) async throws {
        let archive = try archive(kind)
        defer { archive.close() }
        for number in 1...50 {
            let joke = Joke.test("\(number)")
            try await archive.commit(.upsertJoke(joke), .setStatus(joke.id, .saved)).get()
            #expect(try await archive.page(1).total == number)
        }
    }

    @Test(
        "jokes are returned in the order of the ids, without unknown ones", arguments: ArchiveKind.allCases)
    func byID(kind: ArchiveKind) async throws {
        let archive = try archive(kind)
        defer { archive.close() }
        try await archive.commit(
            .upsertJoke(.full), .upsertJoke(.test("b")), .setStatus(Joke.full.id, .trashed)
        ).get()
        let query = ArchiveQuery.jokes([.init(rawValue: "b"), .init(rawValue: "x"), Joke.full.id])
        let expected = [JokeRecord(joke: .test("b")), JokeRecord(joke: .full, status: .trashed)]
        #expect(try await archive.records(query) == expected)
    }

    @Test(
        "a prefix matches at most two saved jokes, and a whole id matches alone",
        arguments: ArchiveKind.allCases)
    func prefixes(kind: ArchiveKind) async throws {
        let archive = try archive(kind)
        defer { archive.close() }
        for id in ["ab", "abc", "abd", "b%", "d~", "é1"] {
            try await archive.commit(.upsertJoke(.test(id)), .setStatus(.init(rawValue: id), .saved)).get()
        }
        try await archive.commit(
            .upsertJoke(.test("bx")), .upsertJoke(.test("c")), .setStatus(.init(rawValue: "c"), .trashed)
        ).get()
        let answer = try await archive.query(
            .savedMatching(["ab", "abc", "a", "b", "c", "%", "d", "é", "x"])
        )
        .get()
        let expected = [["ab"], ["abc"], ["ab", "abc"], ["b%"], [], [], ["d~"], ["é1"], []]
        #expect(answer == .matches(expected.map { $0.map(Joke.ID.init(rawValue:)) }))
    }

    @Test(
        "the unseen jokes exclude those seen by id or text, saved or disliked",
        arguments: ArchiveKind.allCases)
    func unseenJokes(kind: ArchiveKind) async throws {
        let archive = try archive(kind)
        defer { archive.close() }
        let jokes = "abcdef".map { Joke.test("\($0)") }
        try await archive.commit(
            .seen([Seen.fingerprints(of: jokes[0])[0]]), .seen([Seen.fingerprints(of: jokes[1])[1]]),
            .upsertJoke(jokes[2]), .setStatus(jokes[2].id, .saved), .upsertJoke(jokes[3]),
            .setStatus(jokes[3].id, .disliked),
            .upsertJoke(jokes[4]), .setStatus(jokes[4].id, .trashed)
        ).get()
        let expected = [JokeRecord(joke: jokes[5]), JokeRecord(joke: jokes[4], status: .trashed)]
        #expect(try await archive.records(.unseen(jokes.reversed())) == expected)
    }

    @Test(
        "a joke whose id belongs to another source gets one with the name of its source", .rule(5),
        arguments: ArchiveKind.allCases)
    func sameIDs(kind: ArchiveKind) async throws {
        let archive = try archive(kind)
        defer { archive.close() }
        let first = Joke.test("1", "first", source: "a")
        let second = Joke.test("1", "second", source: "b")
        let named = Joke.test("b:1", "second", source: "b")
        try await archive.commit(.upsertJoke(first), .setStatus(first.id, .saved)).get()
        #expect(try await archive.records(.unseen([second])) == [JokeRecord(joke: named)])
        // The same text is the same joke, and a mended one of its source keeps its id.
        #expect(
            try await archive.records(.sourced([.test("1", "First!", source: "c")])).first?.joke.id
                == first.id)
        #expect(
            try await archive.records(.sourced([.test("1", "mended", source: "a")])).first?.joke.id
                == first.id)
        // Whatever comes, a joke of another source does not change it.
        try await archive.commit(.upsertJoke(second)).get()
        #expect(try await archive.records(.jokes([first.id])).map(\.joke) == [first])
        try await archive.commit(.upsertJoke(named), .setStatus(named.id, .saved)).get()
        let mended = try await archive.records(.sourced([.test("1", "second, mended", source: "b")]))
        #expect(mended.map(\.joke.id) == [named.id])
        try await archive.commit(.seen(Seen.fingerprints(of: named))).get()
        #expect(try await archive.records(.unseen([.test("1", "mended again", source: "b")])).isEmpty)
        // An edit into the text of another joke with the id does not make them one.
        var edited = Joke.test("1", "third", source: "a")
        edited.original = .joke(first)
        try await archive.commit(.replaceJoke(edited), .setStatus(edited.id, .saved)).get()
        #expect(
            try await archive.records(.sourced([.test("1", "Third!", source: "c")])).first?.joke.id.rawValue
                == "c:1")
    }

    @Test(
        "the saved jokes are sorted by text in any case, those without text first",
        arguments: ArchiveKind.allCases
    )
    func sortedByText(kind: ArchiveKind) async throws {
        let archive = try archive(kind)
        defer { archive.close() }
        let jokes = [
            Joke.test("1", "banana"), .test("2", "Apple"), .test("3", ""), .test("4", "apple pie"),
            .test("5", "date"), .test("6", "cherry"),
        ]
        try await archive.commit(jokes.flatMap { [.upsertJoke($0), .setStatus($0.id, .saved)] }).get()
        let page = try await archive.page(10)
        #expect(ids(page.items) == ["3", "2", "4", "1", "6", "5"])
        #expect(page.next == nil)
        #expect(page.total == 6)
    }

    @Test("pages neither repeat nor skip a joke while jokes are added and removed")
    func paging() async throws {
        let archive = try archive(.inFile)
        defer { archive.close() }
        let jokes = (10..<60).map { Joke.test("\($0)", $0 % 2 == 0 ? "same beginning \($0)" : "joke \($0)") }
        try await archive.commit(jokes.flatMap { [.upsertJoke($0), .setStatus($0.id, .saved)] }).get()
        let all = ids(try await archive.page(100).items)
        var collected: [String] = []
        var cursor: String?
        repeat {
            let page = try await archive.page(7, after: cursor)
            collected += ids(page.items)
            cursor = page.next
            // The jokes of the page are deleted, and one is added before it.
            for record in page.items { try await archive.commit(.setStatus(record.joke.id, .trashed)).get() }
            let early = Joke.test("early\(collected.count)", "")
            try await archive.commit(.upsertJoke(early), .setStatus(early.id, .saved)).get()
        } while cursor != nil
        #expect(collected == all)
    }

    @Test("a page as long as the rest is the last one")
    func lastPage() async throws {
        let archive = try archive(.inFile)
        defer { archive.close() }
        for id in ["a", "b"] {
            try await archive.commit(.upsertJoke(.test(id)), .setStatus(.init(rawValue: id), .saved)).get()
        }
        #expect(try await archive.page(2).next == nil)
        #expect(try await archive.page(1).next != nil)
    }

    @Test("an invalid cursor is refused", arguments: ["", "x", "!!", "W10", "WzEsMl0", "é"])
    func invalidCursor(cursor: String) async throws {
        let archive = try archive(.inFile)
        defer { archive.close() }
        #expect(await archive.query(.saved(SavedQuery(limit: 1, cursor: cursor))).failure?.kind == .badCursor)
    }

    @Test("a cursor can hold any text")
    func cursorText() async throws {
        let archive = try archive(.inFile)
        defer { archive.close() }
        let texts = ["", "a", "ab", "abc", "\u{1F923}\"\\\u{0}", String(repeating: "long ", count: 800)]
        for (number, text) in texts.enumerated() {
            let joke = Joke.test("\(number)", text)
            try await archive.commit(.upsertJoke(joke), .setStatus(joke.id, .saved)).get()
        }
        var collected: [String] = []
        var cursor: String?
        repeat {
            let page = try await archive.page(1, after: cursor)
            collected += page.items.map(\.joke.value)
            cursor = page.next
        } while cursor != nil
        #expect(Set(collected) == Set(texts))
        #expect(collected.count == texts.count)
    }

    @Test("pages are read from an index without sorting")
    func usesIndex() async throws {
        try archive(.inFile).close()
        let database = try Database(directory.database, for: .reading)
        for condition in ["sort_key > x'01'", "sort_key = x'01' AND number > 5"] {
            let plan = try database.rows(
                """
                EXPLAIN QUERY PLAN SELECT id FROM jokes
                WHERE shown = 1 AND \(condition) ORDER BY sort_key, number LIMIT 20
                """
            ) { $0.text(3) }
            let seeks = condition.contains("=") ? "sort_key=? AND rowid>?" : "sort_key>?"
            #expect(plan == ["SEARCH jokes USING INDEX library_by_text (\(seeks))"])
        }
    }

    @Test(
        "the fallback returns unseen jokes of the pack, except excluded and disliked ones",
        arguments: ArchiveKind.allCases)
    func fallbackUnseen(kind: ArchiveKind) async throws {
        let pack = "abcde".map { Joke.test("\($0)", source: "builtin") }
        let archive = try archive(kind, pack: pack)
        defer { archive.close() }
        try await archive.commit(
            .seen(Seen.fingerprints(of: pack[0])), .upsertJoke(pack[1]), .setStatus(pack[1].id, .disliked),
            .upsertJoke(pack[2]), .setStatus(pack[2].id, .saved)
        ).get()
        let records = try await archive.records(.fallback(count: 9, excluding: pack[3].id))
        #expect(Set(records) == [JokeRecord(joke: pack[2], status: .saved), JokeRecord(joke: pack[4])])
        #expect(try await archive.records(.fallback(count: 1, excluding: pack[3].id)).count == 1)
    }

    @Test("the order of the fallback is shuffled and survives a restart")
    func fallbackOrder() async throws {
        let pack = (100..<160).map { Joke.test("\($0)", source: "builtin") }
        let query = ArchiveQuery.fallback(count: 60, excluding: .init(rawValue: ""))
        let archive = try archive(.inFile, pack: pack)
        let records = try await archive.records(query)
        archive.close()
        let next = try self.archive(.inFile, pack: pack)
        defer { next.close() }
        #expect(Set(records.map(\.joke)) == Set(pack))
        #expect(records.map(\.joke) != pack)
        #expect(try await next.records(query) == records)
    }

    @Test("not every installation begins with the same joke", .rule(8))
    func randomStart() async throws {
        var firsts: Set<String> = []
        for _ in 0..<8 {
            let directory = TemporaryDirectory()
            // The hashes of texts that differ at their end are neighbors.
            let jokes = (0..<60).map { Joke.test("j\($0)", "\($0) comes first in this joke.") }
            let corpus = InMemoryCorpus(["own": jokes], source: "own")
            let store = try directory.store(fallback: [corpus])
            let records = try await store.records(.fallback(count: 1, excluding: .error))
            firsts.formUnion(records.map(\.joke.id.rawValue))
            store.close()
        }
        #expect(firsts.count > 1, "\(firsts)")
    }

    @Test("if the whole pack was seen, the fallback returns the jokes seen longest ago first")
    func fallbackSeen() async throws {
        let pack = "abcd".map { Joke.test("\($0)", source: "builtin") }
        let archive = try archive(.inFile, pack: pack)
        defer { archive.close() }
        for place in [2, 0, 3, 1, 2] {
            try await archive.commit(.seen(Seen.fingerprints(of: pack[place]))).get()
        }
        let records = try await archive.records(.fallback(count: 3, excluding: .init(rawValue: "")))
        #expect(ids(records) == ["a", "d", "b"])
    }

    @Test(
        "a round continues with what was not shown in it, then the next one begins", .rule(8),
        arguments: ArchiveKind.allCases)
    func rounds(kind: ArchiveKind) async throws {
        let pack = "abc".map { Joke.test("\($0)", source: "builtin") }
        let archive = try archive(kind, pack: pack)
        defer { archive.close() }
        let record = { JokeRecord(joke: pack[$0]) }
        let (query, mark) = (ArchiveQuery.fallback(count: 9, excluding: .error), Seen.roundMark(of: .init()))
        for place in [2, 0, 1] { try await archive.commit(.seen(Seen.fingerprints(of: pack[place]))).get() }
        #expect(
            try await archive.query(query).get() == .round([record(2), record(0), record(1)], isNew: true))
        try await archive.commit(.seen([mark]), .seen(Seen.fingerprints(of: pack[0]))).get()
        #expect(try await archive.query(query).get() == .round([record(2), record(1)], isNew: false))
        for place in [2, 1] { try await archive.commit(.seen(Seen.fingerprints(of: pack[place]))).get() }
        #expect(
            try await archive.query(query).get() == .round([record(0), record(2), record(1)], isNew: true))
    }

    @Test("the fallback keeps to its scope", arguments: ArchiveKind.allCases)
    func fallbackScope(kind: ArchiveKind) async throws {
        let pack = "abc".map { Joke.test("\($0)", categories: $0 == "a" ? ["tea"] : [], source: "builtin") }
        let archive = try archive(kind, pack: pack)
        defer { archive.close() }
        try await archive.commit(
            .seen(Seen.fingerprints(of: pack[0])), .upsertJoke(.test("s")),
            .setStatus(.init(rawValue: "s"), .saved)
        ).get()
        let scopes: [(FallbackScope, [String])] = [
            (.init(.init(category: "tea")), ["a"]), (.init(.init(source: "builtin")), ["b", "c"]),
            (.init(.init(source: "net")), []), (.init(disabled: ["builtin"]), ["s"]),
            (.init(filter: Filter(blockedCategories: ["tea"], length: 1...1)), ["s"]),
        ]
        for (scope, expected) in scopes {
            let records = try await archive.records(.fallback(count: 9, excluding: .error, in: scope))
            #expect(ids(records).sorted() == expected)
        }
    }

    @Test("the unseen jokes of several files are mixed as the weights of their sources say", .rule(8))
    func weights() async throws {
        let corpora = ["a", "b", "c"].map { name in
            InMemoryCorpus(
                [name: (0..<200).map { .test("\(name)\($0)", source: name) }], source: name)
        }
        let store = try directory.store(fallback: corpora)
        defer { store.close() }
        let scope = FallbackScope(weights: ["a": 0, "b": 3])
        let records = try await store.records(.fallback(count: 200, excluding: .error, in: scope))
        #expect(records.allSatisfy { $0.joke.source != "a" })
        // 150 of 200 are expected, with a standard deviation of 6.
        #expect((110...190).contains(records.count { $0.joke.source == "b" }))
        let named = FallbackScope(.init(source: "a"), weights: ["a": 0])
        #expect(try await store.records(.fallback(count: 9, excluding: .error, in: named)).count == 9)
    }

    @Test("saved jokes come again, those shown longest ago first, without the text on the card", .rule(8))
    func savedAgain() async throws {
        let archive = try archive(.inFile, pack: [.test("other")])
        defer { archive.close() }
        let jokes = ["a", "b", "c", "d", "e"].map {
            Joke.test($0, categories: $0 < "d" ? ["tea"] : ["teapot"])
        }
        let twin = Joke.test("twin", "JOKE b!")
        try await archive.commit(
            jokes.flatMap { [.upsertJoke($0), .setStatus($0.id, .saved)] } + [
                .upsertJoke(twin), .setStatus(jokes[4].id, .trashed),
                .seen(Seen.fingerprints(of: jokes[3])), .seen(Seen.fingerprints(of: jokes[0])),
                .seen(Seen.fingerprints(of: jokes[1])),
            ]
        ).get()
        for (card, category, expected) in [
            ("", nil, ["c", "d", "a", "b"]), ("c", nil, ["d", "a", "b"]), ("twin", nil, ["c", "d", "a"]),
            ("", "tea", ["c", "a", "b"]), ("", "coffee", []),
        ] {
            let scope = FallbackScope(.init(source: "saved", category: category))
            let query = ArchiveQuery.fallback(count: 9, excluding: .init(rawValue: card), in: scope)
            #expect(ids(try await archive.records(query)) == expected)
        }
        var scope = FallbackScope(.init(source: "saved"), filter: Filter(blockedWords: ["c"]))
        scope.filtersSaved = true
        let query = ArchiveQuery.fallback(count: 1, excluding: .error, in: scope)
        #expect(ids(try await archive.records(query)) == ["d"])
        scope.disabled = [jokes[0].source]
        #expect(try await archive.records(.fallback(count: 1, excluding: .error, in: scope)) == [])
    }

    @Test("the fallback does not read several files, which would take long")
    func fallbackOfManyFiles() async throws {
        let corpus = InMemoryCorpus(["a": [.test("a", source: "files")], "b": [.test("b", source: "files")]])
        let store = try directory.store(fallback: [corpus])
        defer { store.close() }
        let query = ArchiveQuery.fallback(count: 9, excluding: .error)
        #expect(try await store.records(query) == [])
        _ = try await store.source(for: corpus).fetch(1).get()
        #expect(try await store.records(query).count == 2)
    }

    @Test("without a pack the fallback returns saved jokes", arguments: ArchiveKind.allCases)
    func fallbackSaved(kind: ArchiveKind) async throws {
        let archive = try archive(kind)
        defer { archive.close() }
        for id in ["a", "b", "c"] { try await archive.commit(.upsertJoke(.test(id))).get() }
        for id in ["a", "b"] { try await archive.commit(.setStatus(.init(rawValue: id), .saved)).get() }
        let records = try await archive.records(.fallback(count: 9, excluding: .init(rawValue: "b")))
        #expect(records == [JokeRecord(joke: .test("a"), status: .saved)])
    }

    @Test("an idle reader thread ends and starts again with the next query")
    func idleReaderThread() async throws {
        var limits = StoreLimits()
        limits.idle = .milliseconds(1)
        let store = try directory.store(limits: limits)
        defer { store.close() }
        #expect(!store.readerThread.isRunning)
        for _ in 1...3 {
            #expect(try await store.records(.jokes([])) == [])
            store.readerThread.waitUntilEnded()
            #expect(!store.readerThread.isRunning)
        }
    }
}
