// SPDX-License-Identifier: MIT
package import JokeWire

/// The exit statuses of jokesd-fetch: those of sysexits.h, and 124 as timeout(1) has it.
package enum FetchExitCode: Int32, Sendable, CaseIterable {
    /// Success.
    case done = 0
    /// The source has no such joke.
    case no = 1
    /// The command line is wrong, or the source does not support the request.
    case usage = 64
    /// The source cannot be reached.
    case unreachable = 69
    /// libcurl cannot be used.
    case `internal` = 70
    /// The output cannot be written.
    case disk = 74
    /// The source failed or limits its clients; a later attempt may succeed.
    case tryLater = 75
    /// The connection is not trusted: TLS failed, or the service redirects too often or away from https.
    case notTrusted = 77
    /// The time limit was exceeded.
    case timedOut = 124

    /// Creates the exit status for an error.
    package init(_ failure: SourceError) {
        self =
            switch failure.kind {
            case .noNetwork, .nameNotFound, .unreachable, .proxy: .unreachable
            case .tls, .redirect: .notTrusted
            case .timedOut: .timedOut
            case .httpStatus, .rateLimited, .nonsense, .tooLarge, .command, .filtered, .unavailable, .storage:
                .tryLater
            case .empty: .no
            case .unsupported, .untranslatable: .usage
            }
    }
}
