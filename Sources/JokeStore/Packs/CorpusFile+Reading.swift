// SPDX-License-Identifier: MIT
import Glibc
package import JokeCore
package import JokeLinux
package import JokeWire

extension BoundedFile {
    /// The most bytes that a pack or a fortune file may have: 16 MiB.
    private static let largestCorpusFile = 16 << 20

    /// Reads a file of jokes. Throws an error with the kind `.storage` if it cannot be read or is too large.
    package init(corpusFile path: String) throws(SourceError) {
        do throws(ReadError) { try self.init(reading: path, limit: Self.largestCorpusFile) } catch {
            guard case .tooLarge = error else { throw SourceError(error) }
            throw SourceError(.storage, "\(error.message); split it into several files")
        }
    }
}

extension CorpusFile {
    /// Describes the regular file at `path`, as stat(2) does. Symbolic links are followed.
    package init(at path: String) throws(BoundedFile.ReadError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .failed(path: path, errno: errno) }
        guard status.isRegular else { throw .notAFile(path: path) }
        // The time only identifies a version of the file. In nanoseconds, years after 2262 wrap around.
        self.init(
            path: path, size: Int64(status.st_size),
            modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
            inode: UInt64(status.st_ino))
    }
}

extension SourceError {
    /// Creates the error for a file that could not be read, with a message for the user.
    init(_ error: BoundedFile.ReadError) { self.init(.storage, error.message) }
}

extension stat {
    var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
    var isDirectory: Bool { st_mode & S_IFMT == S_IFDIR }
}
