// SPDX-License-Identifier: MIT
import Glibc

/// Questions about places in the file system.
enum FilePaths {
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.isDirectory
    }

    /// Without `/` at its end.
    static func normalized(_ path: String) -> String {
        var path = path
        while path.hasSuffix("/"), path != "/" { path.removeLast() }
        return path
    }

    /// With all links followed, so that a link cannot hide what a directory is called.
    static func real(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Whether one of the directories on the way is called `off`.
    static func isOffensive(_ path: String) -> Bool { path.split(separator: "/").contains("off") }
}

/// The same for every link to a file.
struct FileIdentity: Hashable {
    private let device: UInt
    private let inode: UInt

    init?(of path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
    }
}
