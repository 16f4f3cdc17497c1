// SPDX-License-Identifier: MIT
import JokeControl
import JokeWire
import Testing

@Suite("jokectl backup")
struct BackupCommandTests {
    private let folder = TemporaryFolder()

    private func server(_ source: String) -> ScriptedServer {
        ScriptedServer(.answer(["path": .string(source), "bytes": 3, "madeAt": "2026-11-21T09:00:00Z"]))
    }

    private func run(_ words: String..., source: String) -> Output {
        let server = server(source)
        defer { _ = server.finish() }
        return jokectl(["backup"] + words, at: server.path)
    }

    @Test("copies what the daemon made, for the user alone, and leaves nothing else")
    func copies() {
        let (source, target) = (folder.file("made", "abc"), folder.path(of: "mine.sqlite"))
        let run = run(target, source: source)
        #expect(run == Output(code: .done, data: "3\t\(target)\n", errors: ""))
        #expect(folder.text("mine.sqlite") == "abc")
        #expect(folder.mode("mine.sqlite") == 0o600)
        #expect(folder.names == ["made", "mine.sqlite"])
    }

    @Test("what is there already stays, and the daemon is not even asked")
    func inTheWay() {
        let target = folder.file("mine.sqlite", "old")
        let run = jokectl(["backup", target], at: "/nonexistent")
        #expect(run.code == .disk)
        #expect(run.errors.contains("\(target) is there already"))
        #expect(run.errors.contains("--force"))
        #expect(folder.text("mine.sqlite") == "old")
    }

    @Test("with --force it goes, once the copy is whole")
    func force() {
        let (source, target) = (folder.file("made", "abc"), folder.file("mine.sqlite", "old"))
        let lost = run(target, "--force", source: folder.path(of: "gone"))
        #expect(lost.code == .disk)
        #expect(folder.text("mine.sqlite") == "old")
        #expect(run(target, "--force", source: source).code == .done)
        #expect(folder.text("mine.sqlite") == "abc")
        #expect(folder.names == ["made", "mine.sqlite"])
    }

    @Test("a folder, or a file where none can be, is said", arguments: ["", "/", "/nowhere"])
    func nowhere(suffix: String) {
        let source = folder.file("made", "abc")
        let run = run(folder.path(of: "") + suffix, source: source)
        #expect(run.code == (suffix == "/nowhere" ? .done : .usage))
    }

    @Test("a disk that is full is said, and nothing is left")
    func full() {
        let run = run("/dev/full/x", source: folder.file("made", "abc"))
        #expect(run.code == .disk)
        #expect(run.errors.contains("Not a directory"))
    }
}
