// SPDX-License-Identifier: MIT
import Glibc

/// The program of this process.
package enum RunningProgram {
    /// Returns its path without symbolic links (proc(5)), or nil if /proc is not mounted or the file was removed.
    package static func path() -> String? {
        guard let path = realpath("/proc/self/exe", nil) else { return nil }
        defer { free(path) }
        return String(cString: path)
    }

    /// Returns the path of a file in the same directory.
    package static func sibling(_ name: String) -> String? {
        path().flatMap { path in path.lastIndex(of: "/").map { path[...$0] + name } }
    }
}
