// SPDX-License-Identifier: MIT
import Glibc
import JokeWire

/// A system call that failed, with its `errno`.
struct Errno: Error {
    let code: Int32
}

/// Operations on whole files whose results survive a power failure.
package enum DurableFile {
    /// Copies `source` to `path` (mode 0600), which is replaced, and syncs the copy.
    static func copy(_ source: String, to path: String) throws(Errno) {
        // A FIFO would be opened only when another program writes to it.
        let from = try open(source, O_RDONLY | O_NONBLOCK)
        defer { close(from) }
        var facts = stat()
        guard fstat(from, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { throw Errno(code: EINVAL) }
        let to = try open(path, O_WRONLY | O_CREAT | O_TRUNC)
        defer { close(to) }
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(from, &chunk, chunk.count)
            if count == 0 { break }
            guard count > 0 else { throw Errno(code: errno) }
            try write(chunk[..<count], to: to)
        }
        guard fsync(to) == 0 else { throw Errno(code: errno) }
    }

    /// What follows the path of a database in the paths of its files.
    static let databaseSuffixes = ["", "-wal", "-shm", "-journal"]

    /// Removes a database with its journals, as far as they exist.
    ///
    /// Call this before you create a database: SQLite would apply a journal of a former database with this path to it.
    static func removeDatabase(_ path: String) throws(Errno) {
        for suffix in databaseSuffixes where unlink(path + suffix) != 0 {
            guard errno == ENOENT else { throw Errno(code: errno) }
        }
    }

    /// Writes a file (mode 0600), or replaces it as a whole. Its name survives a power failure only after
    /// `sync(directory:)`.
    static func write(_ bytes: [UInt8], to path: String) throws(Errno) {
        let unfinished = "\(path).unfinished"
        let descriptor = try open(unfinished, O_WRONLY | O_CREAT | O_TRUNC)
        defer { close(descriptor) }
        try write(bytes[...], to: descriptor)
        guard fsync(descriptor) == 0 else { throw Errno(code: errno) }
        try rename(unfinished, to: path)
    }

    /// Creates an empty file (mode 0600), or sets its time of change to now. Errors are ignored.
    static func touch(_ path: String) {
        guard let descriptor = try? open(path, O_WRONLY | O_CREAT) else { return }
        futimens(descriptor, nil)
        close(descriptor)
    }

    /// Renames a file, which replaces `target`. The new name survives a power failure only after `sync(directory:)`.
    static func rename(_ path: String, to target: String) throws(Errno) {
        guard Glibc.rename(path, target) == 0 else { throw Errno(code: errno) }
    }

    /// Syncs the names in a directory. Errors are ignored, since some file systems cannot sync a directory.
    static func sync(directory: String) {
        let descriptor = Glibc.open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// The size in bytes, the time of the last change in milliseconds since 1970, and whether it is a regular file, which
    /// can be read without waiting for another program.
    package typealias Facts = (bytes: Int, changed: Int64, isRegular: Bool)

    /// Returns the facts of a file, or nil if there is no such file.
    package static func facts(_ path: String) -> Facts? {
        var facts = stat()
        guard stat(path, &facts) == 0 else { return nil }
        return (
            Int(facts.st_size),
            // A file system may have any time.
            min(max(Int64(facts.st_mtim.tv_sec), 0), WallTime.last.milliseconds / 1_000) * 1_000
                + Int64(facts.st_mtim.tv_nsec) / 1_000_000,
            facts.st_mode & S_IFMT == S_IFREG
        )
    }

    /// Returns the type of a file, `S_IFREG` or another. A symbolic link is not followed. Returns nil if there is none.
    static func type(of path: String) -> mode_t? {
        var facts = stat()
        return lstat(path, &facts) == 0 ? facts.st_mode & S_IFMT : nil
    }

    static func isRegular(_ path: String) -> Bool { facts(path)?.isRegular == true }

    private static func open(_ path: String, _ flags: Int32) throws(Errno) -> Int32 {
        let descriptor = Glibc.open(path, flags | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Errno(code: errno) }
        return descriptor
    }

    private static func write(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) throws(Errno) {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { throw Errno(code: errno) }
            rest = rest.dropFirst(count)
        }
    }
}
