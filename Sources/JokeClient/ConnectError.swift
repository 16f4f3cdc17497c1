// SPDX-License-Identifier: MIT
import Glibc
package import JokeWire

/// The reason why a client has no connection to jokesd, or no reply.
package enum ConnectError: Error, Sendable, Hashable {
    /// No process listens at the path.
    case unreachable(path: String)
    /// The client has started jokesd, which ended for this reason.
    case notStarted(String)
    case notPermitted(path: String)
    /// A process of another user listens at the path.
    case foreign(path: String)
    /// The path cannot be that of a socket.
    case badPath(String)
    case timedOut
    /// jokesd closed the connection instead of replying.
    case closed
    /// An established connection was lost.
    case disconnected
    /// jokesd said that it stops.
    case closing
    /// The user has stopped jokesd, and a connection would start it.
    case stopped
    /// jokesd refused the connection.
    case refused(WireError)
    /// The peer sent something that is not the protocol.
    case notTheProtocol(String)
    /// jokesd sent a message that has an unexpected shape.
    case unexpected(WireDecodingError)
    /// A system call failed for this reason.
    case system(String)

    /// The error of a connection attempt that failed with `code`.
    package init(errno code: Int32, path: String) {
        self =
            switch code {
            case ENOENT, ECONNREFUSED, ENOTDIR: .unreachable(path: path)
            case EACCES, EPERM: .notPermitted(path: path)
            // The listener's backlog is full.
            case EAGAIN, EINTR: .timedOut
            default: .system(String(cString: strerror(code)))
            }
    }
}

extension ConnectError {
    /// The facts about a client's environment that decide what an error message advises.
    package struct Surroundings: Sendable, Hashable {
        /// Whether the user named the socket.
        package var isNamed = false
        /// Whether the client did not connect because systemd would have started jokesd.
        package var isInactive = false
        /// Whether the user has a systemd manager, which can start units.
        package var hasUserManager = false

        package init(isNamed: Bool = false, isInactive: Bool = false, hasUserManager: Bool = false) {
            self.isNamed = isNamed
            self.isInactive = isInactive
            self.hasUserManager = hasUserManager
        }

        /// - Parameter runtimeDirectory: `$XDG_RUNTIME_DIR`, or nil if it is not set.
        package init(_ locations: SocketLocations, isInactive: Bool = false, runtimeDirectory: String?) {
            self.init(
                isNamed: locations.isNamed, isInactive: isInactive,
                hasUserManager: runtimeDirectory.map(Self.hasUserManager) ?? false)
        }

        /// Whether a systemd manager runs for the user whose runtime directory this is.
        package static func hasUserManager(runtimeDirectory: String) -> Bool {
            runtimeDirectory.hasPrefix("/") && access("\(runtimeDirectory)/systemd/private", F_OK) == 0
        }
    }

    /// Returns one line that says what failed and what to do, without a full stop.
    package func message(in surroundings: Surroundings = Surroundings()) -> String {
        switch self {
        case .unreachable(let path): Self.unreachable(path, surroundings)
        case .notStarted(let reason): localized("jokesd cannot start: %s", reason)
        case .notPermitted(let path):
            localized("no permission for %s; use the socket of your own jokesd (`--socket PATH`)", path)
        case .foreign(let path):
            localized(
                "another user listens at %s; to connect to it anyway, name it with `--socket PATH`", path)
        case .badPath(let path):
            localized(
                "'%1$s' is not a valid path of a socket; use 1 to %2$s bytes", path, "\(SocketPath.longest)")
        case .timedOut: localized("jokesd did not reply in time; wait longer with `--timeout SECONDS`")
        case .closed:
            localized(
                "jokesd closed the connection without a reply; try again, or see "
                    + "`journalctl --user -u jokesd`")
        case .disconnected: localized("jokesd closed the connection")
        case .closing: localized("jokesd is exiting; under systemd, the next connection starts it again")
        case .stopped: localized("jokesd was stopped; `jokectl next` starts it")
        case .refused(let error): error.userMessage()
        case .notTheProtocol(let what):
            localized(
                "the program at the socket does not use the protocol of jokesd (%s); check the socket "
                    + "and the version of jokesd", what)
        case .unexpected(let mismatch):
            localized(
                "jokesd sent an unexpected reply (%s); install the same version of jokesd and jokectl",
                mismatch.message)
        case .system(let reason): localized("system error: %s", reason)
        }
    }

    private static func unreachable(_ path: String, _ surroundings: Surroundings) -> String {
        if surroundings.isInactive {
            return
                localized("jokesd does not run; to start it, leave out --no-start")
        }
        if surroundings.isNamed {
            return localized(
                "no jokesd listens at %s, which --socket or $JOKESD_SOCKET names; start one there, or "
                    + "leave them out to use the default socket", path)
        }
        let start =
            surroundings.hasUserManager ? "`systemctl --user start jokesd.socket`" : "`jokesd &`"
        return localized("jokesd does not run (no program listens at %1$s); start it with %2$s", path, start)
    }
}
