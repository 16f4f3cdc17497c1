// SPDX-License-Identifier: MIT
import Glibc
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
    /// The error for a file that cannot be read, because of `errno`.
    static func unreadable(_ path: String) -> CommandError {
        CommandError(.disk, localized("%1$s cannot be read: %2$s", path, String(cString: strerror(errno))))
    }

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
    /// - Parameters:
    ///   - method: The method of the request, or nil if jokesd refused something else.
    ///   - params: Its parameters.
    package init(_ error: WireError, of method: String? = nil, _ params: JSONObject = [:]) {
        let isFinal = error.kind == .empty && Self.isEmptyFinal(method.flatMap(Method.init), params)
        self.init(isFinal ? .no : ExitCode(error.kind), error.userMessage(for: method))
        wireError = error
    }

    /// Whether the error `empty` means that there is nothing, and not that there may be a joke later.
    private static func isEmptyFinal(_ method: Method?, _ params: JSONObject) -> Bool {
        switch method {
        case .jokeUndo, .jokePrevious, .jokeLike, .jokeDislike: true
        case .jokeNext: params["source"] == "saved"
        default: false
        }
    }

    /// Creates an error for a reply that has an unexpected shape.
    package init(_ mismatch: WireDecodingError) { self.init(ConnectError.unexpected(mismatch)) }
}
