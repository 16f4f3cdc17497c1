// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("Backup and recovery")
struct MaintenanceTests {
    /// Likes jokes, and returns the saved ones.
    private func like(_ count: Int, _ daemon: TestDaemon) throws -> JSON {
        let client = try daemon.connect()
        for _ in 0..<count { try client.call(.jokeLike) }
        return try client.call(.savedList)
    }

    /// Waits for the backup that follows the first decision of a day, and returns the number of backups.
    private func awaitBackup(_ daemon: TestDaemon) throws -> Int {
        let backups = "\(daemon.dataDirectory)/backups"
        func count() -> Int { Files.names(in: backups).count { $0.hasPrefix("jokesd-") } }
        let client = try daemon.connect()
        let deadline = TestDeadline()
        while count() == 0, !deadline.hasPassed { try client.call(.daemonStatus) }
        return count()
    }

    private func damage(_ path: String) throws {
        let length = try Files.read(path).count
        try Files.write(String(repeating: "?", count: length), to: path)
    }

    @Test("a backup by jokectl can be put in place of the database")
    func restoredBackup() throws {
        let daemon = try TestDaemon.ready()
        let saved = try like(3, daemon)
        let file = "\(daemon.directory.path)/home/mine.sqlite"
        let run = try daemon.jokectl("backup", file)
        #expect(run.succeeded, "\(run.errors)")
        #expect(try Files.mode(file) == 0o600)
        _ = try like(2, daemon)
        // A newer backup does not replace the one that the user has chosen.
        try daemon.connect().call(.daemonBackup)
        #expect(try daemon.terminate() == .exited(0))
        try Files.write(try Files.read(file), to: daemon.database)
        try daemon.start()
        #expect(try daemon.connect().call(.savedList) == saved)
        #expect(!daemon.errors.contains("damaged"))
    }

    @Test("the first decision of a day makes a backup")
    func dailyBackup() throws {
        let daemon = try TestDaemon.ready()
        _ = try like(1, daemon)
        #expect(try awaitBackup(daemon) == 1)
    }

    @Test("a damaged database is replaced by the backup at the start, and clients are informed")
    func damageFoundAtStart() throws {
        let daemon = try TestDaemon.ready()
        let saved = try like(3, daemon)
        try daemon.connect().call(.daemonBackup)
        #expect(try daemon.terminate() == .exited(0))
        try damage(daemon.database)

        try daemon.start()
        let client = try daemon.connect()
        #expect(try client.call(.savedList) == saved)
        let restoration = try #require(try client.call(.daemonStatus)["restoration"])
        let damaged = try #require(restoration["damaged"]?.stringValue)
        #expect(damaged.hasPrefix("\(daemon.dataDirectory)/damaged-"))
        #expect(try Files.text(damaged).hasPrefix("????"))
        #expect(daemon.errors.contains(damaged))
        #expect(try daemon.jokectl("status").output.contains(damaged))
        try client.call(.stateSubscribe, ["topics": ["log"], "since": ["epoch": "", "seq": 0]])
        try client.call(.jokeLike)
        #expect(try client.call(.savedList)["total"] == 4)
    }

    @Test("damage from a crash is found and recovered while the daemon serves")
    func damageFoundWhileServing() throws {
        let daemon = try TestDaemon.ready()
        _ = try like(3, daemon)
        try daemon.connect().call(.daemonBackup)
        // Two decisions that the backup does not have.
        _ = try like(2, daemon)
        #expect(try daemon.terminate() == .exited(0))
        // An index that does not match its table, and a log as after an unclean shutdown.
        let sql = """
            PRAGMA writable_schema = ON;
            UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'seen') \
            WHERE name = 'taste';
            """
        try daemon.alter(sql)
        try Files.write("not a log", to: "\(daemon.database)-wal")

        try daemon.start()
        let watcher = try daemon.connect()
        try watcher.call(.stateSubscribe)
        _ = try watcher.event { $0["state"]?["saved"]?["count"] == 5 }
        let client = try daemon.connect()
        #expect(try client.call(.savedList)["total"] == 5)
        #expect(try client.call(.daemonStatus)["restoration"] != .null)
        #expect(try client.call(.jokeLike)["changed"] == true)
    }

    @Test(
        "an emptied or removed database is replaced by the backup, and clients are informed",
        arguments: [true, false], [true, false])
    func lostDatabase(isEmptied: Bool, isKilled: Bool) throws {
        let daemon = try TestDaemon.ready()
        _ = try like(3, daemon)
        try daemon.connect().call(.daemonBackup)
        _ = try like(2, daemon)
        if isKilled {
            try daemon.kill()
            #expect(Files.exists("\(daemon.database)-wal"))
        } else {
            #expect(try daemon.terminate() == .exited(0))
        }
        if isEmptied { try Files.write("", to: daemon.database) } else { unlink(daemon.database) }

        try daemon.start()
        let client = try daemon.connect()
        // The log of this small database has all decisions.
        #expect(try client.call(.savedList)["total"] == (isKilled ? 5 : 3))
        let words = "\(daemon.database) is \(isEmptied ? "empty" : "missing")"
        let restoration = try #require(try client.call(.daemonStatus)["restoration"])
        #expect(restoration["message"]?.stringValue?.contains(words) == true)
        #expect(restoration["backup"] != .null)
        #expect(daemon.errors.contains(words))
        #expect(try daemon.jokectl("status").output.contains(words))
        #expect(try daemon.jokectl("doctor").output.contains(words))
        #expect(!Files.exists("\(daemon.database).restored"))
    }

    @Test(
        "a like after the database was removed from a running jokesd is refused, and a later one is kept",
        arguments: [["", "-wal", "-shm"], [""]])
    func removedDatabase(removed: [String]) throws {
        let daemon = try TestDaemon.ready()
        _ = try like(3, daemon)
        let client = try daemon.connect()
        try client.call(.daemonBackup)
        for suffix in removed { unlink(daemon.database + suffix) }
        let error = try client.refusal(.jokeLike)
        #expect(error["data"]?["kind"] == "storage")
        #expect(error["message"]?.stringValue?.contains("was removed or replaced") == true)
        try client.call(.jokeNext)
        #expect(try client.call(.savedList)["total"] == 3)
        try client.call(.jokeLike)
        #expect(try client.call(.savedList)["total"] == 4)
        let restoration = try #require(try client.call(.daemonStatus)["restoration"])
        #expect(restoration["message"]?.stringValue?.hasSuffix("so no decision is lost.") == true)
        // Removed again: jokes are shown, and decisions are refused until the next recovery.
        for suffix in removed { unlink(daemon.database + suffix) }
        for _ in 1...12 { try client.call(.jokeNext) }
        let again = try client.refusal(.jokeLike)
        #expect(again["message"]?.stringValue?.hasSuffix("try again in a minute.") == true)
        try client.call(.jokeNext)
        #expect(try daemon.terminate() == .exited(0))
        try daemon.start()
        #expect(try daemon.connect().call(.savedList)["total"] == 4)
    }

    @Test(
        "a clean stop after files of the database were removed or replaced loses no decision",
        arguments: ["rm", "rm -wal", "rm both", "mv"])
    func stopWithoutDatabase(change: String) throws {
        let daemon = try TestDaemon.ready()
        _ = try like(1, daemon)
        let backup = try #require(
            try daemon.connect().call(.daemonBackup)["path"]?.stringValue)
        _ = try like(4, daemon)
        if change.hasPrefix("rm") && change != "rm -wal" { unlink(daemon.database) }
        if change != "rm" && change.hasPrefix("rm") { unlink("\(daemon.database)-wal") }
        if change == "mv" {
            try Files.write(try Files.read(backup), to: "\(daemon.database).other")
            rename("\(daemon.database).other", daemon.database)
        }
        #expect(try daemon.terminate() == .exited(0))
        try daemon.start()
        let client = try daemon.connect()
        #expect(try client.call(.savedList)["total"] == 5)
        #expect(try client.call(.daemonStatus)["restoration"] != .null)
    }

    @Test(
        "a directory that takes the place of the database of a running jokesd is moved aside, and no like is lost"
    )
    func directoryInsteadOfDatabase() throws {
        let daemon = try TestDaemon.ready()
        _ = try like(3, daemon)
        let client = try daemon.connect()
        unlink(daemon.database)
        try Files.makeDirectory(daemon.database)
        try Files.write("", to: "\(daemon.database)/file")
        #expect(try client.refusal(.jokeLike)["data"]?["kind"] == "storage")
        try client.call(.jokeLike)
        #expect(try daemon.terminate() == .exited(0))
        try daemon.start()
        let restarted = try daemon.connect()
        #expect(try restarted.call(.savedList)["total"] == 4)
        let restoration = try #require(try restarted.call(.daemonStatus)["restoration"])
        #expect(restoration["message"]?.stringValue?.hasSuffix("so no decision is lost.") == true)
    }

    @Test("a like after the write-ahead log was removed from a running jokesd is refused, and none is lost")
    func removedLog() throws {
        let daemon = try TestDaemon.ready()
        _ = try like(5, daemon)
        let client = try daemon.connect()
        unlink("\(daemon.database)-wal")
        #expect(try client.refusal(.jokeLike)["data"]?["kind"] == "storage")
        #expect(try client.call(.savedList)["total"] == 5)
        try client.call(.jokeLike)
        try daemon.kill()
        try daemon.start()
        #expect(try daemon.connect().call(.savedList)["total"] == 6)
    }

    @Test(
        "the decisions in the log of a database that was emptied while jokesd runs are recovered",
        arguments: [Method.savedList, .jokeLike, .jokeNext, .daemonBackup])
    func emptiedWhileRunning(noticed: Method) throws {
        let daemon = try TestDaemon.ready()
        _ = try like(5, daemon)
        // SQLite would remove the log of an empty file that the backup opens at this moment.
        _ = try awaitBackup(daemon)
        try Files.write("", to: daemon.database)
        let isLiked = try daemon.jokectl("call", noticed.rawValue).succeeded && noticed == .jokeLike
        try daemon.kill()
        try daemon.start()
        #expect(try daemon.connect().call(.savedList)["total"] == (isLiked ? 6 : 5))
    }

    @Test("after a recovery there is a backup with all decisions", arguments: [false, true])
    func backupAfterRecovery(isRunning: Bool) throws {
        let daemon = try TestDaemon.ready()
        _ = try like(1, daemon)
        let backup = try #require(
            try daemon.connect().call(.daemonBackup)["path"]?.stringValue)
        _ = try like(4, daemon)
        if isRunning {
            unlink(daemon.database)
            _ = try daemon.connect().refusal(.jokeLike)
        } else {
            try daemon.kill()
            unlink(daemon.database)
            try daemon.start()
        }
        let client = try daemon.connect()
        let count = "SELECT count(*) FROM jokes WHERE saved_at IS NOT NULL"
        func saved() throws -> String {
            try ProgramRun("sqlite3", [backup, count], environment: daemon.environment).output
        }
        let deadline = TestDeadline()
        while try saved() != "5\n", !deadline.hasPassed { try client.call(.ping) }
        #expect(try saved() == "5\n")
    }

    @Test(
        "a decision after the write-ahead log was cut off is refused, or it is not lost",
        arguments: [0, 4_096])
    func cutLog(size: Int) throws {
        let daemon = try TestDaemon.ready()
        _ = try like(3, daemon)
        #expect(try daemon.terminate() == .exited(0))
        try daemon.start()
        _ = try like(3, daemon)
        truncate("\(daemon.database)-wal", size)
        let client = try daemon.connect()
        var liked: [JSON?] = []
        for _ in 0..<6 {
            if let result = try? client.call(.jokeLike) { liked.append(result["decided"]?["id"]) }
        }
        try daemon.kill()
        try daemon.start()
        let items = try daemon.connect().call(.savedList, ["limit": 100])["items"]?.arrayValue ?? []
        let saved = items.map { $0["joke"]?["id"] }
        #expect(liked.allSatisfy(saved.contains), "\(liked), \(saved)")
        #expect(saved.count >= 3)
    }

    enum Loss: CaseIterable { case removedLog, cutLog, flippedBit, olderCopy }

    @Test("a database that has lost decisions gets them from the newest backup", arguments: Loss.allCases)
    func outdatedDatabase(loss: Loss) throws {
        let daemon = try TestDaemon.ready()
        _ = try like(3, daemon)
        #expect(try daemon.terminate() == .exited(0))
        let older = try Files.read(daemon.database)
        try daemon.start()
        let saved = try like(8, daemon)
        try daemon.connect().call(.daemonBackup)
        let epoch = try daemon.connect().call(.daemonStatus)["epoch"]
        let log = "\(daemon.database)-wal"
        if loss == .olderCopy { #expect(try daemon.terminate() == .exited(0)) } else { try daemon.kill() }
        switch loss {
        case .removedLog: unlink(log)
        case .cutLog: truncate(log, 0)
        case .flippedBit:
            var bytes = try Files.read(log)
            bytes[2_056] ^= 1
            try Files.write(bytes, to: log)
        case .olderCopy: try Files.write(older, to: daemon.database)
        }
        try daemon.start()
        let client = try daemon.connect()
        #expect(try client.call(.savedList) == saved)
        let status = try client.call(.daemonStatus)
        #expect(status["epoch"] != epoch)
        #expect(status["restoration"]?["message"]?.stringValue?.contains("lacks decisions") == true)
        #expect(try daemon.terminate() == .exited(0))
        try daemon.start()
        #expect(try daemon.connect().call(.savedList) == saved)
    }

    @Test(
        "a directory or a FIFO in the place of a file of the database is named, and loses nothing",
        arguments: ["", "-wal"], [S_IFDIR, S_IFIFO])
    func obstacle(suffix: String, type: mode_t) throws {
        let daemon = try TestDaemon.ready()
        let saved = try like(3, daemon)
        #expect(try daemon.terminate() == .exited(0))
        let path = daemon.database + suffix
        let isDirectory = type == S_IFDIR
        let told = "\(path) is \(isDirectory ? "a directory" : "no regular file")"
        if suffix.isEmpty { rename(path, "\(path).aside") }
        #expect((isDirectory ? mkdir(path, 0o700) : mkfifo(path, 0o600)) == 0)
        let refused = try daemon.refusedStart()
        #expect(refused.end == .exited(74))
        #expect(refused.said.contains(told), "\(refused.said)")
        let doctor = try daemon.jokectl("doctor")
        #expect(doctor.output.contains(told), "\(doctor.output)")
        remove(path)
        if suffix.isEmpty { rename("\(path).aside", path) }
        try daemon.start()
        #expect(try daemon.connect().call(.savedList) == saved)
    }

    @Test(
        "jokectl replaces no database that is in use",
        arguments: ["backup", "saved export"])
    func forcedOntoDatabase(command: String) throws {
        let daemon = try TestDaemon.ready()
        _ = try like(3, daemon)
        let jokectl = try Programs.path(of: "jokectl")
        let run = try daemon.shell("\(jokectl) \(command) --force '\(daemon.database)'")
        #expect(run.end == .exited(64))
        #expect(run.errors.contains("in use by another program"))
        _ = try like(1, daemon)
        try daemon.kill()
        try daemon.start()
        #expect(try daemon.state()["saved"]?["count"] == 4)
    }

    @Test("a write-ahead log without its header is told as unreadable")
    func logWithoutHeader() throws {
        let daemon = try TestDaemon.ready()
        _ = try like(3, daemon)
        // The database gets all of the log, so that it can be read whole.
        #expect(try daemon.terminate() == .exited(0))
        try daemon.start()
        _ = try like(2, daemon)
        try daemon.kill()
        for file in [daemon.database, "\(daemon.database)-wal"] {
            try Files.write([UInt8](repeating: 0, count: 16) + (try Files.read(file)).dropFirst(16), to: file)
        }
        try daemon.start()
        let restoration = try daemon.connect().call(.daemonStatus)["restoration"]
        #expect((restoration?["unreadable"]?.integerValue ?? 0) > 0, "\(restoration?.jsonText ?? "")")
    }

    @Test("without a good backup, the decisions in a damaged one are recovered")
    func damagedBackup() throws {
        let daemon = try TestDaemon.ready()
        _ = try like(4, daemon)
        let backup = try #require(
            try daemon.connect().call(.daemonBackup)["path"]?.stringValue)
        #expect(try daemon.terminate() == .exited(0))
        unlink(daemon.database)
        let layout =
            "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'arrivals', 'arrivalt')"
        // Newer shells refuse to write the schema by default.
        let words = [backup, ".dbconfig defensive off", layout]
        #expect(try ProgramRun("sqlite3", words, environment: daemon.environment).succeeded)
        try daemon.start()
        #expect(try daemon.connect().call(.savedList)["total"] == 4)
    }

    @Test("jokes are shown after the database was removed from a running jokesd", .rule(8))
    func nextWithoutDatabase() throws {
        let daemon = try TestDaemon.ready()
        _ = try like(3, daemon)
        let client = try daemon.connect()
        try client.call(.daemonBackup)
        unlink(daemon.database)
        #expect(try client.call(.jokeNext)["joke"] != .null)
        #expect(try client.call(.savedList)["total"] == 3)
        #expect(Files.exists(daemon.database))
    }

    @Test("without a backup, a starter joke that was disliked is not shown after a recovery")
    func dislikedStarter() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        let starter = try client.call(.stateGet)["state"]?["joke"]?["id"]
        try client.call(.jokeDislike)
        try daemon.kill()
        unlink(daemon.database)
        Files.remove("\(daemon.dataDirectory)/backups")
        try daemon.start()
        try daemon.awaitJokes()
        #expect(try daemon.state()["joke"]?["id"] != starter)
    }

    @Test(
        "later decisions are read from the damaged file, and the report stays until the user removes it",
        .promise("A damaged database is replaced by the newest backup"))
    func salvagedDecisions() throws {
        let daemon = try TestDaemon.ready()
        _ = try like(3, daemon)
        try daemon.connect().call(.daemonBackup)
        let saved = try like(7, daemon)
        #expect(try daemon.terminate() == .exited(0))
        var bytes = try Files.read(daemon.database)
        for place in 0..<4_096 { bytes[place] = UInt8(ascii: "?") }
        try Files.write(bytes, to: daemon.database)

        let words = "7 later decisions were recovered from the damaged data, which has no others."
        for _ in 1...2 {
            try daemon.start()
            #expect(try daemon.connect().call(.savedList)["items"] == saved["items"])
            #expect(try daemon.jokectl("status").output.contains(words))
            let doctor = try daemon.jokectl("doctor").output
            #expect(doctor.contains(words))
            #expect(doctor.contains("rm \(daemon.dataDirectory)/damaged-"))
            #expect(try daemon.terminate() == .exited(0))
        }
        // The journal has it once.
        #expect(daemon.errors.ranges(of: words).count == 1)
        try daemon.start()
        #expect(try daemon.connect().call(.daemonStatus)["restoration"]?.isNull == false)
        #expect(try daemon.jokectl("doctor").output.contains("rm \(daemon.dataDirectory)/restoration.json"))
        unlink("\(daemon.dataDirectory)/restoration.json")
        #expect(try daemon.connect().call(.daemonStatus)["restoration"] == .null)
        #expect(!(try daemon.jokectl("doctor").output.contains("restoration.json")))
    }

    @Test("a newer database is refused unchanged, with what to do")
    func newerDatabase() throws {
        let daemon = try TestDaemon.ready()
        _ = try like(1, daemon)
        #expect(try daemon.terminate() == .exited(0))
        try daemon.alter("PRAGMA user_version = 9999")
        let (before, names) = (try Files.read(daemon.database), Files.names(in: daemon.dataDirectory))
        let (end, said) = try daemon.refusedStart()
        #expect(end == .exited(74))
        #expect(said.contains("newer version of jokesd"))
        #expect(said.contains("Install that version again"))
        #expect(try Files.read(daemon.database) == before)
        #expect(Files.names(in: daemon.dataDirectory) == names)
    }
}
