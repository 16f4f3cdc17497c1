// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// The saved list: its sort orders, filters, pages and duplicate groups.
struct LibraryTests {
    private let directory = TemporaryDirectory()

    private func joke(
        _ id: String, _ value: String, _ categories: [String] = [], source: String = "test",
        language: String = "en"
    ) -> Joke {
        Joke(
            id: .init(rawValue: id), value: value, categories: categories, source: source, language: language)
    }

    private func saved(_ milliseconds: Int64) -> JokeStatus {
        JokeStatus(savedAt: WallTime(milliseconds: milliseconds))
    }

    /// Saves four jokes in the order of their numbers.
    private func fill(_ archive: any Archive) async throws {
        let jokes = [
            joke("1", "delta", ["pun", "dev"], source: "web"), joke("2", "alpha", ["dev"], source: "pack"),
            joke("3", "charlie", [], source: "web", language: "es"),
            joke("4", "bravo", ["animal"], source: "pack"),
        ]
        for (place, joke) in jokes.enumerated() {
            try await archive.commit(
                .upsertJoke(joke),
                .setStatus(joke.id, saved(Int64(place + 1) * 1_000), at: WallTime(milliseconds: 1))
            ).get()
        }
    }

    private func query(_ change: (inout SavedQuery) -> Void) -> SavedQuery {
        var query = SavedQuery(limit: 10)
        change(&query)
        return query
    }

    private func archive(_ kind: ArchiveKind) throws -> any Archive {
        switch kind {
        case .inFile: try directory.store()
        case .inMemory: InMemoryArchive()
        }
    }

    @Test(
        "an edited text is listed, sorted and searched for, and the source's text replaces only what was edited",
        .rule(15),
        arguments: ArchiveKind.allCases)
    func edited(kind: ArchiveKind) async throws {
        let archive = try archive(kind)
        defer { archive.close() }
        try await fill(archive)
        let delta = joke("1", "delta", ["pun", "dev"], source: "web")
        var edited = joke("1", "aardvark", [], source: "web")
        edited.original = .joke(delta)
        let writes: [Write] = [
            .replaceJoke(edited), .setStatus(edited.id, saved(1_000), at: WallTime(milliseconds: 9)),
        ]
        try await archive.commit(writes).get()
        #expect(ids(try await archive.page(query { _ in }).items) == ["1", "2", "4", "3"])
        #expect(ids(try await archive.page(query { $0.search = "aardvark" }).items) == ["1"])
        #expect(try await archive.page(query { $0.search = "delta" }).items.isEmpty)
        var newer = delta
        newer.value = "delta again"
        try await archive.commit(.upsertJoke(newer)).get()
        let stored = try #require(try await archive.records(.jokes([edited.id])).first?.joke)
        #expect(stored.value == "aardvark" && stored.categories == [] && stored.original?.joke == newer)
        #expect(try await archive.records(.sourced([delta])).first?.joke.value == "aardvark")
        try await archive.commit(.replaceJoke(newer)).get()
        #expect(try await archive.records(.jokes([edited.id])).first?.joke == newer)
        #expect(ids(try await archive.page(query { $0.search = "delta" }).items) == ["1"])
    }

    @Test("a language that an older jokesd stored with its region is read and listed without it")
    func regions() async throws {
        let archive = try archive(.inFile)
        defer { archive.close() }
        var old = joke("1", "colour", language: "en-gb")
        old.translation = Joke.Translation(
            language: "pt-br", value: "cor", machine: false,
            attribution: .init(engine: Joke.Attribution.pack, text: "", url: ""))
        for joke in [old, joke("2", "color"), joke("3", "eng", language: "eng")] {
            try await archive.commit(
                .upsertJoke(joke), .setStatus(joke.id, saved(1_000), at: WallTime(milliseconds: 1))
            ).get()
        }
        let read = try #require(try await archive.records(.jokes([old.id])).first?.joke)
        #expect(read.language == "en" && read.translation?.language == "pt")
        let listed = try await archive.page(query { $0.language = "en" }).items
        #expect(ids(listed) == ["2", "1"] && listed.allSatisfy { $0.joke.language == "en" })
    }

    @Test(
        "the saved list is sorted by the requested key", .rule(6),
        arguments: ArchiveKind.allCases,
        [
            (nil, false, "2431"), (.text, true, "1342"), (.date, false, "4321"), (.date, true, "1234"),
            (.source, false, "2431"), (.source, true, "1342"), (.category, false, "3421"),
        ] as [(SavedQuery.Sort?, Bool, String)])
    func sorted(kind: ArchiveKind, wanted: (SavedQuery.Sort?, Bool, String)) async throws {
        let archive = try archive(kind)
        defer { archive.close() }
        try await fill(archive)
        let page = try await archive.page(
            query {
                $0.sort = wanted.0
                $0.isReversed = wanted.1
            })
        #expect(ids(page.items).joined() == wanted.2)
        #expect(page.total == 4)
        #expect(page.isTotalExact)
    }

    @Test(
        "the saved list is filtered by source, any category, language and time",
        arguments: ArchiveKind.allCases)
    func filtered(kind: ArchiveKind) async throws {
        let archive = try archive(kind)
        defer { archive.close() }
        try await fill(archive)
        let cases: [(SavedQuery, String)] = [
            (query { $0.source = "web" }, "31"), (query { $0.category = "dev" }, "21"),
            (query { $0.category = "de" }, ""), (query { $0.language = "es" }, "3"),
            (query { $0.since = WallTime(milliseconds: 3_000) }, "43"),
            (query { $0.until = WallTime(milliseconds: 3_000) }, "21"),
            (
                query {
                    $0.source = "web"
                    $0.category = "pun"
                }, "1"
            ),
        ]
        for (query, expected) in cases {
            let page = try await archive.page(query)
            #expect(ids(page.items).joined() == expected)
            #expect(page.total == expected.count)
        }
    }

    @Test("a category with special characters matches itself alone")
    func specialCharacters() async throws {
        let store = try directory.store()
        defer { store.close() }
        let names = ["say \"dev\"", "x,\"dev", "dev", "[\"dev\"", "é\\"]
        for (place, name) in names.enumerated() {
            let joke = joke("\(place)", "joke \(place)", ["first", name])
            try await store.commit(.upsertJoke(joke), .setStatus(joke.id, .saved)).get()
        }
        for (place, name) in names.enumerated() {
            #expect(ids(try await store.page(query { $0.category = name }).items) == ["\(place)"])
        }
    }

    @Test(
        "each sort order is paged in both directions without loss or repetition",
        arguments: SavedQuery.Sort.allCases, [false, true])
    func paged(sort: SavedQuery.Sort, isReversed: Bool) async throws {
        let store = try directory.store()
        defer { store.close() }
        for number in 0..<40 {
            // Keys that differ only at their end.
            let joke = joke(
                "\(number)", "text \(number)", ["c\(number % 3)"], source: "s\(number % 4)")
            try await store.commit(.upsertJoke(joke), .setStatus(joke.id, saved(Int64(number / 5)))).get()
        }
        var query = query {
            $0.sort = sort
            $0.isReversed = isReversed
        }
        query.limit = 100
        let all = ids(try await store.page(query).items)
        query.limit = 7
        var collected: [String] = []
        repeat {
            let page = try await store.page(query)
            collected += ids(page.items)
            query.cursor = page.next
        } while query.cursor != nil
        #expect(collected == all)
        #expect(Set(all).count == 40)
    }

    @Test("a cursor is valid only for its own query")
    func foreignCursor() async throws {
        let store = try directory.store()
        defer { store.close() }
        try await fill(store)
        let cursor = try await store.page(1).next
        #expect(cursor != nil)
        let others = [
            query { $0.sort = .date }, query { $0.isReversed = true }, query { $0.source = "web" },
            query { $0.search = "alpha" }, query { $0.isDeleted = true },
        ]
        for var other in others {
            other.cursor = cursor
            #expect(await store.query(.saved(other)).failure?.kind == .badCursor)
        }
        var same = query { $0.sort = .text }
        same.cursor = cursor
        #expect(ids(try await store.page(same).items) == ["4", "3", "1"])
    }

    @Test("each sort order is read from an index without sorting")
    func usesIndexes() async throws {
        try directory.store().close()
        let database = try Database(directory.database, for: .reading)
        for columns in ["sort_key", "saved_at", "source, sort_key", "category, sort_key"] {
            let order = (columns.split(separator: ", ") + ["number"]).map { "\($0) DESC" }
                .joined(separator: ", ")
            let plan = try database.rows(
                "EXPLAIN QUERY PLAN SELECT id FROM jokes WHERE shown = 1 ORDER BY \(order) LIMIT 20"
            ) { $0.text(3) }
            #expect(plan.count == 1 && plan[0].contains("USING INDEX library_by"), "\(columns): \(plan)")
        }
    }

    @Test(
        "a decision about a text holds for all jokes that have it, and none is left without the last",
        .rule(5),
        arguments: ArchiveKind.allCases)
    func duplicateGroup(kind: ArchiveKind) async throws {
        let archive = try archive(kind)
        defer { archive.close() }
        let (a, b) = (joke("a", "The same."), joke("b", "the SAME"))
        func setStatus(_ joke: Joke, _ status: JokeStatus, _ time: Int64) async throws {
            try await archive.commit(
                .upsertJoke(joke), .setStatus(joke.id, status, at: WallTime(milliseconds: time))
            ).get()
        }
        func listed() async throws -> [String] { ids(try await archive.page(10).items) }
        try await setStatus(a, saved(1), 1)
        try await setStatus(b, saved(2), 2)
        #expect(try await listed() == ["b"])
        #expect(try await archive.page(10).total == 1)
        try await setStatus(b, .undecided, 3)
        #expect(try await listed() == [])
        try await setStatus(a, saved(4), 4)
        #expect(try await listed() == ["a"])
        // A later decision is later, whatever the clock says.
        try await setStatus(b, .trashed, 0)
        #expect(try await listed() == [])
        #expect(ids(try await archive.page(query { $0.isDeleted = true }).items) == ["b"])
        let records =
            try await archive.records(.jokes([a.id, b.id]))
            + archive.records(.sourced([joke("c", "THE same")]))
        #expect(records.map(\.status) == [.trashed, .trashed, .trashed])
        #expect(records.map(\.decidedID) == [b.id, b.id, b.id])
    }

    @Test(
        "the disliked jokes are listed by the time of the dislike, and can be restored",
        arguments: ArchiveKind.allCases)
    func disliked(kind: ArchiveKind) async throws {
        let archive = try archive(kind)
        defer { archive.close() }
        func disliked(_ time: Int64) -> JokeStatus { JokeStatus(dislikedAt: WallTime(milliseconds: time)) }
        var trashed = disliked(2)
        (trashed.savedAt, trashed.deletedAt) = (WallTime(milliseconds: 1), trashed.dislikedAt)
        let statuses = [
            ("old", disliked(1)), ("new", disliked(3)), ("trashed", trashed), ("saved", saved(9)),
            ("deleted", .trashed),
        ]
        try await archive.commit([.upsertJoke(joke("undecided", "No."))]).get()
        for (id, status) in statuses {
            try await archive.commit(
                .upsertJoke(joke(id, "Joke \(id).")), .setStatus(Joke.ID(rawValue: id), status)
            ).get()
        }
        let page = try await archive.page(query { $0.isDisliked = true })
        #expect(ids(page.items) == ["new", "trashed", "old"])
        #expect(page.total == 3)
        #expect(
            ids(
                try await archive.page(query { ($0.isDisliked, $0.limit, $0.isReversed) = (true, 1, true) })
                    .items)
                == ["old"])
        let since = try await archive.page(
            query { ($0.isDisliked, $0.since) = (true, WallTime(milliseconds: 2)) })
        #expect(ids(since.items) == ["new", "trashed"])
        #expect(
            ids(try await archive.page(query { ($0.isDisliked, $0.search) = (true, "old") }).items) == ["old"]
        )
        let matches = try await archive.query(
            .restorableMatching(["new", "tra", "deleted", "saved", "undecided"])
        ).get()
        let found = [["new"], ["trashed"], ["deleted"], [], []].map { $0.map(Joke.ID.init(rawValue:)) }
        #expect(matches == .matches(found))
    }

    @Test("each id of a text names the joke that is listed", arguments: ArchiveKind.allCases)
    func duplicateIDs(kind: ArchiveKind) async throws {
        let archive = try archive(kind)
        defer { archive.close() }
        func matches(_ query: ([String]) -> ArchiveQuery) async throws -> [[String]] {
            let answer = try await archive.query(query(["a", "ab", "b", "c"])).get()
            guard case .matches(let ids) = answer else { return [] }
            return ids.map { $0.map(\.rawValue) }
        }
        for (id, text) in [("a", "One text."), ("b", "one TEXT"), ("ab", "Another."), ("c", "one text!")] {
            try await archive.commit(.upsertJoke(joke(id, text))).get()
        }
        for (time, id) in [(1, "a"), (2, "ab"), (3, "b")] as [(Int64, String)] {
            try await archive.commit(
                .setStatus(.init(rawValue: id), saved(time), at: WallTime(milliseconds: time))
            ).get()
        }
        #expect(try await matches(ArchiveQuery.savedMatching) == [["b"], ["ab"], ["b"], ["b"]])
        #expect(try await matches(ArchiveQuery.restorableMatching) == [[], [], [], []])
        let later = WallTime(milliseconds: 9)
        try await archive.commit(.setStatus(.init(rawValue: "b"), .trashed, at: later)).get()
        #expect(try await matches(ArchiveQuery.restorableMatching) == [["b"], [], ["b"], ["b"]])
        // "a" is also the beginning of "ab".
        #expect(try await matches(ArchiveQuery.savedMatching) == [["ab"], ["ab"], [], []])
    }

    @Test("a joke whose text changes moves to its new position and duplicate group")
    func changedText() async throws {
        let store = try directory.store()
        defer { store.close() }
        try await fill(store)
        try await store.commit(
            .upsertJoke(joke("2", "zulu", source: "pack")), .replaceJoke(joke("4", "delta", source: "pack"))
        ).get()
        #expect(ids(try await store.page(10).items) == ["3", "4", "2"])
        // An edit takes the decision along, and that of the other joke counts again.
        try await store.commit(.replaceJoke(joke("4", "echo", source: "pack"))).get()
        #expect(ids(try await store.page(10).items) == ["3", "1", "4", "2"])
        try await store.commit(.replaceJoke(joke("4", "delta", source: "pack"))).get()
        // A change by the source leaves it to the other joke.
        try await store.commit(.upsertJoke(joke("4", "echo", source: "pack"))).get()
        #expect(ids(try await store.page(10).items) == ["3", "1", "2"])
    }

    @Test("texts in the trash are removed after their time, and the deletion is remembered", .rule(6))
    func emptiedTrash() async throws {
        let store = try directory.store()
        defer { store.close() }
        try await fill(store)
        let deleted = (1...3).map { Write.setStatus(.init(rawValue: "\($0)"), .trashed) }
        let step = UndoStep(
            kind: .deleted, before: [.init(id: .init(rawValue: "3"), status: .saved)], wasOnCard: false)
        try await store.commit(deleted + [.pushUndo(step)]).get()
        try await store.commit(.emptyTrash(deletedBefore: WallTime(milliseconds: 3_000))).get()
        #expect(ids(try await store.page(query { $0.isDeleted = true }).items).count == 3)
        try await store.commit(.emptyTrash(deletedBefore: WallTime(milliseconds: 3_001))).get()
        // A deletion that undo can restore keeps its text.
        #expect(ids(try await store.page(query { $0.isDeleted = true }).items) == ["3"])
        #expect(try await store.records(.jokes([.init(rawValue: "1")])) == [])
        let database = try Database(directory.database, for: .reading)
        let left = try database.rows("SELECT id, value, deleted_at FROM jokes WHERE emptied = 1 ORDER BY id")
        {
            "\($0.text(0)) '\($0.text(1))' \($0.integer(2))"
        }
        #expect(left == ["1 '' 3000", "2 '' 3000"])
        // It may be fetched again, and is still deleted.
        try await store.commit(.upsertJoke(joke("1", "delta", source: "web"))).get()
        #expect(try await store.records(.jokes([.init(rawValue: "1")])).map(\.status) == [.trashed])
    }

    @Test("the number of saved jokes is stored, not counted", arguments: ArchiveKind.allCases)
    func storedCount(kind: ArchiveKind) async throws {
        let archive = try archive(kind)
        defer { archive.close() }
        try await fill(archive)
        let change: [Write] = [
            .setStatus(.init(rawValue: "1"), .trashed), .replaceJoke(joke("2", "bravo", source: "pack")),
            .upsertJoke(joke("5", "new")),
            .setStatus(.init(rawValue: "5"), .disliked),
        ]
        try await archive.commit(change).get()
        let page = try await archive.page(10)
        #expect(ids(page.items) == ["2", "3"])
        #expect(page.total == 2)
    }
}

/// The sort order of a language.
@Suite(
    .serialized,
    .enabled(
        if: access("/usr/bin/localedef", X_OK) == 0 && access("/usr/share/i18n/locales/es_ES", R_OK) == 0))
struct CollationTests {
    private let directory = TemporaryDirectory()

    /// Creates the locales, because few machines have all of them.
    private func makeLocales() throws {
        mkdir("\(directory.path)/locales", 0o700)
        for name in ["es_ES", "sv_SE"] {
            let run = try ProgramRun(
                "/usr/bin/localedef",
                ["-i", name, "-f", "UTF-8", "--no-archive", "\(directory.path)/locales/\(name).UTF-8"],
                environment: [:], until: TestDeadline(after: .seconds(60)))
            #expect(run.succeeded, "\(run.errors)")
        }
        setenv("LOCPATH", "\(directory.path)/locales", 1)
    }

    @Test("a new locale gives a new order after all jokes are sorted again")
    func newLocale() async throws {
        try makeLocales()
        defer { unsetenv("LOCPATH") }
        let texts = ["zebra", "oso", "ñandú", "nube", "Árbol", "ärta", "barco"]
        func list(_ locale: String) async throws -> [String] {
            var limits = StoreLimits()
            limits.idle = .milliseconds(1)
            limits.recollated = 2
            let store = try Store(
                directory: directory.data, cacheDirectory: directory.cache, locale: locale, limits: limits)
            for text in texts {
                try await store.commit(
                    .upsertJoke(.test(text, text)), .setStatus(.init(rawValue: text), .saved)
                ).get()
            }
            store.writerThread.waitUntilEnded()
            let page = try await store.page(20)
            store.close()
            return page.items.map(\.joke.value)
        }
        #expect(try await list("C") == ["Árbol", "ärta", "barco", "ñandú", "nube", "oso", "zebra"])
        #expect(try await list("es_ES.UTF-8") == ["Árbol", "ärta", "barco", "nube", "ñandú", "oso", "zebra"])
        #expect(try await list("sv_SE.UTF-8") == ["Árbol", "barco", "ñandú", "nube", "oso", "zebra", "ärta"])
        #expect(try await list("xx_XX.UTF-8") == ["Árbol", "ärta", "barco", "ñandú", "nube", "oso", "zebra"])
    }

    @Test("without a locale, marks, case and the form of quotation marks count only between equal letters")
    func plainLetters() async throws {
        let sorted = [
            "“Zz” he said.", "«Zz», said she.", "¿Ay?", "ábaco", "abad", "abe\u{301}", "abée", "Ære", "eñe",
            "enero", "ma", "má", "Mása", "œuvre", "of", "Straße", "strassen", "žaba", "Ωmega",
        ]
        let store = try Store(directory: directory.data, cacheDirectory: directory.cache, locale: "C")
        for (number, text) in sorted.enumerated().reversed() {
            let id = "j\(number)"
            try await store.commit(
                .upsertJoke(.test(id, text)), .setStatus(.init(rawValue: id), .saved)
            ).get()
        }
        let page = try await store.page(50)
        store.close()
        #expect(page.items.map(\.joke.value) == sorted)
    }
}
