// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

extension Archive {
    fileprivate func exported(of jokes: [Joke.ID]? = nil) async throws -> [String] {
        var lines: [String] = []
        var key: JokeKey?
        repeat {
            let export = ArchiveQuery.export(after: key, jokes: jokes)
            guard case .part(let part) = try await query(export).get() else { return [] }
            lines += part.lines
            key = part.next
        } while key != nil
        return lines
    }

    /// Returns the id under which the archive has a joke of a source or may store it.
    fileprivate func id(of joke: Joke) async throws -> Joke.ID {
        guard case .records(let records) = try await query(.sourced([joke])).get() else { return joke.id }
        return records.first?.joke.id ?? joke.id
    }

    /// The keys of the jokes in the saved list.
    fileprivate func savedKeys() async throws -> Set<JokeKey> {
        Set(try await page(99).items.map(\.joke.key))
    }

    /// Stores jokes, and likes them.
    fileprivate func like(_ jokes: Joke..., at time: Int64 = 7) async throws {
        for joke in jokes {
            try await commit(
                .upsertJoke(joke), .setStatus(joke.id, .saved, at: WallTime(milliseconds: time))
            ).get()
        }
    }

    @discardableResult
    fileprivate func merge(
        _ lines: [String], number: Int = 1, ownSource: String = "mine"
    ) async throws -> MergeOutcome {
        let id = ImportID(number: number)
        _ = try await query(.stage(lines, id)).get()
        var staged = StagedImport(id: id, lines: lines.count, at: WallTime(milliseconds: 4_000_000_000_000))
        staged.ownSource = ownSource
        let mergeQuery = ArchiveQuery.merge(staged)
        guard case .merged(let merged) = try await query(mergeQuery).get() else { return MergeOutcome() }
        #expect(try await page(1).total == merged.savedCount)
        return merged.outcome
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
        #expect(lines.contains { $0.hasPrefix(#"{"id":"old","source":"test","emptied":""#) })
        let other: any Archive = kind == .inFile ? try store("other") : InMemoryArchive()
        defer { other.close() }
        #expect(try await other.merge(lines) == MergeOutcome(added: 5))
        // An import removes a NUL, and white space at the end.
        #expect(try await other.exported() == lines.map { $0.replacing(" \\u0000", with: "") })
        #expect(try await other.merge(lines.reversed()).added == 0)
        #expect(ids(try await other.page(9).items) == ids(try await one.page(9).items))
    }

    @Test(
        "a newer line without a translation removes it, so libraries that import each other become equal",
        .rule(15))
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

    @Test(
        "jokes of the user's own have the same lines everywhere, and the name that their source has here",
        .rule(14),
        arguments: ArchiveKind.allCases)
    func ownName(kind: ArchiveKind) async throws {
        let other: any Archive = kind == .inFile ? try store() : InMemoryArchive()
        defer { other.close() }
        let line =
            #"{"id":"mine-0123456789abcdef","source":"own","value":"B.","#
            + #""original":{"value":"A.","source":"own"},"savedAt":"2026-11-21T09:30:00Z"}"#
        for (name, isNew) in [("own", true), ("own", false), ("mine", false)] {
            let outcome = try await other.merge([line.replacing("own", with: name)], ownSource: "own")
            #expect(outcome.hasChanged == isNew)
        }
        let joke = try await other.records(.jokes([.init(rawValue: "mine-0123456789abcdef")])).first?.joke
        #expect(joke?.source == "own" && joke?.original?.joke.source == "own")
        let lines = try await other.exported()
        #expect(lines.count == 1 && lines.allSatisfy { !$0.contains("own") && $0.contains("\"mine\"") })
        // A joke with another id, or of another source, is none.
        for line in [#"{"id":"x","value":"A.","source":"mine"}"#, line.replacing("own", with: "pack")] {
            #expect(try await other.merge([line], ownSource: "own").added == 1)
        }
        #expect(try await other.exported().count { $0.contains("own") } == 0)
    }

    @Test(
        "two sources with the same ids have lines of their own, which are equal on every machine", .rule(5),
        arguments: ArchiveKind.allCases)
    func sameIDs(kind: ArchiveKind) async throws {
        let archives: [any Archive] =
            kind == .inFile
            ? [try store("a"), try store("b")] : [InMemoryArchive(), InMemoryArchive()]
        defer { for archive in archives { archive.close() } }
        let jokes = ["x", "y"].map { Joke.test("1", "A joke of \($0).", source: $0) }
        try await archives[0].like(jokes[0])
        try await archives[1].like(jokes[1], at: 5)
        let lines = try await [archives[0].exported(), archives[1].exported()]
        #expect(lines[0][0].hasPrefix(#"{"id":"1","source":"x","value":"#))
        // A tombstone of one source leaves the joke of the other one.
        try await archives[0].commit(
            .setStatus(jokes[0].id, .trashed, at: WallTime(milliseconds: 9)),
            .emptyTrash(deletedBefore: WallTime(milliseconds: 1 << 50))
        ).get()
        let emptied = try await archives[0].exported()
        #expect(emptied[0].hasPrefix(#"{"id":"1","source":"x","emptied":""#))
        for (place, news) in [(0, lines[1]), (1, lines[0]), (1, emptied)] {
            #expect(try await archives[place].merge(news, number: 2).hasChanged)
        }
        let all = emptied + lines[1]
        for archive in archives { #expect(try await archive.exported() == all) }
        // Each archive has the jokes under the ids that they had there.
        #expect(try await archives[0].id(of: jokes[0]).rawValue == "1")
        #expect(try await archives[0].id(of: jokes[1]).rawValue == "y:1")
        #expect(try await archives[1].id(of: jokes[1]).rawValue == "1")
        #expect(try await archives[1].id(of: jokes[0]).rawValue == "x:1")
        #expect(ids(try await archives[0].page(9).items) == ["y:1"])
        #expect(ids(try await archives[1].page(9).items) == ["1"])
        #expect(try await archives[0].exported(of: [.init(rawValue: "y:1")]) == lines[1])
        #expect(try await archives[1].exported(of: ["x:1", "1", "2"].map(Joke.ID.init(rawValue:))) == all)
    }

    @Test(
        "a joke whose named id belongs to another source gets one that no other joke can have",
        arguments: ArchiveKind.allCases)
    func takenNames(kind: ArchiveKind) async throws {
        let archive: any Archive = kind == .inFile ? try store() : InMemoryArchive()
        defer { archive.close() }
        try await archive.like(.test("1", "one", source: "y"), .test("x:1", "two", source: "z"))
        let joke = Joke.test("1", "three", source: "x")
        let line = try #require(try await archive.exported().last).replacing("x:1", with: "1")
            .replacing("\"z\"", with: "\"x\"").replacing("two", with: "three")
        for isNew in [true, false] { #expect(try await archive.merge([line]).hasChanged == isNew) }
        let id = try await archive.id(of: joke)
        #expect(id.rawValue == "x\u{2237}1")
        #expect(try await archive.records(.sourced([joke])).map(\.status) == [.saved])
        let keys = try await archive.exported().map {
            try LibraryLine(parsing: $0, at: .last).key
        }
        #expect(keys == [("1", "x"), ("1", "y"), ("x:1", "z")].map { JokeKey(.init(rawValue: $0), of: $1) })
        // A joke of a source itself finds a free id, too.
        let fourth = Joke.test("1", "four", source: "w")
        #expect(try await archive.id(of: fourth).rawValue == "w:1")
        try await archive.like(.test("w:1", "five", source: "z"))
        #expect(try await archive.id(of: fourth).rawValue == "w\u{2237}1")
    }

    @Test("a joke with a decision keeps its source", .rule(5), arguments: ArchiveKind.allCases)
    func keptSource(kind: ArchiveKind) async throws {
        let archive: any Archive = kind == .inFile ? try store() : InMemoryArchive()
        defer { archive.close() }
        try await archive.like(.test("1", "one", source: "x"))
        let lines = try await archive.exported()
        let same = Joke.test("1", "One!", source: "y")
        #expect(try await archive.id(of: same) == same.id)
        try await archive.commit(.upsertJoke(same)).get()
        #expect(try await archive.exported() == lines)
        // An edit of that joke, too.
        try await archive.commit(
            .replaceJoke(same), .setStatus(same.id, .saved, at: WallTime(milliseconds: 9))
        ).get()
        let line = try LibraryLine(
            parsing: try #require(try await archive.exported().first), at: WallTime(milliseconds: 0))
        #expect(line.key == JokeKey(same.id, of: "x"))
        // Without a decision, the row takes the newer source.
        try await archive.commit(.upsertJoke(.test("2", "two", source: "x"))).get()
        try await archive.commit(.upsertJoke(.test("2", "Two!", source: "y"))).get()
        #expect(try await archive.records(.jokes([.init(rawValue: "2")])).map(\.joke.source) == ["y"])
        // A text that was removed is not known to be the same.
        try await archive.commit(
            .setStatus(same.id, .trashed, at: WallTime(milliseconds: 10)),
            .emptyTrash(deletedBefore: WallTime(milliseconds: 1 << 50))
        ).get()
        #expect(try await archive.id(of: .test("1", "one", source: "y")).rawValue == "y:1")
        #expect(try await archive.id(of: .test("1", "one", source: "x")).rawValue == "1")
    }

    @Test(
        "of an old tombstone without a source, the joke with its text takes the place",
        arguments: ArchiveKind.allCases)
    func oldTombstone(kind: ArchiveKind) async throws {
        let archive: any Archive = kind == .inFile ? try store() : InMemoryArchive()
        defer { archive.close() }
        let group = String(DuplicateGroup.of(.test("1", "one")), radix: 16)
        let line =
            #"{"id":"1","emptied":"\#(group)","savedAt":null,"deletedAt":null,"#
            + #""buriedAt":"2026-11-21T09:30:00.000Z","changedAt":"2026-11-21T09:30:00.000Z"}"#
        try await archive.merge([line])
        #expect(try await archive.exported().first?.hasPrefix(#"{"id":"1","source":"","emptied":"#) == true)
        #expect(try await archive.id(of: .test("1", "two")).rawValue == "test:1")
        let record = try await archive.records(.sourced([.test("1", "One!")])).first
        #expect(record?.joke.id.rawValue == "1" && record?.status.isDisliked == true)
        #expect(try await archive.records(.unseen([.test("1", "One!")])).isEmpty)
        try await archive.like(.test("1", "One!"))
        #expect(try await archive.savedKeys() == [JokeKey(.init(rawValue: "1"), of: "test")])
    }

    @Test("an export reads its rows in the order of two indexes, without sorting")
    func exportPlan() throws {
        try store().close()
        let database = try Database("\(directory.path)/one/jokesd.sqlite", for: .reading)
        let plan = try database.rows("EXPLAIN QUERY PLAN \(Database.exportSQL)") { $0.text(3) }
        #expect(plan.contains { $0.hasPrefix("SEARCH jokes USING INDEX sqlite_autoindex_jokes_1 (id>?)") })
        #expect(plan.contains { $0.hasPrefix("SEARCH jokes USING INDEX jokes_named (key_id>?)") })
        #expect(!plan.contains { $0.contains("TEMP") }, "\(plan)")
    }

    @Test("a long export of two sources with the same ids has each line once, in the order of the keys")
    func manyNamed() async throws {
        let one = try store()
        defer { one.close() }
        let text = String(repeating: "long \u{1F923} ", count: 300)
        let jokes = (100..<250).flatMap { number in
            ["x", "y"].map { Joke.test("\(number)", "\(text)\(number) \($0)", source: $0) }
        }
        for joke in jokes {
            var joke = joke
            joke.id = try await one.id(of: joke)
            try await one.like(joke)
        }
        let lines = try await one.exported()
        let keys = try lines.map { try LibraryLine(parsing: $0, at: .last).key }
        #expect(keys == jokes.map(\.key))
        let some = jokes.prefix(200).flatMap { [$0.id, Joke.ID(rawValue: "y:\($0.id.rawValue)")] }
        #expect(try await one.exported(of: some) == Array(lines.prefix(200)))
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
        // A decision is about a text.
        let twin = Joke.test("twin", text.uppercased() + "103")
        try await one.commit(.upsertJoke(twin)).get()
        #expect(try await one.exported(of: [twin.id]) == [lines[3]])
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
        #expect(done == .merged(MergeResult(MergeOutcome(added: 1), savedCount: 1)))
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
            #expect(answer == .merged(MergeResult(MergeOutcome(added: 1), savedCount: 1)))
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
            guard case .merged(let merged) = try await store.query(.merge(staged)).get() else { return }
            staged.outcome = merged.outcome
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
        "a removal of the year 9999 is not newer than a joke without a time",
        arguments: [
            #"{"id":"x","source":"import","emptied":"1","savedAt":TIME,"deletedAt":TIME,"changedAt":TIME}"#,
            #"{"id":"x","source":"import","value":"Mine.","savedAt":TIME,"deletedAt":TIME,"changedAt":TIME}"#,
            #"{"id":"x","source":"import","value":"Mine.","buriedAt":TIME,"changedAt":TIME}"#,
        ])
    func postdatedRemoval(line: String) async throws {
        let removal = line.split(separator: "TIME").joined(separator: "\"9999-12-31T23:59:59.999Z\"")
        let lines = [#"{"id":"x","value":"Mine."}"#, removal]
        for (name, lines) in [("one", lines), ("two", lines.reversed())] {
            let store = try store(name)
            defer { store.close() }
            for (number, line) in lines.enumerated() { try await store.merge([line], number: number + 1) }
            #expect(try await store.page(9).total == 1)
        }
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
            for _ in 0..<30 { try await store.commit(edit(&generator, of: store)).get() }
            libraries.append(try await store.exported())
            store.close()
        }
        var results: Set<[String]> = []
        var lists: Set<Set<JokeKey>> = []
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
            lists.insert(try await store.savedKeys())
            // The result of the model for the merged lines.
            var model = InMemoryLibrary()
            _ = model.merge(
                try libraries.flatMap { $0 }.map {
                    try LibraryLine(parsing: $0, at: .last)
                })
            #expect(model.lines.map(\.text) == (try await store.exported()))
            #expect(Set(model.saved.map(\.joke.key)) == (try await store.savedKeys()))
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
                try await stores[place].commit(edit(&generator, of: stores[place])).get()
            }
        }
        try await stores[0].merge(try await stores[1].exported())
        try await stores[1].merge(try await stores[0].exported())
        #expect(try await stores[0].exported() == (try await stores[1].exported()))
        #expect(try await stores[0].savedKeys() == (try await stores[1].savedKeys()))
        #expect(try await stores[0].page(1).total == (try await stores[1].page(1).total))
    }

    private var permutations: [[Int]] {
        [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
    }

    @Test(
        "a store has the ids, the records and the export of its model after each change and each import",
        arguments: 1...12 as ClosedRange<UInt64>)
    func likeItsModel(seed: UInt64) async throws {
        var generator = Xorshift(state: seed &* 7_919)
        let one = try store()
        defer { one.close() }
        let model = InMemoryArchive()
        let elsewhere = InMemoryArchive()
        for step in 1...80 {
            let isElsewhere = Int.random(in: 0..<3, using: &generator) == 0
            let changed = isElsewhere ? elsewhere : model
            let writes = try await edit(&generator, of: changed)
            // A store also removes the texts of jokes whose decision was undone.
            if !isElsewhere, case .emptyTrash = writes[0] { continue }
            try await changed.commit(writes).get()
            if !isElsewhere { try await one.commit(writes).get() }
            if step % 8 == 0 {
                let lines = try await elsewhere.exported().shuffled(using: &generator)
                let outcome = try await one.merge(lines, number: step)
                #expect(try await model.merge(lines, number: step) == outcome)
            }
            let lines = (try await one.exported(), try await model.exported())
            try #require(lines.0 == lines.1, "step \(step): \(Set(lines.0).symmetricDifference(lines.1))")
            let jokes = Self.sources.flatMap { source in
                (0..<8).map { Joke.test("j\($0)", Self.texts[$0 % 6], source: source) }
            }
            #expect(try await one.records(.sourced(jokes)) == (try await model.records(.sourced(jokes))))
            #expect(Set(ids(try await one.page(99).items)) == Set(ids(try await model.page(99).items)))
        }
    }

    private static let texts = ["One.", "one!", "Two", "TWO", "three", "four"]
    private static let sources = ["x", "y", "my team"]

    /// Makes a random change to one of few jokes of several sources, with few texts and a clock that may be wrong.
    private func edit(_ generator: inout Xorshift, of archive: any Archive) async throws -> [Write] {
        let number = Int.random(in: 0..<8, using: &generator)
        let text = Self.texts.randomElement(using: &generator) ?? ""
        let time = WallTime(milliseconds: Int64.random(in: 0..<40, using: &generator))
        let statuses: [JokeStatus] = [
            .saved, .disliked, .trashed, .undecided, JokeStatus(savedAt: time),
            JokeStatus(savedAt: time, deletedAt: time),
        ]
        if Int.random(in: 0..<12, using: &generator) == 0 {
            return [.emptyTrash(deletedBefore: WallTime(milliseconds: 20))]
        }
        let source = Self.sources.randomElement(using: &generator) ?? ""
        // Some ids are those that the jokes of other sources may get.
        let prefix = Int.random(in: 0..<6, using: &generator) == 0 ? "y:" : ""
        var joke = Joke.test("\(prefix)j\(number)", text, source: source)
        joke.id = try await archive.id(of: joke)
        if Int.random(in: 0..<4, using: &generator) == 0 {
            joke.original = .joke(.test(joke.id.rawValue, "five", source: source))
        }
        let known = joke.original == nil ? Write.upsertJoke(joke) : .replaceJoke(joke)
        let status = statuses.randomElement(using: &generator) ?? .undecided
        return joke.original != nil || Bool.random(using: &generator)
            ? [known, .setStatus(joke.id, status, at: time)] : [.setStatus(joke.id, status, at: time)]
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
            (#"{"value":7}"#, "has no string as 'value'"), (#"{"id":"","value":"x"}"#, "has an id"),
            (#"{"id":"error","value":"x"}"#, "has an id"), (#"{"id":"daily","value":"x"}"#, "has an id"),
            (#"{"id":"a b","value":"x"}"#, "has an id"), (#"{"id":"a\u2237b","value":"x"}"#, "has an id"),
            ("{\"id\":\"\(String(repeating: "x", count: 129))\",\"value\":\"x\"}", "has an id"),
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
        "a line without an id becomes one of the user's own jokes if its source says so", .rule(14),
        arguments: ["mine", "own"])
    func ownLine(source: String) throws {
        let line = try LibraryLine(
            parsing: #"{"value":"One of mine.","source":"\#(source)"}"#, at: WallTime(milliseconds: 1))
        #expect(line.key.id.isOwn && line.key.source == "mine" && line.status.isSaved)
        let named = try LibraryLine(
            parsing: #"{"id":"x","value":"One of mine.","source":"\#(source)"}"#,
            at: WallTime(milliseconds: 1))
        #expect(named.key == JokeKey(.init(rawValue: "x"), of: source))
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
        #expect(try LibraryLine(parsing: line.text, at: .last) == line)
    }

    @Test("a line without an id always gets the same id, without leading zeros")
    func madeID() throws {
        let line = try LibraryLine(
            parsing: #"{"value":"A ghost, a fish and a dog"}"#, at: WallTime(milliseconds: 1))
        #expect(line.key == JokeKey(.init(rawValue: "import-714e601e58e28a"), of: "import"))
    }

    @Test("a line of jokesd 0.1.0, and one with the longest names, has the key of its joke")
    func olderLine() throws {
        let old =
            #"{"id":"y:1","value":"A joke.","setup":null,"punchline":null,"categories":[],"source":"y","#
            + #""language":"en","url":null,"translation":null,"original":{"id":"y:1","value":"Another one.","#
            + #""source":"y","language":"en"},"savedAt":"2026-11-21T09:30:00.000Z","#
            + #""changedAt":"2026-11-21T09:30:00.000Z"}"#
        let line = try LibraryLine(parsing: old, at: .last)
        #expect(line.key == JokeKey(.init(rawValue: "1"), of: "y"))
        let new = old.replacing("y:1", with: "1")
        #expect(try LibraryLine(parsing: new, at: .last) == line)
        #expect(line.text.hasPrefix(#"{"id":"1","source":"y","value":"A joke.""#))
        #expect(line.text.contains(#""original":{"id":"1","#))
        #expect(try LibraryLine(parsing: line.text, at: .last) == line)
        // A name with spaces.
        let spaced = old.replacing("\"y", with: "\"my team")
        #expect(
            try LibraryLine(parsing: spaced, at: WallTime(milliseconds: 0)).key
                == JokeKey(.init(rawValue: "1"), of: "my team"))
        let (id, name) = (String(repeating: "i", count: 128), String(repeating: "n", count: 64))
        for id in [id, "\(name):\(id)"] {
            let line = try LibraryLine(
                parsing: #"{"id":"\#(id)","source":"\#(name)","value":"x"}"#, at: WallTime(milliseconds: 1))
            #expect(line.key.id.rawValue.utf8.count == 128)
        }
    }

    @Test("a joke whose id begins with the name of its source, or is a word, keeps its key in a line")
    func unusualIDs() throws {
        for id in ["x:x:1", "x:error", "x:daily", "x:"] {
            var joke = Joke.test(id, source: "x")
            let line = LibraryLine(joke, status: .saved, changedAt: WallTime(milliseconds: 1))
            #expect(try LibraryLine(parsing: line.text, at: .last) == line)
            joke.id = line.key.localIDs[0]
            #expect(joke.key == line.key && joke.id.rawValue == id)
        }
    }
}
