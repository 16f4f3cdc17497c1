// SPDX-License-Identifier: MIT

/// The kind of an error: `error.data.kind` on the wire. Its name is stable, so programs can branch on it.
package enum ErrorKind: String, Sendable, Hashable, CaseIterable {
    case parseError = "parse_error"
    case invalidRequest = "invalid_request"
    case methodNotFound = "method_not_found"
    case invalidParams = "invalid_params"
    case `internal` = "internal"
    case staleJoke = "stale_joke"
    case notFound = "not_found"
    case ambiguous
    case empty
    case storage
    case badData = "bad_data"
    case offline
    case timeout
    case rateLimited = "rate_limited"
    case sourceRefused = "source_refused"
    case sourceNonsense = "source_nonsense"
    case nameNotFound = "name_not_found"
    case unreachable
    case tlsFailed = "tls_failed"
    case sourceEmpty = "source_empty"
    case filtered
    case busy
    case tooLarge = "too_large"
    case closing
    case notPermitted = "not_permitted"
    case unsupported
    case badConfiguration = "bad_configuration"
}

extension ErrorKind {
    /// The JSON-RPC error code.
    package var code: Int { facts.code }

    /// Whether the same request may succeed later although the client changes nothing. A single error can differ.
    package var retry: Bool { facts.retry }

    /// One sentence: what the error means and what to do.
    package var summary: String { facts.summary }

    private var facts: (code: Int, retry: Bool, summary: String) {
        switch self {
        case .parseError:
            (
                -32700, false,
                "The line is not valid JSON, or is nested too deeply; send one JSON object per line, in UTF-8."
            )
        case .invalidRequest: (-32600, false, "The JSON is not a request; give it a method, as a string.")
        case .methodNotFound: (-32601, false, "There is no such method; `rpc.discover` lists the methods.")
        case .invalidParams: (-32602, false, "A parameter is wrong or missing; the message names it.")
        case .internal: (-32603, false, "This is a bug in the daemon; its journal says more.")
        case .staleJoke: (-32010, false, "Another joke is on the card by now; look at it and decide again.")
        case .notFound: (-32011, false, "No joke has this id; list the saved jokes to see their ids.")
        case .ambiguous: (-32012, false, "Several ids begin like this; give more of the id.")
        case .empty: (-32013, false, "There is nothing here to show or to undo.")
        case .storage:
            (-32014, true, "The store cannot be written, or a file cannot be read; the message names it.")
        case .badData:
            (-32015, false, "Some lines cannot be imported; correct the lines that the error names.")
        case .offline: (-32020, true, "The network cannot be reached; check the connection and try again.")
        case .timeout: (-32021, true, "The source did not answer in time; try again later.")
        case .rateLimited: (-32022, true, "The source wants fewer requests; wait until retryAt.")
        case .sourceRefused: (-32023, false, "The source refused the request; check its settings.")
        case .sourceNonsense: (-32024, false, "The source sent an invalid response; choose another source.")
        case .nameNotFound:
            (
                -32025, true,
                "The host name of the source was not found; check the connection and the source's address."
            )
        case .unreachable:
            (-32026, true, "Nothing answers at the source's address; try again later, or check the address.")
        case .tlsFailed:
            (
                -32027, true,
                "A secure connection to the source failed; check the clock and the source's address."
            )
        case .sourceEmpty: (-32028, false, "The source has nothing of that kind; request another kind.")
        case .filtered:
            (
                -32029, true,
                "The filter rejected everything that the source returned; change `filter` or `languages`, or choose "
                    + "another source."
            )
        case .busy: (-32030, true, "The daemon has too much to do; try again in a moment.")
        case .tooLarge: (-32031, false, "The line is too long; send shorter ones.")
        case .closing: (-32032, true, "The daemon is about to exit; connect again.")
        case .notPermitted: (-32033, false, "The daemon does not serve this user.")
        case .unsupported: (-32034, false, "This daemon was built or configured without this feature.")
        case .badConfiguration:
            (-32035, false, "The configuration cannot be used; see `jokesd --check-config`.")
        }
    }
}
