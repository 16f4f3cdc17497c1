// SPDX-License-Identifier: MIT
import Glibc

/// What there is at a path.
struct FileFacts {
    let path: String
    private let status: stat

    /// nil where there is nothing.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        (self.path, self.status) = (path, status)
    }

    private var type: mode_t { status.st_mode & S_IFMT }
    var isSocket: Bool { type == S_IFSOCK }
    var isFolder: Bool { type == S_IFDIR }
    /// Whether others than its owner may do anything with it.
    var isOpenToOthers: Bool { status.st_mode & 0o077 != 0 && type != S_IFLNK }
    var isOurs: Bool { status.st_uid == geteuid() }
    /// `755`.
    var mode: String { String(status.st_mode & 0o7777, radix: 8) }
    /// In seconds.
    var age: Int { time(nil) - status.st_mtim.tv_sec }

    /// The names in a folder, sorted; none where it cannot be read.
    static func names(in folder: String) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }
}
