// SPDX-License-Identifier: MIT
package import JokeWire

// The core's values as objects of the wire.

extension EventCause {
    package init(_ cause: Cause) {
        self.init(
            method: cause.method, client: cause.client.isEmpty ? nil : cause.client,
            connection: cause.connection)
    }
}

extension DailyResponse {
    package init(_ daily: DailyJoke) { self.init(date: daily.date.rawValue, joke: daily.joke) }
}

extension UndoResponse.Undone {
    package init(_ step: UndoStep, text: String?) {
        self.init(kind: step.kind.rawValue, jokes: step.jokes.map(\.rawValue), text: text)
    }
}

extension BackupFile {
    package init(_ backup: Backup) {
        self.init(path: backup.path, bytes: backup.bytes, madeAt: backup.madeAt.rfc3339)
    }
}

extension StoreRecovery {
    package init(_ recovery: CompletedRecovery) {
        self.init(
            restoredAt: recovery.at.rfc3339, message: recovery.message, damaged: recovery.damaged,
            backup: recovery.backup.map(BackupFile.init), unreadable: recovery.salvage?.unreadable)
    }
}

extension LogEntry.Event {
    static func daily(_ daily: DailyJoke) -> LogEntry.Event { .daily(DailyResponse(daily)) }

    static func imported(_ outcome: MergeOutcome, skipped: Int) -> LogEntry.Event {
        .imported(
            ImportedParams(
                added: outcome.added, updated: outcome.updated, unchanged: outcome.unchanged,
                skipped: skipped))
    }

    /// Returns the event without the time of the recovery, which the log entry has.
    static func storageRestored(_ recovery: CompletedRecovery) -> LogEntry.Event {
        .storageRestored(
            RecoveryParams(
                message: recovery.message, damaged: recovery.damaged,
                backup: recovery.backup.map(BackupFile.init)))
    }
}
