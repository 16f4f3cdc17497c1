// SPDX-License-Identifier: MIT
import JokeTerminal
package import JokeWire

extension WireError {
    /// Returns one line for the user of a client, without a full stop: what failed, and which command helps.
    ///
    /// ``message`` is for authors of clients and may name methods and parameters. This line names neither them nor the
    /// kind.
    ///
    /// - Parameter method: The method that failed, or nil if no request failed.
    package func userMessage(for method: String? = nil) -> String {
        let message = TerminalText.trimmingFullStop(message)
        return switch kind {
        case .notFound: unknownJoke(Method(rawValue: method ?? "")) ?? message
        case .ambiguous: ambiguousID ?? message
        case .staleJoke: "another joke is on the card now; run `jokectl show` to see it"
        case .invalidParams: invalidValue
        case .methodNotFound: "this jokesd does not support the command; \(Self.sameVersion)"
        case .parseError, .invalidRequest: "jokesd did not understand the request; \(Self.sameVersion)"
        case .tooLarge: "the request or its result is too large; give fewer or shorter values"
        case .badData: "\(message); correct the lines, or skip them with `--skip-bad`"
        case .badConfiguration: "\(message); run `jokesd --check-config` to see every error"
        case .closing: "jokesd is stopping; try again"
        // A kind of a later version reads as internal, and has its name in `data`.
        case .internal where data["kind"] == nil:
            self.message == kind.summary
                ? "jokesd failed because of a bug; `journalctl --user -u jokesd` may say more"
                : "\(message); see `journalctl --user -u jokesd`"
        default: message
        }
    }

    private static let sameVersion = "install the same version of jokesd and jokectl"

    /// Nil if the error does not say which id is meant.
    private var quotedID: String? { data["joke"]?.stringValue.map { "'\(QuotedExcerpt.part(of: $0))'" } }

    private func unknownJoke(_ method: Method?) -> String? {
        guard let quotedID else { return nil }
        return switch method {
        case .savedRestore:
            "no joke in the trash has the id \(quotedID); run `jokectl saved list --deleted` to see the ids"
        case .jokeLike, .jokeDislike:
            "no joke has the id \(quotedID); run `jokectl queue --json` to see the ids of the next jokes"
        default: "no joke has the id \(quotedID); run `jokectl saved list` to see the ids"
        }
    }

    private var ambiguousID: String? {
        quotedID.map { "several jokes have an id that begins with \($0); give more of the id" }
    }

    private var invalidValue: String {
        // Without the name of a parameter, the message is about several values.
        if data["parameter"] == nil, data["expected"] == nil, message != kind.summary {
            return TerminalText.trimmingFullStop(message)
        }
        guard let parameter = data["parameter"]?.stringValue, let expected = data["expected"]?.stringValue,
            let name = Self.userNames[String(parameter.prefix { $0 != "[" })]
        else { return "jokesd does not support an option or a value of the command; \(Self.sameVersion)" }
        return "invalid \(name); expected \(expected)"
    }

    /// The parameters whose values a user gives, in the user's words.
    private static let userNames = [
        "joke": "id", "jokes": "id", "source": "source", "category": "category", "language": "language",
        "query": "search", "page": "page", "limit": "limit", "since": "time", "until": "time",
        "topic": "topic",
        "topics": "topic", "value": "text", "setup": "setup", "punchline": "punchline",
        "maxLength": "length", "translation": "translation", "cursor": "page",
    ]
}
