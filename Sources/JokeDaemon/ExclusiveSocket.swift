// SPDX-License-Identifier: MIT
import Glibc
package import JokeLinux
import JokeWire

/// A listening socket that only this process can own (Protocol.md, "Finding the socket").
///
/// The value holds a file lock. When a process dies, the kernel releases the lock, and the next process removes the
/// stale socket.
package struct ExclusiveSocket: ~Copyable {
    package let listener: UnixListener
    package let path: String
    private let lock: FileLock

    /// Creates the socket's directory (mode 0700) and the socket (0600), unless a process listens there already.
    ///
    /// The lock is `<socket>.lock`. Only the owner of the lock probes the path, and removes a socket without a
    /// listener. So if two daemons start together, one gets the socket and the other fails with `.alreadyRunning`.
    @LoopActor
    package static func claim(_ path: String) throws(SocketError) -> ExclusiveSocket {
        guard SocketPath.fits(path) else { throw .invalidPath(path: path) }
        do throws(SocketDirectory.SocketDirectoryError) {
            try SocketDirectory.prepare(SocketAddress.directory(of: path))
        } catch {
            throw SocketError(error)
        }
        guard let lock = try attempt({ () throws(SystemError) in try FileLock.take(file: path + ".lock") })
        else { throw .alreadyRunning(path: path) }
        switch try attempt({ () throws(SystemError) in try UnixSocketProbe.removeStale(path: path) }) {
        case .absent, .stale: break
        case .alive: throw .alreadyRunning(path: path)
        case .foreign: throw .occupied(path: path)
        }
        let listener = try attempt { () throws(SystemError) in try UnixListener.bind(path: path) }
        return ExclusiveSocket(listener: listener, path: path, lock: lock)
    }

    /// Stops listening, removes the socket if it is still this one, and releases the lock.
    @LoopActor
    package consuming func release() { listener.close(unlinkIfOurs: true) }

    private static func attempt<Value: ~Copyable>(
        _ work: () throws(SystemError) -> Value
    ) throws(SocketError) -> Value {
        do throws(SystemError) { return try work() } catch { throw .failed(error) }
    }
}

/// The error for which there is no socket to listen on.
package enum SocketError: Error, Equatable, Sendable {
    /// The path is empty, or longer than unix(7) allows.
    case invalidPath(path: String)
    case unsafe(SocketDirectory.SocketDirectoryError)
    /// Another daemon has the lock, or a process listens: a daemon without a lock, or systemd for one.
    case alreadyRunning(path: String)
    /// The path has a file that is no stream socket, so jokesd must not remove it.
    case occupied(path: String)
    case failed(SystemError)

    init(_ problem: SocketDirectory.SocketDirectoryError) {
        if case .failed(let error) = problem { self = .failed(error) } else { self = .unsafe(problem) }
    }

    /// The message for the user, in one line: what is wrong, and what to do.
    package var text: String {
        switch self {
        case .invalidPath(let path):
            "the path of the socket has \(path.utf8.count) bytes, but can have 1 to \(SocketPath.longest): \(path)"
        case .unsafe(let problem):
            "\(problem.description); \(Self.closing(problem))choose another directory with --socket PATH"
        case .alreadyRunning(let path):
            "jokesd is already running with the socket \(path); see `jokectl --socket \(path) doctor`"
        case .occupied(let path):
            "\(path) is not a socket of jokesd; move it away, or choose another path with --socket PATH"
        case .failed(let error):
            "cannot open the socket: \(error.message)"
        }
    }

    /// The advice to close the directory to other users, if only jokesd uses it.
    private static func closing(_ problem: SocketDirectory.SocketDirectoryError) -> String {
        guard case .writableByOthers(let path, _) = problem,
            SocketPath.isForJokesd(directory: path, userID: geteuid())
        else { return "" }
        return "run chmod 700 on it, or "
    }

    /// The exit status (sysexits.h): 64 usage, 71 system call, 73 file in place of the socket, 75 try later, 77 not
    /// permitted.
    package var exitStatus: Int32 {
        switch self {
        case .invalidPath: 64
        case .failed: 71
        case .occupied: 73
        case .alreadyRunning: 75
        case .unsafe: 77
        }
    }
}
