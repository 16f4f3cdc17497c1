// SPDX-License-Identifier: MIT
import JokeCards

extension CardSession.Phrase {
    /// The phrase in the user's language.
    var localizedText: String {
        switch self {
        case .connecting: localized("Connecting to jokesd…")
        case .noReply: localized("jokesd does not reply; see `journalctl --user -u jokesd`.")
        case .mustConfirmUndo(let change): change.question
        }
    }
}

extension UndoGuard.Change {
    fileprivate var question: String {
        let client = client ?? localized("another client")
        return switch kind {
        case .like: localized("The newest change is a like by %s. Undo again to undo it, too.", client)
        case .dislike: localized("The newest change is a dislike by %s. Undo again to undo it, too.", client)
        case .decision:
            localized("The newest change is a decision by %s. Undo again to undo it, too.", client)
        case .deletion:
            localized("The newest change is a deletion by %s. Undo again to undo it, too.", client)
        case .restoration:
            localized("The newest change is a restoration by %s. Undo again to undo it, too.", client)
        case .addition:
            localized("The newest change is an added joke by %s. Undo again to undo it, too.", client)
        case .edit: localized("The newest change is an edit by %s. Undo again to undo it, too.", client)
        case .undo: localized("The newest change is an undo by %s. Undo again to undo it, too.", client)
        }
    }
}
