// SPDX-License-Identifier: MIT
import Glibc

/// Reads the lines of a file, some at a time.
struct LineReader {
    /// Whether all lines were given out.
    private(set) var isOver = false
    /// How much of a file was given out, of 1; nil where that cannot be known.
    var share: Double? { size > 0 ? Double(read - pending.count) / Double(size) : nil }
    private let path: String
    /// 0 where it is no plain file.
    private let size: Int
    private var read = 0
    private let descriptor: Int32
    private var pending: [UInt8] = []
    private var hasEnded = false

    /// `-` is the standard input.
    init(_ path: String) throws(CommandError) {
        self.path = path
        descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path) }
        var status = stat()
        let isPlain = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        size = isPlain ? Int(status.st_size) : 0
    }

    /// The next lines, of about so many bytes in all; one that is longer comes alone.
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
