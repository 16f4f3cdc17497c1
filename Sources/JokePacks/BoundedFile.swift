// SPDX-License-Identifier: MIT
import Glibc
package import JokeCore

/// A regular file, read whole or not at all, with what tells whether it has changed since.
package struct BoundedFile: Sendable {
    /// The most bytes that a pack or a fortune file may have: 16 MiB.
    package static let largest = 16 << 20

    /// Why a file is not read.
    package enum Refusal: Error, Sendable, Hashable {
        /// A system call failed with this `errno`.
        case failed(path: String, errno: Int32)
        /// A folder, a pipe, a device.
        case notAFile(path: String)
        case tooLarge(path: String, limit: Int)

        /// For people: `/etc/shadow: Permission denied`.
        package var message: String {
            switch self {
            case .failed(let path, let errno): "\(path): \(String(cString: strerror(errno)))"
            case .notAFile(let path): "\(path): not a regular file"
            case .tooLarge(let path, let limit): "\(path): larger than \(limit) bytes"
            }
        }
    }

    package let bytes: [UInt8]

    /// Reads at most `limit` bytes, also of a file that grows meanwhile.
    package init(reading path: String, limit: Int = largest) throws(Refusal) {
        let (bytes, isWhole) = try BoundedFile.head(of: path, limit: limit)
        guard isWhole else { throw .tooLarge(path: path, limit: limit) }
        self.bytes = bytes
    }

    /// The first `limit` bytes of a file, and whether that is all of it.
    package static func head(
        of path: String, limit: Int
    ) throws(Refusal) -> (bytes: [UInt8], isWhole: Bool) {
        // O_NONBLOCK: a named pipe in a folder of jokes must not hang the reader in open(2).
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .failed(path: path, errno: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .failed(path: path, errno: errno) }
        guard status.isRegular else { throw .notAFile(path: path) }
        let expected = min(Int(status.st_size), limit)
        var failure: Int32 = 0
        // One byte more than expected shows whether there is more.
        let bytes = [UInt8](unsafeUninitializedCapacity: expected + 1) { buffer, count in
            while count < buffer.count {
                let got = read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
                if got < 0, errno == EINTR { continue }
                if got < 0 { failure = errno }
                if got <= 0 { return }
                count += got
            }
        }
        guard failure == 0 else { throw .failed(path: path, errno: failure) }
        return (Array(bytes.prefix(expected)), bytes.count <= expected)
    }
}

extension CorpusFile {
    /// What stat(2) says of the regular file at `path`, links followed.
    package init(at path: String) throws(BoundedFile.Refusal) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .failed(path: path, errno: errno) }
        guard status.isRegular else { throw .notAFile(path: path) }
        self.init(
            path: path, size: Int64(status.st_size),
            modified: Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec),
            inode: UInt64(status.st_ino))
    }
}

extension FetchFailure {
    /// A file that could not be read, worded for people.
    init(_ refusal: BoundedFile.Refusal) { self.init(.storage, refusal.message) }
}

extension stat {
    var isRegular: Bool { st_mode & S_IFMT == S_IFREG }
    var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
}
