// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire

// The errors of the core and the archive, as clients receive them.
extension WireError {
    package init(_ refusal: ChangeError) {
        switch refusal {
        case .stale(let current):
            self.init(.staleJoke, data: ["current": .string(current.rawValue)])
        case .unknownJoke(let name):
            self.init(
                .notFound,
                "No joke has the id '\(QuotedExcerpt.part(of: name))'.",
                data: ["joke": .string(name)])
        case .ambiguous(let prefix):
            self.init(
                .ambiguous,
                "Several jokes have an id that begins with '\(QuotedExcerpt.part(of: prefix))'; give more of the id.",
                data: ["joke": .string(prefix)])
        case .empty(let message): self.init(.empty, message)
        case .invalid(let parameter, let expected):
            self.init(
                .invalidParams, "Parameter '\(parameter)': expected \(expected).",
                data: ["parameter": .string(parameter), "expected": .string(expected)])
        case .unsupported(let message): self.init(.unsupported, message)
        case .busy(let message): self.init(.busy, message)
        case .fetchFailed(let failure):
            let retryAt = failure.retryAt.map { JSON.string($0.rfc3339) } ?? .null
            self.init(
                failure.errorKind, failure.message, retry: failure.isWorthRetrying, data: ["retryAt": retryAt]
            )
        }
    }

    init(_ failure: ArchiveError) {
        switch failure.kind {
        case .badCursor:
            self.init(
                parameter: "cursor", expected: "the `next` of an earlier page of the same query",
                found: "something else")
        case .closed: self.init(.closing, failure.message)
        case .full, .readOnly, .inputOutput, .inUse, .corrupt, .foreign, .newer, .importLost, .failedQuery:
            self.init(.storage, failure.message)
        }
    }
}
