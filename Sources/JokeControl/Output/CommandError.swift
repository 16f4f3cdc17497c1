// SPDX-License-Identifier: MIT
package import JokeClient
package import JokeWire

/// The reason why a command fails: what went wrong, then what to do.
package struct CommandError: Error, Sendable, Hashable {
    package var exitCode: ExitCode
    /// The message in one line, without the program's name. Empty if there is nothing to print.
    package var message: String
    /// The error as jokesd sent it, if it sent one.
    package private(set) var wireError: WireError?

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

    /// Creates the error for a request that jokesd refused.
    ///
    /// - Parameter method: The method of the request, or nil if jokesd refused something else.
    package init(_ error: WireError, of method: String? = nil) {
        self.init(ExitCode(error.kind), error.userMessage(for: method))
        wireError = error
    }

    /// Creates an error for a reply that has an unexpected shape.
    package init(_ mismatch: WireDecodingError) { self.init(ConnectError.unexpected(mismatch)) }
}
