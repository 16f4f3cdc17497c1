// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// Disks that are full, fail, or are read-only. Each test runs in its own process with reduced limits and permissions.
struct FailingDiskTests {
    @Test("a commit that cannot be written is rolled back, and later commits succeed")
    func fileSizeLimit() async {
        await #expect(processExitsWith: .success) {
            let directory = TemporaryDirectory()
            let store = try directory.store()
            try await store.commit(.upsertJoke(.full), .card(Joke.full.id), .reserveSequence(1)).get()
            let before = try store.load()
            // A write past the limit fails with EFBIG once the signal is ignored.
            signal(SIGXFSZ, SIG_IGN)
            let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
            var unlimited = rlimit()
            getrlimit(resource, &unlimited)
            var limit = rlimit(rlim_cur: 128 << 10, rlim_max: unlimited.rlim_max)
            setrlimit(resource, &limit)
            let many = (0..<500).map {
                Write.upsertJoke(.test("\($0)", String(repeating: "long ", count: 200)))
            }
            let failure = await store.commit([.reserveSequence(2), .card(nil)] + many).failure
            #expect(failure?.kind == .inputOutput)
            #expect(failure?.message.contains(directory.database) == true)
            #expect(try store.load() == before)
            setrlimit(resource, &unlimited)
            try await store.commit([.reserveSequence(2)] + many).get()
            store.close()
            let next = try directory.store()
            #expect(try next.load().reservedSequence == 2)
            next.close()
            let database = try Database(directory.database, for: .reading)
            #expect(try database.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"])
        }
    }

    @Test(
        "a full disk is reported as full, and commits succeed when there is space",
        .enabled(if: Superuser.mayMount, "it mounts a small disk, for which it needs root"))
    func fullDisk() async {
        await #expect(processExitsWith: .success) {
            // /dev/full fails with ENOSPC for ever, so this needs a small file system in memory.
            let directory = TemporaryDirectory()
            mkdir(directory.data, 0o700)
            try #require(mount("tmpfs", directory.data, "tmpfs", 0, "size=256k") == 0)
            defer { umount2(directory.data, Int32(MNT_DETACH)) }
            let store = try directory.store()
            try await store.commit(.upsertJoke(.full), .card(Joke.full.id)).get()
            let before = try store.load()
            let many = (0..<500).map {
                Write.upsertJoke(.test("\($0)", String(repeating: "long ", count: 200)))
            }
            #expect(await store.commit([.card(nil)] + many).failure?.kind == .full)
            #expect(try store.load() == before)
            try #require(mount("tmpfs", directory.data, "tmpfs", UInt(MS_REMOUNT), "size=8m") == 0)
            try await store.commit([.card(nil)] + many).get()
            #expect(try store.load().card == nil)
            store.close()
        }
    }

    @Test("a read-only database can be read, and every commit fails with the reason")
    func readOnlyDatabase() async {
        await #expect(processExitsWith: .success) { try await Self.checkReadOnly(0o444) }
    }

    @Test("a database in a read-only directory can be read, and every commit fails with the reason")
    func readOnlyDirectory() async {
        await #expect(processExitsWith: .success) { try await Self.checkReadOnly(0o666) }
    }

    @Test("a directory without write permission is reported with its path and the reason")
    func noPermission() async {
        await #expect(processExitsWith: .success) {
            let directory = TemporaryDirectory()
            chmod(directory.path, 0o555)
            await Self.withoutPermissions {
                do throws(ArchiveError) {
                    _ = try directory.store()
                    Issue.record("opened without permission")
                } catch {
                    #expect(error.kind == .readOnly)
                    #expect(error.message.contains(directory.database))
                    #expect(error.message.contains("Permission denied"))
                }
            }
        }
    }

    /// Checks a store whose database and directory are read-only.
    private static func checkReadOnly(_ permissions: mode_t) async throws {
        let directory = TemporaryDirectory()
        let store = try directory.store()
        try await store.commit(.upsertJoke(.full), .setStatus(Joke.full.id, .saved), .card(Joke.full.id))
            .get()
        let before = try store.load()
        store.close()
        chmod(directory.path, 0o755)
        chmod(directory.database, permissions)
        chmod(directory.data, 0o555)
        try await withoutPermissions {
            let store = try directory.store()
            #expect(try store.load() == before)
            #expect(ids(try await store.page(5).items) == ["full"])
            let failure = await store.commit(.card(nil)).failure
            #expect(failure?.kind == .readOnly)
            #expect(failure?.message.contains(directory.database) == true)
            // The writes of a query are part of the commit, although it has no others.
            let transaction = OpenTransaction(generation: Generation.next(), isDurable: true)
            _ = try await store.query(.jokes([]), after: [.card(nil)], in: transaction).get()
            _ = try await store.query(.jokes([]), after: [], in: transaction).get()
            #expect(await store.commit([], in: transaction.generation).failure?.kind == .readOnly)
            #expect(try store.load() == before)
            store.close()
        }
    }

    /// Runs the body as the user nobody, because root can write everywhere.
    private static func withoutPermissions<Success>(
        _ body: () async throws -> Success
    ) async rethrows -> Success {
        let wasSuperuser = geteuid() == 0
        if wasSuperuser { precondition(setegid(65_534) == 0 && seteuid(65_534) == 0) }
        defer { if wasSuperuser { precondition(seteuid(0) == 0 && setegid(0) == 0) } }
        return try await body()
    }
}
