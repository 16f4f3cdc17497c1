// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import JokeWire
import Testing

@Suite("jokectl backup")
struct BackupCommandTests {
    private let folder = ScratchFolder()

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
        let (source, target) = (folder.file("made", "abc"), folder.path("mine.sqlite"))
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
        let lost = run(target, "--force", source: folder.path("gone"))
        #expect(lost.code == .disk)
        #expect(folder.text("mine.sqlite") == "old")
        #expect(run(target, "--force", source: source).code == .done)
        #expect(folder.text("mine.sqlite") == "abc")
        #expect(folder.names == ["made", "mine.sqlite"])
    }

    @Test("a folder, or a file where none can be, is said", arguments: ["", "/", "/nowhere"])
    func nowhere(suffix: String) {
        let source = folder.file("made", "abc")
        let run = run(folder.path("") + suffix, source: source)
        #expect(run.code == (suffix == "/nowhere" ? .done : .usage))
    }

    @Test("a disk that is full is said, and nothing is left")
    func full() {
        let run = run("/dev/full/x", source: folder.file("made", "abc"))
        #expect(run.code == .disk)
        #expect(run.errors.contains("Not a directory"))
    }
}

/// A folder of one test, with whatever it puts there.
private final class ScratchFolder {
    private let folder: String

    init() {
        var template = Array("/tmp/jokectl-backup-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("no temporary folder") }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        for name in names { unlink(path(name)) }
        rmdir(folder)
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    func file(_ name: String, _ text: String) -> String {
        let descriptor = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        close(descriptor)
        return path(name)
    }

    func text(_ name: String) -> String {
        let descriptor = open(path(name), O_RDONLY)
        defer { close(descriptor) }
        return contents(of: descriptor)
    }

    func mode(_ name: String) -> mode_t {
        var status = stat()
        stat(path(name), &status)
        return status.st_mode & 0o777
    }

    var names: [String] {
        guard let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
