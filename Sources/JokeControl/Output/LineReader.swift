// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeWire

/// Reads a file line by line, and never stores more than the longest line that it returns.
struct LineReader {
    enum Line: Sendable, Hashable {
        /// The line without its newline.
        case text(String)
        /// The line has more than the allowed number of bytes.
        case tooLong
        case notUTF8
    }

    /// The fraction of the file that was returned, from 0 to 1, or nil if the size of the file is not known.
    var share: Double? { size > 0 ? Double(read - (buffer.count - place)) / Double(size) : nil }
    private let path: String
    private let longest: Int
    /// The size of the file in bytes, or 0 if it is not a regular file.
    private let size: Int
    private var read = 0
    /// The most bytes that are read, since a pipe or a device may have no end.
    var most = 1 << 30
    private let descriptor: Int32
    /// The bytes that were read last. Those before ``place`` were returned.
    private var buffer: [UInt8] = []
    private var place = 0
    /// Whether the next bytes are the rest of a line that was too long.
    private var isInLongLine = false

    /// Opens the file. The path `-` is the standard input.
    ///
    /// - Parameter longest: the most bytes of a line.
    init(_ path: String, longest: Int) throws(CommandError) {
        (self.path, self.longest) = (path, longest)
        descriptor = path == "-" ? 0 : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .unreadable(path) }
        var status = stat()
        let isPlain = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        size = isPlain ? Int(status.st_size) : 0
    }

    /// Returns the next line, or nil at the end of the file. The rest of a line that is too long is read by the next
    /// call.
    mutating func next() throws(CommandError) -> Line? {
        var line: [UInt8] = []
        var isComplete = false
        while !isComplete {
            if place == buffer.count {
                guard try readMore() else { break }
            }
            let end = buffer[place...].firstIndex(of: UInt8(ascii: "\n"))
            let part = buffer[place..<(end ?? buffer.count)]
            place = end.map { $0 + 1 } ?? buffer.count
            if isInLongLine {
                isInLongLine = end == nil
                continue
            }
            guard line.count + part.count <= longest else {
                isInLongLine = end == nil
                return .tooLong
            }
            line += part
            isComplete = end != nil
        }
        guard isComplete || !line.isEmpty else { return nil }
        return String(validating: line, as: UTF8.self).map { .text($0) } ?? .notUTF8
    }

    /// Replaces the bytes of the buffer, which were all returned. Returns false at the end of the file.
    private mutating func readMore() throws(CommandError) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                bytes.removeLast(bytes.count - count)
                guard read > 0 || !bytes.areUTF16 else {
                    throw CommandError(
                        .badData,
                        localized("the text is UTF-16; convert it, as with `iconv -f UTF-16 -t UTF-8`"))
                }
                (buffer, place) = (bytes, 0)
                read += count
                guard read > most else { return count > 0 }
                throw CommandError(
                    .badData,
                    localized(
                        "%1$s is longer than %2$s MiB; split it, or convert it to a JSON object in each line",
                        path, "\(most >> 20)"))
            }
            guard errno == EINTR else { throw .unreadable(path) }
        }
    }
}
