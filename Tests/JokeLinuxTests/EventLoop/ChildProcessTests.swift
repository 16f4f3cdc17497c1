// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import Testing

import func JokeTestSupport.onLoop

extension EventLoopTests {
    @Suite("A child process")
    struct ChildProcessTests {
        @Test("it uses standard input and output, and its end is reported after its output")
        func inputAndOutput() async throws {
            let child = try await Child.shell("read line; echo \"heard $line\"; echo trouble >&2; exit 7")
            await child.send("hello\n")
            #expect(await child.end() == .exited(7))
            #expect(await child.output == "heard hello\n")
            #expect(await child.errors == "trouble\n")
        }

        @Test("its whole output is read before its end is reported")
        func wholeOutput() async throws {
            let child = try await Child.shell("exec head -c 3000000 /dev/zero")
            #expect(await child.end() == .exited(0))
            #expect(await child.output.utf8.count == 3_000_000)
        }

        @Test("a signal that ends it is reported")
        func endedBySignal() async throws {
            let child = try await Child.shell("kill -SEGV $$")
            #expect(await child.end() == .signaled(SIGSEGV))
        }

        @Test("a missing program is an error with its path")
        func missingProgram() async {
            await #expect(throws: SystemError(code: ENOENT, operation: "execve", path: "/nowhere/to/be")) {
                try await onLoop { _ = try ChildProcess(starting: .init(path: "/nowhere/to/be")) }
            }
        }

        @Test("a program that cannot be started leaves no descriptor open")
        func failedStartLeaks() async {
            await onLoop {
                let before = openSockets()
                for _ in 0..<50 {
                    #expect(throws: SystemError.self) { _ = try ChildProcess(starting: .init(path: "/")) }
                }
                // Other tests have sockets, too. Four leaked ones for each of these would be many more.
                #expect(openSockets() < before + 100)
            }
        }

        @Test("it gets only the given environment")
        func environment() async throws {
            let child = try await Child.run(
                .init(path: "/usr/bin/env", environment: ["A": "1", "B": "two words"]))
            #expect(await child.end() == .exited(0))
            #expect(await child.output == "A=1\nB=two words\n")
        }

        @Test("it inherits no open descriptor")
        func descriptors() async throws {
            // Without close-on-exec, as some libraries open theirs.
            let descriptor = open("/dev/null", O_RDONLY)
            defer { close(descriptor) }
            let child = try await Child.run(.init(path: "/bin/ls", arguments: ["/proc/self/fd"]))
            #expect(await child.end() == .exited(0))
            // The fourth descriptor is that of the listed directory.
            #expect(await child.output == "0\n1\n2\n3\n")
        }

        @Test("it starts with no signal blocked or ignored")
        func signals() async throws {
            // The daemon ignores SIGPIPE. If a child inherited this, a broken pipe would not end it.
            _ = signal(SIGPIPE, SIG_IGN)
            let child = try await Child.run(
                .init(path: "/bin/grep", arguments: ["-E", "^Sig(Blk|Ign)", "/proc/self/status"]))
            #expect(await child.end() == .exited(0))
            let masks = await child.output.split(whereSeparator: \.isWhitespace).compactMap {
                UInt64($0, radix: 16)
            }
            // glibc uses 32 and 33 itself, so these are inherited.
            #expect(masks.map { $0 & ~(0b11 << 31) } == [0, 0])
        }

        @Test("its limits hold, and it writes no core file")
        func resourceLimits() async throws {
            let limits = ProcessSpawner.Limits(
                memory: 64 << 20, processorSeconds: 5, fileSize: 0)
            let child = try await Child.run(
                .init(
                    path: "/bin/sh", arguments: ["-c", "ulimit -d; ulimit -t; ulimit -f; ulimit -c"],
                    limits: limits))
            #expect(await child.end() == .exited(0))
            // dash accepts only one option of `ulimit` at a time.
            #expect(await child.output == "65536\n5\n0\n0\n")
        }

        @Test("a process beyond its memory limit fails alone")
        func memoryLimit() async throws {
            let child = try await Child.run(
                .init(
                    path: "/bin/sh", arguments: ["-c", "exec head -c 200000000 /dev/zero | tail -n 1"],
                    limits: .init(memory: 32 << 20)))
            #expect(await child.end() == .exited(1))
            #expect(await child.errors.contains("memory"))
        }

        @Test("the end of its input asks it to end")
        func endOfInput() async throws {
            let child = try await Child.shell("cat >/dev/null; exit 3")
            await child.finish(within: .seconds(20))
            #expect(await child.end() == .exited(3))
        }

        @Test("a process that does not end is killed after the timeout")
        func killedAfterTimeout() async throws {
            let child = try await Child.shell("trap '' TERM HUP; while :; do sleep 100; done")
            await child.finish(within: .milliseconds(20))
            #expect(await child.end() == .signaled(SIGKILL))
        }

        @Test("a stopped process is continued to see the end of its input")
        func stoppedProcess() async throws {
            let child = try await Child.shell("echo here; read line; exit 4")
            await child.awaitOutput()
            kill(child.pid, SIGSTOP)
            await child.finish(within: .seconds(20))
            #expect(await child.end() == .exited(4))
        }

        @Test("a kill ends its group and the groups that it started")
        func killsGroup() async throws {
            // It prints its id when it is in its own group.
            let child = try await Child.shell(
                "sleep 1000 & echo $!; setsid sh -c 'echo $$; exec sleep 1000' & while :; do sleep 1000; done"
            )
            var others: [Int32] = []
            while others.count < 2 {
                await child.awaitOutput()
                others = await child.output.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
            }
            await child.kill()
            #expect(await child.end() == .signaled(SIGKILL))
            for other in others { #expect(try Child.isGone(other), "process \(other)") }
        }

        @Test("processes that remain in its group are ended with it")
        func remainingProcesses() async throws {
            let child = try await Child.shell("sleep 1000 & echo $!")
            #expect(await child.end() == .exited(0))
            let other = try #require(await Int32(child.output.dropLast()))
            #expect(try Child.isGone(other))
        }

        @Test("a reported end leaves no descriptor and no zombie")
        func noDescriptorOrZombie() async throws {
            let before = await onLoop { openSockets() }
            var last: Int32 = 0
            for _ in 0..<50 {
                let child = try await Child.shell("exit 0")
                #expect(await child.end() == .exited(0))
                last = child.pid
            }
            // Other tests have sockets, too. Two leaked ones for each of these would be many more.
            #expect(await onLoop { openSockets() } < before + 60)
            #expect(kill(last, 0) == -1 && errno == ESRCH)
        }
    }
}

/// A child process and its output.
@LoopActor
private final class Child {
    nonisolated let pid: Int32
    private let process: ChildProcess
    private let ends = EventQueue<WaitStatus>()
    private let outputs = EventQueue<Void>()
    private var bytes: (output: [UInt8], errors: [UInt8]) = ([], [])

    init(_ program: ProcessSpawner) throws {
        process = try ChildProcess(starting: program)
        pid = process.pid
        process.onOutput = { [unowned self] in
            bytes.output += $0
            outputs.note(())
        }
        process.onErrors = { [unowned self] in bytes.errors += $0 }
        process.onEnd = { [ends] in ends.note($0) }
    }

    nonisolated static func run(_ program: ProcessSpawner) async throws -> Child {
        try await onLoop { try Child(program) }
    }

    nonisolated static func shell(_ script: String) async throws -> Child {
        try await run(
            .init(path: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"]))
    }

    var output: String { String(decoding: bytes.output, as: UTF8.self) }
    var errors: String { String(decoding: bytes.errors, as: UTF8.self) }

    nonisolated func end() async -> WaitStatus? { await ends.next() }
    nonisolated func awaitOutput() async { _ = await outputs.next() }

    func send(_ text: String) { process.send(Array(text.utf8)) }
    func finish(within timeLimit: Duration) { process.finish(within: timeLimit) }
    func kill() { process.kill() }

    /// Returns whether the process ends within ten seconds. It is not our child: another process waits for orphans.
    nonisolated static func isGone(_ pid: Int32) throws -> Bool {
        do throws(SystemError) {
            let handle = try FileDescriptor(watching: pid)
            var entry = pollfd(fd: handle.raw, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, 10_000) == 1
        } catch {
            return error.code == ESRCH
        }
    }
}
