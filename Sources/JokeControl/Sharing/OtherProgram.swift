// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// A program of the desktop that jokectl has do something. No shell reads what it is told.
struct OtherProgram {
    let name: String
    let path: String

    /// nil where `PATH` has no such program.
    init?(_ name: String, _ environment: Environment) {
        let folders = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
        let candidates = folders.map { folder -> String in "\(folder)/\(name)" }
        let found = candidates.first { path -> Bool in path.hasPrefix("/") && access(path, X_OK) == 0 }
        guard let found else { return nil }
        (self.name, path) = (name, found)
    }

    /// How long it may take to say that it failed.
    private static let patience = 10.0

    /// Starts it, and waits until it has ended, or has been at it for so long that it goes on by itself.
    ///
    /// - Parameter input: what it reads; at most what a pipe holds.
    func run(_ arguments: [String], input: String = "") throws(Failure) {
        let reading = try Self.pipe(holding: input)
        defer { close(reading) }
        let pid = try start([path] + arguments, reading: reading)
        guard let status = try end(of: pid) else { return }
        guard status != 0 else { return }
        // The layout that wait(2) hides in its macros, which Swift does not see.
        let signal = status & 0x7F
        let how = signal == 0 ? "status \(status >> 8 & 0xFF)" : "signal \(signal)"
        throw Failure(.unreachable, "\(name) failed with \(how)")
    }

    private func start(_ words: [String], reading: Int32) throws(Failure) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, reading, 0)
        // Some go on in the background: nobody shall wait for the end of our output because of them.
        for descriptor in Int32(1)...2 {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        let pointers = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var pid: pid_t = 0
        let error = posix_spawn(&pid, path, &actions, nil, pointers, environ)
        guard error == 0 else {
            throw Failure(.unreachable, "\(name) cannot be started: \(String(cString: strerror(error)))")
        }
        return pid
    }

    /// How it ended; nil where it goes on.
    private func end(of pid: pid_t) throws(Failure) -> Int32? {
        let handle = jokesd_process_handle(pid)
        guard handle >= 0 else { throw Failure(.internal, "pidfd_open: \(String(cString: strerror(errno)))") }
        defer { close(handle) }
        guard Poll.wait(for: POLLIN, on: handle, until: Deadline(after: Self.patience)) == .ready else {
            return nil
        }
        var status: Int32 = 0
        return waitpid(pid, &status, 0) == pid ? status : 0
    }

    /// The end of a pipe from which the text can be read, and then nothing more.
    private static func pipe(holding text: String) throws(Failure) -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else {
            throw Failure(.internal, "pipe: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // More than it holds would wait for a reader that does not run yet.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        defer { close(ends[1]) }
        let bytes = Array(text.utf8)
        guard bytes.isEmpty || write(ends[1], bytes, bytes.count) == bytes.count else {
            close(ends[0])
            throw Failure(.badData, "this is too much for a clipboard")
        }
        return ends[0]
    }
}
