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
        "duck duck duck rubber", "A rainbow \u{1F3F3}\u{FE0F}\u{200D}\u{1F308} flag.",
        "I love\u{2764}\u{FE0F}tacos.", "Gro\u{DF} is a soft\u{AD}hyphen.",
    ]

    private func store(_ texts: [String] = texts) async throws -> Store {
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
        try await store.commit(writes).get()
        return store
    }

    private func query(_ text: String, _ change: (inout SavedQuery) -> Void = { _ in }) -> SavedQuery {
        var query = SavedQuery(limit: 50)
        query.search = text
        change(&query)
        return query
    }

    @Test("every text is a valid search, and an accent on a sign or a mark before it changes nothing")
    func everyText() async throws {
        let store = try await store()
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
        "parts of words and phrases match in any case, with or without accents, in both languages",
        arguments: [
            ("duck", "015"), ("DUCK rubber", "05"), ("duck*", "015"), ("\"rubber duck\"", "0"),
            ("\"duck rubber\"", "5"), ("cafe", "2"), ("canon", "2"), ("ca\u{F1}o", "2"), ("el", "2"),
            ("goma", "0"), ("pato compiler", "0"), ("\"compiler un\"", ""), ("don't", "4"),
            ("don\u{2019}t", "4"), ("\"says no\"", "1"), ("bug", "14"), ("*ompil*", "01"), ("OMPIL", "01"),
            ("*%*", "3"), ("_", "3"), ("\u{1F923}", "3"), ("duck ubbe", "05"), ("nothing", ""),
            ("duck -rubber", "05"), ("\u{FF24}\u{FF35}\u{FF23}\u{FF2B}", "015"),
            ("\u{2764}\u{FE0F}", "7"), ("\u{2764}", "7"), ("\u{2615}\u{FE0F}", ""), ("softhyphen", "8"),
            ("GRO\u{1E9E}", "8"), ("gross", "8"), ("\"love tacos\"", "7"),
        ])
    func findsMatches(_ search: (text: String, expected: String)) async throws {
        let (text, expected) = search
        let store = try await store()
        defer { store.close() }
        let page = try await store.page(query(text))
        #expect(ids(page.items).sorted().joined() == expected)
        #expect(page.total == expected.count)
        #expect(page.isTotalExact)
    }

    @Test(
        "parts of texts in other scripts are found, and their marks are letters",
        arguments: [
            ("\u{725B}\u{5976}", "0"), ("\u{5976}", "0"), ("\u{CEE4}\u{D53C}", "1"),
            ("\u{E19}\u{E49}\u{E33}\u{E15}\u{E32}\u{E25}", "2"), ("\u{E19}\u{E33}", ""),
            ("\u{5BFF}\u{53F8}", "3"), ("\u{30AC}", "3"), ("\u{FF76}\u{FF9E}", "3"), ("\u{30AB}", "3"),
            ("\u{915}\u{94D}\u{937}\u{93F}", "4"), ("\u{915}\u{937}", ""), ("\u{3C3}\u{3BF}\u{3C6}", "5"),
            ("\u{3A3}\u{39F}\u{3A6}\u{39F}\u{3A3}", "5"), ("\u{43C}\u{43E}\u{43B}\u{43E}\u{43A}", "6"),
        ])
    func otherScripts(text: String, expected: String) async throws {
        let store = try await store([
            "\u{559D}\u{725B}\u{5976}\u{7684}\u{732B}", "\u{CEE4}\u{D53C}\u{B294} \u{B9DB}\u{C788}\u{B2E4}",
            "\u{E02}\u{E32}\u{E22}\u{E19}\u{E49}\u{E33}\u{E15}\u{E32}\u{E25}",
            "\u{5BFF}\u{53F8}\u{30AC}\u{597D}\u{304D}", "\u{915}\u{94D}\u{937}\u{93F}\u{92A}\u{94D}\u{930}",
            "\u{39F} \u{3C3}\u{3BF}\u{3C6}\u{3CC}\u{3C2}.", "\u{41C}\u{43E}\u{43B}\u{43E}\u{43A}\u{43E}",
        ])
        defer { store.close() }
        #expect(ids(try await store.page(query(text)).items).joined() == expected)
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

    @Test("the first 16 words and phrases of a search count, and the later ones are ignored")
    func mostTerms() async throws {
        let words = (10..<26).map { "w\($0)" }.joined(separator: " ")
        let store = try await store([words])
        defer { store.close() }
        #expect(try await store.page(query("\(words) x \"x y\"")).total == 1)
        #expect(try await store.page(query("w10 x")).total == 0)
    }

    @Test("the newest match comes first, unless another order is wanted")
    func newestFirst() async throws {
        let store = try await store()
        defer { store.close() }
        #expect(ids(try await store.page(query("duck")).items) == ["5", "1", "0"])
        #expect(ids(try await store.page(query("duck") { $0.isReversed = true }).items) == ["0", "1", "5"])
        #expect(ids(try await store.page(query("duck") { $0.sort = .text }).items) == ["0", "5", "1"])
    }

    @Test(
        "matches are marked in Unicode scalars in both texts",
        arguments: [
            ("duck", "0", [[9, 4]], []), ("pato", "0", [], [[3, 4]]), ("canon", "2", [[16, 5]], []),
            ("no bugs", "1", [[19, 2], [22, 4]], []), ("\"no bugs\"", "1", [[19, 7]], []),
            ("e", "9", [[1, 2]], []),
            ("\"rubber duck\"", "0", [[2, 11]], []), ("rubber duck", "0", [[2, 6], [9, 4]], []),
            ("*ubbe*", "0", [[3, 4]], []), ("comp*", "0", [[27, 4]], [[28, 4]]),
            ("*a*", "4", [[7, 1], [18, 1]], []), ("*\u{F3}N*", "2", [[19, 2]], []),
        ] as [(String, String, [[Int]], [[Int]])])
    func matchRanges(text: String, id: String, value: [[Int]], translation: [[Int]]) async throws {
        let store = try await store(Self.texts + ["ze\u{301}bra"])
        defer { store.close() }
        let page = try await store.page(query(text))
        let place = try #require(ids(page.items).firstIndex(of: id))
        #expect(page.marks[place].value.map { [$0.lowerBound, $0.count] } == value)
        #expect(page.marks[place].translation.map { [$0.lowerBound, $0.count] } == translation)
    }

    @Test("a deleted joke is found only in the trash, and a restored one only in the list")
    func deletedJoke() async throws {
        let store = try await store()
        defer { store.close() }
        try await store.commit(.setStatus(.init(rawValue: "0"), .trashed)).get()
        #expect(ids(try await store.page(query("duck")).items) == ["5", "1"])
        #expect(ids(try await store.page(query("duck compil") { $0.isDeleted = true }).items) == ["0"])
        try await store.commit(.setStatus(.init(rawValue: "0"), .saved)).get()
        #expect(Set(ids(try await store.page(query("duck")).items)) == ["5", "1", "0"])
    }

    @Test("a joke whose text changes is found by its new words alone")
    func changedText() async throws {
        let store = try await store()
        defer { store.close() }
        try await store.commit(.upsertJoke(.test("5", "goose"))).get()
        #expect(ids(try await store.page(query("duck")).items) == ["1", "0"])
        #expect(ids(try await store.page(query("goose")).items) == ["5"])
    }

    @Test(
        "after any changes, all jokes have their folded texts, and the number of saved jokes is right",
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
        let listed = try database.rows("SELECT 1 FROM jokes WHERE shown = 1") { _ in true }
        #expect(try database.rows("SELECT saved_count FROM session") { Int($0.integer(0)) } == [listed.count])
        let texts = try database.rows("SELECT value, folded FROM jokes") { ($0.text(0), $0.text(1)) }
        #expect(texts.count > 100)
        for (value, folded) in texts {
            let plain = value.unicodeScalars.filter { $0 != "\u{301}" }
            #expect(folded == String(String.UnicodeScalarView(plain)))
        }
    }

    @Test(
        "many matches are paged without loss or repetition while others are removed",
        arguments: SavedQuery.Sort.allCases + [nil])
    func pagedMatches(sort: SavedQuery.Sort?) async throws {
        let store = try await store((0..<2_600).map { "frequent \($0 % 7 == 0 ? "frequent" : "word") \($0)" })
        defer { store.close() }
        var query = query("requen") { $0.sort = sort }
        query.limit = 200
        let first = try await store.page(query)
        #expect(first.total == 2_600 && first.isTotalExact)
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
