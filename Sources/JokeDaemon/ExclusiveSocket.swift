// SPDX-License-Identifier: MIT
package import JokeEventLoop
package import JokeSystem
import JokeWire

/// A socket that this process listens on, alone (Protocol.md, "Finding the socket").
///
/// The lock is held for as long as this value lives. A process that dies leaves a lock that is free and a stale
/// socket, which the next one clears away.
package struct ExclusiveSocket: ~Copyable {
    package let listener: UnixListener
    package let path: String
    private let lock: FileLock

    /// Makes the socket's directory (0700) and the socket (0600), unless somebody listens there.
    ///
    /// The lock is `<socket>.lock`. What is at the path is looked at only under the lock, and removed where it is a
    /// socket that nobody listens on: of two daemons that start together, one gets the socket and the other is told
    /// so.
    @LoopActor
    package static func claim(_ path: String) throws(SocketError) -> ExclusiveSocket {
        guard SocketPath.fits(path) else { throw .unfit(path: path) }
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

    /// Stops listening and removes the socket, if it is still this one; then lets the lock go.
    @LoopActor
    package consuming func release() { listener.close(unlinkIfOurs: true) }

    private static func attempt<Value: ~Copyable>(
        _ work: () throws(SystemError) -> Value
    ) throws(SocketError) -> Value {
        do throws(SystemError) { return try work() } catch { throw .failed(error) }
    }
}

/// Why there is no socket to listen on.
package enum SocketError: Error, Equatable, Sendable {
    /// Empty, or longer than unix(7) can have it.
    case unfit(path: String)
    case unsafe(SocketDirectory.SocketDirectoryError)
    /// Another daemon has the lock, or somebody listens: a daemon without a lock, or systemd on behalf of one.
    case alreadyRunning(path: String)
    /// A file that is no socket, or no stream socket: not ours to remove.
    case occupied(path: String)
    case failed(SystemError)

    init(_ problem: SocketDirectory.SocketDirectoryError) {
        if case .failed(let error) = problem { self = .failed(error) } else { self = .unsafe(problem) }
    }

    /// One line that says what to do.
    package var text: String {
        switch self {
        case .unfit(let path):
            "the socket's path has \(path.utf8.count) bytes, and 1 to \(SocketPath.longest) are possible: \(path)"
        case .unsafe(let problem):
            "\(problem.description); a socket needs a folder that only you can write to: chmod 700, or --socket PATH"
        case .alreadyRunning(let path):
            "jokesd is running already, with the socket \(path) (try: jokectl --socket \(path) status)"
        case .occupied(let path):
            "\(path) is not a socket of jokesd's: move it away, or choose another with --socket PATH"
        case .failed(let error):
            "no socket: \(error.message)"
        }
    }

    /// By sysexits.h: usage 64, a system call 71, a file in the way 73, try later 75, not permitted 77.
    package var exitStatus: Int32 {
        switch self {
        case .unfit: 64
        case .failed: 71
        case .occupied: 73
        case .alreadyRunning: 75
        case .unsafe: 77
        }
    }
}
