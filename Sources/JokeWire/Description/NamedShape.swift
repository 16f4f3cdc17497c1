// SPDX-License-Identifier: MIT

/// The objects that recur in results and events, by their names (Protocol.md, "Shapes").
package enum NamedShape: String, Sendable, Hashable, CaseIterable {
    case joke = "Joke"
    case translation = "Translation"
    case attribution = "Attribution"
    case state = "State"
    case trouble = "Trouble"
    case queueCount = "QueueCount"
    case savedCount = "SavedCount"
    case change = "Change"
    case decision = "Decision"
    case undoing = "Undoing"
    case undone = "Undone"
    case deletion = "Deletion"
    case restoring = "Restoring"
    case page = "Page"
    case savedItem = "SavedItem"
    case marks = "Marks"
    case exporting = "Export"
    case staging = "Staging"
    case importing = "Import"
    case daily = "Daily"
    case showing = "Showing"
    case translated = "Translated"
    case feedPage = "FeedPage"
    case queue = "Queue"
    case taste = "Taste"
    case tasteArm = "TasteArm"
    case hello = "Hello"
    case limits = "Limits"
    case document = "Document"
    case daemonStatus = "DaemonStatus"
    case sourceStatus = "SourceStatus"
    case budget = "Budget"
    case filterReason = "FilterReason"
    case clientStatus = "ClientStatus"
    case shareTarget = "ShareTarget"
    case backup = "Backup"
    case restoration = "Restoration"
    case cause = "Cause"
    case error = "Error"
    case errorData = "ErrorData"
}

extension NamedShape {
    package var schema: ValueSchema { .object(members) }

    /// In one sentence.
    package var summary: String {
        switch self {
        case .joke: "A joke."
        case .translation: "A joke's text in a second language."
        case .attribution: "Who translated: to be shown wherever the translation is."
        case .state: "All that a front shows."
        case .trouble: "Why something failed."
        case .queueCount: "How full the queue is."
        case .savedCount: "How many jokes are saved."
        case .change: "What a change came to."
        case .decision: "A change that put the next joke on the card."
        case .undoing: "A change that took a decision or a deletion back."
        case .undone: "What was taken back."
        case .deletion: "A change that moved saved jokes to the trash."
        case .restoring: "A change that brought jokes back from the trash."
        case .page: "A part of the saved list, or of what was found."
        case .savedItem: "A joke of the saved list, or of the trash."
        case .marks:
            "What was found of a joke's texts: the first and the number of Unicode scalars of each run."
        case .exporting: "A part of the library, as lines."
        case .staging: "Lines that wait for the last ones of their import."
        case .importing: "A change that took lines in."
        case .daily: "The joke of the day."
        case .showing: "A change of which texts are shown."
        case .translated: "A joke that was to be translated."
        case .feedPage: "A page of a feed."
        case .queue: "The jokes that come next."
        case .taste: "What was learned from likes and dislikes."
        case .tasteArm: "A source or a category, and how it is liked."
        case .hello: "What the server is and can do."
        case .limits: "The limits in force."
        case .document: "The protocol as an OpenRPC document."
        case .daemonStatus: "How the daemon does."
        case .sourceStatus: "How a source does."
        case .budget: "How many requests of a day are left."
        case .filterReason: "How many jokes were kept out for one reason."
        case .clientStatus: "A connection and its counters since it was opened."
        case .shareTarget: "Where a joke can be sent to."
        case .backup: "A copy of the whole store, in one file."
        case .restoration: "What was done about a damaged store."
        case .cause: "Who made a change."
        case .error: "Why a request failed."
        case .errorData: "What programs go by in an error."
        }
    }

    package var members: [ValueSchema.Member] {
        switch self {
        case .joke, .translation, .attribution, .state, .trouble, .queueCount, .savedCount: cardMembers
        case .change, .decision, .undoing, .undone, .daily, .showing, .translated, .queue, .taste,
            .tasteArm:
            resultMembers
        case .deletion, .restoring, .page, .savedItem, .marks, .exporting, .staging, .importing:
            libraryMembers
        case .feedPage: feedMembers
        case .backup, .restoration, .shareTarget: keepingMembers
        case .hello, .limits, .document, .daemonStatus, .sourceStatus, .budget, .filterReason, .clientStatus,
            .cause, .error,
            .errorData:
            serverMembers
        }
    }
}
