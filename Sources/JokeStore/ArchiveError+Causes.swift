// SPDX-License-Identifier: MIT
import CSQLite
import Glibc
import JokeCore

// Errors of SQLite and of system calls as errors of the archive, with a message for the user.
extension ArchiveError {
    static let closed = ArchiveError(.closed, "The store is closed.")

    /// Runs `body`, and throws an error of SQLite as an `ArchiveError` about the file at `path`.
    static func translating<Success>(
        _ path: String, _ body: () throws(SQLiteError) -> Success
    ) throws(ArchiveError) -> Success {
        do throws(SQLiteError) { return try body() } catch { throw ArchiveError(error, path: path) }
    }

    init(_ error: SQLiteError, path: String) {
        if error.systemError == EISDIR, let obstacle = Self.obstacle(at: path) {
            self = obstacle
            return
        }
        if let known = ArchiveError(knownErrno: error.systemError, path: path) {
            self = known
            return
        }
        switch error.code {
        case SQLITE_FULL: self = .full(path)
        case _ where error.isDamage: self = .corrupt(path, cause: error.message)
        case _ where error.isReadOnly: self = .readOnly(path, cause: error.message)
        case SQLITE_INTERRUPT: self = .closed
        case SQLITE_BUSY, SQLITE_LOCKED:
            self.init(.inputOutput, "\(path) is in use by another program. Close it, then try again.")
        default:
            self.init(
                .inputOutput,
                "\(path) could not be read or written (\(error.message), code \(error.extendedCode)). "
                    + "Check the disk and its file system.")
        }
    }

    init(errno: Int32, path: String) {
        if let known = ArchiveError(knownErrno: errno, path: path) {
            self = known
            return
        }
        let cause = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
        switch errno {
        case EACCES, EPERM:
            self.init(
                .readOnly,
                "\(path) cannot be created (\(cause)). Check the owner and permissions of its directory.")
        default:
            self.init(
                .inputOutput, "\(path) cannot be opened (\(cause)). Check that its directory can be created.")
        }
    }

    /// Creates the error for an `errno` that says by itself what is wrong and what to do. Returns nil for any other.
    private init?(knownErrno errno: Int32, path: String) {
        switch errno {
        case ENOSPC: self = .full(path)
        case EDQUOT:
            self.init(
                .full,
                "Your disk quota leaves no space for \(path). Delete files, or have the quota "
                    + "raised, then try again.")
        case EROFS:
            self.init(
                .readOnly,
                "\(path) is on a read-only file system, so nothing is saved. Mount it for writing, then restart jokesd."
            )
        case EISDIR:
            self.init(
                .foreign,
                "\(path) is a directory, but jokesd needs a file there. Move it away, then start jokesd.")
        default: return nil
        }
    }

    /// Returns the error for something else than a regular file in the place of a database or of one of the files that
    /// SQLite has next to it, or nil if there is none.
    static func obstacle(at path: String) -> ArchiveError? {
        for file in DurableFile.databaseSuffixes.map({ path + $0 }) {
            switch DurableFile.type(of: file) {
            case nil, S_IFREG: continue
            case S_IFDIR: return ArchiveError(errno: EISDIR, path: file)
            case S_IFLNK:
                return ArchiveError(
                    .foreign,
                    "\(file) is a symbolic link, so SQLite would keep a part of the database in another directory. "
                        + "Put the file itself there, or link the whole directory, then start jokesd.")
            default:
                return ArchiveError(
                    .foreign, "\(file) is no regular file. Move it away, then start jokesd.")
            }
        }
        return nil
    }

    static func full(_ path: String) -> ArchiveError {
        ArchiveError(
            .full, "No space is left for \(path). Free some space, then try again."
        )
    }

    static func readOnly(_ path: String, cause: String) -> ArchiveError {
        ArchiveError(
            .readOnly,
            "\(path) cannot be written (\(cause)), so nothing is saved. Check its owner, permissions and file "
                + "system, then restart jokesd.")
    }

    static func inUse(_ directory: String) -> ArchiveError {
        ArchiveError(
            .inUse,
            "\(directory) is in use by another jokesd. Use that one, or set XDG_DATA_HOME to another directory."
        )
    }

    static func failedQuery(_ path: String, cause: String) -> ArchiveError {
        ArchiveError(
            .failedQuery,
            "\(path) cannot answer this request (\(cause)); nothing was changed. Use a simpler search.")
    }

    static func corrupt(_ path: String, cause: String) -> ArchiveError {
        ArchiveError(
            .corrupt,
            "\(path) is damaged or not a database (\(cause)).")
    }

    /// Creates the error for a database that is missing or empty. `evidence` says what shows that there was one.
    static func lost(_ path: String, isMissing: Bool, evidence: String) -> ArchiveError {
        ArchiveError(.corrupt, "\(path) is \(isMissing ? "missing" : "empty"), but \(evidence).")
    }

    /// Creates the error for a database without decisions that its backup has.
    static func outdated(_ path: String) -> ArchiveError {
        ArchiveError(.corrupt, "\(path) lacks decisions that its newest backup has.")
    }

    /// Creates the error for a database whose file was removed or replaced while it was open. What is written to it is
    /// lost.
    static func removed(_ path: String) -> ArchiveError {
        ArchiveError(.corrupt, "\(path) was removed or replaced while jokesd used it.")
    }

    static func foreign(_ path: String) -> ArchiveError {
        ArchiveError(
            .foreign,
            "\(path) is a database of another program and was not changed. Move it away to start with a new database."
        )
    }

    /// Creates the error for a path that a backup needs, and that has something else than a file.
    static func obstructed(_ path: String) -> ArchiveError {
        ArchiveError(
            .foreign, "\(path) is no file, so no backup can be made there. Move it away, then try again.")
    }

    /// Creates the error for a damaged database that could not be replaced. Its file was not changed.
    static func irreparable(_ cause: ArchiveError, _ obstacle: ArchiveError) -> ArchiveError {
        ArchiveError(
            .inputOutput,
            "\(cause.message) It could not be moved aside: \(obstacle.message) Stop jokesd, then replace "
                + "it by a backup, or move it away to start with a new database.")
    }

    static func newer(_ path: String) -> ArchiveError {
        ArchiveError(
            .newer,
            "\(path) was written by a newer version of jokesd and was not changed. Install that version again, "
                + "or move the file away to start with a new database.")
    }
}
