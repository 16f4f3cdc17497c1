// SPDX-License-Identifier: MIT
import EventLoop
import Glibc
import JokeWire

/// The connection to jokesd, which is made again whenever it is lost: after 0.1 s, then after twice as long each time, at
/// most 5 s. Where systemd has the socket, connecting is what starts the daemon.
@LoopActor
final class DaemonLink {
    enum News {
        case connected
        /// Said once, until it is connected again.
        case lost(String)
        case line(ArraySlice<UInt8>)
    }

    private let sockets: [String]
    /// Whether who listens must be the user or root: a path in /tmp can be taken by anybody.
    private let trustsOnlyUs: Bool
    private let tell: @LoopActor (News) -> Void
    private var connection: Connection?
    private var framer = LineFramer(limit: 2 * Limits.reply)
    private var delay = shortest
    private var connectedAt: MonotonicTime?
    private lazy var timer = Timer { [unowned self] in self.connect() }

    private static let shortest: Duration = .milliseconds(100)
    private static let longest: Duration = .seconds(5)

    init(sockets: [String], trustsOnlyUs: Bool, tell: @escaping @LoopActor (News) -> Void) {
        self.sockets = sockets
        self.trustsOnlyUs = trustsOnlyUs
        self.tell = tell
    }

    func connect() {
        do throws(Failure) {
            let connection = try open()
            framer = LineFramer(limit: 2 * Limits.reply)
            connection.onBytes = { [unowned self] in self.read($0) }
            connection.onEndOfInput = { [unowned self] in
                self.reconnect(because: "jokesd closed the connection")
            }
            connection.onClosed = { [unowned self] _ in
                self.reconnect(because: "The connection to jokesd is lost")
            }
            self.connection = connection
            connectedAt = .now()
            tell(.connected)
        } catch {
            reconnect(because: error.message)
        }
    }

    func send(_ bytes: [UInt8]) { connection?.send(bytes) }

    func close() {
        connection?.close()
        connection = nil
        timer.disarm()
    }

    func reconnect(because reason: String) {
        connection?.close()
        connection = nil
        // Only a connection that lasted starts the delays anew: a daemon that hangs up at once is not hammered.
        if let connectedAt, MonotonicTime.now() - connectedAt > Self.longest { delay = Self.shortest }
        connectedAt = nil
        timer.arm(after: delay)
        delay = min(delay * 2, Self.longest)
        tell(.lost(reason))
    }

    private func read(_ bytes: UnsafeRawBufferPointer) {
        framer.append(bytes)
        while let frame = framer.next() {
            guard case .line(let line) = frame else { continue }
            tell(.line(line))
        }
    }

    // MARK: - Connecting

    /// Why nobody is there, and what to do.
    private struct Failure: Error {
        let message: String
    }

    /// The first of the sockets where somebody listens; the failure is about the first of them.
    private func open() throws(Failure) -> Connection {
        for path in sockets {
            guard let connection = try connection(to: path) else { continue }
            guard !trustsOnlyUs || connection.peer.uid == geteuid() || connection.peer.uid == 0 else {
                connection.close()
                throw Failure(
                    message:
                        "Another user listens at \(path); name your own jokesd's socket with `--socket PATH`")
            }
            return connection
        }
        throw Failure(
            message: "jokesd does not run (nobody listens at \(sockets.first ?? "")); start it with "
                + "`systemctl --user start jokesd.socket`, or run `jokesd`")
    }

    /// Nil where nobody listens.
    private func connection(to path: String) throws(Failure) -> Connection? {
        do throws(SystemError) { return try Connection(to: path) } catch {
            guard [ENOENT, ECONNREFUSED, ENOTDIR].contains(error.code) else {
                throw Failure(message: "jokesd cannot be reached (\(error.message))")
            }
            return nil
        }
    }
}
