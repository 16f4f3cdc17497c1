// SPDX-License-Identifier: MIT
import Glibc

/// Reads the lines of a file in batches.
struct LineReader {
    /// Whether all lines were returned.
    private(set) var isOver = false
    /// The fraction of the file that was returned, from 0 to 1, or nil if the size of the file is not known.
    var share: Double? { size > 0 ? Double(read - pending.count) / Double(size) : nil }
    private let path: String
    /// The size of the file in bytes, or 0 if it is not a regular file.
    private let size: Int
    private var read = 0
    private let descriptor: Int32
    private var pending: [UInt8] = []
    private var hasEnded = false

    /// Opens the file. The path `-` is the standard input.
    init(_ path: String) throws(CommandError) {
        self.path = path
        descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        var status = stat()
        let isPlain = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        size = isPlain ? Int(status.st_size) : 0
    }

    /// Returns the next lines, of about `size` bytes in all. A longer line is returned alone.
    mutating func next(upTo size: Int) throws(CommandError) -> [String] {
        while !hasEnded, pending.count <= size || !pending.contains(UInt8(ascii: "\n")) { try readMore() }
        var lines: [String] = []
        var start = 0
        while let end = pending[start...].firstIndex(of: UInt8(ascii: "\n")), lines.isEmpty || end <= size {
            lines.append(String(decoding: pending[start..<end], as: UTF8.self))
            start = end + 1
        }
        pending.removeFirst(start)
        if hasEnded, !pending.contains(UInt8(ascii: "\n")) {
            if !pending.isEmpty { lines.append(String(decoding: pending, as: UTF8.self)) }
            pending = []
            isOver = true
        }
        return lines
    }

    private mutating func readMore() throws(CommandError) {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        if count > 0 {
            pending += buffer[..<count]
            read += count
        } else if count == 0 {
            hasEnded = true
        } else if errno != EINTR {
            throw Self.failure(path)
        }
    }

    private static func failure(_ path: String) -> CommandError {
        CommandError(.badData, "\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
}
