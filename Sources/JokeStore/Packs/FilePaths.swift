// SPDX-License-Identifier: MIT
import Glibc

/// Functions for paths of files and directories.
enum FilePaths {
    /// Whether there is a directory at `path`.
    static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.isDirectory
    }

    /// Returns the path without slashes at its end.
    static func normalized(_ path: String) -> String {
        var path = path
        while path.hasSuffix("/"), path != "/" { path.removeLast() }
        return path
    }

    /// Returns the path with all symbolic links resolved, so that a link cannot hide the name of a directory. Returns
    /// `path` itself if it cannot be resolved.
    static func real(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Whether a component of the path is `off`, the name of directories of offensive fortunes.
    static func isOffensive(_ path: String) -> Bool { path.split(separator: "/").contains("off") }
}

/// The identity of a file: equal for all links to it.
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
