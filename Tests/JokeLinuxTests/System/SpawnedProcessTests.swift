// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import Testing

@Suite("A spawned process")
struct SpawnedProcessTests {
    private let directory = TemporaryDirectory()

    /// Runs a program to its end.
    private func run(_ program: ProcessSpawner) throws -> (status: WaitStatus, output: String) {
        let nothing = try FileDescriptor(opening: "/dev/null", O_RDONLY)
        let output = try Files.create("\(directory.path)/output")
        let process = try SpawnedProcess(
            program, input: nothing.raw, output: output.number, errors: output.number)
        return (process.wait(), try Files.text("\(directory.path)/output"))
    }

    @Test(
        "the exit status is decoded",
        arguments: [
            ("exit 0", .exited(0)), ("exit 255", .exited(255)), ("kill -9 $$", .signaled(SIGKILL)),
            ("kill -SEGV $$", .signaled(SIGSEGV)),
        ] as [(String, WaitStatus)])
    func exitStatus(_ script: String, _ status: WaitStatus) throws {
        #expect(try run(ProcessSpawner(path: "/bin/sh", arguments: ["-c", script])).status == status)
    }

    @Test("the status stays after the end, and later signals are dropped")
    func waitTwice() throws {
        let nothing = try FileDescriptor(opening: "/dev/null", O_RDWR)
        let process = try SpawnedProcess(
            ProcessSpawner(path: "/bin/sleep", arguments: ["1000"]), input: nothing.raw, output: nothing.raw,
            errors: nothing.raw)
        #expect(!process.hasEnded)
        #expect(process.status == nil)
        process.signal(SIGTERM)
        #expect(process.wait() == .signaled(SIGTERM))
        process.signal(SIGKILL)
        process.signalGroup(SIGKILL)
        #expect(process.wait() == .signaled(SIGTERM))
        #expect(process.hasEnded)
        #expect(process.descriptor == -1)
    }

    @Test("a command without a slash is searched in PATH and keeps its name")
    func searchInPath() throws {
        let found = try run(ProcessSpawner(command: ["sh", "-c", "echo $0"]))
        #expect(found.output == "sh\n")
        let expected = SystemError(code: ENOENT, operation: "execve", path: "no-such-program")
        #expect(throws: expected) { try ProcessSpawner(command: ["no-such-program"]) }
    }

    @Test("only executable files are found in PATH")
    func executableFiles() throws {
        directory.write("", to: "first/tool")
        try Files.makeDirectory("\(directory.path)/second/tool")
        let tool = directory.write("#!/bin/sh", to: "third/tool")
        try Files.makeExecutable(tool)
        let path = ["first", "second", "third"].map { "\(directory.path)/\($0)" }.joined(separator: ":")
        #expect(ProcessSpawner.path(of: "tool", in: "relative::" + path) == tool)
        #expect(ProcessSpawner.path(of: "other", in: path) == nil)
        #expect(ProcessSpawner.path(of: "sh", in: nil) != nil)
    }

    @Test("a process inherits the environment or gets the given one")
    func environment() throws {
        let inherited = try run(ProcessSpawner(path: "/usr/bin/env")).output
        #expect(inherited.split(separator: "\n").contains { $0.hasPrefix("PATH=") })
        let given = ProcessSpawner(path: "/usr/bin/env", environment: ["B": "two words", "A": "1"])
        #expect(try run(given).output == "A=1\nB=two words\n")
    }

    @Test("a process is in our group and has our limits unless it gets its own")
    func processGroups() throws {
        var program = ProcessSpawner(
            path: "/bin/sh", arguments: ["-c", "cut -d' ' -f5 /proc/$$/stat; echo $$; ulimit -c"])
        let (_, ours) = try run(program)
        #expect(ours.split(separator: "\n").first == "\(getpgrp())")
        program.leadsGroup = true
        program.limits = .init()
        let (_, own) = try run(program)
        let lines = own.split(separator: "\n")
        #expect(lines.first == lines.dropFirst().first)
        #expect(lines.last == "0")
    }

    @Test("a limited program gets no privileges from set-user-id programs", arguments: [true, false])
    func noNewPrivileges(isLimited: Bool) throws {
        var program = ProcessSpawner(
            path: "/bin/sh", arguments: ["-c", "sed -n 's/^NoNewPrivs:[^0-9]*//p' /proc/$$/status"])
        // This process may itself be one that gets none.
        let (_, ours) = try run(program)
        program.limits = isLimited ? .init() : nil
        #expect(try run(program).output == (isLimited ? "1\n" : ours))
    }

    @Test(
        "a program reads all bytes of an input, also those that no pipe holds", arguments: [0, 10, 1 << 20])
    func input(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let input = try FileDescriptor.input(holding: bytes)
        let output = try Files.create("\(directory.path)/output")
        let process = try SpawnedProcess(
            ProcessSpawner(path: "/bin/cat"), input: input.raw, output: output.number, errors: output.number)
        #expect(process.wait() == .exited(0))
        #expect(try Files.read("\(directory.path)/output") == bytes)
    }
}
