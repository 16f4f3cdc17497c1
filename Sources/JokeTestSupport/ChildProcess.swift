// SPDX-License-Identifier: MIT
package import Glibc

/// A program that a test started. It is killed with its owner.
package final class ChildProcess {
    package enum End: Equatable, Sendable {
        case exited(Int32)
        case signaled(Int32)
    }

    package let pid: pid_t
    private let handle: Descriptor
    private var end: End?

    /// - Parameter streams: what becomes standard input, output and errors.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String],
        streams: (input: Int32, output: Int32, errors: Int32)
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, source) in [streams.input, streams.output, streams.errors].enumerated() {
            posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
        }
        pid = try Self.spawn(path, [path] + arguments, environment, &actions)
        handle = Descriptor(owning: Self.handle(of: pid))
        guard handle.number >= 0 else { throw HarnessProblem.system("pidfd_open") }
    }

    /// Starts it as the leader of a session of its own, whose terminal is the one at this path.
    package init(
        _ path: String, _ arguments: [String], environment: [String: String], terminal: String
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that a session's leader opens is its own (open(2), O_NOCTTY).
        posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
        for target in Int32(1)...2 { posix_spawn_file_actions_adddup2(&actions, 0, target) }
        pid = try Self.spawn(path, [path] + arguments, environment, &actions, leadsSession: true)
        handle = Descriptor(owning: Self.handle(of: pid))
        guard handle.number >= 0 else { throw HarnessProblem.system("pidfd_open") }
    }

    deinit {
        guard end == nil else { return }
        Glibc.kill(pid, SIGKILL)
        waitpid(pid, nil, 0)
    }

    package var isRunning: Bool {
        guard end == nil else { return false }
        var entry = pollfd(fd: handle.number, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 0
    }

    package func send(_ signal: Int32) {
        guard end == nil else { return }
        Glibc.kill(pid, signal)
    }

    /// How it ended; waits for that.
    @discardableResult
    package func wait(until deadline: Deadline = Deadline()) throws -> End {
        if let end { return end }
        _ = try handle.wait(for: POLLIN, "process \(pid) to end", until: deadline)
        var status: Int32 = 0
        guard waitpid(pid, &status, 0) == pid else { throw HarnessProblem.system("waitpid") }
        // The layout that wait(2) hides in its macros, which Swift does not see.
        let signal = status & 0x7f
        let ended: End = signal == 0 ? .exited((status >> 8) & 0xff) : .signaled(signal)
        end = ended
        return ended
    }

    /// Readable once the process has ended.
    package var descriptor: Int32 { handle.number }
}

extension ChildProcess {
    private static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String: String],
        _ actions: inout posix_spawn_file_actions_t, leadsSession: Bool = false
    ) throws -> pid_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The runner's signal settings are no business of the programs.
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        // POSIX_SPAWN_SETSID, which is not in Swift's Glibc module.
        let session: Int32 = leadsSession ? 0x80 : 0
        posix_spawnattr_setflags(
            &attributes, Int16(Int32(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF) | session))

        let arguments = CStrings(arguments)
        let environment = CStrings(environment.map { "\($0)=\($1)" })
        var pid: pid_t = 0
        let result = posix_spawnp(
            &pid, path, &actions, &attributes, arguments.pointers, environment.pointers)
        guard result == 0 else { throw HarnessProblem("\(path): \(String(cString: strerror(result)))") }
        return pid
    }

    /// pidfd_open(2). Its header is not in Swift's Glibc module, so it is looked up by name.
    static func handle(of pid: pid_t) -> Int32 {
        typealias Open = @convention(c) (pid_t, UInt32) -> Int32
        guard let symbol = dlsym(nil, "pidfd_open") else { return -1 }
        return unsafeBitCast(symbol, to: Open.self)(pid, 0)
    }
}

/// A null-terminated array of C strings.
private final class CStrings {
    let pointers: [UnsafeMutablePointer<CChar>?]

    init(_ strings: [String]) { pointers = strings.map { strdup($0) } + [nil] }

    deinit { for pointer in pointers { free(pointer) } }
}
