// SPDX-License-Identifier: MIT
import CCurl
import Glibc
import JokeFetchProtocol

/// Starts a program with little or nothing to read, its output and its errors in pipes, and nothing else of ours open.
enum Spawn {
    struct Started {
        var pid: pid_t
        /// Ours to close; reading never waits.
        var output: Int32
        var errors: Int32
    }

    static func start(
        _ command: [String], _ name: String, input: [UInt8] = []
    ) throws(SourceFailure) -> Started {
        let source = try input.isEmpty ? nil : filledPipe(input, for: name)
        defer { if let source { close(source) } }
        let output = try pipe(for: name)
        let errors = try pipe(for: name)
        defer {
            close(output.entrance)
            close(errors.entrance)
        }
        var pid: pid_t = 0
        let problem = spawn(&pid, command, source, output.entrance, errors.entrance)
        guard problem == 0 else {
            close(output.exit)
            close(errors.exit)
            let reason = String(cString: strerror(problem))
            throw SourceFailure(.command, "\(name) cannot be run: \(reason); check the source's command")
        }
        return Started(pid: pid, output: output.exit, errors: errors.exit)
    }

    private static func spawn(
        _ pid: inout pid_t, _ command: [String], _ input: Int32?, _ output: Int32, _ errors: Int32
    ) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        // libcurl's sockets are not all marked to be closed.
        posix_spawn_file_actions_addclosefrom_np(&actions, 3)

        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP
        posix_spawnattr_setflags(&attributes, Int16(flags))

        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var environment = environment
        defer { for variable in environment { free(variable) } }
        return posix_spawnp(&pid, command[0], &actions, &attributes, &arguments, &environment)
    }

    /// Ours, but for where secrets are: a program needs none of them.
    private static var environment: [UnsafeMutablePointer<CChar>?] {
        var kept: [UnsafeMutablePointer<CChar>?] = []
        var place = environ
        while let variable = place.pointee {
            if strncmp(variable, "CREDENTIALS_DIRECTORY=", 22) != 0 { kept.append(strdup(variable)) }
            place += 1
        }
        return kept + [nil]
    }

    /// The reading end of a pipe that holds all of `input` already, so that nobody has to write while the program reads
    /// (pipe(7): 64 KiB, or less where the user has very many pipes).
    private static func filledPipe(_ input: [UInt8], for name: String) throws(SourceFailure) -> Int32 {
        let pipe = try pipe(for: name)
        defer { close(pipe.entrance) }
        _ = fcntl(pipe.entrance, F_SETFL, O_NONBLOCK)
        // The program reads its end as if it were a file.
        _ = fcntl(pipe.exit, F_SETFL, 0)
        guard write(pipe.entrance, input, input.count) == input.count else {
            close(pipe.exit)
            throw SourceFailure(.command, "\(name) cannot be given \(input.count) bytes to read")
        }
        return pipe.exit
    }

    /// Neither end is inherited, and reading does not wait.
    private static func pipe(for name: String) throws(SourceFailure) -> (exit: Int32, entrance: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else {
            throw SourceFailure(.command, "\(name) cannot be run: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        return (ends[0], ends[1])
    }
}
