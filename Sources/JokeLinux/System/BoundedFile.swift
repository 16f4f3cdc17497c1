// SPDX-License-Identifier: MIT
import Glibc

/// The contents of a regular file of limited size.
package struct BoundedFile: Sendable {
    /// Why a file is not read.
    package enum ReadError: Error, Sendable, Hashable {
        /// A system call failed with this `errno`.
        case failed(path: String, errno: Int32)
        /// Not a regular file but, for example, a directory, a pipe or a device.
        case notAFile(path: String)
        case tooLarge(path: String, limit: Int)

        /// The message for the user, such as `/etc/shadow: Permission denied`.
        package var message: String {
            switch self {
            case .failed(let path, let errno):
                "\(path): \(SystemError(code: errno, operation: "read").reason)"
            case .notAFile(let path): "\(path): not a regular file"
            case .tooLarge(let path, let limit): "\(path): larger than \(limit >> 10) KiB"
            }
        }
    }

    /// The bytes that were read.
    package let bytes: [UInt8]
    /// Whether the user of this process owns the file and no other user has any permission for it.
    package let isPrivate: Bool

    /// Reads a whole file of at most `limit` bytes.
    package init(reading path: String, limit: Int) throws(ReadError) {
        let isWhole: Bool
        (self, isWhole) = try Self.head(of: path, limit: limit)
        guard isWhole else { throw .tooLarge(path: path, limit: limit) }
    }

    private init(_ bytes: [UInt8], isPrivate: Bool) {
        self.bytes = bytes
        self.isPrivate = isPrivate
    }

    /// Reads the first `limit` bytes of a file. `isWhole` says whether that is the whole file.
    ///
    /// The size from fstat(2) is only a hint: the file may grow meanwhile, and files of proc(5) have the size 0.
    package static func head(
        of path: String, limit: Int
    ) throws(ReadError) -> (file: BoundedFile, isWhole: Bool) {
        // O_NONBLOCK: opening a named pipe must not wait for a writer.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .failed(path: path, errno: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .failed(path: path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        var bytes: [UInt8] = []
        // One byte more than expected shows whether the file is longer.
        var wanted = min(Int(status.st_size), limit) + 1
        while bytes.count <= limit {
            guard let chunk = read(descriptor, wanted) else { throw .failed(path: path, errno: errno) }
            if chunk.isEmpty { break }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            wanted = min(1 << 16, limit + 1 - bytes.count)
        }
        let isPrivate = status.st_uid == geteuid() && status.st_mode & 0o077 == 0
        let isWhole = bytes.count <= limit
        return (BoundedFile(isWhole ? bytes : Array(bytes.prefix(limit)), isPrivate: isPrivate), isWhole)
    }

    /// Returns the next bytes, at most `count`. Returns nil if reading fails, and an empty array at the end of the
    /// file.
    private static func read(_ descriptor: Int32, _ count: Int) -> [UInt8]? {
        while true {
            var got = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
                got = Glibc.read(descriptor, buffer.baseAddress, count)
                initialized = max(got, 0)
            }
            if got >= 0 { return chunk }
            guard errno == EINTR else { return nil }
        }
    }
}
