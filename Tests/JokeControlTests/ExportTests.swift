// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import JokeTestSupport
import JokeWire
import Testing

@Suite("The file of jokectl saved export")
struct ExportTests {
    private let directory = TemporaryDirectory()
    private var file: String { "\(directory.path)/jokes" }

    private func export(_ words: String...) -> Output {
        let server = ScriptedServer(.answer(["lines": ["one", "two"], "next": .null]))
        defer { _ = server.finish() }
        return jokectl(["saved", "export"] + words, at: server.path)
    }

    private let done = Output(code: .done, data: "", errors: "")

    @Test("a new file has all lines, and no other file is left")
    func newFile() throws {
        #expect(export(file) == done)
        #expect(try Files.text(file) == "one\ntwo\n")
        #expect(Files.names(in: directory.path) == ["jokes"])
    }

    @Test("an existing file stays, and jokesd is not asked", arguments: ["jsonl", "markdown"])
    func existingFile(form: String) throws {
        directory.write("old", to: "jokes")
        let run = jokectl("saved", "export", "--as", form, file, at: "/nowhere/socket")
        #expect(run.code == .usage)
        #expect(run.errors.contains("\(file) already exists") && run.errors.contains("--force"))
        #expect(try Files.text(file) == "old")
        #expect(Files.names(in: directory.path) == ["jokes"])
    }

    @Test(
        "a member of a result is refused before the file is written or jokesd asked, because there is no result",
        arguments: ["--json=nope", "--format={{nope.x}}"])
    func members(option: String) {
        let run = jokectl("saved", "export", file, option, at: "/nowhere/socket")
        #expect(run.code == .usage && run.errors.contains("has no 'nope'"), "\(run)")
        #expect(access(file, F_OK) != 0)
    }

    @Test("--force replaces an existing file, which keeps its permissions")
    func force() throws {
        directory.write("old", to: "jokes")
        chmod(file, 0o640)
        #expect(export("--force", file) == done)
        #expect(try Files.text(file) == "one\ntwo\n")
        #expect(try Files.mode(file) == 0o640)
    }

    @Test("a failed export keeps the existing file")
    func failedExport() throws {
        directory.write("old", to: "jokes")
        let run = jokectl("saved", "export", "--force", file, at: "/nowhere/socket")
        #expect(run.code == .unreachable)
        #expect(try Files.text(file) == "old")
        #expect(Files.names(in: directory.path) == ["jokes"])
    }

    @Test("a symbolic link stays, and the file that it names is written, even if it is new")
    func symbolicLink() throws {
        mkdir("\(directory.path)/other", 0o700)
        directory.link("other/link", to: "../target")
        let link = "\(directory.path)/other/link"
        #expect(export(link) == done)
        #expect(export(link).code == .usage)
        #expect(try Files.text("\(directory.path)/target") == "one\ntwo\n")
        directory.write("old", to: "target")
        #expect(export("--force", link) == done)
        #expect(try Files.text("\(directory.path)/target") == "one\ntwo\n")
        #expect(Files.names(in: "\(directory.path)/other") == ["link"])
    }

    @Test(
        "a file that somebody else has made meanwhile stays, at the path and in place of the temporary file",
        arguments: ["jokes", "unfinished"], [true, false])
    func meanwhile(taken: String, fails: Bool) throws {
        let directory = directory
        let server = ScriptedServer(
            .perform {
                let names = Files.names(in: directory.path)
                let unfinished = names.first { $0.hasSuffix(".unfinished") } ?? "none"
                if taken == "unfinished" { unlink("\(directory.path)/\(unfinished)") }
                directory.write("other", to: taken == "unfinished" ? unfinished : taken)
            },
            fails ? .refuse(WireError(.internal)) : .answer(["lines": ["one"], "next": .null]))
        let run = jokectl("saved", "export", file, at: server.path)
        _ = server.finish()
        let names = Files.names(in: directory.path).filter { $0 != "socket" }
        if taken == "jokes" {
            #expect(run.code == (fails ? .internal : .usage), "\(run)")
            #expect(names == ["jokes"])
            #expect(try Files.text(file) == "other")
        } else {
            let other = try #require(names.first { $0.hasSuffix(".unfinished") })
            #expect(try Files.text("\(directory.path)/\(other)") == "other")
        }
    }

    @Test("a FIFO stays and gets the lines")
    func fifo() throws {
        #expect(mkfifo(file, 0o600) == 0)
        let reader = Descriptor(owning: open(file, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
        #expect(export(file) == done)
        #expect(read(reader) == "one\ntwo\n")
        #expect(Files.names(in: directory.path) == ["jokes"])
    }

    @Test("a process substitution gets the lines")
    func processSubstitution() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        let (reader, writer) = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
        #expect(withExtendedLifetime(writer) { export("/dev/fd/\(writer.number)") } == done)
        #expect(read(reader) == "one\ntwo\n")
    }

    @Test("a device that refuses the lines is reported")
    func device() {
        #expect(export("/dev/null") == done)
        let full = export("/dev/full")
        #expect(full.code == .disk)
        #expect(full.errors == "jokectl: /dev/full cannot be written: No space left on device\n")
    }

    /// Returns the bytes that are in a pipe, without waiting for more.
    private func read(_ reader: Descriptor) -> String {
        _ = fcntl(reader.number, F_SETFL, O_NONBLOCK)
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = Glibc.read(reader.number, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}
