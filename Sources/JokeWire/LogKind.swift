// SPDX-License-Identifier: MIT

/// What an event of the topic `log` tells: its `event` (Protocol.md, "The log").
package enum LogKind: String, Sendable, Hashable, CaseIterable {
    case liked, disliked, undone, deleted, restored, imported, daily
    case fetchFailed, translationFailed, sourceEnabled, sourceDisabled, offline, online
    case storageFailed, storageRecovered, storageRestored
}

extension LogKind {
    /// What happened, in one sentence.
    package var summary: String {
        switch self {
        case .liked: "A joke was liked, and is saved."
        case .disliked: "A joke was disliked, and does not come back."
        case .undone: "The newest decision or deletion was taken back."
        case .deleted: "Saved jokes went to the trash."
        case .restored: "Jokes came back from the trash."
        case .imported: "Jokes of another library were taken in."
        case .daily: "The joke of the day was picked."
        case .fetchFailed: "A source could not be fetched from."
        case .translationFailed: "Jokes could not be translated; they are shown as they are."
        case .sourceEnabled: "A source was turned on."
        case .sourceDisabled: "A source was turned off, and its jokes left the queue."
        case .offline: "The network cannot be reached."
        case .online: "The network can be reached again."
        case .storageFailed: "The store cannot be written."
        case .storageRecovered: "The store can be written again."
        case .storageRestored: "The store was damaged, and put aside for a backup."
        }
    }
}
