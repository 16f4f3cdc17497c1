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
        self.init()
        (restoredAt, message, damaged) = (recovery.at.rfc3339, recovery.message, recovery.damaged)
        (backup, unreadable) = (recovery.backup.map(BackupFile.init), recovery.salvage?.unreadable)
    }
}

extension LogEntry.Event {
    static func daily(_ daily: DailyJoke) -> LogEntry.Event { .daily(DailyResponse(daily)) }

    static func imported(_ outcome: MergeOutcome, skipped: Int) -> LogEntry.Event {
        .imported(
            ImportedParams {
                ($0.added, $0.updated) = (outcome.added, outcome.updated)
                ($0.unchanged, $0.skipped) = (outcome.unchanged, skipped)
            })
    }

    /// Returns the event without the time of the recovery, which the log entry has.
    static func storageRestored(_ recovery: CompletedRecovery) -> LogEntry.Event {
        .storageRestored(
            RecoveryParams {
                ($0.message, $0.damaged) = (recovery.message, recovery.damaged)
                $0.backup = recovery.backup.map(BackupFile.init)
            })
    }
}
