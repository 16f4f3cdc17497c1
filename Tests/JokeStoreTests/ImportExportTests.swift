// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

extension Archive {
    fileprivate func exported(of jokes: [Joke.ID]? = nil) async throws -> [String] {
        var lines: [String] = []
        var id: String?
        repeat {
            let export = ArchiveQuery.export(after: id, jokes: jokes)
            guard case .part(let part) = try await query(export).get() else { return [] }
            lines += part.lines
            id = part.next
        } while id != nil
        return lines
    }

    @discardableResult
    fileprivate func merge(_ lines: [String], number: Int = 1) async throws -> MergeOutcome {
        let id = ImportID(number: number)
        _ = try await query(.stage(lines, id)).get()
        let mergeQuery = ArchiveQuery.merge(
            StagedImport(id: id, lines: lines.count, at: WallTime(milliseconds: 5_000)))
        guard case .merged(let outcome, let count, _, _) = try await query(mergeQuery).get() else {
            return MergeOutcome()
        }
        #expect(try await page(1).total == count)
        return outcome
    }
}

/// Exports and imports of libraries.
struct ImportExportTests {
    private let directory = TemporaryDirectory()

    private func store(_ name: String = "one", limits: StoreLimits = StoreLimits()) throws -> Store {
        try Store(
            directory: "\(directory.path)/\(name)", cacheDirectory: "\(directory.path)/\(name)-cache",
            limits: limits)
    }

    @Test(
        "an imported library is exported byte for byte, with its deletions",
        arguments: ArchiveKind.allCases)
    func roundTrip(kind: ArchiveKind) async throws {
        let one = try store()
        defer { one.close() }
        let jokes = [Joke.full, .test("b"), .test("c", "C"), .test("d"), .test("undecided"), .test("old")]
        try await one.commit(jokes.map(Write.upsertJoke)).get()
        try await one.commit(
            .setStatus(
                Joke.full.id, JokeStatus(savedAt: WallTime(milliseconds: 1_795_000_000_123)),
                at: WallTime(milliseconds: 7)),
            .setStatus(.init(rawValue: "b"), .disliked), .setStatus(.init(rawValue: "c"), .saved),
            .setStatus(.init(rawValue: "d"), .trashed),
            .setStatus(
                .init(rawValue: "old"),
                JokeStatus(savedAt: WallTime(milliseconds: 1), deletedAt: WallTime(milliseconds: 2))),
            .emptyTrash(deletedBefore: WallTime(milliseconds: 3))
        ).get()
        let lines = try await one.exported()
        #expect(lines.count == 5)
        #expect(lines.contains { $0.hasPrefix(#"{"id":"old","emptied":""#) })
        let other: any Archive = kind == .inFile ? try store("other") : InMemoryArchive()
        defer { other.close() }
        #expect(try await other.merge(lines) == MergeOutcome(added: 5))
        // An import removes a NUL, and white space at the end.
        #expect(try await other.exported() == lines.map { $0.replacing(" \\u0000", with: "") })
        #expect(try await other.merge(lines.reversed()).added == 0)
        #expect(ids(try await other.page(9).items) == ids(try await one.page(9).items))
    }

    @Test("a newer line without a translation removes it, so libraries that import each other become equal")
    func removedTranslation() async throws {
        let (one, other) = (try store(), try store("other"))
        defer { one.close() }
        defer { other.close() }
        var joke = Joke.test("a")
        joke.translation = Joke.Translation(
            language: "es", value: "Uno.", machine: false,
            attribution: .init(engine: "pack", text: "", url: ""))
        try await one.commit(.upsertJoke(joke), .setStatus(joke.id, .saved, at: WallTime(milliseconds: 7)))
            .get()
        try await other.merge(try await one.exported())
        joke.translation = nil
        try await other.commit(
            .replaceJoke(joke), .setStatus(joke.id, .saved, at: WallTime(milliseconds: 8))
        ).get()
        let lines = (try await one.exported(), try await other.exported())
        #expect(lines.0 != lines.1)
        try await one.merge(lines.1)
        try await other.merge(lines.0, number: 2)
        #expect(try await one.exported() == lines.1)
        #expect(try await other.exported() == lines.1)
    }

    @Test("a joke of the user's own gets the name that its source has here")
    func ownName() throws {
        let line =
            #"{"id":"mine-0123456789abcdef","value":"B.","source":"own","#
            + #""original":{"value":"A.","source":"own"}}"#
        let parsed = try LibraryLine(parsing: line, at: WallTime(milliseconds: 1)).naming(ownSource: "mine")
        guard case .joke(let joke) = parsed.content else { return }
        #expect(joke.source == "mine" && joke.original?.joke.source == "mine")
        for other in [#"{"id":"x","value":"A.","source":"own"}"#, line.replacing("own", with: "pack")] {
            let line = try LibraryLine(parsing: other, at: WallTime(milliseconds: 1))
            #expect(line.naming(ownSource: "mine") == line)
        }
    }

    @Test("a library of many chunks is exported completely")
    func manyChunks() async throws {
        let one = try store()
        defer { one.close() }
        let text = String(repeating: "long \u{1F923} ", count: 300)
        let writes = (100..<400).flatMap { number -> [Write] in
            let joke = Joke.test("\(number)", text + "\(number)")
            return [.upsertJoke(joke), .setStatus(joke.id, .saved)]
        }
        try await one.commit(writes).get()
        guard case .part(let first) = try await one.query(.export(after: nil)).get() else { return }
        #expect(first.next != nil)
        #expect(first.lines.reduce(0) { $0 + $1.utf8.count } < Limits.reply / 2)
        let lines = try await one.exported()
        #expect(lines.count == 300)
        #expect(lines == lines.sorted())
    }

    @Test(
        "an export of some jokes has their lines of the whole export, in parts if they are long",
        arguments: ArchiveKind.allCases)
    func exportOfSomeJokes(kind: ArchiveKind) async throws {
        let one: any Archive = kind == .inFile ? try store() : InMemoryArchive()
        defer { one.close() }
        let text = String(repeating: "long \u{1F923} ", count: 300)
        let jokes = (100..<400).map { Joke.test("\($0)", text + "\($0)") }
        try await one.commit(jokes.flatMap { [.upsertJoke($0), .setStatus($0.id, .saved)] }).get()
        try await one.commit([.upsertJoke(.test("undecided", "Undecided."))]).get()
        let lines = try await one.exported()
        let others = ["undecided", "", "none", "37"].map(Joke.ID.init(rawValue:))
        let wanted = others + jokes.dropFirst(10).map(\.id)
        #expect(try await one.exported(of: wanted) == Array(lines.dropFirst(10)))
        #expect(try await one.exported(of: [jokes[3].id]) == [lines[3]])
        #expect(try await one.exported(of: []) == [])
    }

    @Test("a staged import is invisible before its last chunk, and is dropped if a chunk is missing")
    func stagedImport() async throws {
        let one = try store()
        defer { one.close() }
        let id = ImportID(number: 1)
        _ = try await one.query(.stage([#"{"value":"A joke."}"#], id)).get()
        _ = try await one.query(.stage([#"{"setup":"Why?","punchline":"Because."}"#], ImportID(number: 2)))
            .get()
        #expect(try await one.page(9).total == 0)
        let missing = await one.query(.merge(StagedImport(id: id, lines: 2, at: WallTime(milliseconds: 1))))
        #expect(missing.failure?.kind == .importLost)
        _ = try await one.query(.discard(id)).get()
        let discarded = await one.query(.merge(StagedImport(id: id, lines: 1, at: WallTime(milliseconds: 1))))
        #expect(discarded.failure != nil)
        #expect(try await one.page(9).total == 0)
        let done = try await one.query(
            .merge(StagedImport(id: ImportID(number: 2), lines: 1, at: WallTime(milliseconds: 9)))
        )
        .get()
        #expect(done == .merged(MergeOutcome(added: 1), savedCount: 1))
        let items = try await one.page(9).items
        #expect(items.map(\.joke.value) == ["Why?\nBecause."])
        #expect(items.map(\.joke.punchline) == ["Because."])
        #expect(items.map(\.status) == [JokeStatus(savedAt: WallTime(milliseconds: 9))])
    }

    @Test("an import of many lines is continued by the next process, and each line is merged once")
    func continuedImport() async throws {
        let (lines, id) = ((0..<700).map { #"{"id":"i\#($0)","value":"Line \#($0)"}"# }, ImportID(number: 1))
        let cause = Cause(method: "saved.import", client: "test", connection: 7)
        var staged = StagedImport(
            id: id, lines: 700, skipped: 3, at: WallTime(milliseconds: 5), cause: cause)
        // A piece ends after its first line.
        var limits = StoreLimits()
        limits.pieceTime = .zero
        do {
            let store = try store(limits: limits)
            defer { store.close() }
            _ = try await store.query(.stage(lines, id)).get()
            let answer = try await store.query(.merge(staged)).get()
            #expect(answer == .merged(MergeOutcome(added: 1), savedCount: 1))
            // A newer decision about a line that is not merged yet.
            let joke = Joke.test("i699", "Line 699")
            try await store.commit(
                .upsertJoke(joke), .setStatus(joke.id, .disliked, at: WallTime(milliseconds: 9))
            ).get()
        }
        let store = try store(limits: limits)
        defer { store.close() }
        var left = try store.load().imports
        staged = try #require(left.first)
        #expect(left.count == 1)
        #expect(staged.outcome == MergeOutcome(added: 1))
        #expect(staged.lines == 700 && staged.skipped == 3 && staged.at.milliseconds == 5)
        #expect(staged.cause == cause)
        // A new import has lines of its own.
        #expect(try await store.merge([#"{"id":"other","value":"Other."}"#]) == MergeOutcome(added: 1))
        while staged.pending > 0 {
            guard case .merged(let outcome, _, _, _) = try await store.query(.merge(staged)).get() else {
                return
            }
            staged.outcome = outcome
        }
        #expect(staged.outcome == MergeOutcome(added: 699, unchanged: 1))
        left = try store.load().imports
        #expect(left.isEmpty)
        #expect(try store.load().savedCount == 700)
        let database = try Database("\(directory.path)/one/jokesd.sqlite", for: .reading)
        #expect(try database.first("SELECT count(*) FROM staged_lines") { $0.integer(0) } == 0)
    }

    @Test("lines of an import that did not get its last ones are deleted by the next process")
    func leftovers() async throws {
        var limits = StoreLimits()
        limits.idle = .milliseconds(1)
        func store() throws -> Store {
            try Store(
                directory: "\(directory.path)/one", cacheDirectory: "\(directory.path)/cache", limits: limits)
        }
        let lines = (0..<1_200).map { #"{"value":"Line \#($0)"}"# }
        let first = try store()
        _ = try await first.query(.stage(lines, ImportID(number: 1))).get()
        first.close()
        let next = try store()
        defer { next.close() }
        _ = try await next.query(.stage(["{}"], ImportID(number: 1))).get()
        try await next.commit(.showTranslation(true)).get()
        next.writerThread.waitUntilEnded()
        let database = try Database("\(directory.path)/one/jokesd.sqlite", for: .reading)
        let left = {
            try database.rows("SELECT import, number FROM staged_lines") { [$0.integer(0), $0.integer(1)] }
        }
        #expect(try left() == [[2, 1]])
        _ = try await next.query(.discard(ImportID(number: 1))).get()
        next.writerThread.waitUntilEnded()
        #expect(try left() == [])
    }

    @Test("a line without timestamps is older than every decision")
    func lineWithoutTimestamps() async throws {
        let one = try store()
        defer { one.close() }
        try await one.commit(
            .upsertJoke(.test("x", "Mine.")),
            .setStatus(.init(rawValue: "x"), .trashed, at: WallTime(milliseconds: 1))
        ).get()
        #expect(
            try await one.merge([#"{"id":"x","value":"Theirs."}"#, #"{"id":"y","value":"mine"}"#]).added == 1)
        #expect(try await one.page(9).total == 0)
    }

    @Test(
        "libraries that were edited separately merge to the same result in any order",
        arguments: 1...16 as ClosedRange<UInt64>)
    func mergesInAnyOrder(seed: UInt64) async throws {
        var generator = Xorshift(state: seed)
        var libraries: [[String]] = []
        for name in ["a", "b", "c"] {
            let store = try store("\(name)")
            // Some libraries share jokes before they are edited separately.
            if let last = libraries.last, Bool.random(using: &generator) { try await store.merge(last) }
            for _ in 0..<30 { try await store.commit(edit(&generator)).get() }
            libraries.append(try await store.exported())
            store.close()
        }
        var results: Set<[String]> = []
        var lists: Set<[String]> = []
        for (place, order) in permutations.enumerated() {
            let store = try store("merged-\(place)")
            defer { store.close() }
            for library in order { try await store.merge(libraries[library].shuffled(using: &generator)) }
            // A second merge in the opposite order changes nothing.
            for library in order.reversed() {
                let outcome = try await store.merge(libraries[library])
                #expect(!outcome.hasChanged)
            }
            results.insert(try await store.exported())
            // Jokes with the same key are sorted by their arrival in this store.
            lists.insert(ids(try await store.page(99).items).sorted())
            // The result of the model for the merged lines.
            var model = InMemoryLibrary()
            _ = model.merge(
                try libraries.flatMap { $0 }.map {
                    try LibraryLine(parsing: $0, at: WallTime(milliseconds: 0))
                })
            #expect(model.lines.map(\.text) == (try await store.exported()))
            #expect(Set(model.saved.map(\.joke.id.rawValue)) == Set(ids(try await store.page(99).items)))
        }
        #expect(results.count == 1)
        #expect(lists.count == 1)
    }

    @Test(
        "two libraries that are edited and exchanged become equal when the edits end",
        arguments: 1...8 as ClosedRange<UInt64>)
    func exchangedLibraries(seed: UInt64) async throws {
        var generator = Xorshift(state: seed &* 77)
        let stores = [try store("a"), try store("b")]
        defer { for store in stores { store.close() } }
        for _ in 0..<40 {
            let place = Int.random(in: 0...1, using: &generator)
            if Int.random(in: 0..<4, using: &generator) == 0 {
                try await stores[place].merge(try await stores[1 - place].exported())
            } else {
                try await stores[place].commit(edit(&generator)).get()
            }
        }
        try await stores[0].merge(try await stores[1].exported())
        try await stores[1].merge(try await stores[0].exported())
        #expect(try await stores[0].exported() == (try await stores[1].exported()))
        #expect(
            Set(ids(try await stores[0].page(99).items)) == Set(ids(try await stores[1].page(99).items)))
        #expect(try await stores[0].page(1).total == (try await stores[1].page(1).total))
    }

    private var permutations: [[Int]] {
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    }

    /// Makes a random change to one of few jokes with few texts, with a clock that may be wrong.
    private func edit(_ generator: inout Xorshift) -> [Write] {
        let texts = ["One.", "one!", "Two", "TWO", "three", "four"]
        let number = Int.random(in: 0..<8, using: &generator)
        let text = texts.randomElement(using: &generator) ?? ""
        let time = WallTime(milliseconds: Int64.random(in: 0..<40, using: &generator))
        let statuses: [JokeStatus] = [
            .saved, .disliked, .trashed, .undecided, JokeStatus(savedAt: time),
            JokeStatus(savedAt: time, deletedAt: time),
        ]
        let id = Joke.ID(rawValue: "j\(number)")
        if Int.random(in: 0..<12, using: &generator) == 0 {
            return [.emptyTrash(deletedBefore: WallTime(milliseconds: 20))]
        }
        var joke = Joke.test(id.rawValue, text)
        if Int.random(in: 0..<4, using: &generator) == 0 {
            joke.original = .joke(.test(id.rawValue, "five"))
        }
        let known = joke.original == nil ? Write.upsertJoke(joke) : .replaceJoke(joke)
        let status = statuses.randomElement(using: &generator) ?? .undecided
        return joke.original != nil || Bool.random(using: &generator)
            ? [known, .setStatus(id, status, at: time)] : [.setStatus(id, status, at: time)]
    }
}

/// One line of a library.
struct LibraryLineTests {
    @Test(
        "an invalid line is refused with the reason",
        arguments: [
            ("", "is no JSON object"), ("[]", "is no JSON object"), ("{", "is no JSON object"),
            ("{}", "has no text"), (#"{"setup":"Why?"}"#, "has no text"),
            (#"{"value":" \n"}"#, "has no text"),
            (#"{"value":7}"#, "has a 'value' that is no string"), (#"{"id":"","value":"x"}"#, "has an id"),
            (#"{"id":"error","value":"x"}"#, "has an id"), (#"{"id":"daily","value":"x"}"#, "has an id"),
            (#"{"id":"a b","value":"x"}"#, "has an id"),
            (#"{"value":"x","savedAt":"yesterday"}"#, "has no time as 'savedAt'"),
            (#"{"value":"x","categories":["a",1]}"#, "has 'categories'"),
            (#"{"value":"x","translation":{"value":"y"}}"#, "has a 'translation'"),
            (#"{"id":"x","emptied":"ff"}"#, "says that its text has gone"),
            ("{\"value\":\"\(String(repeating: "x", count: 4_097))\"}", "has 4097 bytes of text"),
        ])
    func bad(text: String, problem: String) {
        let error = #expect(throws: LibraryLine.ParseError.self) {
            try LibraryLine(parsing: text, at: WallTime(milliseconds: 0))
        }
        #expect(error?.message.hasPrefix(problem) == true, "\(error?.message ?? "")")
    }

    @Test("a text loses its control characters and keeps its indentation")
    func cleanedText() throws {
        let line = try LibraryLine(
            parsing: #"{"value":"  a\u001b[31m\r\nb\u202e"}"#, at: WallTime(milliseconds: 1))
        guard case .joke(let joke) = line.content else { return }
        #expect(joke.value == "  a[31m\nb")
        #expect(joke.id.rawValue.hasPrefix("import-"))
    }

    @Test(
        "a line without an id becomes one of the user's own jokes if its source says so",
        arguments: ["mine", "own"])
    func ownLine(source: String) throws {
        let line = try LibraryLine(
            parsing: #"{"value":"One of mine.","source":"\#(source)"}"#, at: WallTime(milliseconds: 1))
        #expect(line.id.isOwn && line.status.isSaved)
        let named = try LibraryLine(
            parsing: #"{"id":"x","value":"One of mine.","source":"\#(source)"}"#,
            at: WallTime(milliseconds: 1))
        #expect(named.id.rawValue == "x")
    }

    @Test("an imported joke keeps the promises of the protocol, and is exported as it was imported")
    func hostileLine() throws {
        var object = try #require(Joke.hostile.objectValue)
        object.set("id", "an-id")
        // Its language is refused.
        #expect(throws: LibraryLine.ParseError.self) {
            try LibraryLine(parsing: JSON.object(object).jsonText, at: WallTime(milliseconds: 1))
        }
        object.set("language", "EN")
        let line = try LibraryLine(parsing: JSON.object(object).jsonText, at: WallTime(milliseconds: 1))
        guard case .joke(let joke) = line.content else { return }
        #expect(joke.brokenPromises == [])
        #expect(joke.value == "[2JWhy?\nBecause." && joke.punchline == "Because.")
        #expect(joke.translation?.value == "[2JHola." && joke.translation?.attribution.url == "")
        #expect(try LibraryLine(parsing: line.text, at: WallTime(milliseconds: 9)) == line)
    }

    @Test("a line without an id always gets the same id, without leading zeros")
    func madeID() throws {
        let line = try LibraryLine(
            parsing: #"{"value":"A ghost, a fish and a dog"}"#, at: WallTime(milliseconds: 1))
        #expect(line.id.rawValue == "import-714e601e58e28a")
    }
}
