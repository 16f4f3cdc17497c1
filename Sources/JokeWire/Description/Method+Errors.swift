// SPDX-License-Identifier: MIT

extension ErrorKind {
    /// What any request can fail with.
    package static var general: [ErrorKind] {
        [
            .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internal, .busy, .tooLarge,
            .closing, .notPermitted, .unsupported,
        ]
    }
}

extension Method {
    /// What it can fail with besides `ErrorKind.general`.
    var errors: [ErrorKind] {
        switch self {
        case .hello, .ping, .rpcDiscover, .stateGet, .stateSubscribe, .stateUnsubscribe, .jokeCurrent,
            .sourcesList, .queueList, .tasteGet, .daemonStatus, .shareTargets:
            []
        case .cardDrag, .cardRelease, .cardReset, .sourcesEnable, .sourcesDisable, .tasteReset,
            .translationShow:
            [.staleJoke, .storage]
        case .jokeNext:
            [
                .staleJoke, .empty, .storage, .offline, .timeout, .rateLimited, .sourceRefused,
                .sourceNonsense, .nameNotFound, .unreachable, .tlsFailed, .sourceEmpty, .filtered,
            ]
        case .feedPage, .sourcesCategories:
            [
                .storage, .offline, .timeout, .rateLimited, .sourceRefused, .sourceNonsense, .nameNotFound,
                .unreachable, .tlsFailed, .sourceEmpty, .filtered,
            ]
        case .translationRequest:
            [
                .staleJoke, .notFound, .empty, .storage, .offline, .timeout, .rateLimited, .sourceRefused,
                .sourceNonsense, .nameNotFound, .unreachable, .tlsFailed, .sourceEmpty,
            ]
        case .jokeLike, .jokeDislike: [.staleJoke, .notFound, .empty, .storage]
        case .jokeUndo: [.staleJoke, .empty, .storage]
        case .dailyGet: [.empty, .storage]
        case .savedList, .savedSearch, .savedExport, .daemonBackup: [.storage]
        case .daemonReload: [.badConfiguration]
        case .savedGet: [.notFound, .ambiguous, .storage]
        case .savedImport: [.staleJoke, .badData, .storage]
        case .savedDelete, .savedRestore: [.staleJoke, .notFound, .ambiguous, .storage]
        }
    }
}
