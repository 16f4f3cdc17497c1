// SPDX-License-Identifier: MIT

/// The paths at which the daemon's socket may be (Protocol.md, "Finding the socket").
package enum SocketPath {
    /// The longest path that fits into `sun_path` with its terminating zero, in bytes (unix(7)).
    package static let longest = 107

    /// Returns the paths to try, in order.
    ///
    /// If `$JOKESD_SOCKET` is set, it is the only path. Otherwise the paths are below `$XDG_RUNTIME_DIR`, below
    /// `/run/user/<uid>` and, for systems without a session, below `/tmp`. A relative `XDG_RUNTIME_DIR` is ignored (XDG
    /// Base Directory Specification), and `/run/user/<uid>` if it is not one by `isDirectory`.
    ///
    /// - Parameter variable: Returns the value of an environment variable, or nil if it is not set.
    package static func candidates(
        userID: UInt32, isDirectory: (String) -> Bool = { _ in true }, variable: (String) -> String?
    ) -> [String] {
        if let named = variable("JOKESD_SOCKET"), !named.isEmpty { return [named] }
        var directories: [String] = []
        if let runtime = variable("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
            directories.append(trimmingSlashes(runtime) + "/jokesd")
        }
        let run = "/run/user/\(Int(userID))"
        if directories != [run + "/jokesd"], isDirectory(run) { directories.append(run + "/jokesd") }
        directories.append("/tmp/jokesd-\(Int(userID))")
        return directories.map { "\($0)/socket" }
    }

    /// Whether the directory is one that only jokesd uses, by its name. Others, such as /tmp itself, must stay accessible
    /// to other users.
    package static func isForJokesd(directory: String, userID: UInt32) -> Bool {
        let name = directory.split(separator: "/").last ?? ""
        return name == "jokesd" || name == "jokesd-\(userID)"
    }

    /// Whether a socket can have this path: it is not empty, not too long, and contains no zero byte.
    package static func fits(_ path: String) -> Bool {
        !path.isEmpty && path.utf8.count <= longest && !path.utf8.contains(0)
    }

    private static func trimmingSlashes(_ path: String) -> String {
        var path = path[...]
        while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        return String(path)
    }
}
