// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// The search in saved jokes.
struct SearchTests {
    private let directory = TemporaryDirectory()

    private static let texts = [
        "A rubber duck walks into a compiler.", "The compiler says: no bugs, only ducks.",
        "Café? \u{C9}l dijo: ¡ca\u{F1}\u{F3}n!", "100% of _all_ jokes have a % sign. \u{1F923}",
        "Don't panic, it's a bug.",
        "duck duck duck rubber",
    ]

    /// - Parameter isIndexed: Whether so many other jokes are saved that the words of all are in the index.
    private func store(_ texts: [String] = texts, isIndexed: Bool = false) async throws -> Store {
        let store = try directory.store()
        var writes: [Write] = []
        for (place, text) in texts.enumerated() {
            var joke = Joke.test("\(place)", text)
            if place == 0 {
                joke.translation = .init(
                    language: "es", value: "Un pato de goma entra en un compilador.", machine: false,
                    attribution: .init(engine: "pack", text: "t", url: "u"))
            }
            writes += [
                .upsertJoke(joke),
                .setStatus(joke.id, JokeStatus(savedAt: WallTime(milliseconds: Int64(place)))),
            ]
        }
        if isIndexed {
            for number in 0..<100 {
                let joke = Joke.test("other \(number)")
                writes += [.upsertJoke(joke), .setStatus(joke.id, .saved)]
            }
        }
        try await store.commit(writes).get()
        return store
    }

    private func query(_ text: String, _ change: (inout SavedQuery) -> Void = { _ in }) -> SavedQuery {
        var query = SavedQuery(limit: 50)
        query.search = text
        change(&query)
        return query
    }

    @Test(
        "every text is a valid search, and an accent on a sign or a mark before it changes nothing",
        arguments: [false, true])
    func everyText(isIndexed: Bool) async throws {
        let store = try await store(isIndexed: isIndexed)
        defer { store.close() }
        for byte in UInt8(1)..<0x7F {
            let sign = String(Unicode.Scalar(byte))
            for sign in [
                "\(sign)\u{301}", "\u{600}\(sign)", "\u{600}\(sign)\u{301}", "\(sign)\u{200D}",
                "\(sign)\u{FE0F}",
            ] {
                for text in ["a\(sign)", "\(sign)duck", "\(sign) duck \(sign)"] {
                    _ = try await store.query(.allMatching(query(text))).get()
                    _ = try await store.query(.saved(query(text))).get()
                }
            }
        }
    }

    @Test(
        "words, prefixes, parts and phrases match in any case, with or without accents, in both languages",
        arguments: [
            ("duck", "05"), ("DUCK rubber", "05"), ("duck*", "015"), ("\"rubber duck\"", "0"),
            ("\"duck rubber\"", "5"), ("cafe", "2"), ("canon", "2"), ("el", "2"), ("goma", "0"),
            ("pato compiler", "0"),
            ("don't", "4"), ("bug", "4"), ("bug*", "14"), ("*ompil*", "01"), ("*OMPIL", "01"), ("*%*", "3"),
            ("*_*", "3"), ("\u{1F923}", "3"), ("duck *ubbe", "05"), ("nothing", ""), ("duck -rubber", "05"),
        ], [false, true])
    func findsMatches(_ search: (text: String, expected: String), isIndexed: Bool) async throws {
        let (text, expected) = search
        let store = try await store(isIndexed: isIndexed)
        defer { store.close() }
        let page = try await store.page(query(text))
        #expect(ids(page.items).sorted().joined() == expected)
        #expect(page.total == expected.count)
        #expect(page.isTotalExact)
    }

    @Test(
        "no input is an invalid search",
        arguments: [
            "", " ", "\"", "\"\"", "\"\"\"", "*", "**", "AND", "OR NOT", "NEAR(duck rubber)",
            "duck NOT rubber",
            "value:duck", "{value}: duck", "^duck", "duck +", "-", "--", "(", ")", "duck)", "'", "a\u{0}b",
            "\\",
            "\"unended phrase", "*\"*", "duck*rubber", "%", "\u{301}", String(repeating: "x ", count: 10_000),
            String(repeating: "\"", count: 999),
        ])
    func anyInput(text: String) async throws {
        let store = try await store()
        defer { store.close() }
        for change: (inout SavedQuery) -> Void in [
            { _ in }, { $0.isDeleted = true }, { $0.sort = .text }, { $0.source = "test" },
        ] {
            _ = try await store.page(query(text, change))
        }
        _ = try await store.query(.allMatching(query(text))).get()
    }

    @Test(
        "the first 16 words of a search count, in phrases, too, and the later ones are ignored",
        arguments: [" ", "-", "\u{301}-"], [false, true])
    func mostWords(separator: String, isIndexed: Bool) async throws {
        let words = (10..<26).map { "w\($0)" }
        let text = words.joined(separator: separator)
        let store = try await store([text], isIndexed: isIndexed)
        defer { store.close() }
        for (change, count) in [({ (_: inout SavedQuery) in }, 1), ({ $0.isDeleted = true }, 0)] {
            for ignored in ["x", "x y", "\"x y\"", "*x*", "x*"] {
                #expect(try await store.page(query("\(text) \(ignored)", change)).total == count)
            }
            #expect(try await store.page(query("\"\(text) x y z\"", change)).total == count)
            #expect(try await store.page(query("\"\(text)\(separator)x\"", change)).total == count)
        }
        let last = words.dropLast().joined(separator: separator)
        #expect(try await store.page(query("\"\(last)\(separator)x\"")).total == 0)
        #expect(try await store.page(query("\"\(last) x\" w25")).total == 0)
    }

    @Test("the best match comes first")
    func bestMatchFirst() async throws {
        let store = try await store()
        defer { store.close() }
        #expect(ids(try await store.page(query("duck")).items) == ["5", "0"])
        #expect(ids(try await store.page(query("duck") { $0.isReversed = true }).items) == ["0", "5"])
        #expect(ids(try await store.page(query("duck*") { $0.sort = .date }).items) == ["5", "1", "0"])
        #expect(ids(try await store.page(query("*duck*") { $0.sort = .text }).items) == ["0", "5", "1"])
    }

    @Test(
        "matches are marked in Unicode scalars in both texts",
        arguments: [
            ("duck", "0", [[9, 4]], []), ("pato", "0", [], [[3, 4]]), ("canon", "2", [[16, 5]], []),
            ("\"rubber duck\"", "0", [[2, 11]], []), ("rubber duck", "0", [[2, 6], [9, 4]], []),
            ("*ubbe*", "0", [[3, 4]], []), ("comp*", "0", [[27, 8]], [[28, 10]]),
            ("*a*", "4", [[7, 1], [18, 1]], []), ("*\u{F3}N*", "2", [[19, 2]], []),
        ] as [(String, String, [[Int]], [[Int]])])
    func matchRanges(text: String, id: String, value: [[Int]], translation: [[Int]]) async throws {
        let store = try await store()
        defer { store.close() }
        let page = try await store.page(query(text))
        let place = try #require(ids(page.items).firstIndex(of: id))
        #expect(page.marks[place].value.map { [$0.lowerBound, $0.count] } == value)
        #expect(page.marks[place].translation.map { [$0.lowerBound, $0.count] } == translation)
    }

    @Test(
        "a deleted joke is found only in the trash, and a restored one only in the list",
        arguments: [false, true])
    func deletedJoke(isIndexed: Bool) async throws {
        let store = try await store(isIndexed: isIndexed)
        defer { store.close() }
        try await store.commit(.setStatus(.init(rawValue: "0"), .trashed)).get()
        #expect(ids(try await store.page(query("duck")).items) == ["5"])
        #expect(ids(try await store.page(query("duck compil*") { $0.isDeleted = true }).items) == ["0"])
        #expect(ids(try await store.page(query("duck compil") { $0.isDeleted = true }).items) == ["0"])
        try await store.commit(.setStatus(.init(rawValue: "0"), .saved)).get()
        #expect(Set(ids(try await store.page(query("duck")).items)) == ["5", "0"])
    }

    @Test("a joke whose text changes is found by its new words alone", arguments: [false, true])
    func changedText(isIndexed: Bool) async throws {
        let store = try await store(isIndexed: isIndexed)
        defer { store.close() }
        try await store.commit(.upsertJoke(.test("5", "goose"))).get()
        #expect(ids(try await store.page(query("duck")).items) == ["0"])
        #expect(ids(try await store.page(query("goose")).items) == ["5"])
        let database = try Database(directory.database, for: .writing)
        try database.script("INSERT INTO library_text (library_text, rank) VALUES ('integrity-check', 0)")
    }

    @Test(
        "after any changes, the words of all listed jokes are indexed or wait for that",
        arguments: 1...4 as ClosedRange<UInt64>)
    func anyChanges(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let store = try directory.store()
        defer { store.close() }
        let statuses = [
            JokeStatus.saved, .saved, .undecided, .trashed, JokeStatus(dislikedAt: .init(milliseconds: 9)),
        ]
        for step in 0..<1_200 {
            let id = "\(Int.random(in: 0..<400, using: &generator))"
            // Some jokes have the same text.
            let text =
                "words \(Int.random(in: 0..<600, using: &generator)) e\(step % 2 == 0 ? "\u{301}" : "")"
            let joke = Joke.test(id, text)
            let status = statuses.randomElement(using: &generator) ?? .saved
            let write =
                step % 3 == 0
                ? Write.replaceJoke(joke) : .setStatus(joke.id, status, at: .init(milliseconds: 9))
            try await store.commit(
                .upsertJoke(joke), write, .emptyTrash(deletedBefore: .init(milliseconds: 2))
            ).get()
        }
        let database = try Database(directory.database, for: .writing)
        try database.script("INSERT INTO library_text (library_text, rank) VALUES ('integrity-check', 0)")
        let numbers = { (sql: String) in try database.rows(sql) { $0.integer(0) } }
        let listed = try numbers("SELECT number FROM jokes WHERE shown = 1 ORDER BY number")
        let waiting = try numbers("SELECT value FROM session, json_each(unindexed)")
        let indexed = try numbers("SELECT id FROM library_text_docsize")
        #expect(!indexed.isEmpty)
        #expect((waiting + indexed).sorted() == listed)
        #expect(try numbers("SELECT saved_count FROM session") == [Int64(listed.count)])
        // The index has the words of the present texts.
        for number in indexed {
            let word =
                try database.first("SELECT value FROM jokes WHERE number = ?", number) { $0.text(0) } ?? ""
            let found = try database.rows(
                "SELECT rowid FROM library_text WHERE library_text MATCH ?", "\"\(word)\""
            ) { $0.integer(0) }
            #expect(found.contains(number))
        }
    }

    @Test(
        "a joke that was just saved is found among those in the index",
        arguments: SavedQuery.Sort.allCases + [nil])
    func newestMatch(sort: SavedQuery.Sort?) async throws {
        let store = try await store((0..<300).map { "frequent \($0)" })
        defer { store.close() }
        let joke = Joke.test("new", "frequent \u{1F426}")
        try await store.commit(.upsertJoke(joke), .setStatus(joke.id, .saved)).get()
        let page = try await store.page(
            query("frequent") {
                $0.sort = sort; $0.limit = 400
            })
        #expect(ids(page.items).filter { $0 == "new" }.count == 1)
        #expect(page.items.count == 301)
        #expect(page.total == 301)
        let filtered = try await store.page(query("frequent *\u{1F426}*") { $0.sort = sort })
        #expect(ids(filtered.items) == ["new"])
        let all = try await store.records(.allMatching(query("frequent") { $0.limit = 400 }))
        #expect(all.count == 301)
    }

    @Test(
        "many matches are paged without loss or repetition while others are removed, the newest ranked",
        arguments: [
            ("frequent", nil), ("*requen*", nil), ("frequent", .text), ("frequent", .date),
            ("*requen*", .text),
        ] as [(String, SavedQuery.Sort?)])
    func pagedMatches(text: String, sort: SavedQuery.Sort?) async throws {
        let store = try await store((0..<2_600).map { "frequent \($0 % 7 == 0 ? "frequent" : "word") \($0)" })
        defer { store.close() }
        var query = query(text) { $0.sort = sort }
        query.limit = 200
        let first = try await store.page(query)
        #expect(first.isTotalExact == (text != "frequent" && sort != nil))
        var collected: [String] = []
        repeat {
            let page = try await store.page(query)
            collected += ids(page.items)
            query.cursor = page.next
            // The last joke of each page, which the cursor names, is deleted.
            if let last = page.items.last, page.next != nil {
                try await store.commit(.setStatus(last.joke.id, .trashed)).get()
            }
        } while query.cursor != nil
        #expect(collected.count == 2_600)
        #expect(Set(collected).count == 2_600)
    }
}
