// SPDX-License-Identifier: MIT
import Glibc

/// Writes a file completely or not at all.
///
/// The content is written to a temporary file in the same directory, and so on the same file system. ``finish()`` moves
/// it to its path. If `finish()` is not called, the temporary file is removed when this object is released.
final class AtomicFileWriter {
    private let path: String
    private let unfinished: String
    private let replaces: Bool
    private let descriptor: Int32
    private var isFinished = false

    /// - Parameters:
    ///   - permissions: the file's permissions before the umask is applied (open(2)).
    ///   - replaces: whether to replace an existing file.
    init(_ path: String, permissions: mode_t = 0o666, replacing replaces: Bool = true) throws(CommandError) {
        guard !path.isEmpty, path.last != "/", !Self.isDirectory(path) else {
            throw CommandError(.usage, "'\(path)' is a directory; name a file in it")
        }
        if !replaces, Self.exists(path) { throw Self.inTheWay(path) }
        self.path = path
        self.replaces = replaces
        unfinished = "\(path).\(getpid()).unfinished"
        descriptor = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions)
        guard descriptor >= 0 else { throw Self.failure("written", path) }
    }

    deinit {
        guard descriptor >= 0 else { return }
        close(descriptor)
        if !isFinished { unlink(unfinished) }
    }

    func append(_ bytes: [UInt8]) throws(CommandError) {
        guard Console.write(bytes, to: descriptor) == nil else { throw Self.failure("written", path) }
    }

    func append(contentsOf source: String) throws(CommandError) {
        let file = open(source, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Self.failure("read", source) }
        defer { close(file) }
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(file, &chunk, chunk.count)
            guard count >= 0 else { throw Self.failure("read", source) }
            if count == 0 { return }
            try append(Array(chunk[..<count]))
        }
    }

    /// Makes the content durable, then moves it to its path. Blocks until both are on the disk.
    ///
    /// Without the fsync(2) before the move, the name could be on the disk before the content.
    func finish() throws(CommandError) {
        guard fsync(descriptor) == 0 else { throw Self.failure("written", path) }
        try takeItsPlace()
        isFinished = true
        let directoryPath = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let directory = open(directoryPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Some directories can be written but not opened. Then the name reaches the disk a little later.
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }

    /// Moves the temporary file to its path in one step: link(2) fails if the path exists, rename(2) replaces it.
    ///
    /// File systems without hard links, such as those of USB sticks, use rename(2) after a check that the path does not
    /// exist.
    private func takeItsPlace() throws(CommandError) {
        if !replaces, link(unfinished, path) == 0 {
            unlink(unfinished)
            return
        }
        if !replaces, Self.exists(path) { throw Self.inTheWay(path) }
        guard rename(unfinished, path) == 0 else { throw Self.failure("written", path) }
    }

    private static func failure(_ what: String, _ path: String) -> CommandError {
        CommandError(.disk, "\(path) cannot be \(what): \(String(cString: strerror(errno)))")
    }

    private static func inTheWay(_ path: String) -> CommandError {
        CommandError(.disk, "\(path) already exists; name another file, or replace it with `--force`")
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
