// SPDX-License-Identifier: MIT
import Glibc
import JokeDaemon
import JokeLinux
import JokeTestSupport
import Testing

@Suite("The exclusive socket", .timeLimit(.minutes(1)))
struct ExclusiveSocketTests {
    private let home = TemporaryHome()
    private var path: String { "\(home.path)/jokesd/socket" }

    private func mode(_ path: String) throws -> UInt32 {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o7777
    }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns the error of `claim` for the path, or nil if it succeeds. A socket that it created is removed again.
    private func problem(_ path: String) async -> SocketError? {
        await onLoop {
            do throws(SocketError) {
                try ExclusiveSocket.claim(path).release()
                return nil
            } catch {
                return error
            }
        }
    }

    /// Creates a socket that never had a listener. A closed listener could stay alive for a moment in a process that
    /// another test starts.
    private func leaveStaleSocket() throws {
        #expect(mkdir("\(home.path)/jokesd", 0o700) == 0)
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        withAddress(path) { _ = bind(descriptor, $0, $1) }
        close(descriptor)
        try #require(exists(path))
    }

    @Test("a free path becomes a socket with mode 0600")
    func freePath() async throws {
        try await onLoop {
            let socket = try ExclusiveSocket.claim(path)
            #expect(try mode(path) == 0o600)
            #expect(try mode("\(home.path)/jokesd") == 0o700)
            #expect(try UnixSocketProbe.probe(path: path) == .alive)
            socket.release()
            #expect(!exists(path))
        }
    }

    @Test("a second daemon is refused, and the first one's socket stays")
    func secondDaemon() async throws {
        try await onLoop {
            let socket = try ExclusiveSocket.claim(path)
            #expect(throws: SocketError.alreadyRunning(path: path)) { _ = try ExclusiveSocket.claim(path) }
            #expect(try UnixSocketProbe.probe(path: path) == .alive)
            socket.release()
        }
    }

    @Test("a released path can be used by the next daemon")
    func releasedPath() async throws {
        #expect(await problem(path) == nil)
        var next = await problem(path)
        // A process that another test starts has the lock's descriptor until its exec. The time limit bounds this loop.
        while next == .alreadyRunning(path: path) { next = await problem(path) }
        #expect(next == nil)
    }

    @Test("a daemon that holds the lock counts as running, even without its socket")
    func lockWithoutSocket() async throws {
        try await onLoop {
            let socket = try ExclusiveSocket.claim(path)
            #expect(unlink(path) == 0)
            #expect(throws: SocketError.alreadyRunning(path: path)) { _ = try ExclusiveSocket.claim(path) }
            socket.release()
        }
    }

    @Test("a listener without the lock counts as a running daemon")
    func listenerWithoutLock() async throws {
        #expect(mkdir("\(home.path)/jokesd", 0o700) == 0)
        let listener = try await onLoop { try UnixListener.bind(path: path) }
        #expect(await problem(path) == .alreadyRunning(path: path))
        await onLoop { listener.close() }
    }

    @Test("a stale socket is removed")
    func staleSocket() async throws {
        try leaveStaleSocket()
        #expect(await problem(path) == nil)
    }

    @Test("a stale socket stays while another process holds the lock")
    func staleSocketUnderLock() async throws {
        try leaveStaleSocket()
        let lock = try FileLock.take(file: path + ".lock")
        #expect(await problem(path) == .alreadyRunning(path: path))
        #expect(exists(path))
        _ = consume lock
    }

    @Test("a file at the path is not removed")
    func foreignFile() async throws {
        home.write("jokesd/socket", "precious")
        #expect(await problem(path) == .occupied(path: path))
        #expect(exists(path))
    }

    @Test("a directory that others can write to is refused")
    func openDirectory() async throws {
        let directory = "\(home.path)/jokesd"
        #expect(mkdir(directory, 0o700) == 0)
        #expect(chmod(directory, 0o777) == 0)
        #expect(await problem(path) == .unsafe(.writableByOthers(path: directory, mode: 0o777)))
        #expect(!exists(path))
    }

    @Test("a directory that cannot be created is a system error")
    func missingParent() async {
        let directory = "\(home.path)/no/such"
        #expect(
            await problem("\(directory)/socket")
                == .failed(SystemError(code: ENOENT, operation: "mkdir", path: directory)))
    }

    @Test("a path that is too long is refused before anything is created")
    func invalidPath() async {
        let path = "\(home.path)/\(String(repeating: "x", count: 108))/socket"
        #expect(await problem(path) == .invalidPath(path: path))
        #expect(!exists(SocketAddress.directory(of: path)))
    }

    @Test(
        "each error has one line and its exit status",
        arguments: [
            (.invalidPath(path: ""), 64, "the path of the socket has 0 bytes, but can have 1 to 107: "),
            (
                .unsafe(.foreignOwner(path: "/f", uid: 5)), 77,
                "/f belongs to another user (uid 5); choose another directory with --socket PATH"
            ),
            (
                .unsafe(.writableByOthers(path: "/tmp", mode: 0o1777)), 77,
                "/tmp is writable by other users (mode 1777); choose another directory with --socket PATH"
            ),
            (
                .unsafe(.writableByOthers(path: "/run/user/5/jokesd", mode: 0o777)), 77,
                "/run/user/5/jokesd is writable by other users (mode 777); run chmod 700 on it, or choose another directory with --socket PATH"
            ),
            (
                .alreadyRunning(path: "/s"), 75,
                "jokesd is already running with the socket /s; see `jokectl --socket /s doctor`"
            ),
            (
                .occupied(path: "/s"), 73,
                "/s is not a socket of jokesd; move it away, or choose another path with --socket PATH"
            ),
            (
                .failed(SystemError(code: EACCES, operation: "bind", path: "/s")), 71,
                "cannot open the socket: bind /s: Permission denied"
            ),
        ] as [(SocketError, Int32, String)])
    func wording(problem: SocketError, status: Int32, text: String) {
        #expect(problem.exitStatus == status)
        #expect(problem.text == text)
    }
}
