// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// Backups of the database.
struct BackupTests {
    private let directory = TemporaryDirectory()
    private let today = LocalDate(rawValue: "2026-11-21")

    @Test("a backup on demand is one file with all data, which opens as a store")
    func onDemand() async throws {
        let store = try directory.store()
        defer { store.close() }
        try await store.commit(
            .upsertJoke(.full), .setStatus(Joke.full.id, .saved), .card(Joke.full.id), .reserveSequence(1_000)
        ).get()
        let backup = try #require(try await store.backUp(.onDemand, on: today).get())
        #expect(backup.path == "\(directory.data)/backups/jokesd-2026-11-21.sqlite")
        #expect(backup.bytes == File.size(backup.path))
        #expect(File.permissions(backup.path) == 0o600)
        #expect(File.permissions("\(directory.data)/backups") == 0o700)
        #expect(Files.names(in: "\(directory.data)/backups") == ["jokesd-2026-11-21.sqlite"])

        let other = TemporaryDirectory()
        mkdir(other.data, 0o700)
        File.write(File.read(backup.path), to: other.database)
        let copy = try other.store()
        defer { copy.close() }
        var (kept, original) = (try copy.load(), try store.load())
        // Events of two databases must be distinguishable.
        #expect(kept.epoch != original.epoch)
        (kept.epoch, original.epoch) = ("", "")
        #expect(kept == original)
        // It is written with a write-ahead log, as any database.
        try await copy.commit(.card(nil)).get()
        #expect(File.exists("\(other.database)-wal"))
    }

    @Test("a backup is consistent and does not wait for commits made meanwhile")
    func duringCommits() async throws {
        let store = try directory.store()
        defer { store.close() }
        for batch in 0..<20 {
            try await store.commit((0..<200).map { .upsertJoke(.test("\(batch)-\($0)", long($0))) }).get()
        }
        let today = today
        async let backup = store.backUp(.onDemand, on: today)
        for number in 0..<100 {
            let id = Joke.ID(rawValue: "pair-\(number)")
            try await store.commit(.upsertJoke(.test(id.rawValue)), .setStatus(id, .saved)).get()
            try await store.commit(.reserveSequence(number)).get()
        }
        let path = try #require(try await backup.get()).path
        let copy = try Database(path, for: .readingImmutable)
        #expect(try copy.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
        // Each joke was written with its status in one transaction.
        let halves = try copy.first("SELECT count(*) FROM jokes WHERE id LIKE 'pair-%' AND saved_at IS NULL")
        {
            $0.integer(0)
        }
        #expect(halves == 0)
    }

    @Test("one backup is made a day, if there are decisions that the newest one lacks")
    func daily() async throws {
        let store = try directory.store()
        defer { store.close() }
        func daily(_ date: String) async throws -> Backup? {
            try await store.backUp(.daily, on: LocalDate(rawValue: date)).get()
        }
        // The user has not decided anything.
        try await store.commit(.upsertJoke(.full), .card(Joke.full.id), .seen([1])).get()
        #expect(try await daily("2026-11-21") == nil)
        try await store.commit(.setStatus(Joke.full.id, .saved)).get()
        #expect(try await daily("2026-11-21") != nil)
        try await store.commit(.setStatus(Joke.full.id, .trashed)).get()
        #expect(try await daily("2026-11-21") == nil)
        #expect(try await daily("2026-11-22") != nil)
        // Seen and shown, but not decided.
        try await store.commit(.card(nil), .seen([2]), .reserveSequence(9)).get()
        #expect(try await daily("2026-11-23") == nil)
        try await store.commit(.setStatus(Joke.full.id, .disliked)).get()
        #expect(try await daily("2026-11-23") != nil)
    }

    @Test("seven backups are kept, and other files of the directory stay")
    func keepsSeven() async throws {
        let store = try directory.store()
        defer { store.close() }
        mkdir("\(directory.data)/backups", 0o700)
        let otherFiles = ["jokesd-2020-1-1.sqlite", "jokesd-2020-01-01.sqlite.mine", "notes.txt"]
        for name in otherFiles { File.write([1], to: "\(directory.data)/backups/\(name)") }
        for day in 10..<20 {
            _ = try await store.backUp(.onDemand, on: LocalDate(rawValue: "2026-11-\(day)")).get()
        }
        #expect(
            Files.names(in: "\(directory.data)/backups")
                == ((13..<20).map { "jokesd-2026-11-\($0).sqlite" } + otherFiles).sorted())
    }

    private func backupNames() -> [String] { Files.names(in: "\(directory.data)/backups") }

    /// Saves one more joke, and makes the backup of that date.
    private func saveAndBackUp(_ number: Int, on date: String, _ store: Store) async throws {
        try await store.commit(
            .upsertJoke(.test("\(number)")), .setStatus(Joke.ID(rawValue: "\(number)"), .saved)
        )
        .get()
        _ = try await store.backUp(.onDemand, on: LocalDate(rawValue: date)).get()
    }

    /// Damages the database, and returns what the next start loads.
    private func restored() throws -> PersistedState {
        File.write(Array(repeating: 1, count: 5_000), to: directory.database)
        let store = try directory.store()
        defer { store.close() }
        return try store.load()
    }

    @Test("the newest backup is the one made last, whatever the date in its name")
    func newestIsLastMade() async throws {
        let store = try directory.store()
        try await saveAndBackUp(1, on: "2036-06-01", store)
        for day in 20..<26 { try await saveAndBackUp(day, on: "2026-11-\(day)", store) }
        store.close()
        let kept = try restored()
        #expect(kept.recovery?.backup?.path == "\(directory.data)/backups/jokesd-2026-11-25.sqlite")
        #expect(kept.savedCount == 7)
    }

    @Test("after a week with the clock ahead, the backups of the right days are kept")
    func weekWithClockAhead() async throws {
        let store = try directory.store()
        defer { store.close() }
        for day in 1...7 { try await saveAndBackUp(day, on: "2036-06-0\(day)", store) }
        for day in 20..<23 { try await saveAndBackUp(day, on: "2026-11-\(day)", store) }
        #expect(
            backupNames() == (20..<23).map { "jokesd-2026-11-\($0).sqlite" }
                + (4...7).map { "jokesd-2036-06-0\($0).sqlite" })
    }

    @Test("backups without an order in the file are ordered by their content")
    func orderedByContent() async throws {
        let store = try directory.store()
        mkdir("\(directory.data)/backups", 0o700)
        // Backups of a version that ordered them by name.
        for (number, date) in [(1, "2036-06-01"), (2, "2026-11-20"), (3, "2026-11-21"), (4, "2026-11-19")] {
            try await saveAndBackUp(number, on: "2020-01-01", store)
            try await store.commit(.reserveSequence(number * 1_000)).get()
            let path = "\(directory.data)/backups/jokesd-\(date).sqlite"
            rename("\(directory.data)/backups/jokesd-2020-01-01.sqlite", path)
            try Database(path, for: .writing).run("UPDATE session SET reserved_sequence = ?", number * 1_000)
        }
        store.close()
        let kept = try restored()
        #expect(kept.recovery?.backup?.path == "\(directory.data)/backups/jokesd-2026-11-19.sqlite")
    }

    @Test("a backup made after a return to an older one is newer than all others")
    func afterReturnToOlderBackup() async throws {
        var store = try directory.store()
        try await saveAndBackUp(1, on: "2026-11-20", store)
        let old = File.read("\(directory.data)/backups/jokesd-2026-11-20.sqlite")
        try await store.commit(.reserveSequence(9_000)).get()
        try await saveAndBackUp(2, on: "2026-11-21", store)
        store.close()
        // As a user does it.
        File.write(old, to: directory.database)
        store = try directory.store()
        try await saveAndBackUp(3, on: "2026-11-19", store)
        store.close()
        let kept = try restored()
        #expect(kept.recovery?.backup?.path == "\(directory.data)/backups/jokesd-2026-11-19.sqlite")
        #expect(kept.savedCount == 2)
    }

    @Test("unreadable backups are removed first, and only if there are more than seven")
    func unreadableBackups() async throws {
        let store = try directory.store()
        defer { store.close() }
        mkdir("\(directory.data)/backups", 0o700)
        let bad = "jokesd-2036-06-01.sqlite"
        File.write(Array(repeating: 1, count: 5_000), to: "\(directory.data)/backups/\(bad)")
        for day in 10..<16 { try await saveAndBackUp(day, on: "2026-11-\(day)", store) }
        let good = (10..<16).map { "jokesd-2026-11-\($0).sqlite" }
        #expect(backupNames() == good + [bad])
        try await saveAndBackUp(16, on: "2026-11-16", store)
        #expect(backupNames() == good + ["jokesd-2026-11-16.sqlite"])
    }

    @Test("data that the newest backup has is not backed up again, even if a backup has a later date")
    func dailyWithClockAhead() async throws {
        let store = try directory.store()
        defer { store.close() }
        try await saveAndBackUp(1, on: "2036-06-01", store)
        try await saveAndBackUp(2, on: "2026-11-20", store)
        #expect(try await store.backUp(.daily, on: today).get() == nil)
        try await store.commit(.setStatus(Joke.ID(rawValue: "1"), .trashed)).get()
        #expect(try await store.backUp(.daily, on: today).get() != nil)
    }

    @Test("another backup of a day replaces the first one if there are new decisions")
    func again() async throws {
        let store = try directory.store()
        defer { store.close() }
        try await saveAndBackUp(1, on: "2026-11-21", store)
        #expect(try await store.backUp(.again, on: today).get() == nil)
        try await store.commit(.upsertJoke(.full), .setStatus(Joke.full.id, .saved)).get()
        #expect(try await store.backUp(.daily, on: today).get() == nil)
        let backup = try #require(try await store.backUp(.again, on: today).get())
        #expect(backupNames() == ["jokesd-2026-11-21.sqlite"])
        let copy = try Database(backup.path, for: .readingImmutable)
        #expect(try copy.first("SELECT count(*) FROM jokes WHERE saved_at > 0") { $0.integer(0) } == 2)
    }

    @Test("a flipped bit in an index is found by the next backup, at most a week after the last check")
    func damagedIndex() async throws {
        var store = try directory.store()
        try await saveAndBackUp(1, on: "2026-11-19", store)
        #expect(try await store.backUp(.daily, on: LocalDate(rawValue: "2026-11-20")).get() == nil)
        let mark = "\(directory.data)/last-check"
        #expect(File.exists(mark))
        try await saveAndBackUp(2, on: "2026-11-20", store)
        store.close()
        let page = try #require(
            try Database(directory.database, for: .reading).first(
                "SELECT rootpage FROM sqlite_schema WHERE name = 'jokes_by_text'"
            ) { Int($0.integer(0)) })
        for file in [directory.database] + backupNames().map({ "\(directory.data)/backups/\($0)" }) {
            var bytes = File.read(file)
            bytes[page * 4_096 - 1] ^= 1
            File.write(bytes, to: file)
        }
        func check() async throws -> ArchiveError? {
            store = try directory.store()
            defer { store.close() }
            return await store.backUp(.daily, on: today).failure
        }
        #expect(try await check() == nil)
        // A week later.
        var times = [
            timespec(tv_sec: 1_000_000_000, tv_nsec: 0), timespec(tv_sec: 1_000_000_000, tv_nsec: 0),
        ]
        utimensat(AT_FDCWD, mark, &times, 0)
        let damage = try #require(try await check())
        #expect(damage.kind == .corrupt)
        // The backup is as damaged, and its indexes are made again.
        store = try directory.store()
        defer { store.close() }
        #expect(try await store.restore(because: damage).get().savedCount == 2)
        let restored = try Database(directory.database, for: .reading)
        #expect(try restored.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
    }

    @Test("a backup of a damaged database is not kept, earlier ones stay, and the damage is reported")
    func damagedDatabase() async throws {
        var store = try directory.store()
        try await store.commit((0..<500).map { .upsertJoke(.test("\($0)", long($0))) }).get()
        let good = try #require(
            try await store.backUp(.onDemand, on: LocalDate(rawValue: "2026-11-20")).get())
        let bytes = File.read(good.path)
        store.close()
        try damageJokes(directory.database)
        store = try directory.store()
        defer { store.close() }
        #expect(await store.backUp(.onDemand, on: today).failure?.kind == .corrupt)
        #expect(Files.names(in: "\(directory.data)/backups") == ["jokesd-2026-11-20.sqlite"])
        #expect(File.read(good.path) == bytes)
    }

    @Test(
        "a FIFO or a directory in the place of a backup is reported and stays, and the other backups are used",
        arguments: [S_IFIFO, S_IFDIR])
    func obstructedBackup(type: mode_t) async throws {
        let store = try directory.store()
        defer { store.close() }
        try await store.commit(.upsertJoke(.full), .setStatus(Joke.full.id, .saved)).get()
        _ = try await store.backUp(.onDemand, on: LocalDate(rawValue: "2026-11-20")).get()
        let path = "\(directory.data)/backups/jokesd-\(today.rawValue).sqlite"
        #expect((type == S_IFDIR ? mkdir(path, 0o700) : mkfifo(path, 0o600)) == 0)
        try await store.commit(.setStatus(Joke.full.id, .disliked)).get()
        for trigger in [BackupTrigger.onDemand, .daily, .again] {
            let failure = await store.backUp(trigger, on: today).failure
            #expect(failure?.message.hasPrefix("\(path) is no file") == true)
        }
        #expect(try await store.backUp(.daily, on: LocalDate(rawValue: "2026-11-22")).get() != nil)
        #expect(
            Files.names(in: "\(directory.data)/backups")
                == ["20", "21", "22"].map { "jokesd-2026-11-\($0).sqlite" })
    }

    @Test(
        "a backup that cannot be written is reported and leaves no file",
        .enabled(if: Superuser.mayMount, "it mounts a small disk, for which it needs root"))
    func fullDisk() async {
        await #expect(processExitsWith: .success) {
            let directory = TemporaryDirectory()
            let store = try directory.store()
            defer { store.close() }
            try await store.commit((0..<500).map { .upsertJoke(.test("\($0)", long($0))) }).get()
            let backups = "\(directory.data)/backups"
            mkdir(backups, 0o700)
            try #require(mount("tmpfs", backups, "tmpfs", 0, "size=64k") == 0)
            defer { umount2(backups, Int32(MNT_DETACH)) }
            let failure = await store.backUp(.onDemand, on: LocalDate(rawValue: "2026-11-21")).failure
            #expect(failure?.kind == .full)
            #expect(failure?.message.contains(backups) == true)
            #expect(Files.names(in: backups).isEmpty)
            try await store.commit(.card(nil)).get()
        }
    }

    @Test("closing the store does not wait for a backup or a check")
    func closing() async throws {
        let store = try directory.store()
        for batch in 0..<20 {
            try await store.commit((0..<500).map { .upsertJoke(.test("\(batch)-\($0)", long($0))) }).get()
        }
        let today = today
        async let backup = store.backUp(.onDemand, on: today)
        async let check = store.check()
        store.close()
        // Each of them either completed or was not done at all.
        let outcomes = (await backup, await check)
        if let failure = outcomes.0.failure { #expect(failure.kind == .closed) }
        if let failure = outcomes.1.failure { #expect(failure.kind == .closed) }
        let left = Files.names(in: "\(directory.data)/backups")
        #expect(left == (outcomes.0.failure == nil ? ["jokesd-2026-11-21.sqlite"] : []))
    }
}
