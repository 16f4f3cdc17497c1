// SPDX-License-Identifier: MIT
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
        case .staleJoke: localized("another joke is on the card now; run `jokectl show` to see it")
        case .invalidParams: invalidValue
        case .methodNotFound:
            localized(
                "this jokesd does not support the command; install the same version of jokesd and jokectl")
        case .parseError, .invalidRequest:
            localized("jokesd did not understand the request; install the same version of jokesd and jokectl")
        case .tooLarge: localized("the request or its result is too large; give fewer or shorter values")
        case .badData: localized("%s; correct the lines, or skip them with `--skip-bad`", message)
        case .badConfiguration: localized("%s; run `jokesd --check-config` to see every error", message)
        case .closing: localized("jokesd is stopping; try again")
        // A kind of a later version reads as internal, and has its name in `data`.
        case .internal where data["kind"] == nil:
            self.message == kind.summary
                ? localized("jokesd failed because of a bug; `journalctl --user -u jokesd` may say more")
                : localized("%s; see `journalctl --user -u jokesd`", message)
        default: message
        }
    }

    /// Nil if the error does not say which id is meant.
    private var quotedID: String? { data["joke"]?.stringValue.map { "'\(QuotedExcerpt.part(of: $0))'" } }

    private func unknownJoke(_ method: Method?) -> String? {
        guard let quotedID else { return nil }
        return switch method {
        case .savedRestore:
            localized(
                "no joke in the trash has the id %s; run `jokectl saved list --deleted` to see the ids",
                quotedID)
        case .jokeLike, .jokeDislike:
            localized("no joke has the id %s; run `jokectl history` to see the ids", quotedID)
        default: localized("no joke has the id %s; run `jokectl saved list` to see the ids", quotedID)
        }
    }

    private var ambiguousID: String? {
        quotedID.map { localized("several jokes have an id that begins with %s; give more of the id", $0) }
    }

    private var invalidValue: String {
        // Without the name of a parameter, the message is about several values.
        if data["parameter"] == nil, data["expected"] == nil, message != kind.summary {
            return TerminalText.trimmingFullStop(message)
        }
        guard let parameter = data["parameter"]?.stringValue, let expected = data["expected"]?.stringValue,
            let name = Self.userName(of: parameter.prefix { $0 != "[" })
        else {
            return localized(
                "jokesd does not support an option or a value of the command; "
                    + "install the same version of jokesd and jokectl")
        }
        return localized("the %1$s is not valid; it must be %2$s", name, expected)
    }

    /// Returns the user's word for a parameter whose values a user gives, or nil for others.
    private static func userName(of parameter: Substring) -> String? {
        switch parameter {
        case "joke", "jokes": localized("id")
        case "source": localized("source")
        case "category": localized("category")
        case "language": localized("language")
        case "query": localized("search")
        case "page", "cursor": localized("page")
        case "limit": localized("limit")
        case "since", "until": localized("time")
        case "topic", "topics": localized("topic")
        case "value": localized("text")
        case "setup": localized("setup")
        case "punchline": localized("punchline")
        case "maxLength": localized("length")
        case "translation": localized("translation")
        default: nil
        }
    }
}
