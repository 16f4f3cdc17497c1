// SPDX-License-Identifier: MIT
import Glibc
package import JokeSystem

/// The folder that another program carries between the machines.
package struct SyncFolder: Sendable {
    package let path: String
    /// Whether to sync files to the disk. Only simulations do not.
    private let isDurable: Bool

    /// The largest file to read, in bytes.
    package let largestFile: Int

    package init(_ path: String, isDurable: Bool = true, largestFile: Int = 1 << 30) {
        (self.path, self.isDurable, self.largestFile) = (path, isDurable, largestFile)
    }

    /// A file with its size and the time of its last change. If both are equal, its content is, too.
    package struct File: Sendable, Hashable {
        package let name: SyncFileName
        package let size: Int
        /// In nanoseconds since 1970.
        package let changed: Int64
    }

    /// Whether the directory exists. A folder that is missing, as that of a disk that is not mounted, is never created
    /// by a run.
    package var exists: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Returns the files of sync, sorted by name. Other files are ignored.
    package func files() throws(SystemError) -> [File] {
        try Directory.names(in: path).compactMap { text in
            guard let name = SyncFileName(text) else { return nil }
            var status = stat()
            // A file that a carrier has just removed.
            guard lstat("\(path)/\(text)", &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                return nil
            }
            // The time only identifies a version of the file. In nanoseconds, years after 2262 wrap around.
            return File(
                name: name, size: Int(status.st_size),
                changed: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec))
        }
    }

    /// Returns the bytes of a file from an offset to `end`, or fewer if the file is shorter or missing.
    package func read(_ name: SyncFileName, from offset: Int = 0, to end: Int) throws(SystemError) -> [UInt8]
    {
        let path = "\(path)/\(name.text)"
        // A carrier may have removed the file since it was listed.
        guard access(path, F_OK) == 0 || errno != ENOENT else { return [] }
        // O_NONBLOCK: opening a named pipe must not wait for a writer.
        let file = try FileDescriptor(
            open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW), "open", path: path)
        let wanted = max(0, min(end - offset, largestFile))
        var failure: Int32?
        let bytes = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
            while count < wanted {
                let got = pread(
                    file.raw, buffer.baseAddress?.advanced(by: count), wanted - count, offset + count)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                if got <= 0 { break }
                count += got
            }
        }
        if let failure { throw SystemError(code: failure, operation: "read", path: path) }
        return bytes
    }

    /// Appends to a file, which must exist. Returns after the bytes are on the disk.
    package func append(_ bytes: [UInt8], to name: SyncFileName) throws(SystemError) {
        let path = "\(path)/\(name.text)"
        let file = try FileDescriptor(
            open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOFOLLOW), "open", path: path)
        try write(bytes, to: file, path)
    }

    /// Creates a file, or replaces it as a whole. It has a name that no reader accepts until it is on the disk.
    package func create(_ name: SyncFileName, _ bytes: [UInt8]) throws(SystemError) {
        let (path, unfinished) = ("\(path)/\(name.text)", "\(path)/.\(name.text).unfinished")
        do throws(SystemError) {
            let file = try FileDescriptor(
                open(unfinished, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600), "open",
                path: unfinished)
            try write(bytes, to: file, unfinished)
            guard rename(unfinished, path) == 0 else { throw SystemError.last("rename", path: path) }
        } catch {
            unlink(unfinished)
            throw error
        }
        syncNames()
    }

    /// Removes a file. It may be missing.
    package func remove(_ name: SyncFileName) throws(SystemError) {
        let path = "\(path)/\(name.text)"
        guard unlink(path) == 0 || errno == ENOENT else { throw .last("unlink", path: path) }
    }

    private func write(
        _ bytes: [UInt8], to file: borrowing FileDescriptor, _ path: String
    ) throws(SystemError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file.raw, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw .last("write", path: path) }
            rest = rest.dropFirst(count)
        }
        guard !isDurable || fsync(file.raw) == 0 else { throw .last("fsync", path: path) }
    }

    /// Syncs the names in the directory. Errors are ignored, since some file systems cannot sync a directory.
    private func syncNames() {
        guard isDurable, let directory = try? FileDescriptor(opening: path, O_RDONLY | O_DIRECTORY) else {
            return
        }
        fsync(directory.raw)
    }
}
