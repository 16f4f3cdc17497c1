// SPDX-License-Identifier: MIT

/// What an event of the topic `log` tells: its `event` (Protocol.md, "The log").
package enum LogKind: String, Sendable, Hashable, CaseIterable {
    case liked, disliked, undone, deleted, restored, imported, daily
    case fetchFailed, translationFailed, sourceEnabled, sourceDisabled, offline, online
    case storageFailed, storageRecovered, storageRestored
}
