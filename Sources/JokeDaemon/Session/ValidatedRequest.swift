// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// A request for an existing method with valid parameters, and the handler that executes it.
///
/// `Parameters` checks each parameter against the row of its method in `Method+Table.swift`, and words the error.
/// `Method.handler(_:)` checks parameters that depend on each other. An error that depends on the state, such as an
/// unknown joke, is a `ChangeError` of the core, which `WireError+Core.swift` words.
struct ValidatedRequest {
    let method: Method
    let handler: Handler
    let ifJoke: Joke.ID?
    /// Whether the reply may take as long as a fetch.
    let waits: Bool

    /// Whether the reply may be longer than `Limits.shortReply`.
    var isLong: Bool {
        switch method {
        case .rpcDiscover, .savedList, .savedSearch, .savedExport, .sourcesList, .sourcesCategories,
            .feedPage,
            .queueList, .jokeHistory, .tasteGet, .memoryExport, .daemonStatus:
            true
        case .savedDelete, .savedRestore:
            if case .change(let change) = handler { change.mayListMany } else { true }
        default: false
        }
    }

    /// Checks a request that was sent by itself.
    init(_ request: Request) throws(WireError) {
        guard let description = Method.description(named: request.method) else {
            throw WireError(unknownMethod: request.method)
        }
        let parameters = try Parameters(request.params, for: description)
        method = description.method
        handler = try method.handler(parameters)
        ifJoke = parameters.ifJoke
        waits = description.waits(given: parameters)
    }

    /// Checks a request within a batch, for whose end all other changes wait. It must not be an import, search the saved
    /// jokes for what it changes, or wait for a fetch.
    init(inBatch request: Request) throws(WireError) {
        try self.init(request)
        guard method != .savedImport else {
            throw WireError(.invalidRequest, "An import cannot be part of a batch; send it by itself.")
        }
        if case .change(.deleteMatching) = handler {
            throw WireError(
                .invalidRequest,
                "A deletion by a query or by filters cannot be part of a batch; send it by itself.")
        }
        guard !waits else {
            throw WireError(
                .invalidRequest,
                "A request in a batch cannot wait for a source; send \(method.rawValue) by itself.")
        }
    }
}

extension WireError {
    fileprivate init(unknownMethod name: String) {
        let nearest = NearestName.of(name, among: Method.allCases.map(\.rawValue))
        let advice = nearest.map { "did you mean '\($0)'?" } ?? "`rpc.discover` lists the methods."
        self.init(.methodNotFound, "There is no method '\(QuotedExcerpt.part(of: name))': \(advice)")
    }
}

extension ChangeRequest.Change {
    /// Whether the result may list many ids.
    fileprivate var mayListMany: Bool {
        switch self {
        case .delete(let ids), .restore(let ids): ids.count > Limits.shortReply / (2 * Limits.namedID)
        default: true
        }
    }
}
