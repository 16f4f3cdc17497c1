// SPDX-License-Identifier: MIT
import JokeCore
import Synchronization

/// Sees to it that there is a database: opens it, and knows what to do where it is damaged.
final class DatabaseOpener: Sendable {
    let directory: String
    let schema: Schema
    private let locale: String
    /// Of whatever is copied or checked.
    let cancellation = Cancellation()
    private let limits: StoreLimits
    private let isChecked = Atomic(true)
    private let state = Monitor(State())

    private struct State {
        var claim: DirectoryLock?
        var recovery: CompletedRecovery?
        var absence = ArchiveError.closed
    }

    init(directory: String, locale: String, schema: Schema, limits: StoreLimits) {
        (self.directory, self.locale, self.schema, self.limits) = (directory, locale, schema, limits)
    }

    /// Whether the last stop was not clean, and nobody has looked what it has left.
    var isCheckDue: Bool { !isChecked.load(ordering: .relaxed) }

    func noteCheck(isDue: Bool) { isChecked.store(!isDue, ordering: .relaxed) }

    /// The newest one since the start.
    var recovery: CompletedRecovery? { state.withLock { $0.recovery } }

    /// Why there is no database, where there is none.
    var absence: ArchiveError { state.withLock { $0.absence } }

    var backups: BackupDirectory { BackupDirectory(in: directory, schema: schema) }

    /// The database, or what took its place. From then on the directory is ours.
    func open() throws(ArchiveError) -> StoreWriter {
        // Before anything is changed: whoever has the directory may be in the middle of replacing the database.
        let claim = try DirectoryLock(directory: directory)
        state.withLock { $0.claim = claim }
        do throws(ArchiveError) {
            try DatabaseRecovery(directory: directory, schema: schema).checkPresence()
            let location = DatabaseLocation(directory: directory)
            try location.makeFile()
            let writer = try StoreWriter(location, locale: locale, schema: schema, limits: limits)
            noteCheck(isDue: location.hadUncleanShutdown && location.access == .writing)
            return writer
        } catch {
            guard error.kind == .corrupt else { throw error }
            return try replace(because: error)
        }
    }

    /// Puts the database, which nobody has open, aside, and opens what takes its place.
    private func replace(because cause: ArchiveError) throws(ArchiveError) -> StoreWriter {
        let recovery = try DatabaseRecovery(directory: directory, schema: schema).perform(because: cause)
        state.withLock { $0.recovery = recovery }
        noteCheck(isDue: false)
        let location = DatabaseLocation(directory: directory)
        try location.makeFile()
        return try StoreWriter(location, locale: locale, schema: schema, limits: limits)
    }

    /// The same for one that was in use. Where it cannot be put aside, what of it can be read is better than nothing.
    func replace(_ writer: inout StoreWriter?, because cause: ArchiveError) throws(ArchiveError) {
        // What is in the log goes aside with the rest, not into what is damaged.
        writer?.close(leavesLog: true)
        writer = nil
        do throws(ArchiveError) {
            writer = try replace(because: cause)
        } catch {
            state.withLock { $0.absence = error }
            // If it was put aside, opening it would make an empty one.
            let location = DatabaseLocation(directory: directory)
            if !location.hasNoDatabase {
                writer = try? StoreWriter(location, locale: locale, schema: schema, limits: limits)
            }
            throw error
        }
    }

    /// Lets others have the directory.
    func close() {
        state.withLock { ($0.claim, $0.absence) = (nil, .closed) }
    }
}
