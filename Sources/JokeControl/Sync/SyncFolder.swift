// SPDX-License-Identifier: MIT
import Glibc
package import JokeLinux
import JokeWire

/// The folder that another program carries between the machines.
package struct SyncFolder: Sendable {
    package let path: String
    /// Whether to sync files to the disk. Only simulations do not.
    private let isDurable: Bool

    /// The largest file to read, in bytes.
    package let largestFile: Int
    /// The most jokes and showings to read.
    package let mostKeys: Int
    /// The most files to read.
    package static let mostFiles = 1_000

    package init(
        _ path: String, isDurable: Bool = true, largestFile: Int = 256 << 20,
        mostKeys: Int = SyncIndex.mostKeys
    ) {
        (self.path, self.isDurable) = (path, isDurable)
        (self.largestFile, self.mostKeys) = (largestFile, mostKeys)
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

    /// Opens a regular file. Anything else that has come to its place since it was listed is not read: to open a named
    /// pipe could wait for ever, and a device may have no end.
    private func descriptor(of name: SyncFileName, _ mode: Int32) throws(SystemError) -> FileDescriptor {
        let path = "\(path)/\(name.text)"
        let file = try FileDescriptor(opening: path, mode | O_NONBLOCK | O_NOFOLLOW)
        var status = stat()
        guard fstat(file.raw, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw SystemError(code: EINVAL, operation: "open", path: path)
        }
        return file
    }

    /// Opens a file to read it.
    package func open(_ name: SyncFileName) throws(SystemError) -> OpenFile {
        OpenFile(descriptor: try descriptor(of: name, O_RDONLY), path: "\(path)/\(name.text)")
    }

    /// A file that is read. Its content stays the same if a carrier puts another file in its place.
    package struct OpenFile: ~Copyable {
        fileprivate let descriptor: FileDescriptor
        fileprivate let path: String

        /// The most bytes that are read at once.
        private static var piece: Int { 256 << 10 }

        /// Calls `visit` for the bytes from an offset to `end`, or fewer if the file is shorter, piece by piece.
        package func read(from offset: Int, to end: Int, _ visit: (ArraySlice<UInt8>) -> Void)
            throws(SystemError)
        {
            var offset = offset
            var bytes = [UInt8](repeating: 0, count: max(0, min(end - offset, Self.piece)))
            while offset < end {
                let got = bytes.withUnsafeMutableBytes {
                    pread(descriptor.raw, $0.baseAddress, min($0.count, end - offset), offset)
                }
                if got < 0, errno == EINTR { continue }
                guard got >= 0 else { throw .last("read", path: path) }
                if got == 0 { return }
                visit(bytes[..<got])
                offset += got
            }
        }

        /// Returns the checksum of the bytes before an offset.
        func mark(before offset: Int) throws(SystemError) -> UInt32 {
            var bytes: [UInt8] = []
            try read(from: max(0, offset - SyncState.markSize), to: offset) { bytes += $0 }
            return Checksum.crc32(bytes)
        }
    }

    /// Opens a file, and returns what `body` returns, or why the file cannot be read. Such a file is as one that has not
    /// arrived yet. Both are nil if a carrier has removed it since it was listed.
    package func reading<Result>(
        _ file: File, _ body: (borrowing OpenFile) throws(SystemError) -> Result
    ) -> (result: Result?, problem: String?) {
        guard file.size <= largestFile else {
            return (nil, SystemError(code: EFBIG, operation: "read").reason)
        }
        do throws(SystemError) {
            return (try body(try open(file.name)), nil)
        } catch {
            return (nil, error.code == ENOENT ? nil : error.reason)
        }
    }

    /// Appends to a file, which must exist. Returns after the bytes are on the disk.
    package func append(_ bytes: [UInt8], to name: SyncFileName) throws(SystemError) {
        let file = try descriptor(of: name, O_WRONLY | O_APPEND)
        try write(bytes, to: file, "\(path)/\(name.text)")
        try sync(file, "\(path)/\(name.text)")
    }

    /// Returns the greatest plausible number in a name of a machine's file, whatever has the name, or 0.
    package func highestNumber(of machine: String) throws(SystemError) -> Int {
        try Directory.names(in: path).compactMap(SyncFileName.init)
            .filter { $0.machine == machine && SyncFileName.plausibleNumbers ~= $0.number }
            .map(\.number).max() ?? 0
    }

    /// Creates a file, or replaces it as a whole. It has a name that no reader accepts until it is on the disk.
    package func create(
        _ name: SyncFileName,
        _ pieces: (_ write: ([UInt8]) throws(SystemError) -> Void) throws(SystemError) -> Void
    ) throws(SystemError) {
        // A run that was killed left its unfinished file.
        for text in try Directory.names(in: path)
        where text.hasPrefix(".\(name.machine)-") && text.hasSuffix(".unfinished") {
            unlink("\(path)/\(text)")
        }
        let random = HexDigits.of(.random(in: .min ... .max))
        let (path, unfinished) = ("\(path)/\(name.text)", "\(path)/.\(name.text).\(random).unfinished")
        let file = try FileDescriptor(
            Glibc.open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600), "open",
            path: unfinished)
        do throws(SystemError) {
            try pieces { bytes throws(SystemError) in try write(bytes, to: file, unfinished) }
            try sync(file, unfinished)
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
    }

    private func sync(_ file: borrowing FileDescriptor, _ path: String) throws(SystemError) {
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
