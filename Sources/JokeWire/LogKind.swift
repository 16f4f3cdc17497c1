// SPDX-License-Identifier: MIT

/// The kind of an event of the topic `log`: its member `event` (Protocol.md, "The log").
package enum LogKind: String, Sendable, Hashable, CaseIterable {
    case liked, disliked, added, edited, undone, deleted, restored, imported, daily
    case fetchFailed, translationFailed, sourceEnabled, sourceDisabled, offline, online
    case storageFailed, storageRecovered, storageRestored

    /// The kinds of what the user decides, which is on the disk when its event is sent.
    package static let decisions: [LogKind] = [
        .liked, .disliked, .added, .edited, .undone, .deleted, .restored, .imported,
    ]
}
