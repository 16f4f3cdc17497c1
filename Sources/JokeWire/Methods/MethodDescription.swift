// SPDX-License-Identifier: MIT

/// The description of a method: its parameters, effect, result and errors. Requests are checked against it, and the
/// documentation (docs/methods.md) is printed from it.
package struct MethodDescription: Sendable {
    /// The effect of a request.
    package enum Kind: Sendable, Hashable {
        /// The request returns what is committed, or changes something that is not part of the state.
        case read
        /// The request changes the state. It takes `ifJoke` and is ordered among all changes; its reply has the number
        /// of the newest event.
        case change
    }

    /// Whether the reply may take as long as a fetch. A batch must not contain a request that waits.
    package enum Waiting: Sendable, Hashable {
        case never
        case always
        /// The request waits if one of these parameters is given and is neither null nor false.
        case ifGiven([String])
    }

    package let method: Method
    /// The effect of the method in one sentence.
    package let summary: String
    package let kind: Kind
    package let waits: Waiting
    /// The parameters, in the order in which they are given by position.
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
    /// The schema of the result. It is created on each access, because no request needs it.
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
