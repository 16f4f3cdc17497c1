// SPDX-License-Identifier: MIT
import Glibc

/// A file that becomes another one's copy: whole and on the disk, or not at all.
struct CopiedFile {
    private let path: String
    /// Beside it, so that both are on one file system and it can take its place at once.
    private let unfinished: String
    private let replaces: Bool

    /// - Parameter replaces: whether a file that is there already may go.
    init(_ path: String, replacing replaces: Bool) throws(Failure) {
        guard !path.isEmpty, path.last != "/", !Self.isFolder(path) else {
            throw Failure(.usage, "'\(path)' is a folder; name a file in it")
        }
        self.path = path
        self.replaces = replaces
        unfinished = "\(path).\(getpid()).unfinished"
        if !replaces, Self.exists(path) { throw Self.inTheWay(path) }
    }

    /// Blocks until the disk has it.
    func fill(from source: String) throws(Failure) {
        do throws(Failure) {
            try copy(source)
            try takeItsPlace()
        } catch {
            unlink(unfinished)
            throw error
        }
    }

    private func copy(_ source: String) throws(Failure) {
        let from = open(source, O_RDONLY | O_CLOEXEC)
        guard from >= 0 else { throw failure("read", source) }
        defer { close(from) }
        // The user's alone, as the original.
        let to = open(unfinished, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard to >= 0 else { throw failure("written", path) }
        defer { close(to) }
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = read(from, &chunk, chunk.count)
            if count == 0 { break }
            guard count > 0 else { throw failure("read", source) }
            var rest = chunk[..<count]
            while !rest.isEmpty {
                let written = rest.withUnsafeBytes { write(to, $0.baseAddress, $0.count) }
                guard written > 0 else { throw failure("written", path) }
                rest = rest.dropFirst(written)
            }
        }
        guard fsync(to) == 0 else { throw failure("written", path) }
    }

    /// link(2) fails where there is something, rename(2) replaces it: both are done at once, or not. The file systems
    /// of sticks have no links; there it is looked a moment before.
    private func takeItsPlace() throws(Failure) {
        if !replaces, link(unfinished, path) == 0 {
            unlink(unfinished)
        } else {
            if !replaces, Self.exists(path) { throw Self.inTheWay(path) }
            guard rename(unfinished, path) == 0 else { throw failure("written", path) }
        }
        let folder = path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Some folders can be written and not opened: then the name is on the disk a little later.
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private func failure(_ what: String, _ path: String) -> Failure {
        Failure(.disk, "\(path) cannot be \(what): \(String(cString: strerror(errno)))")
    }

    private static func inTheWay(_ path: String) -> Failure {
        Failure(.disk, "\(path) is there already; name another file, or replace it with `--force`")
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
