// SPDX-License-Identifier: MIT
package import JokeClient
import JokeTerminal
package import JokeWire

/// The reason why a command fails: what went wrong, then what to do.
package struct CommandError: Error, Sendable, Hashable {
    package var exitCode: ExitCode
    /// The message in one line, without the program's name. Empty if there is nothing to print.
    package var message: String

    package init(_ exitCode: ExitCode, _ message: String) {
        self.exitCode = exitCode
        self.message = message
    }
}

extension CommandError {
    package init(
        _ error: ConnectError, in surroundings: ConnectError.Surroundings = ConnectError.Surroundings()
    ) {
        if case .refused(let error) = error {
            self.init(error)
        } else {
            self.init(ExitCode(error), error.message(in: surroundings))
        }
    }

    /// Creates an error from a reply of the daemon. A command that may help follows the daemon's message.
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

    /// Creates an error for a reply that has an unexpected shape.
    package init(_ mismatch: WireDecodingError) { self.init(ConnectError.unexpected(mismatch)) }
}
