// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// Decisions that are read from a damaged database.
struct SalvageTests {
    private let directory = TemporaryDirectory()
    private static let count = 250

    private func id(_ number: Int) -> Joke.ID { Joke.ID(rawValue: "\(number)") }

    /// Saves 250 jokes, with a backup after the first 50 unless `hasBackup` is false.
    private func fill(hasBackup: Bool = true, isKilled: Bool = false) async throws {
        let store = try directory.store()
        for number in 0..<Self.count {
            try await store.commit(
                .upsertJoke(.test("\(number)", "\(long(number % 3)) \(number)")),
                .setStatus(id(number), .saved, at: WallTime(milliseconds: Int64(1_000 + number))),
                .reserveSequence(number + 1),
                .log(StoredLogEntry(sequence: number, members: #""event":"online""#))
            ).get()
            if hasBackup, number == 49 {
                _ = try await store.backUp(.onDemand, on: LocalDate(rawValue: "2026-11-20")).get()
            }
        }
        let files = [directory.database, directory.database + "-wal"]
        let bytes = files.map(File.read)
        store.close()
        if isKilled { for (file, bytes) in zip(files, bytes) { File.write(bytes, to: file) } }
    }

    /// Changes the bytes of the database.
    private func edit(_ change: (inout [UInt8]) throws -> Void) rethrows {
        var bytes = File.read(directory.database)
        try change(&bytes)
        File.write(bytes, to: directory.database)
    }

    /// Overwrites a page, which counts from 1.
    private func destroy(_ page: Int, _ bytes: inout [UInt8]) {
        for place in (page - 1) * 4_096..<page * 4_096 { bytes[place] = 0xAA }
    }

    private func rootPage(of table: String) throws -> Int {
        try #require(
            try Database(directory.database, for: .reading).first(
                "SELECT rootpage FROM sqlite_schema WHERE name = ?", table
            ) { Int($0.integer(0)) })
    }

    /// The leaf pages of the table `jokes` in the middle of the file.
    private func leaves(_ bytes: [UInt8]) -> [Int] {
        (bytes.count / 8_192..<bytes.count / 4_096).filter { page in
            bytes[(page - 1) * 4_096] == 0x0D && bytes[page * 4_096 - 100..<page * 4_096].contains(0x6C)
        }
    }

    private func restored() throws -> PersistedState {
        let store = try directory.store()
        defer { store.close() }
        return try store.load()
    }

    @Test("a database whose first page is overwritten loses no decision", arguments: [true, false])
    func firstPage(hasBackup: Bool) async throws {
        try await fill(hasBackup: hasBackup)
        edit { destroy(1, &$0) }
        let kept = try restored()
        #expect(kept.savedCount == Self.count)
        let recovery = try #require(kept.recovery)
        #expect(recovery.salvage == .init(recovered: hasBackup ? 200 : 250, unreadable: 0))
        #expect(recovery.message.contains(hasBackup ? "200 later decisions were" : "250 decisions were"))
        #expect(recovery.message.contains(hasBackup ? "the backup of" : "There was no backup"))
        #expect(File.exists(recovery.damaged))
        #expect(Files.names(in: directory.data).allSatisfy { !$0.contains("unfinished") })
    }

    @Test("a damaged table of another kind loses no decision", arguments: ["log", "session", "seen", "undo"])
    func otherTable(name: String) async throws {
        try await fill()
        let page = try rootPage(of: name)
        edit { destroy(page, &$0) }
        let store = try directory.store()
        defer { store.close() }
        var kept = try store.load()
        // A table that the start does not read is found damaged by a check.
        if kept.recovery == nil {
            let damage = try #require(await store.check().failure)
            kept = try await store.restore(because: damage).get()
        }
        #expect(kept.savedCount == Self.count)
        #expect(kept.recovery?.salvage == .init(recovered: 200, unreadable: 0))
    }

    @Test("all but the rows of an overwritten page are recovered, and the number of pages is reported")
    func leafPage() async throws {
        try await fill()
        try edit { bytes in
            destroy(1, &bytes)
            destroy(try #require(leaves(bytes).first), &bytes)
        }
        let kept = try restored()
        #expect(kept.savedCount > Self.count - 12 && kept.savedCount < Self.count)
        let salvage = try #require(kept.recovery?.salvage)
        #expect(salvage == .init(recovered: kept.savedCount - 50, unreadable: 1))
        #expect(kept.recovery?.message.contains("and 1 page or row of it could not be read") == true)
    }

    @Test("a flipped bit in the header's numbers is damage", arguments: [18, 68, 71])
    func header(place: Int) async throws {
        try await fill()
        edit { $0[place] ^= 0x10 }
        let kept = try restored()
        #expect(kept.savedCount == Self.count)
        #expect(kept.recovery?.salvage == .init(recovered: 200, unreadable: 0))
    }

    @Test("a page that looks like a leaf in the place of the root hides no other leaf")
    func falseLeaf() async throws {
        try await fill()
        edit { bytes in
            destroy(1, &bytes)
            destroy(2, &bytes)
            bytes[4_096] = 0x0D
        }
        let kept = try restored()
        #expect(kept.savedCount == Self.count)
        #expect(kept.recovery?.salvage == .init(recovered: 200, unreadable: 1))
    }

    @Test("a joke whose text was changed by the damage is reported")
    func changedText() async throws {
        try await fill()
        try Database(directory.database, for: .writing).script(
            "UPDATE jokes SET value = value || 'x' WHERE id = '200'; DELETE FROM session")
        let kept = try restored()
        #expect(kept.savedCount == Self.count)
        #expect(kept.recovery?.salvage == .init(recovered: 200, unreadable: 1))
    }

    @Test("an imported joke without a time of the decision keeps the date at which it was saved")
    func importedJoke() async throws {
        try await fill()
        let saved: Int64 = 1_790_000_000_000
        try Database(directory.database, for: .writing).script(
            "UPDATE jokes SET changed_at = 0, saved_at = \(saved) WHERE id = '200'; DELETE FROM session")
        let store = try directory.store()
        defer { store.close() }
        #expect(try store.load().recovery != nil)
        let record = try #require(await store.records(.jokes([id(200)])).first)
        #expect(record.status.savedAt == WallTime(milliseconds: saved))
    }

    @Test("without the root of its tree, the leaves of the table are read")
    func rootOfTable() async throws {
        try await fill(hasBackup: false)
        let page = try rootPage(of: "jokes")
        #expect(page == 2)
        edit { destroy(page, &$0) }
        let store = try directory.store()
        defer { store.close() }
        let damage = ArchiveError(.corrupt, "It is damaged.")
        let kept = try await store.restore(because: damage).get()
        #expect(kept.savedCount == Self.count)
        #expect(kept.recovery?.salvage == .init(recovered: Self.count, unreadable: 1))
    }

    @Test(
        "what only the write-ahead log has is recovered, even without the database", arguments: [true, false])
    func writeAheadLog(isMissing: Bool) async throws {
        try await fill(isKilled: true)
        if isMissing { unlink(directory.database) } else { File.write([], to: directory.database) }
        let kept = try restored()
        let salvage = try #require(kept.recovery?.salvage)
        #expect(kept.savedCount > 50)
        #expect(salvage.recovered == kept.savedCount - 50)
    }

    @Test(
        "a decision of the backup that is as new stays, and an older one in the damaged file changes nothing")
    func newerDecisionsStay() async throws {
        try await fill()
        try Database(directory.database, for: .writing).script(
            "UPDATE jokes SET value = 'zzz changed by the damage' WHERE id = '3'; DELETE FROM session"
        )
        let store = try directory.store()
        defer { store.close() }
        #expect(try store.load().recovery != nil)
        #expect(try await store.records(.jokes([id(3)])).first?.joke.value.contains("long") == true)
    }

    @Test("recovered jokes pass the same checks as imported ones")
    func gate() async throws {
        try await fill()
        try Database(directory.database, for: .writing).script(
            """
            UPDATE jokes SET id = 'a b' WHERE id = '200'; UPDATE jokes SET value = char(27) || '[2J' || value WHERE id = '201';
            DELETE FROM session
            """)
        let store = try directory.store()
        defer { store.close() }
        let kept = try store.load()
        #expect(kept.savedCount == Self.count - 1)
        #expect(kept.recovery?.salvage == .init(recovered: 199, unreadable: 2))
        let value = try await store.records(.jokes([id(201)])).first?.joke.value
        #expect(value?.hasPrefix("[2J") == true)
    }

    @Test("the report stays until the user removes it, also over restarts, and is logged once")
    func reportStays() async throws {
        try await fill()
        edit { destroy(1, &$0) }
        let first = try #require(try restored().recovery)
        #expect(!first.isKnown)
        for _ in 1...2 {
            let next = try #require(try restored().recovery)
            #expect(next.isKnown)
            #expect(next.message == first.message)
            #expect(next.salvage?.unreadable == 0)
            #expect(next.backup?.path == first.backup?.path)
            #expect(next.damaged == first.damaged)
        }
        unlink("\(directory.data)/restoration.json")
        #expect(try restored().recovery == nil)
    }

    @Test("a recovery that ended before the damaged file was read is completed by the next start")
    func interrupted() async throws {
        try await fill()
        edit { destroy(1, &$0) }
        let recovery = DatabaseRecovery(directory: directory.data, schema: .current)
        let begun = try recovery.perform(because: ArchiveError(.corrupt, "It is damaged."))
        #expect(begun.salvage == nil)
        let kept = try restored()
        #expect(kept.savedCount == Self.count)
        #expect(kept.recovery?.isKnown == false)
        #expect(kept.recovery?.salvage == .init(recovered: 200, unreadable: 0))
        #expect(kept.recovery?.message.contains("200 later decisions") == true)
        #expect(kept.recovery?.message.contains("next start") == false)
    }

    @Test("a recovery that ended before the backup was in place still reads the damaged file")
    func interruptedBeforeReplacement() async throws {
        try await fill()
        edit { destroy(1, &$0) }
        let recovery = DatabaseRecovery(directory: directory.data, schema: .current)
        _ = try recovery.perform(because: ArchiveError(.corrupt, "It is damaged."))
        rename(directory.database, "\(directory.database).restored")
        let kept = try restored()
        #expect(kept.savedCount == Self.count)
        #expect(kept.recovery?.salvage == .init(recovered: 200, unreadable: 0))
    }

    @Test("the log of an unfinished copy does not get into the next one")
    func unfinishedLog() async throws {
        try await fill(isKilled: true)
        File.write(File.read(directory.database + "-wal"), to: directory.database + ".unfinished-wal")
        for suffix in ["", "-wal"] { unlink(directory.database + suffix) }
        #expect(try restored().savedCount == 50)
        let listed = try Database(directory.database, for: .reading).first(
            "SELECT count(*) FROM jokes WHERE shown = 1"
        ) { Int($0.integer(0)) }
        #expect(listed == 50)
    }

    @Test("a database that is without tables, since its log was lost, is replaced by the backup")
    func lostLog() async throws {
        let store = try directory.store()
        try await store.commit(
            .upsertJoke(.test("1")), .setStatus(id(1), .saved, at: WallTime(milliseconds: 1))
        ).get()
        _ = try await store.backUp(.onDemand, on: LocalDate(rawValue: "2026-11-20")).get()
        let bytes = File.read(directory.database)
        #expect(bytes.count == 4_096)
        store.close()
        File.write(bytes, to: directory.database)
        let kept = try restored()
        #expect(kept.savedCount == 1)
        #expect(kept.recovery?.backup != nil)
    }

    @Test("a recovered joke has the id and the source that it had")
    func sameIDs() async throws {
        let ids = ["y:1", "mine-0123456789abcdef"].map(Joke.ID.init(rawValue:))
        let first = try directory.store()
        // The first joke has no decision, so it is not recovered. The second one keeps its id nevertheless.
        try await first.commit(
            .upsertJoke(.test("1", "One.", source: "x")),
            .upsertJoke(.test(ids[0].rawValue, "Two.", source: "y")),
            .setStatus(ids[0], .saved), .upsertJoke(.test(ids[1].rawValue, "Three.", source: "own")),
            .setStatus(ids[1], .saved)
        ).get()
        first.close()
        edit { destroy(1, &$0) }
        let store = try directory.store()
        defer { store.close() }
        #expect(try store.load().recovery?.salvage == .init(recovered: 2, unreadable: 0))
        #expect(try await store.records(.jokes(ids)).map(\.joke.source) == ["y", "own"])
    }

    @Test("damaged backups are reported as such")
    func damagedBackups() async throws {
        try await fill()
        File.write(
            Array(repeating: 1, count: 5_000), to: "\(directory.data)/backups/jokesd-2026-11-20.sqlite")
        edit { destroy(1, &$0) }
        let kept = try restored()
        #expect(kept.savedCount == Self.count)
        #expect(kept.recovery?.message.contains("Its backups are damaged, too (1)") == true)
    }

    @Test("databases of all layouts can be read", arguments: Schema.current.versions)
    func layouts(version: Int) async throws {
        mkdir(directory.data, 0o700)
        try Database(directory.database, for: .writing).script(
            try Files.text("\(Programs.checkout)/Tests/JokeStoreTests/Fixtures/version-\(version).sql"))
        edit { destroy(1, &$0) }
        let kept = try restored()
        #expect(kept.savedCount == 2)
        #expect(kept.recovery?.salvage?.unreadable == 0)
    }
}
