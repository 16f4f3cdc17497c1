// SPDX-License-Identifier: MIT
package import JokeWire

/// Remembers the newest change of another client, which an undo would revert.
///
/// `joke.undo` reverts the newest change, even if another client made it. If so, the client first shows a warning, and
/// reverts the change when the user asks again.
package struct UndoGuard: Sendable {
    /// The change, such as `a like by jokectl`, or nil if this client has changed something since.
    private var change: String?

    package init() {}

    /// Notes a state event that another client caused.
    package mutating func note(_ event: StateEventParams) {
        guard let cause = event.cause else { return }
        let change: String
        switch Method(rawValue: cause.method) {
        case .jokeLike: change = "a like"
        case .jokeDislike: change = "a dislike"
        case .cardRelease where event.state.decisionState != .undecided: change = "a decision"
        case .savedDelete: change = "a deletion"
        case .savedRestore: change = "a restoration"
        case .jokeAdd: change = "an added joke"
        case .savedEdit: change = "an edit"
        case .jokeUndo: change = "an undo"
        default: return
        }
        self.change = "\(change) by \(cause.client ?? "another client")"
    }

    /// Notes the reply to a request of this client.
    package mutating func note(_ result: JSON, of method: Method?) {
        switch method {
        case .jokeLike, .jokeDislike, .jokeUndo, .savedDelete, .savedRestore: change = nil
        case .cardRelease where result["decided"]?.isNull == false: change = nil
        default: break
        }
    }

    /// Returns the change of another client that the user must confirm, or nil to undo at once.
    package mutating func takeWarning() -> String? {
        defer { change = nil }
        return change
    }
}
