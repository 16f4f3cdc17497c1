// SPDX-License-Identifier: MIT
package import JokeFetchProtocol

/// What jokesd-fetch ends with, as jokectl does: sysexits.h, and timeout(1)'s 124.
package enum FetchExitCode: Int32, Sendable, CaseIterable {
    case done = 0
    case no = 1
    case usage = 64
    case unreachable = 69
    case `internal` = 70
    /// What the output goes to cannot be written.
    case disk = 74
    case tryLater = 75
    case notTrusted = 77
    case timedOut = 124

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
