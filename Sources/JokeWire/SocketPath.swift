// SPDX-License-Identifier: MIT

/// Where the daemon's socket may be (Protocol.md, "Finding the socket").
package enum SocketPath {
    /// The longest path that fits `sun_path` with its closing zero, in bytes (unix(7)).
    package static let longest = 107

    /// The places to look, in order: `$JOKESD_SOCKET` alone where it is set, since whoever names a socket means that
    /// one; else the runtime directory of the session, the one that the user would have, and, without a session,
    /// `/tmp`. A relative `XDG_RUNTIME_DIR` is ignored (XDG Base Directory Specification).
    ///
    /// - Parameter variable: looks a variable of the environment up.
    package static func candidates(userID: UInt32, variable: (String) -> String?) -> [String] {
        if let named = variable("JOKESD_SOCKET"), !named.isEmpty { return [named] }
        var directories: [String] = []
        if let runtime = variable("XDG_RUNTIME_DIR"), runtime.hasPrefix("/") {
            directories.append(trimmingSlashes(runtime) + "/jokesd")
        }
        let userID = String(Int(userID))
        let usual = "/run/user/\(userID)/jokesd"
        if !directories.contains(usual) { directories.append(usual) }
        directories.append("/tmp/jokesd-\(userID)")
        return directories.map { "\($0)/socket" }
    }

    /// Whether a socket can have this path at all.
    package static func fits(_ path: String) -> Bool {
        !path.isEmpty && path.utf8.count <= longest && !path.utf8.contains(0)
    }

    private static func trimmingSlashes(_ path: String) -> String {
        var path = path[...]
        while path.utf8.last == UInt8(ascii: "/") { path.removeLast() }
        return String(path)
    }
}
