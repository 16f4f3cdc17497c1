// SPDX-License-Identifier: MIT

/// A method: what it takes, does and answers. The one source of its checks and of its documentation.
package struct MethodDescription: Sendable {
    /// The effect of a request.
    package enum Kind: Sendable, Hashable {
        /// Answers what is committed, or changes something that is no part of the state.
        case read
        /// Changes the state: it gets a place in the order of changes and their numbers, and takes `ifJoke`.
        case change
    }

    /// Whether the reply may take as long as a fetch. A batch does not take a request that waits.
    package enum Waiting: Sendable, Hashable {
        case never
        case always
        /// If one of these parameters is given, and not false.
        case ifGiven([String])
    }

    package let method: Method
    /// One sentence.
    package let summary: String
    package let kind: Kind
    package let waits: Waiting
    /// In the order in which they may be given by position.
    package let params: [ParameterDescription]
    /// The errors of this method, besides `ErrorKind.general`.
    package let errors: [ErrorKind]
    private let describeResult: @Sendable () -> ValueSchema

    init(
        _ method: Method, _ summary: String, _ kind: Kind, waits: Waiting = .never,
        params: [ParameterDescription] = [], errors: [ErrorKind] = [],
        result: @escaping @autoclosure @Sendable () -> ValueSchema
    ) {
        (self.method, self.summary, self.kind, self.waits) = (method, summary, kind, waits)
        (self.params, self.errors, describeResult) = (params, errors, result)
    }

    package var name: String { method.rawValue }
    package var isChange: Bool { kind == .change }
    /// Described each time it is asked for: no request needs it.
    package var result: ValueSchema { describeResult() }
}

extension ErrorKind {
    /// The errors of any request.
    package static var general: [ErrorKind] {
        [
            .parseError, .invalidRequest, .methodNotFound, .invalidParams, .internal, .busy, .tooLarge,
            .closing, .notPermitted, .unsupported,
        ]
    }

    /// The errors of a request that waits for a source.
    static var ofSources: [ErrorKind] {
        [
            .offline, .timeout, .rateLimited, .sourceRefused, .sourceNonsense, .nameNotFound, .unreachable,
            .tlsFailed, .sourceEmpty,
        ]
    }
}
