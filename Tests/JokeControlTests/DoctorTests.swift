// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeControl
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

/// Each finding is caused with real files and programs, and is gone after its command was run.
/// Tests/UserManager/doctor.sh tests the findings about units and the configuration.
@Suite("jokectl doctor")
struct DoctorTests {
    private let fixture = DoctorFixture()

    private static func status(_ changes: JSONObject = [:]) -> JSON {
        var status: JSONObject = [
            "version": .string(Version.program), "protocol": .number(Double(Version.protocolVersion)),
            "pid": .number(Double(getpid())), "saved": ["count": 0], "error": .null, "restoration": .null,
            "sources": [["name": "builtin", "enabled": true, "state": "ready"]],
        ]
        for member in changes { status.set(member.name, member.value) }
        return .object(status)
    }

    /// Returns the findings, with a daemon of this status, or without one if it is nil.
    private func examine(_ status: JSON? = status()) -> DoctorFixture.Findings {
        guard let status else { return fixture.examine(at: fixture.socket) }
        let server = ScriptedServer([[.answer(status)]], at: fixture.socket)
        chmod(fixture.socket, fixture.socketMode)
        defer {
            _ = server.finish()
            unlink(fixture.socket)
        }
        return fixture.examine(at: fixture.socket)
    }

    @Test("the findings equal their snapshots")
    func findings() {
        let sound = [
            DiagnosticCheck("socket", []),
            DiagnosticCheck("units", [.note("no-manager", "no systemd user manager is running")]),
        ]
        let failing = [
            DiagnosticCheck("socket", []),
            DiagnosticCheck(
                "units",
                [
                    .wrong(
                        "unit-disabled",
                        "jokesd.socket is disabled, so it does not listen after the next login",
                        mend: "systemctl --user enable --now jokesd.socket"),
                    .note("unread", "jokesd is not in PATH", mend: "make install"),
                ]),
            DiagnosticCheck(
                "files",
                [.wrong("file-open", "/home/you/\u{1B}[31mx is accessible to other users (mode 644)")]),
        ]
        SnapshotFile("doctor-well").expect(AppearanceSamples.of { Rendering.examinations(sound, $0).text })
        SnapshotFile("doctor").expect(AppearanceSamples.of { Rendering.examinations(failing, $0).text })
    }

    @Test("without a problem it says so and exits with 0")
    func withoutFindings() {
        fixture.write("data/jokesd/jokesd.sqlite", "")
        let backup = "\(fixture.directory)/data/jokesd/backups/jokesd-2001-01-01.sqlite"
        fixture.sh("sqlite3 '\(backup)' 'CREATE TABLE t (x)'; chmod 600 '\(backup)'")
        let found = examine()
        #expect(found.wrong.isEmpty, "\(found.wrong)")
        #expect(found.code == .done)
    }

    @Test("a jokesd that does not run is a finding")
    func notRunning() throws {
        let found = examine(nil)
        #expect(found.code == .no)
        #expect(try found.fix("daemon-absent") == "jokesd &")
    }

    @Test("a jokesd that does not run at the named socket is a finding, with a command that starts it there")
    func notRunningElsewhere() throws {
        let path = "\(fixture.directory)/other/x.sock"
        #expect(try fixture.examine(at: path).fix("daemon-absent") == "jokesd --socket \(path) &")
        let usual = "env -u JOKESD_SOCKET jokectl doctor"
        fixture.write("data/jokesd/jokesd.sqlite", "")
        let lock = open("\(fixture.directory)/data/jokesd", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        flock(lock, LOCK_EX)
        #expect(try fixture.examine(at: path).fix("socket-missing") == usual)
        close(lock)
        chmod("\(fixture.directory)/other", 0o1777)
        #expect(try fixture.examine(at: path).fix("daemon-absent") == usual)
    }

    @Test("a stale socket is a finding")
    func staleSocket() throws {
        _ = ScriptedServer([], at: fixture.socket).finish()
        fixture.sh(try examine(nil).fix("socket-stale"))
        _ = try examine(nil).fix("daemon-absent")
    }

    @Test("a jokesd whose socket was removed is a finding that names its process")
    func missingSocket() throws {
        let data = "\(fixture.directory)/data/jokesd"
        fixture.write("data/jokesd/jokesd.sqlite", "")
        var (input, output): ([Int32], [Int32]) = ([0, 0], [0, 0])
        #expect(pipe(&input) == 0 && pipe(&output) == 0)
        defer { for end in input + [output[0]] { close(end) } }
        // Not this process, which listens at the sockets of other tests.
        let owner = try SpawnedProcess(
            ProcessSpawner(path: "/usr/bin/flock", arguments: ["--no-fork", data, "/bin/cat"]),
            input: input[0], output: output[1], errors: 2)
        close(output[1])
        defer { owner.signal(SIGKILL) }
        // cat starts when the directory is locked, and repeats the byte.
        var byte: UInt8 = 0
        #expect(write(input[1], &byte, 1) == 1 && read(output[0], &byte, 1) == 1)
        let fix = try examine(nil).fix("socket-missing")
        #expect(fix == "kill \(owner.pid); tail --pid=\(owner.pid) -f /dev/null; jokesd &")
        owner.signal(SIGKILL)
        owner.wait()
        #expect(try examine(nil).fix("daemon-absent") == "jokesd &")
    }

    @Test("a file in the place of the socket is a finding, and its command makes room")
    func socketTaken() throws {
        fixture.write("run/jokesd/socket", "")
        fixture.sh(try examine(nil).fix("socket-taken"))
        _ = try examine(nil).fix("daemon-absent")
    }

    @Test("a directory that is not only for jokesd is not to be closed to others")
    func sharedDirectory() {
        chmod("\(fixture.directory)/run", 0o755)
        let path = "\(fixture.directory)/run/x.sock"
        let server = ScriptedServer([[.answer(Self.status())]], at: path)
        #expect(!fixture.examine(at: path).kinds.contains("socket-folder-open"))
        _ = server.finish()
    }

    /// The command that replaces a running jokesd without systemd.
    private func restart(_ process: Int32, signal: String = "") -> String {
        "kill \(signal)\(process); tail --pid=\(process) -f /dev/null; jokesd &"
    }

    @Test("a jokesd that does not reply is a finding, with a command that needs no systemd")
    func silentDaemon() throws {
        let server = ScriptedServer([[.waitForHangUp]], at: fixture.socket)
        let found = fixture.examine(at: fixture.socket)
        #expect(try found.fix("daemon-silent") == restart(getpid(), signal: "-KILL "))
        _ = server.finish()
    }

    @Test("an error in the configuration is a finding, whose command does not ask a jokesd that does not run")
    func brokenConfiguration() throws {
        fixture.program("jokesd", "echo \"jokesd: $HOME/c.jsonc:1:1: unknown key\" >&2; exit 78")
        let edit = "vi \(fixture.directory)/c.jsonc; "
        #expect(try examine().fix("configuration-broken") == edit + "jokectl reload")
        #expect(try examine(nil).fix("configuration-broken") == edit + "jokesd --check-config")
    }

    @Test("a timer that is enabled but stopped is a finding, and with units a restart is that of systemd")
    func units() throws {
        fixture.program(
            "systemctl",
            """
            echo LoadState=loaded; echo UnitFileState=enabled
            case "$4" in
            jokesd-notify.timer) echo ActiveState=inactive ;;
            *) echo ActiveState=active ;;
            esac
            """)
        let found = examine(Self.status(["version": "0.0.1"]))
        #expect(try found.fix("unit-inactive") == "systemctl --user start jokesd-notify.timer")
        #expect(try found.fix("version-differs") == "systemctl --user restart jokesd.service")
    }

    @Test(
        "a unit that systemd cannot start is a finding with the reason, and its command edits the drop-ins of the user",
        arguments: [
            ("203", "", "203/EXEC", "make install"),
            (
                "226", "/run/10-jokesd-data.conf", "226/NAMESPACE",
                "rm -f \"$XDG_RUNTIME_DIR/jokesd-prepared\"; systemctl --user start jokesd-data.service"
            ),
            (
                "226", "/home/you/a.conf /run/10-jokesd-data.conf", "226/NAMESPACE",
                "vi /home/you/a.conf; systemctl --user daemon-reload"
            ),
        ])
    func unitThatCannotStart(status: String, dropIns: String, step: String, cure: String) throws {
        fixture.program(
            "systemctl",
            """
            echo LoadState=loaded; echo UnitFileState=enabled
            case "$4" in
            jokesd.service)
                echo ActiveState=failed; echo Result=exit-code; echo ExecMainStatus=\(status); echo 'DropInPaths=\(dropIns)' ;;
            *.timer) echo ActiveState=active ;;
            *) echo ActiveState=inactive ;;
            esac
            """)
        fixture.program(
            "journalctl",
            "echo 'jokesd.service: Failed to set it up: No room'; echo 'jokesd.service: Failed at step X spawning Y: No room'"
        )
        let found = examine(nil)
        #expect(try found.fix("unit-cannot-start") == cure + "; systemctl --user restart jokesd.socket")
        #expect(
            found.all.first { $0["kind"] == "unit-cannot-start" }?["message"]?.stringValue
                == "systemd cannot start jokesd.service (\(step)): Failed to set it up: No room")
        #expect(!found.wrong.contains("unit-inactive") && !found.wrong.contains("daemon-absent"))
    }

    struct Open: Sendable, CustomTestStringConvertible {
        let kind: String
        let path: String
        let mode: mode_t
        var testDescription: String { kind }
    }

    @Test(
        "a file that others may read or write is a finding",
        arguments: [
            Open(kind: "socket-folder-open", path: "run/jokesd", mode: 0o755),
            Open(kind: "folder-open", path: "data/jokesd", mode: 0o750),
            Open(kind: "folder-open", path: "cache/jokesd", mode: 0o701),
            Open(kind: "folder-open", path: "data/jokesd/backups", mode: 0o777),
            Open(kind: "file-open", path: "data/jokesd/jokesd.sqlite-wal", mode: 0o640),
            Open(kind: "file-open", path: "state/jokesd/it's here", mode: 0o604),
            Open(kind: "secret-open", path: "config/jokesd/secrets/key", mode: 0o644),
        ])
    func openFile(_ one: Open) throws {
        fixture.write(one.path, nil)
        chmod("\(fixture.directory)/\(one.path)", one.mode)
        fixture.sh(try examine().fix(one.kind))
        #expect(!examine().kinds.contains(one.kind))
    }

    @Test(
        "a file in the place of a directory of jokesd is a finding, and its command makes room",
        arguments: ["data", "data/jokesd", "cache/jokesd", "state"])
    func takenDirectory(_ path: String) throws {
        fixture.sh("rm -r \(path); touch \(path)")
        let found = examine(nil)
        let files = found.all.filter { $0["kind"] == "folder-taken" }
        #expect(files.count == 1)
        #expect(files[0]["message"]?.stringValue?.hasPrefix("\(fixture.directory)/\(path) is not") == true)
        fixture.sh(try found.fix("folder-taken"))
        #expect(!examine(nil).kinds.contains("folder-taken"))
    }

    @Test("a directory that its owner cannot write to is a finding")
    func closedDirectory() throws {
        chmod("\(fixture.directory)/data/jokesd", 0o500)
        fixture.sh(try examine(nil).fix("folder-closed"))
        #expect(!examine(nil).kinds.contains("folder-closed"))
    }

    @Test("what keeps jokesd from starting comes before the command that starts it")
    func order() throws {
        fixture.program("jokesd", "echo \"jokesd: $HOME/c.jsonc:1:1: unknown key\" >&2; exit 78")
        fixture.write("data/jokesd/jokesd.sqlite", "no database")
        chmod("\(fixture.directory)/data/jokesd", 0o755)
        chmod("\(fixture.directory)/run/jokesd", 0o777)
        let expected = [
            "folder-open", "database-damaged", "configuration-broken", "socket-folder-open", "daemon-absent",
        ]
        #expect(Array(examine(nil).wrong.prefix(5)) == expected)
    }

    @Test("a socket that others may write to is a finding")
    func openSocket() throws {
        fixture.socketMode = 0o666
        #expect(try examine().fix("socket-open") == "chmod 600 \(fixture.socket)")
    }

    @Test(
        "a file of another user is a finding",
        .enabled(if: Superuser.isHere, "it gives a file away, for which it needs root"))
    func foreignFile() throws {
        fixture.write("data/jokesd/theirs", "")
        chown("\(fixture.directory)/data/jokesd/theirs", 65_534, 65_534)
        #expect(
            try examine().fix("file-foreign")
                == "sudo chown \"$USER\" \(fixture.directory)/data/jokesd/theirs")
    }

    @Test("an unfinished file is a finding after an hour, and not before")
    func unfinishedFile() throws {
        fixture.write("data/jokesd/copy.sqlite.17.unfinished", "")
        #expect(!examine().kinds.contains("file-unfinished"))
        fixture.makeOld("data/jokesd/copy.sqlite.17.unfinished")
        fixture.sh(try examine().fix("file-unfinished"))
        #expect(!examine().kinds.contains("file-unfinished"))
    }

    @Test("another version, another protocol and a replaced program are findings")
    func otherVersions() throws {
        #expect(try examine(Self.status(["version": "0.0.1"])).fix("version-differs") == restart(getpid()))
        #expect(try examine(Self.status(["protocol": 99])).fix("protocol-differs") == restart(getpid()))
        let program = "\(fixture.directory)/replaced"
        fixture.sh("cp /bin/cat '\(program)'")
        // The program reads from a pipe that stays open, so it runs until it is killed.
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let running = try SpawnedProcess(
            ProcessSpawner(path: program, arguments: []), input: ends[0], output: 1, errors: 2)
        unlink(program)
        #expect(
            try examine(Self.status(["pid": .number(Double(running.pid))])).fix("program-replaced")
                == restart(running.pid))
        running.signal(SIGKILL)
        _ = running.wait()
    }

    @Test("a failing store and a recovered store are findings")
    func storeFindings() throws {
        let storeError: JSON = ["kind": "storage", "message": "The disk is full.", "retryAt": .null]
        let failed = examine(Self.status(["error": storeError])).all.first { $0["kind"] == "store-failed" }
        #expect(failed?["wrong"] == true && failed?["remedy"] == .null)
        let packError: JSON = [
            "name": "mine", "enabled": true, "state": "failing", "message": "The disk is full.",
        ]
        let pack = examine(Self.status(["error": storeError, "sources": [packError]]))
        #expect(pack.wrong.contains("source-fails") && !pack.wrong.contains("store-failed"))
        let restoration: JSON = [
            "restoredAt": "2001-11-21T08:00:00Z", "message": "It was damaged.", "damaged": "",
        ]
        let restored = examine(Self.status(["restoration": restoration])).all.first {
            $0["kind"] == "store-restored"
        }
        #expect(restored?["remedy"]?.stringValue?.hasSuffix("/restoration.json") == true)
    }

    @Test("damaged settings of sync are a finding, whose cure removes them")
    func damagedSync() throws {
        fixture.sh("mkdir state/jokesd/sync; echo x >state/jokesd/sync/settings.json")
        #expect(try examine().fix("sync-damaged").hasSuffix("/jokesd/sync/settings.json"))
    }

    @Test("a database with which jokesd does not start is a finding")
    func strangeDatabase() throws {
        let path = "\(fixture.directory)/data/jokesd/jokesd.sqlite"
        func make(_ application: Int, _ version: Int) {
            let pragmas = "PRAGMA application_id = \(application); PRAGMA user_version = \(version)"
            fixture.sh("rm -rf '\(path)'; sqlite3 '\(path)' '\(pragmas)'; chmod 600 '\(path)'")
        }
        make(0x6A6F_6B65, 1_000)
        let newer = examine(nil).all.first { $0["kind"] == "database-newer" }
        #expect(newer?["wrong"] == true && newer?["message"]?.stringValue?.contains("layout 1000") == true)
        make(0x6A6F_6B65, Version.database)
        #expect(examine(nil).wrong == ["daemon-absent"])
        fixture.write("data/jokesd/jokesd.sqlite", "This is no database, and it is not empty either.")
        #expect(try examine(nil).fix("database-damaged") == "jokesd &")
        fixture.sh("rm '\(path)'; sqlite3 '\(path)' 'CREATE TABLE t (x)'; chmod 600 '\(path)'")
        fixture.sh(try examine(nil).fix("database-foreign"))
        make(7, 1)
        fixture.sh(try examine(nil).fix("database-foreign"))
        #expect(examine(nil).wrong == ["daemon-absent"])
        fixture.sh("mkdir '\(path)'")
        fixture.sh(try examine(nil).fix("database-foreign"))
        make(0x6A6F_6B65, Version.database)
        fixture.sh("mv '\(path)' '\(fixture.directory)/a file'; ln -s '../../a file' '\(path)'")
        let fix = try examine(nil).fix("database-linked")
        #expect(fix.hasSuffix(" && jokesd &"))
        fixture.sh(String(fix.dropLast(" && jokesd &".count)))
        #expect(examine(nil).wrong == ["daemon-absent"])
    }

    @Test("a missing database is a finding, if there was one")
    func missingDatabase() throws {
        let path = "\(fixture.directory)/data/jokesd/jokesd.sqlite"
        fixture.sh("rm -f '\(path)'")
        #expect(!examine(nil).kinds.contains("database-missing"))
        #expect(try examine().fix("database-missing").hasSuffix("jokesd &"))
        fixture.write("data/jokesd/jokesd.sqlite-wal", "")
        #expect(try examine(nil).fix("database-missing") == "jokesd &")
        fixture.sh("rm '\(path)-wal'")
        fixture.write("data/jokesd/backups/jokesd-2026-11-01.sqlite", "")
        #expect(try examine(nil).fix("database-missing") == "jokesd &")
    }

    @Test("a file system with too little space is a finding")
    func lowSpace() {
        #expect(DiagnosticCheck.space(in: "/tmp", least: .max).map(\.kind) == ["disk-full"])
        #expect(DiagnosticCheck.space(in: "/tmp", least: 0).isEmpty)
        // This file system has no size.
        #expect(DiagnosticCheck.space(in: "/proc", least: .max).isEmpty)
    }

    @Test("missing sources, a failing one and one in backoff are findings")
    func sourceFindings() throws {
        #expect(
            try examine(Self.status(["sources": [["name": "builtin", "enabled": false, "state": "off"]]]))
                .fix("no-source") == "jokectl sources enable builtin")
        let failing: JSON = [
            ["name": "web", "enabled": true, "state": "open", "message": "No network.", "retryAt": .null],
            ["name": "other", "enabled": true, "state": "spent"],
        ]
        let found = examine(Self.status(["sources": failing]))
        #expect(try found.fix("source-fails") == "jokectl sources disable web")
        #expect(found.notes.contains("source-rests"))
    }

    @Test("a source that fails is a finding with a spent budget, too, and the next try is told once")
    func failingSpentSource() throws {
        let midnight: JSON = "2026-04-02T00:00:00Z"
        let message: JSON = "The service did not reply. The source 'web' is asked again after midnight."
        var source: JSONObject = [
            "name": "web", "enabled": true, "state": "spent", "message": message, "retryAt": midnight,
            "error": ["kind": "offline", "message": message],
            "budget": ["limit": 1, "used": 1, "left": 0, "renewsAt": midnight],
        ]
        func finding() throws -> (kind: JSON?, message: String) {
            let found = examine(Self.status(["sources": [.object(source)]]))
            let finding = try #require(
                found.all.first { $0["message"]?.stringValue?.hasPrefix("web: ") == true })
            return (finding["kind"], finding["message"]?.stringValue ?? "")
        }
        #expect(try finding().kind == "source-fails")
        #expect(try finding().message.hasSuffix("after midnight"))
        source.set("retryAt", "2026-04-02T00:10:00Z")
        #expect(try finding().message.hasSuffix("; the next try is at 2026-04-02T00:10:00Z"))
        source.set("error", ["kind": "rate_limited", "message": message])
        #expect(try finding().kind == "source-rests")
    }

    @Test(
        "a source whose file is missing is a finding with the path and without a command that hides it",
        arguments: [("builtin", "install jokesd again"), ("pack", "correct `sources.x.path`")])
    func missingFile(type: String, advice: String) throws {
        let message: JSON = "/usr/share/x.jsonl: No such file or directory"
        let source: JSON = [
            "name": "x", "type": .string(type), "enabled": true, "state": "failing", "message": message,
            "error": ["kind": "storage", "message": message],
        ]
        let found = examine(Self.status(["sources": [source]]))
        let finding = try #require(found.all.first { $0["kind"] == "source-fails" })
        let text = try #require(finding["message"]?.stringValue)
        #expect(text.contains("/usr/share/x.jsonl: No such file") && text.contains(advice))
        #expect(finding["remedy"]?.isNull == true && finding["wrong"] == true)
    }

    @Test("a failure of the store is a finding of the database, and not of a source that needs it")
    func failureOfStore() throws {
        let error: JSON = [
            "kind": "storage", "message": "/data/jokesd.sqlite: disk I/O error", "retryAt": .null,
        ]
        let source: JSON = [
            "name": "builtin", "type": "builtin", "enabled": true, "state": "failing", "error": error,
            "message": "/data/jokesd.sqlite: disk I/O error",
        ]
        let found = examine(Self.status(["error": error, "sources": [source]]))
        #expect(found.wrong.contains("store-failed") && !found.kinds.contains("source-fails"))
        let passing = examine(Self.status(["sources": [source]]))
        #expect(!passing.kinds.contains("store-failed") && !passing.kinds.contains("source-fails"))
    }

    @Test("a source whose jokes the filter rejects is a note about the filter")
    func filteredSource() throws {
        let message: JSON =
            "The filter rejected the joke from the source 'mine': language de. Change `languages` in the configuration."
        let source: JSON = [
            "name": "mine", "type": "own", "enabled": true, "state": "failing", "message": message,
            "error": ["kind": "filtered", "message": message],
        ]
        let found = examine(Self.status(["sources": [source]]))
        let finding = try #require(found.all.first { $0["kind"] == "source-filtered" })
        let text = try #require(finding["message"]?.stringValue)
        #expect(text.contains("language de. Change `languages`") && !text.contains("filter`"))
        #expect(finding["remedy"]?.isNull == true && finding["wrong"] == false)
    }

    @Test("a source that is not as configured is a note, with the command that gives the choice back")
    func overriddenSource() throws {
        let source: JSON = ["name": "web", "enabled": false, "configured": true, "state": "off"]
        let found = examine(Self.status(["sources": [source, ["name": "builtin", "enabled": true]]]))
        let finding = try #require(found.all.first { $0["kind"] == "source-overridden" })
        #expect(finding["message"] == "web is off by you (configuration says on)")
        #expect(finding["remedy"] == "jokectl sources reset web" && finding["wrong"] == false)
        let mistake: JSON = ["kind": "bad_configuration", "message": "A mistake.", "retryAt": .null]
        let unread = examine(Self.status(["sources": [source], "configurationError": mistake]))
        #expect(!unread.kinds.contains("source-overridden"))
    }

    @Test("an exhausted source says what to do", arguments: ["pack", "fortune", "builtin", "own", "dadjoke"])
    func exhaustedSource(type: String) throws {
        let source: JSON = ["name": "mine", "type": .string(type), "enabled": true, "state": "exhausted"]
        let finding = try #require(
            examine(Self.status(["sources": [source]])).all.first { $0["kind"] == "source-rests" })
        let rows = [true, false].map { isTerminal in
            Rendering.sources(
                [SourceStatus { ($0.name, $0.type, $0.state) = ("mine", type, "exhausted") }],
                Appearance(width: isTerminal ? 400 : nil)
            ).text
        }
        for text in [finding["message"]?.stringValue ?? ""] + rows {
            #expect(text.contains("jokectl sources enable NAME"), "\(text)")
            #expect(text.contains("come again") == (type != "dadjoke"))
            #expect(text.contains("add them to its files") == ["pack", "fortune"].contains(type))
        }
    }

    @Test("only a program that has returned a joke is said to repeat its jokes", .rule(8), arguments: [0, 1])
    func exhaustedCommand(given: Int) {
        let source = SourceStatus {
            ($0.name, $0.type, $0.state) = ("mine", "command", "exhausted")
            ($0.given, $0.seen) = (given, 0)
        }
        #expect(source.advice?.contains("come again") == (given > 0))
        #expect(source.advice?.contains("returned no joke;") == (given == 0))
    }

    /// Installs a jokesd with a source `own` that runs `~/bin/joke`, and a user manager whose unit has these binds.
    private func installSandbox(
        binds: String, temporary: String = "TemporaryFileSystem=/home/you:ro", command: String? = nil
    ) {
        let home = fixture.directory
        let named =
            command ?? #"["~/own/joke", "-x", "\#(home)/jokes // \"of mine\"", "/etc/passwd", "\#(home)"]"#
        fixture.write("own/joke", "")
        fixture.write("jokes // \"of mine\"", "")
        let configuration = """
            {
              "sources": {
                "chucknorris": {
                  "url": "https://api.chucknorris.io" // default: the address
                },
                "own": {
                  "type": "command",  // config.jsonc:1:1: "a" source
                  "command": \(named)  // config.jsonc:1:1: the program
                }
              }
            }
            """
        fixture.write("configuration", configuration)
        fixture.program("jokesd", "[ \"$1\" = --check-config ] || exec /bin/cat '\(home)/configuration'")
        fixture.program(
            "systemctl",
            """
            case "$2" in
            show-environment) echo 'PATH=\(home)/own:/usr/bin' ;;
            show) printf '%s\\n' '\(temporary)' 'BindReadOnlyPaths=/usr/bin/x:/usr/bin/x:rbind \(binds)' LoadState=loaded ;;
            *) echo "$*" >>'\(home)/asked' ;;
            esac
            """)
    }

    private var own: JSON {
        // A process that has no mount namespace of its own shows that there are no sandboxes.
        Self.status(["pid": 0, "sources": [["name": "own", "enabled": true, "state": "ready"]]])
    }

    /// The paths that doctor reports as hidden from jokesd-fetch.
    private func hidden(_ status: JSON) -> [String] {
        examine(status).all.filter {
            $0["kind"] == "source-hidden" && $0["remedy"] == "jokectl sources allow"
        }
        .compactMap { $0["message"]?.stringValue?.replacing("own: jokesd-fetch cannot read ", with: "") }
    }

    @Test("a file of a source that the sandbox of jokesd-fetch hides is a finding")
    func hiddenFile() throws {
        let paths = ["\(fixture.directory)/own/joke", "\(fixture.directory)/jokes // \"of mine\""]
        installSandbox(binds: "-\(paths[0])2:\(paths[0])2:rbind")
        #expect(hidden(own) == paths)
        installSandbox(binds: "-\(paths[1]):\(paths[1]):rbind")
        #expect(hidden(own) == [paths[0]])
        installSandbox(binds: "\(fixture.directory):\(fixture.directory):rbind")
        #expect(hidden(own).isEmpty)
        installSandbox(binds: "", temporary: "TemporaryFileSystem=")
        #expect(hidden(own).isEmpty)
        installSandbox(binds: "")
        #expect(hidden(Self.status()).isEmpty)
        let sources = try #require(own["sources"])
        #expect(hidden(Self.status(["sources": sources])).isEmpty, "this process has no sandbox")
        installSandbox(binds: "", command: #"["joke"]"#)
        #expect(hidden(own).isEmpty, "it cannot be executed, so it is not found in PATH")
        chmod(paths[0], 0o700)
        #expect(hidden(own) == [paths[0]])
        installSandbox(binds: "", command: #"["fortune"]"#)
        #expect(hidden(own).isEmpty)
    }

    @Test(
        "sources allow binds the files that the configuration names, and removes its drop-in if there are none"
    )
    func sourcesAllow() throws {
        let paths = ["\(fixture.directory)/own/joke", "\(fixture.directory)/jokes // \"of mine\""]
        let dropIn = "\(fixture.directory)/config/systemd/user/jokesd-fetch@.service.d/allow.conf"
        installSandbox(binds: "")
        let run = fixture.run(["sources", "allow"])
        #expect(run == Output(code: .done, data: paths.map { $0 + "\n" }.joined(), errors: ""))
        let escaped = paths[1].replacing("\"", with: "\\\"")
        #expect(
            try Files.text(dropIn) == """
                # Written by `jokectl sources allow`, which replaces it.
                [Service]
                BindReadOnlyPaths="-\(paths[0])"
                BindReadOnlyPaths="-\(escaped)"

                """)
        #expect(
            try Files.text("\(fixture.directory)/asked")
                == "--user daemon-reload\n--user stop jokesd-fetch@*.service\n")
        installSandbox(binds: "", command: #"["fortune"]"#)
        #expect(fixture.run(["sources", "allow"]) == Output(code: .done, data: "", errors: ""))
        #expect(!Files.exists(dropIn))
        fixture.program("systemctl", "exit 1")
        #expect(fixture.run(["sources", "allow"]) == Output(code: .done, data: "", errors: ""))
        fixture.program("jokesd", "exit 78")
        #expect(fixture.run(["sources", "allow"]).code == .badConfiguration)
        #expect(!Files.exists(dropIn))
    }

    @Test(
        "without systemd, sources allow says that it wrote or removed its drop-in, and what is left to do",
        arguments: [nil, "exit 1", "[ \"$2\" = daemon-reload ]"])
    func sourcesAllowWithoutSystemd(systemctl: String?) throws {
        let dropIn = "\(fixture.directory)/config/systemd/user/jokesd-fetch@.service.d/allow.conf"
        // The last systemctl reloads the units, and cannot stop the processes.
        let rest = systemctl?.contains("reload") == true ? "stop jokesd-fetch@*.service" : "daemon-reload"
        func allow(_ command: String?) -> Output {
            installSandbox(binds: "", command: command)
            fixture.sh("rm bin/systemctl")
            if let systemctl { fixture.program("systemctl", systemctl) }
            return fixture.run(["sources", "allow"])
        }
        let written = allow(nil)
        #expect(written.code == .unreachable && written.data.isEmpty)
        #expect(
            written.errors == "jokectl: \(dropIn) is written, but systemd does not use it yet; "
                + "run `systemctl --user \(rest)`, if jokesd runs under systemd\n")
        #expect(try Files.text(dropIn).contains("BindReadOnlyPaths=\"-\(fixture.directory)/own/joke\"\n"))
        let removed = allow(#"["fortune"]"#)
        #expect(removed.code == .unreachable && removed.data.isEmpty)
        #expect(
            removed.errors == "jokectl: \(dropIn) is removed, but systemd may still use it; "
                + "run `systemctl --user \(rest)`, if jokesd runs under systemd\n")
        #expect(!Files.exists(dropIn))
    }

    @Test("a file that jokesd cannot read and write is a finding", arguments: ["000", "400"])
    func closedFile(mode: String) throws {
        let path = "\(fixture.directory)/data/jokesd/jokesd.sqlite-shm"
        fixture.write("data/jokesd/jokesd.sqlite-shm", "")
        fixture.sh("chmod \(mode) '\(path)'")
        fixture.sh(try examine().fix("file-closed"))
        #expect(!examine().kinds.contains("file-closed"))
    }

    @Test("data and a socket at other paths, and a file that was moved aside, are noted")
    func otherPaths() {
        let other = "\(fixture.directory)/other"
        fixture.write("other/damaged-2001-01-01.sqlite", "")
        let found = examine(Self.status(["data": .string(other), "socket": "/run/other"]))
        for kind in ["data-elsewhere", "socket-elsewhere", "file-damaged"] {
            #expect(found.notes.contains(kind))
        }
    }

    @Test("a damaged database may be removed only if all of its decisions were recovered")
    func removableFile() throws {
        let data = "\(fixture.directory)/data/jokesd"
        let path = "\(data)/damaged-2001-01-01.sqlite"
        for name in [
            "damaged-2001-01-01.sqlite", "damaged-2001-01-01.sqlite-wal", "damaged-2000-01-01.sqlite",
        ] {
            fixture.write("data/jokesd/\(name)", "SQLite format 3")
        }
        func fixes(unreadable: JSON) -> [String] {
            let restoration: JSON = [
                "restoredAt": "2001-11-21T08:00:00Z", "message": "It was damaged.", "damaged": .string(path),
                "unreadable": unreadable,
            ]
            let found = examine(Self.status(["data": .string(data), "restoration": restoration]))
            return found.all.filter { $0["kind"] == "file-damaged" }.compactMap { $0["remedy"]?.stringValue }
                .sorted()
        }
        #expect(fixes(unreadable: 0) == ["rm \(path)", "rm \(path)-wal"])
        #expect(fixes(unreadable: 3).isEmpty)
        #expect(fixes(unreadable: .null).isEmpty)
        // These have no decisions.
        fixture.write("data/jokesd/damaged-2001-01-01.sqlite-shm", "A")
        fixture.write("data/jokesd/damaged-2000-01-02.sqlite", "")
        #expect(fixes(unreadable: 3) == ["rm \(data)/damaged-2000-01-02.sqlite", "rm \(path)-shm"])
    }

    @Test("without a user manager the units have no finding")
    func withoutUserManager() { #expect(examine().notes.contains("no-manager")) }
}
