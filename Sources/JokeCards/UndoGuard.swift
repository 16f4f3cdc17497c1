// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

/// Remembers the newest change of another client, which an undo would revert.
///
/// `joke.undo` reverts the newest change, even if another client made it. If so, the client first shows a warning, and
/// reverts the change when the user asks again.
package struct UndoGuard: Sendable {
    /// A change of another client.
    package struct Change: Sendable, Hashable {
        package enum Kind: Sendable {
            case like, dislike, decision, deletion, restoration, addition, edit, undo
        }

        package let kind: Kind
        /// The name of the client, or nil if it has none.
        package let client: String?

        /// The change as a sentence, such as `The newest change is a like by jokectl.`
        package var sentence: String {
            let client = client ?? localized("another client")
            return switch kind {
            case .like: localized("The newest change is a like by %s.", client)
            case .dislike: localized("The newest change is a dislike by %s.", client)
            case .decision: localized("The newest change is a decision by %s.", client)
            case .deletion: localized("The newest change is a deletion by %s.", client)
            case .restoration: localized("The newest change is a restoration by %s.", client)
            case .addition: localized("The newest change is an added joke by %s.", client)
            case .edit: localized("The newest change is an edit by %s.", client)
            case .undo: localized("The newest change is an undo by %s.", client)
            }
        }
    }

    /// The change, or nil if this client has changed something since.
    private var change: Change?

    package init() {}

    /// Notes a state event that another client caused.
    package mutating func note(_ event: StateEventParams) {
        guard let cause = event.cause else { return }
        let kind: Change.Kind
        switch Method(rawValue: cause.method) {
        case .jokeLike: kind = .like
        case .jokeDislike: kind = .dislike
        case .cardRelease where event.state.decisionState != .undecided: kind = .decision
        case .savedDelete: kind = .deletion
        case .savedRestore: kind = .restoration
        case .jokeAdd: kind = .addition
        case .savedEdit: kind = .edit
        case .jokeUndo: kind = .undo
        default: return
        }
        change = Change(kind: kind, client: cause.client)
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
    package mutating func takeWarning() -> Change? {
        defer { change = nil }
        return change
    }
}
