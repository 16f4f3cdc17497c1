// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeWire
import Synchronization

/// A file that a command writes.
///
/// A regular file is written completely or not at all: the content goes to a temporary file in the same directory,
/// which ``finish()`` moves to its path. Symbolic links are followed. If `finish()` is not called, the temporary file is
/// removed when this object is released, and so it is if a signal ends jokectl. Nothing else is ever removed, even if it
/// has taken the name of the temporary file. Anything else, such as a FIFO or a device, is written in place.
final class OutputFile {
    private let path: String
    private let replaces: Bool
    /// The temporary file, or nil if the file is written in place.
    private let unfinished: Unfinished?
    private let descriptor: Int32

    private struct Unfinished {
        var path: String
        /// The path of the regular file, after symbolic links.
        var target: String
    }

    /// - Parameters:
    ///   - permissions: the permissions of a regular file before the umask is applied (open(2)). If nil, it has those
    ///     of the file that it replaces, or 0666.
    ///   - replaces: whether to replace an existing regular file.
    ///   - isOwn: whether the file is one of jokectl's own, which is never written in place: opening a FIFO would wait.
    init(
        _ path: String, permissions: mode_t? = nil, replacing replaces: Bool, isOwn: Bool = false
    ) throws(CommandError) {
        (self.path, self.replaces) = (path, replaces)
        guard let target = try Self.regularTarget(of: path, replacing: replaces, isOwn: isOwn) else {
            unfinished = nil
            descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
            guard descriptor >= 0 else { throw Self.unwritable(path) }
            return
        }
        let temporary = "\(target).\(HexDigits.of(.random(in: 0...0xFFFF_FFFF), count: 8)).unfinished"
        descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions ?? 0o666)
        // Until every property is set, an error does not call `deinit`.
        guard descriptor >= 0 else { throw Self.unwritable(path) }
        unfinished = Unfinished(path: temporary, target: target)
        Cleanup.begin(temporary, descriptor)
        var old = stat()
        if permissions == nil, stat(target, &old) == 0 { fchmod(descriptor, old.st_mode & 0o777) }
    }

    /// Replaces a file of jokectl's own, whatever is at its path.
    convenience init(own path: String) throws(CommandError) {
        try self.init(path, permissions: 0o600, replacing: true, isOwn: true)
    }

    deinit {
        if let unfinished {
            Cleanup.end()
            Cleanup.remove(unfinished.path, descriptor)
        }
        if descriptor >= 0 { close(descriptor) }
    }

    func append(_ bytes: [UInt8]) throws(CommandError) {
        guard Console.write(bytes, to: descriptor) == nil else { throw Self.unwritable(path) }
    }

    func append(contentsOf source: String) throws(CommandError) {
        let file = open(source, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw .unreadable(source) }
        defer { close(file) }
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(file, &chunk, chunk.count)
            guard count >= 0 else { throw .unreadable(source) }
            if count == 0 { return }
            try append(Array(chunk[..<count]))
        }
    }

    /// Makes the content of a regular file durable, then moves it to its path. Blocks until both are on the disk.
    ///
    /// Without the fsync(2) before the move, the name could be on the disk before the content.
    func finish() throws(CommandError) {
        guard let unfinished else { return }
        guard fsync(descriptor) == 0 else { throw Self.unwritable(path) }
        try takeItsPlace(unfinished)
        let slash = unfinished.target.lastIndex(of: "/")
        let directory = open(
            slash.map { String(unfinished.target[...$0]) } ?? ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Some directories can be written but not opened. Then the name reaches the disk a little later.
        guard directory >= 0 else { return }
        fsync(directory)
        close(directory)
    }

    /// Moves the temporary file to its path in one step: link(2) fails if the path exists, rename(2) replaces it.
    ///
    /// File systems without hard links, such as those of USB sticks, use rename(2) after a check that the path does not
    /// exist.
    private func takeItsPlace(_ unfinished: Unfinished) throws(CommandError) {
        if !replaces, link(unfinished.path, unfinished.target) == 0 { return }
        if !replaces, Self.exists(unfinished.target) { throw Self.inTheWay(path) }
        guard rename(unfinished.path, unfinished.target) == 0 else { throw Self.unwritable(path) }
    }
}

extension OutputFile {
    /// Whether this process ignores the signal.
    static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        guard sigaction(number, nil, &action) == 0 else { return false }
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    /// Returns the path of the regular file that `path` leads to, which need not exist. Returns nil if something is
    /// there that is written in place.
    private static func regularTarget(
        of path: String, replacing replaces: Bool, isOwn: Bool = false
    ) throws(CommandError) -> String? {
        var status = stat()
        let exists = stat(path, &status) == 0
        guard !path.isEmpty, path.last != "/", !exists || status.st_mode & S_IFMT != S_IFDIR else {
            throw CommandError(.usage, localized("'%s' is a directory; name a file in it", path))
        }
        if exists, status.st_mode & S_IFMT != S_IFREG { return isOwn ? linked(path) : nil }
        guard !exists || replaces else { throw inTheWay(path) }
        guard !exists || !isLocked(path) else {
            throw CommandError(.usage, localized("%s is in use by another program; name another file", path))
        }
        return linked(path)
    }

    /// Whether another process holds a lock (fcntl(2)) on a part of the file, as SQLite does on an open database.
    private static func isLocked(_ path: String) -> Bool {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_whence = Int16(SEEK_SET)
        return fcntl(descriptor, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    /// Returns the path that a chain of symbolic links ends at.
    private static func linked(_ path: String) -> String {
        var path = path
        // Linux follows at most 40 links (path_resolution(7)).
        for _ in 0..<40 {
            guard let link = FileFacts.link(at: path) else { break }
            let directory = path.lastIndex(of: "/").map { path[...$0] } ?? ""
            path = link.hasPrefix("/") ? link : directory + link
        }
        return path
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private static func unwritable(_ path: String) -> CommandError {
        CommandError(.disk, localized("%1$s cannot be written: %2$s", path, String(cString: strerror(errno))))
    }

    private static func inTheWay(_ path: String) -> CommandError {
        CommandError(
            .usage, localized("%s already exists; name another file, or replace it with `--force`", path))
    }
}

/// The temporary file that a signal removes before it ends the process.
private enum Cleanup {
    /// The path as a C string, which a signal handler can read.
    nonisolated(unsafe) private static let path = Atomic<UnsafeMutablePointer<CChar>?>(nil)
    private static let descriptor = Atomic<Int32>(-1)

    static func begin(_ file: String, _ number: Int32) {
        descriptor.store(number, ordering: .sequentiallyConsistent)
        free(path.exchange(strdup(file), ordering: .sequentiallyConsistent))
        for number in [SIGHUP, SIGINT, SIGTERM] where !OutputFile.isIgnored(number) {
            signal(number) { number in
                if let path = Cleanup.path.load(ordering: .sequentiallyConsistent) {
                    Cleanup.remove(path, Cleanup.descriptor.load(ordering: .sequentiallyConsistent))
                }
                signal(number, SIG_DFL)
                raise(number)
            }
        }
    }

    /// Removes the file if it is still the open one. A signal handler may call this.
    static func remove(_ path: UnsafePointer<CChar>, _ descriptor: Int32) {
        var (made, found) = (stat(), stat())
        guard fstat(descriptor, &made) == 0, lstat(path, &found) == 0, made.st_dev == found.st_dev,
            made.st_ino == found.st_ino
        else { return }
        unlink(path)
    }

    static func end() { free(path.exchange(nil, ordering: .sequentiallyConsistent)) }
}
