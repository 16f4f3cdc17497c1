// SPDX-License-Identifier: MIT
import Glibc
import JokeTerminal
package import JokeWire

/// Why a command ends without success, worded for the one who typed it: what went wrong, then what to do.
package struct Failure: Error, Sendable, Hashable {
    package var exitCode: ExitCode
    /// One line, without the program's name. Empty where nothing is left to be said.
    package var message: String

    package init(_ exitCode: ExitCode, _ message: String) {
        self.exitCode = exitCode
        self.message = message
    }
}

extension Failure {
    package init(_ error: ConnectionError) {
        let message =
            switch error {
            case .unreachable(let path): Self.unreachable(path)
            case .notPermitted(let path):
                "no permission for \(path); use the socket of your own jokesd (`--socket PATH`)"
            case .foreign(let path):
                "another user listens at \(path); name your own jokesd's socket with `--socket PATH` to go there"
            case .badPath(let path):
                "'\(path)' cannot be a socket's path; it has 1 to \(SocketPath.longest) bytes"
            case .timedOut: "jokesd did not answer in time; wait longer with `--timeout SECONDS`"
            case .closed:
                "jokesd closed the connection without an answer; try again, or see "
                    + "`journalctl --user -u jokesd`"
            case .nonsense(let what):
                "what listens there does not speak this protocol (\(what)); "
                    + "is it jokesd, and as new as this jokectl?"
            case .system(let number): "the system refused: \(String(cString: strerror(number)))"
            }
        self.init(ExitCode(error), message)
    }

    /// Nobody to ask.
    ///
    /// - Parameters:
    ///   - isNamed: whether the user said to ask there.
    ///   - isAsleep: whether systemd would have started jokesd, but was not to.
    ///   - hasUserManager: whether there is a `systemctl --user` to start it with.
    package init(unreachable path: String, isNamed: Bool, isAsleep: Bool, hasUserManager: Bool) {
        self.init(
            .unreachable,
            Self.unreachable(path, isNamed: isNamed, isAsleep: isAsleep, hasUserManager: hasUserManager))
    }

    private static func unreachable(
        _ path: String, isNamed: Bool = false, isAsleep: Bool = false, hasUserManager: Bool = true
    ) -> String {
        if isAsleep {
            return
                "jokesd does not run, and --no-start leaves it so; without that, this would have started it"
        }
        if isNamed {
            return "nobody listens at \(path), which --socket or $JOKESD_SOCKET names; "
                + "without them jokesd is looked for where it usually is"
        }
        let start = hasUserManager ? "systemctl --user start jokesd.socket" : "jokesd &"
        return "jokesd does not run (nobody listens at \(path)); start it with `\(start)`"
    }

    /// The daemon's error. Its message says what to do in the protocol's words; the command for it follows.
    package init(_ error: WireError) {
        let advice: String? =
            switch error.kind {
            case .staleJoke: "`jokectl show`"
            case .notFound, .ambiguous: "`jokectl saved list`"
            case .internal: "`journalctl --user -u jokesd`"
            case .badConfiguration: "`jokesd --check-config`"
            case .methodNotFound: "`jokectl status` says which version runs"
            default: nil
            }
        let name = error.data["kind"]?.stringValue ?? error.kind.rawValue
        let message = TerminalText.trimmingFullStop(error.message)
        self.init(ExitCode(error.kind), message + (advice.map { " (\($0))" } ?? "") + " [\(name)]")
    }

    /// An answer that has not the shape that this client knows.
    package init(_ mismatch: WireMismatch) {
        self.init(
            .protocolMismatch,
            "jokesd's answer has an unexpected shape (\(mismatch.message)); "
                + "update jokectl and jokesd to the same version")
    }
}
