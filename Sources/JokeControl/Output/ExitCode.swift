// SPDX-License-Identifier: MIT
package import JokeClient
package import JokeWire

/// The exit codes of jokectl: those of sysexits.h, and 124 as in timeout(1).
///
/// There is no code for an interrupt. SIGINT has its default action, so that a shell reports 130 and ends its loop.
package enum ExitCode: Int32, Sendable, Hashable, CaseIterable {
    case done = 0
    /// There is no joke to decide or to share, nothing to delete, to undo or to reset, no translation, or a search without
    /// a match. Also a problem that doctor found.
    case no = 1
    /// Another joke has replaced the one that the command meant.
    case stale = 3
    case usage = 64
    case badData = 65
    case noSuchJoke = 66
    case unreachable = 69
    case `internal` = 70
    /// An error of the daemon's disk or of the one that the output is written to.
    case disk = 74
    /// There is no joke to show (`ErrorKind.empty`), a source failed, or jokesd is busy or closing.
    case tryLater = 75
    case protocolMismatch = 76
    case notPermitted = 77
    case badConfiguration = 78
    case timedOut = 124

    package init(_ kind: ErrorKind) {
        self =
            switch kind {
            case .staleJoke: .stale
            case .invalidParams: .usage
            case .ambiguous, .tooLarge, .badData: .badData
            case .notFound: .noSuchJoke
            case .internal: .internal
            case .storage: .disk
            case .empty, .offline, .timeout, .rateLimited, .sourceRefused, .sourceNonsense, .nameNotFound,
                .unreachable, .tlsFailed, .sourceEmpty, .filtered, .busy, .closing:
                .tryLater
            case .parseError, .invalidRequest, .methodNotFound, .unsupported: .protocolMismatch
            case .notPermitted: .notPermitted
            case .badConfiguration: .badConfiguration
            }
    }

    package init(_ error: ConnectError) {
        self =
            switch error {
            case .unreachable, .notStarted, .closed, .disconnected, .closing, .stopped: .unreachable
            case .notPermitted, .foreign: .notPermitted
            case .badPath: .usage
            case .timedOut: .timedOut
            case .refused(let error): ExitCode(error.kind)
            case .notTheProtocol, .unexpected: .protocolMismatch
            case .system: .internal
            }
    }

    /// The meaning as `jokectl help exit-codes` and the manual page show it.
    package var meaning: String {
        switch self {
        case .done: localized("success")
        case .no:
            localized(
                "no result: nothing to decide, find, share or undo, or a problem that doctor found; an empty list is a "
                    + "success")
        case .stale: localized("another joke is on the card now")
        case .usage: localized("invalid command, option or value")
        case .badData: localized("invalid or too much data, or an ambiguous id")
        case .noSuchJoke: localized("no joke with this id")
        case .unreachable: localized("jokesd, or a program that the command needs, is not available")
        case .internal: localized("a bug in jokesd or jokectl")
        case .disk: localized("the disk is full, or a file cannot be read or written")
        case .tryLater: localized("no joke, offline or busy; try again later")
        case .protocolMismatch: localized("jokesd does not support this, or has an incompatible version")
        case .notPermitted: localized("not permitted")
        case .badConfiguration: localized("invalid configuration")
        case .timedOut: localized("no reply within the timeout")
        }
    }
}
