// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

/// Sync of real daemons through a shared directory.
@Suite("Sync")
struct SyncTests {
    private let directory = TemporaryDirectory()
    private var folder: String { "\(directory.path)/folder" }

    /// Returns a daemon whose runs of sync are only those that the test starts, unless `startsRuns` is set.
    private func daemon(startsRuns: Bool = false) throws -> TestDaemon {
        let daemon = try TestDaemon()
        daemon.environment["XDG_STATE_HOME"] = "\(daemon.directory.path)/state"
        try daemon.start()
        try daemon.awaitJokes()
        let on = try daemon.jokectl("sync", "on", folder)
        try #require(on.succeeded, "\(on)")
        // The file makes jokesd start sync after decisions.
        if !startsRuns { unlink("\(daemon.dataDirectory)/sync-on") }
        return daemon
    }

    @Test("sync comes to rest with all that a machine can have learned")
    func longNames() throws {
        let daemon = try daemon()
        let client = try daemon.connect()
        for machine in 1...64 {
            func names(_ count: Int) -> String {
                (1...count).map { name in
                    let name = String(repeating: "\"", count: 61) + HexDigits.of(UInt64(name), count: 3)
                    return "\(JSON.string(name).jsonText):[40,0]"
                }.joined(separator: ",")
            }
            // A request has room for so many.
            let line =
                "{\"taste\":\"\(HexDigits.of(UInt64(machine)))\",\"at\":1,\"source\":{},\"category\":{\(names(240))}}"
            let reply = try client.call(.memoryImport, ["lines": [.string(line)]])
            try #require(reply["updated"] == 1)
        }
        let first = try daemon.jokectl("sync", "now", "--json")
        #expect(first.succeeded, "\(first)")
        #expect(try JSON(parsing: first.output.utf8)["written"]?.integerValue ?? 0 >= 64)
        let second = try daemon.jokectl("sync", "now", "--json")
        #expect(second.succeeded, "\(second)")
        #expect(try JSON(parsing: second.output.utf8)["written"] == 0)
        // Each machine has one line, in all parts together.
        var (cursor, machines): (JSON?, [String]) = (nil, [])
        repeat {
            var params: JSONObject = ["after": -1]
            if let cursor { params.append("cursor", cursor) }
            let part = try client.call(.memoryExport, params)
            for line in part["lines"]?.arrayValue ?? [] {
                let json = try JSON(parsing: (line.stringValue ?? "").utf8)
                if let machine = json["taste"]?.stringValue { machines.append(machine) }
            }
            cursor = part["next"]
        } while cursor?.isNull == false
        #expect(machines.count == 65 && Set(machines).count == 65)
    }

    private func path(of pack: String) -> String { "\(directory.path)/\(pack).jsonl" }

    /// Writes two packs that use the same ids.
    private func writePacks(_ ids: [Int]) throws {
        for pack in ["team", "club"] {
            let lines = ids.map { "{\"id\":\"\($0)\",\"value\":\"A joke of the \(pack): \($0)\"}\n" }
            try Files.write(lines.joined(), to: path(of: pack))
        }
    }

    /// Returns a daemon that has stored the jokes of one pack, and then got both.
    private func daemon(first: String) throws -> TestDaemon {
        let daemon = try TestDaemon()
        daemon.environment["XDG_STATE_HOME"] = "\(daemon.directory.path)/state"
        func configure(_ packs: [String]) throws {
            let sources = packs.map { ", \"\($0)\": { \"type\": \"pack\", \"path\": \"\(path(of: $0))\" }" }
            try daemon.configure(
                "{ \"sources\": { \"builtin\": { \"enabled\": false } \(sources.joined()) } }")
        }
        try configure([first])
        try daemon.start()
        try daemon.connect().call(.feedPage, ["source": .string(first)])
        try configure(["team", "club"])
        try daemon.connect().call(.daemonReload)
        let on = try daemon.jokectl("sync", "on", folder)
        try #require(on.succeeded, "\(on)")
        unlink("\(daemon.dataDirectory)/sync-on")
        return daemon
    }

    @Test(
        "machines whose packs use the same ids have equal libraries, and each one keeps its own ids", .rule(5)
    )
    func sameIDs() throws {
        try writePacks(Array(1...6))
        let (one, other) = (try daemon(first: "team"), try daemon(first: "club"))
        let own = [(one, "team"), (other, "club")]
        func item(_ id: String, of daemon: TestDaemon) throws -> JSON {
            try daemon.connect().call(.savedGet, ["joke": .string(id)])
        }
        for daemon in [one, other] {
            let client = try daemon.connect()
            for id in 1...4 { try client.call(.jokeLike, ["joke": .string("\(id)")]) }
            try client.call(.jokeDislike, ["joke": "5"])
            try client.call(.savedDelete, ["jokes": ["2", "3"]])
            _ = try daemon.terminate()
        }
        // The third joke is retired, and the first write of the next run removes its text.
        try writePacks([1, 2, 4, 5, 6])
        for (daemon, source) in own {
            let deletion = """
                UPDATE jokes SET deleted_at = 1000 WHERE id = '3';
                DELETE FROM undo; UPDATE session SET queue = '[]', history = '[]'
                """
            let run = try ProgramRun("sqlite3", [daemon.database, deletion], environment: daemon.environment)
            try #require(run.succeeded, "\(run)")
            try daemon.start()
            try daemon.connect().call(.jokeNext, ["source": .string(source)])
            try daemon.connect().call(.jokeLike, ["joke": "6"])
        }
        let before = try own.map { daemon, _ in
            (try daemon.state()["joke"], try ["1", "4", "6"].map { try item($0, of: daemon) })
        }
        try sync(one, other, one, words: "--changes")
        let lines = try export(one).split(separator: "\n")
        #expect(lines.count == 12)
        #expect(try export(one) == export(other))
        for (id, source) in [("3", "club"), ("3", "team")] {
            #expect(
                lines.count { $0.hasPrefix("{\"id\":\"\(id)\",\"source\":\"\(source)\",\"emptied\"") } == 1)
        }
        for ((daemon, source), (card, items)) in zip(own, before) {
            #expect(try daemon.state()["joke"] == card)
            #expect(try ["1", "4", "6"].map { try item($0, of: daemon) } == items)
            #expect(items.allSatisfy { $0["joke"]?["source"]?.stringValue == source })
            let theirs = source == "team" ? "club" : "team"
            #expect(try item("\(theirs):4", of: daemon)["joke"]?["source"]?.stringValue == theirs)
            // The jokes of the other pack are known by the ids that they have here.
            let page = try daemon.connect().call(.feedPage, ["source": .string(theirs)])
            #expect(page["saved"]?.arrayValue?.count == 3, "\(page)")
            #expect(page["items"]?.arrayValue?.count == 4)
        }
        // Decisions about the jokes of the other machine, and an undo of one's own.
        #expect(try one.jokectl("saved", "delete", "club:1").succeeded)
        #expect(try other.jokectl("like", "team:2").succeeded)
        try other.connect().call(.jokeUndo)
        #expect(try one.connect().call(.jokeUndo)["changed"] == true)
        #expect(try one.connect().call(.jokeUndo)["undone"]?["jokes"] == ["6"])
        try sync(one, other, one, words: "--changes")
        #expect(try export(one) == export(other))
        #expect(try item("club:1", of: one)["joke"]?["source"] == "club")
        #expect(try other.connect().refusal(.savedGet, ["joke": "team:6"])["data"]?["kind"] == "not_found")
        #expect(try item("6", of: other)["joke"]?["source"] == "club")
        // A new machine has the same library.
        let newcomer = try daemon(first: "team")
        #expect(try export(newcomer) == export(one))
    }

    private func export(_ daemon: TestDaemon) throws -> String {
        try daemon.jokectl("saved", "export").output
    }

    private func sync(_ daemons: TestDaemon..., words: String...) throws {
        for daemon in daemons {
            let run = try ProgramRun(
                Programs.path(of: "jokectl"), ["sync", "now"] + words, environment: daemon.environment)
            #expect(run.succeeded, "\(run)")
        }
    }

    @Test("likes, dislikes, deletions, edits and undo arrive at the other machine, and libraries are equal")
    func exchange() throws {
        let (one, other) = (try daemon(), try daemon())
        for _ in 0..<3 { #expect(try one.jokectl("like").succeeded) }
        #expect(try one.jokectl("dislike").succeeded)
        #expect(try other.jokectl("add", "A joke of my own.").succeeded)
        try sync(one, other, one, words: "--changes")
        #expect(try export(one) == export(other))
        #expect(try export(one).split(separator: "\n").count == 5)
        #expect(try other.jokectl("saved", "delete", "mgdb").succeeded)
        #expect(try one.jokectl("undo").succeeded)
        try sync(other, one, other, words: "--changes")
        #expect(try export(one) == export(other))
        let status = try one.jokectl("sync", "status", "--json")
        #expect(status.succeeded)
        #expect(status.output.contains(#""damaged":0"#))
    }

    @Test(
        "a joke that was shown on one machine is not shown on the other, and what was learned is added up",
        .rule(8))
    func shown() throws {
        let (one, other) = (try daemon(), try daemon())
        func told(_ daemon: TestDaemon, _ count: Int) throws -> [String] {
            try (0..<count).map { _ in try daemon.jokectl("next", "--format", "{{joke.id}}").output }
        }
        let first = try told(one, 30)
        try sync(one, other, words: "--changes")
        let second = try told(other, 30)
        #expect(Set(first + second).count == 60)
        try sync(other, one, words: "--changes")
        #expect(Set(first + second + (try told(one, 30))).count == 90)
        // A decision of each. What was learned travels when the whole library is compared.
        for daemon in [one, other] { #expect(try daemon.jokectl("like").succeeded) }
        try sync(one, other, one)
        for daemon in [one, other] {
            let taste = try daemon.jokectl("taste", "show", "--json").output
            #expect(taste.contains(#""name":"builtin","weight":1,"likes":2,"dislikes":0"#), "\(taste)")
        }
    }

    @Test("a joke of the day that is disliked on one machine is replaced by the same one on both", .rule(10))
    func daily() throws {
        let (one, other) = (try daemon(), try daemon())
        func today(_ daemon: TestDaemon) throws -> String {
            try daemon.jokectl("daily", "--format", "{{joke.id}}").output
        }
        let first = try today(one)
        #expect(try today(other) == first)
        #expect(try one.jokectl("dislike", "daily").succeeded)
        try sync(one, other, words: "--changes")
        let second = try today(one)
        #expect(second != first)
        #expect(try today(other) == second)
    }

    @Test("a like is one appended record of less than 1 KiB, and its import is not written again")
    func like() throws {
        let (one, other) = (try daemon(), try daemon())
        #expect(try one.jokectl("like").succeeded)
        try sync(one, other, words: "--changes")
        let before = try Files.names(in: folder).map { try Files.read("\(folder)/\($0)").count }
        #expect(try one.jokectl("like").succeeded)
        try sync(one, other, one, words: "--changes")
        let after = try Files.names(in: folder).map { try Files.read("\(folder)/\($0)").count }
        #expect(after.count == before.count)
        let grown = zip(after, before).map { $0 - $1 }.filter { $0 != 0 }
        #expect(grown.count == 1)
        #expect(grown.allSatisfy { (1..<1_024).contains($0) }, "\(grown)")
        #expect(try export(one) == export(other))
    }

    @Test("an import by the user, and a second start of the daemon, are synced, too")
    func importAndRestart() throws {
        let (one, other) = (try daemon(), try daemon())
        let lines = "{\"value\":\"One.\"}\n{\"value\":\"Two.\"}\n"
        #expect(try one.jokectl("saved", "import", "-", input: lines).succeeded)
        _ = try one.terminate()
        try one.start()
        try sync(one, other, words: "--changes")
        #expect(try export(one) == export(other))
        #expect(try export(other).split(separator: "\n").count == 2)
    }

    @Test("a folder that is missing stops the run, deletes nothing, and is not created")
    func missingFolder() throws {
        let one = try daemon()
        #expect(try one.jokectl("like").succeeded)
        rename(folder, "\(directory.path)/away")
        let run = try one.jokectl("sync", "now")
        #expect(run.end == .exited(74))
        #expect(run.errors.contains("there is no directory"))
        #expect(!Files.names(in: directory.path).contains("folder"))
        let status = try one.jokectl("sync", "status")
        #expect(status.end == .exited(1))
        #expect(status.output.contains("there is no directory"))
        rename("\(directory.path)/away", folder)
        try sync(one, words: "--changes")
        #expect(try one.jokectl("sync", "status").succeeded)
        #expect(try export(one).split(separator: "\n").count == 1)
    }

    @Test("a folder that has another purpose, or a name that cannot be meant, is refused, and sync stays off")
    func refusedFolders() throws {
        let one = try TestDaemon.ready()
        one.environment["XDG_STATE_HOME"] = "\(one.directory.path)/state"
        let home = try #require(one.environment["HOME"])
        let refusals = [
            (one.dataDirectory, "of jokesd itself"), ("\(one.dataDirectory)/sync/in", "of jokesd itself"),
            ("\(one.directory.path)/config/jokesd/sync", "of jokesd itself"),
            ("\(one.directory.path)/cache/jokesd", "of jokesd itself"),
            ("\(one.dataDirectory)/..", "would carry all of"),
            ("\(one.directory.path)/state/jokesd/sync", "of jokesd itself"), (home, "would carry all of"),
            ("/", "would carry all of"), ("~/Sync", "leave out the quotes"),
            ("~bob/Sync", "leave out the quotes"),
            ("\(folder)\u{7}", "has a control character"), ("/dev/null", "is not a directory"),
        ]
        for (path, message) in refusals {
            let run = try one.jokectl("sync", "on", path)
            #expect(run.end == .exited(64) && run.errors.contains(message), "\(path): \(run)")
        }
        #expect(!Files.names(in: one.dataDirectory).contains("sync"))
        let bytes = try ProgramRun(
            "/bin/sh",
            ["-c", #"exec "$0" sync on "$1$(printf '\377')""#, Programs.path(of: "jokectl"), folder],
            environment: one.environment)
        #expect(bytes.end == .exited(64) && bytes.errors.contains("is not UTF-8"), "\(bytes)")
        #expect(!Files.names(in: directory.path).contains { $0.hasPrefix("folder\u{FFFD}") })
        #expect(try one.jokectl("sync", "status").output.contains("Sync is off"))
    }

    @Test("a failed sync on says whether sync is on now")
    func failedSyncOn() throws {
        let one = try TestDaemon.ready()
        one.environment["XDG_STATE_HOME"] = "\(one.directory.path)/state"
        // The file that makes jokesd start sync cannot be created.
        let trigger = "\(one.dataDirectory)/sync-on"
        mkdir(trigger, 0o700)
        #expect(try one.jokectl("sync", "on", folder).errors.contains("sync-on cannot be created"))
        #expect(try one.jokectl("sync", "status").output.contains("Sync is off"))
        rmdir(trigger)
        // The state cannot be stored.
        let state = "\(one.directory.path)/state/jokesd/sync/state.json.unfinished"
        mkdir(state, 0o700)
        let run = try one.jokectl("sync", "on", folder)
        #expect(
            run.end == .exited(74) && run.errors.contains("sync is on, but this run failed"), "\(run)")
        // The failure could not be stored either.
        let status = try one.jokectl("sync", "status")
        #expect(status.end == .exited(1), "\(status)")
        #expect(status.output.contains(folder) && status.output.contains("state.json"))
        rmdir(state)
        try sync(one, words: "--changes")
        #expect(try one.jokectl("sync", "status").succeeded)
    }

    @Test("damaged settings are no sync that is off")
    func damagedSettings() throws {
        let one = try daemon()
        try Files.write("{", to: "\(one.directory.path)/state/jokesd/sync/settings.json")
        for words in [["on", folder], ["now"], ["status"], ["off"]] {
            let run = try ProgramRun(
                Programs.path(of: "jokectl"), ["sync"] + words, environment: one.environment)
            #expect(
                run.end == .exited(78) && run.errors.contains("settings.json cannot be read or is damaged"))
        }
        unlink("\(one.directory.path)/state/jokesd/sync/settings.json")
        #expect(try one.jokectl("sync", "on", folder).succeeded)
    }

    @Test("without systemd, jokesd starts sync after a decision")
    func startedByDaemon() throws {
        let (one, other) = (try daemon(startsRuns: true), try daemon())
        #expect(try one.jokectl("like").succeeded)
        let deadline = TestDeadline()
        while try export(one) != export(other) {
            try #require(!deadline.hasPassed, "\(one.errors)")
            try sync(other, words: "--changes")
        }
        #expect(try export(other).split(separator: "\n").count == 1)
    }

    @Test("after sync off, nothing is exchanged, and the files stay")
    func off() throws {
        let one = try daemon()
        let files = Files.names(in: folder)
        #expect(try one.jokectl("sync", "off").succeeded)
        // The file could not be removed while jokesd was stopped.
        try Files.write("", to: "\(one.dataDirectory)/sync-on")
        #expect(try one.jokectl("sync", "off").end == .exited(1))
        #expect(!Files.names(in: one.dataDirectory).contains("sync-on"))
        #expect(try one.jokectl("sync", "now").end == .exited(64))
        #expect(try one.jokectl("sync", "status").end == .exited(1))
        #expect(Files.names(in: folder) == files)
        #expect(files.count == 1)
    }

    /// It takes a quarter of a minute of both cores, so `make test-sync` runs it.
    @Test(
        "a first sync during which jokesd and the run are killed again and again ends with equal libraries",
        .enabled(if: getenv("JOKESD_SYNC_SEEDS") != nil))
    func killedDuringFirstSync() throws {
        let total = 10_000
        let (one, other) = (try daemon(), try daemon())
        let lines = (1...total).map { "{\"id\":\"j\($0)\",\"value\":\"Why \($0)? Because of \($0 * 7).\"}\n" }
        #expect(try one.jokectl("saved", "import", "-", input: lines.joined()).succeeded)
        try sync(one)
        var (count, killsDuringImport) = (0, 0)
        for waitsForJokes in [false, true] {
            for (killsDaemon, killsRun) in [(true, false), (true, true), (false, true)] {
                let output = try Files.create("\(directory.path)/output")
                let run = try TestProcess(
                    Programs.path(of: "jokectl"), ["--socket", other.socketPath, "sync", "now"],
                    environment: other.environment, streams: (0, output.number, output.number))
                let client = try other.connect()
                let (deadline, before) = (TestDeadline(), count)
                var isReached = false
                // Kills while the run sends its lines, or while they are imported.
                while !isReached {
                    try #require(!deadline.hasPassed)
                    count = try client.call(.stateGet)["state"]?["saved"]?["count"]?.integerValue ?? 0
                    let status = try client.call(.daemonStatus, ["clients": true])
                    let clients = status["clients"]?.arrayValue ?? []
                    isReached =
                        waitsForJokes
                        ? count > before || count == total
                        : clients.contains { $0["client"] == "jokesd-sync" }
                }
                if count > before, count < total { killsDuringImport += 1 }
                if killsRun { run.send(SIGKILL) }
                if killsDaemon { try other.kill() }
                _ = try run.wait()
                if killsDaemon { try other.start() }
            }
        }
        #expect(killsDuringImport > 0)
        try sync(other, one, other)
        #expect(try export(one) == export(other))
        #expect(try export(one).split(separator: "\n").count == total)
    }

    @Test("a run that is killed anywhere loses nothing")
    func killed() throws {
        let (one, other) = (try daemon(), try daemon())
        for round in 0..<20 {
            #expect(try one.jokectl("like").succeeded)
            for daemon in [one, other] {
                let output = try Files.create("\(directory.path)/output")
                let run = try TestProcess(
                    Programs.path(of: "jokectl"), ["--socket", daemon.socketPath, "sync", "now"],
                    environment: daemon.environment, streams: (0, output.number, output.number))
                // The kill comes at another place in each round, as the machine's load has it.
                for _ in 0..<(round * 5) { sched_yield() }
                run.send(SIGKILL)
                _ = try run.wait()
            }
        }
        try sync(one, other, one)
        #expect(try export(one) == export(other))
        #expect(try export(one).split(separator: "\n").count == 20)
    }
}
