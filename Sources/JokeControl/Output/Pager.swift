// SPDX-License-Identifier: MIT
import Glibc

/// What shows a long page a screen at a time: `$PAGER`, else less, set as git sets it where nobody has said how (`LESS=FRX`:
/// it ends where all fits, shows colours, and leaves the page on the screen).
struct Pager {
    private let command: String
    private let environment: Environment

    /// Nil where the user wants none, or has none.
    init?(_ environment: Environment) {
        if let named = environment["PAGER"] {
            guard !named.isEmpty, named != "cat" else { return nil }
            command = named
        } else {
            guard OtherProgram("less", environment) != nil else { return nil }
            command = "less"
        }
        self.environment = environment
    }

    /// Shows the page and waits until it was read.
    ///
    /// - Returns: false where the pager could not be started, so that nothing was shown.
    func show(_ bytes: [UInt8], on output: Int32) -> Bool {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return false }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // What somebody types there is for the pager; who leaves it early has read enough.
        let (interrupt, broken) = (signal(SIGINT, SIG_IGN), signal(SIGPIPE, SIG_IGN))
        defer {
            signal(SIGINT, interrupt)
            signal(SIGPIPE, broken)
        }
        let process = start(reading: ends[0], on: output)
        close(ends[0])
        guard process > 0 else {
            close(ends[1])
            return false
        }
        _ = Console.write(bytes, to: ends[1])
        close(ends[1])
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        // The shell found no such program.
        return status >> 8 & 0xFF != 127
    }

    /// Through a shell, since `$PAGER` may have words.
    private func start(reading input: Int32, on output: Int32) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var usual = sigset_t()
        sigemptyset(&usual)
        for number in [SIGINT, SIGPIPE] { sigaddset(&usual, number) }
        posix_spawnattr_setsigdefault(&attributes, &usual)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var variables = environment.lines
        for (name, value) in [("LESS", "FRX"), ("LV", "-c")] where environment[name] == nil {
            variables.append("\(name)=\(value)")
        }
        let words = (["/bin/sh", "-c", command] as [String]).map { strdup($0) } + [nil]
        let lines = variables.map { strdup($0) } + [nil]
        defer { for pointer in words + lines { free(pointer) } }
        var process: pid_t = 0
        return posix_spawn(&process, "/bin/sh", &actions, &attributes, words, lines) == 0 ? process : -1
    }
}
