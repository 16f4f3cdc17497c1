// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import JokeTestSupport
import JokeWire
import Testing

@Suite("jokectl backup")
struct BackupCommandTests {
    private let directory = TemporaryDirectory()
    private var target: String { "\(directory.path)/mine.sqlite" }

    private func server(_ source: String) -> ScriptedServer {
        ScriptedServer(.answer(["path": .string(source), "bytes": 3, "madeAt": "2026-11-21T09:00:00Z"]))
    }

    private func run(_ words: String..., source: String) -> Output {
        let server = server(source)
        defer { _ = server.finish() }
        return jokectl(["backup"] + words, at: server.path)
    }

    @Test("the backup is copied with mode 0600 and leaves no other file")
    func copiesBackup() throws {
        let source = directory.write("abc", to: "made")
        chmod(source, 0o644)
        let run = run(target, source: source)
        #expect(run == Output(code: .done, data: "3\t\(target)\n", errors: ""))
        #expect(try Files.text(target) == "abc")
        #expect(try Files.mode(target) == 0o600)
        #expect(Files.names(in: directory.path) == ["made", "mine.sqlite"])
    }

    @Test("an existing file stays, and the daemon is not asked")
    func existingFile() throws {
        directory.write("old", to: "mine.sqlite")
        let run = jokectl(["backup", target], at: "/nonexistent")
        #expect(run.code == .usage)
        #expect(run.errors.contains("\(target) already exists"))
        #expect(run.errors.contains("--force"))
        #expect(try Files.text(target) == "old")
    }

    @Test("--force replaces an existing file after the copy is complete")
    func replacesWithForce() throws {
        let source = directory.write("abc", to: "made")
        directory.write("old", to: "mine.sqlite")
        let lost = run(target, "--force", source: "\(directory.path)/gone")
        #expect(lost.code == .disk)
        #expect(try Files.text(target) == "old")
        #expect(run(target, "--force", source: source).code == .done)
        #expect(try Files.text(target) == "abc")
        #expect(Files.names(in: directory.path) == ["made", "mine.sqlite"])
    }

    @Test("a path that cannot be a file is reported", arguments: ["", "/", "/nowhere"])
    func invalidTarget(suffix: String) {
        let source = directory.write("abc", to: "made")
        let run = run("\(directory.path)/" + suffix, source: source)
        #expect(run.code == (suffix == "/nowhere" ? .done : .usage))
    }

    @Test("a full disk is reported and leaves no file")
    func fullDisk() {
        let run = run("/dev/full/x", source: directory.write("abc", to: "made"))
        #expect(run.code == .disk)
        #expect(run.errors.contains("Not a directory"))
    }
}
