// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import Synchronization

/// Opens the database, and replaces it if it is damaged.
final class DatabaseOpener: Sendable {
    let directory: String
    let schema: Schema
    private let locale: String
    /// The cancellation of every other check, and of every backup.
    let cancellation = Cancellation()
    /// The cancellation of the check of the indexes, which each other work of the store sets.
    let indexCheckCancellation = Cancellation()
    private let limits: StoreLimits
    private let isChecked = Atomic(true)
    private let state = Monitor(State())

    private struct State {
        var lock: DirectoryLock?
        var recovery: CompletedRecovery?
        var absence = ArchiveError.closed
    }

    init(directory: String, locale: String, schema: Schema, limits: StoreLimits) {
        (self.directory, self.locale, self.schema, self.limits) = (directory, locale, schema, limits)
    }

    /// Whether the database was not checked since an unclean shutdown or a request.
    var isCheckDue: Bool { !isChecked.load(ordering: .relaxed) }

    func noteCheck(isDue: Bool) {
        isChecked.store(!isDue, ordering: .relaxed)
        if !isDue { unlink(requestPath) }
    }

    /// A file by which a user requests a check at the next start. `jokectl doctor` names it.
    private var requestPath: String { "\(directory)/check-due" }

    /// The newest recovery, or nil if there was none or the user has removed the report of it.
    var recovery: CompletedRecovery? { state.withLock { $0.recovery } }

    /// The reason why no database is open. It has a meaning only while that is so.
    var absence: ArchiveError { state.withLock { $0.absence } }

    var backups: BackupDirectory { BackupDirectory(in: directory, schema: schema) }

    private var files: DatabaseRecovery { DatabaseRecovery(directory: directory, schema: schema) }

    /// Locks the directory and opens the database, or the replacement of a damaged one. The lock is held until
    /// `close()`.
    func open() throws(ArchiveError) -> StoreWriter {
        // Lock before anything is changed: another process may be replacing the database.
        let lock = try DirectoryLock(directory: directory)
        state.withLock { $0.lock = lock }
        do throws(ArchiveError) {
            let location = DatabaseLocation(directory: directory)
            if let obstacle = ArchiveError.obstacle(at: location.path) { throw obstacle }
            try files.checkPresence()
            let isNew = location.hasNoDatabase
            try location.makeFile()
            let writer: StoreWriter
            do throws(ArchiveError) {
                writer = try StoreWriter(location, locale: locale, schema: schema, limits: limits)
            } catch {
                // The next start would take an unfinished database for a damaged one.
                if isNew { try? DurableFile.removeDatabase(location.path) }
                throw error
            }
            let isRequested = DurableFile.facts(requestPath) != nil
            noteCheck(isDue: (location.hadUncleanShutdown || isRequested) && location.access.canWrite)
            if let report = files.report {
                state.withLock { $0.recovery = files.salvage(report, into: writer) }
            }
            return writer
        } catch {
            guard error.kind == .corrupt else { throw error }
            return try replace(because: error)
        }
    }

    /// Throws `.corrupt` if a backup of the database has newer decisions.
    func checkProgress(of writer: StoreWriter) throws(ArchiveError) {
        guard writer.location.access.canWrite else { return }
        let newer = try ArchiveError.translating(writer.location.path) { () throws(SQLiteError) in
            try backups.backup(newerThan: writer.database)
        }
        if newer != nil { throw .outdated(writer.location.path) }
    }

    /// Moves the database aside and opens its replacement. No connection may be open.
    private func replace(because cause: ArchiveError) throws(ArchiveError) -> StoreWriter {
        try openReplacement(after: try putReplacement(because: cause))
    }

    /// Moves the database aside, and its replacement to its place.
    ///
    /// - Parameter isCopied: Whether `DatabaseRecovery.copy(_:)` has copied the database.
    private func putReplacement(
        because cause: ArchiveError, isCopied: Bool = false
    ) throws(ArchiveError) -> CompletedRecovery {
        let completed = try files.perform(because: cause, isCopied: isCopied)
        state.withLock { $0.recovery = completed }
        noteCheck(isDue: false)
        return completed
    }

    private func openReplacement(after completed: CompletedRecovery) throws(ArchiveError) -> StoreWriter {
        let location = DatabaseLocation(directory: directory)
        try location.makeFile()
        let writer = try StoreWriter(location, locale: locale, schema: schema, limits: limits)
        state.withLock { $0.recovery = files.salvage(completed, into: writer) }
        return writer
    }

    /// Replaces a database that is in use, and sets `writer` to the replacement.
    ///
    /// If a file system with another database was mounted over it, that one takes its place. If it was removed or
    /// replaced by another file, the replacement is a copy of the open file. If it cannot be moved
    /// aside, reopens it so that reads may still work, and throws.
    func replace(_ writer: inout StoreWriter?, because cause: ArchiveError) throws(ArchiveError) {
        let isCovered = state.withLock { $0.lock?.isCovered(at: directory) } ?? false
        let isCopied = writer.map { files.copy($0, isCovered: isCovered) } ?? false
        if isCovered, isCopied, !DatabaseLocation(directory: directory).hasNoDatabase {
            return try adoptDatabase(insteadOf: &writer)
        }
        // Do not checkpoint into a damaged database. Its write-ahead log is moved aside with it.
        writer?.close(leavesWAL: true)
        writer = nil
        var isReplaced = false
        do throws(ArchiveError) {
            let completed = try putReplacement(because: cause, isCopied: isCopied)
            isReplaced = true
            writer = try openReplacement(after: completed)
        } catch {
            state.withLock { $0.absence = error }
            // If the file was moved aside, opening would create an empty database.
            let location = DatabaseLocation(directory: directory)
            if !location.hasNoDatabase {
                writer = try? StoreWriter(location, locale: locale, schema: schema, limits: limits)
            }
            // If only the first attempt to open the replacement failed, its state is the current one.
            guard isReplaced, writer != nil else { throw error }
        }
    }

    /// Opens the database of the file system that was mounted over the directory, and merges the decisions of the former
    /// one, which was copied.
    private func adoptDatabase(insteadOf writer: inout StoreWriter?) throws(ArchiveError) {
        let lock = try DirectoryLock(directory: directory)
        let completed = try files.keepCopy()
        writer?.close(leavesWAL: true)
        writer = nil
        state.withLock { ($0.lock, $0.recovery) = (lock, completed) }
        do throws(ArchiveError) {
            writer = try openReplacement(after: completed)
        } catch {
            state.withLock { $0.absence = error }
            throw error
        }
    }

    /// Releases the lock of the directory.
    func close() { state.withLock { ($0.lock, $0.absence) = (nil, .closed) } }
}
