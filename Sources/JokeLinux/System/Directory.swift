// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// Reads directories.
package enum Directory {
    /// Returns the names in the directory at `path` without `.` and `..`, sorted by their bytes, so that the order is the
    /// same in every locale.
    package static func names(in path: String) throws(SystemError) -> [String] {
        guard let stream = opendir(path) else { throw .last("opendir", path: path) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Creates the missing parent directories of `path`. A failure shows when the file itself is created.
    package static func makeParents(of path: String, mode: UInt32 = 0o700) {
        for end in path.indices.dropFirst() where path[end] == "/" { mkdir(String(path[..<end]), mode) }
    }

    /// Returns whether the file system of the directory at `path` is a tmpfs (`TMPFS_MAGIC` of
    /// statfs(2)).
    package static func isOnTmpfs(_ path: String) -> Bool {
        var facts = statfs()
        return statfs(path, &facts) == 0 && facts.f_type == 0x0102_1994
    }
}
