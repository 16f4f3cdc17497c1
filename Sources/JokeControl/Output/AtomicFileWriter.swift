// SPDX-License-Identifier: MIT
import Glibc

/// A file that is written beside the one of its name, so that both are on one file system, and takes its place when it is
/// complete and on the disk. Unless it is finished, it goes with this.
final class AtomicFileWriter {
    private let path: String
    private let unfinished: String
    private let replaces: Bool
    private let descriptor: Int32
    private var isFinished = false

    /// - Parameters:
    ///   - permissions: as of open(2), less what the umask takes.
    ///   - replaces: whether a file that is there already may go.
    init(_ path: String, permissions: mode_t = 0o666, replacing replaces: Bool = true) throws(CommandError) {
        guard !path.isEmpty, path.last != "/", !Self.isDirectory(path) else {
            throw CommandError(.usage, "'\(path)' is a folder; name a file in it")
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

    /// fsync(2) before it gets its name: else the name may be on the disk before the content is. Blocks until the disk
    /// has both.
    func finish() throws(CommandError) {
        guard fsync(descriptor) == 0 else { throw Self.failure("written", path) }
        try takeItsPlace()
        isFinished = true
        let directoryPath = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
        let directory = open(directoryPath, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Some directories can be written and not opened: then the name is on the disk a little later.
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }

    /// link(2) fails where there is something, rename(2) replaces it: both are done at once, or not. The file systems
    /// of sticks have no links; there it is looked a moment before.
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
        CommandError(.disk, "\(path) is there already; name another file, or replace it with `--force`")
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
