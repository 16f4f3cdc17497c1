// SPDX-License-Identifier: MIT
import Glibc
import JokeWire

/// Where the daemon listens when nobody hands it a socket.
package enum SocketAddress {
    /// The path that the command line names, else the first of ``SocketPath/candidates(userID:variable:)`` that
    /// can be made: a runtime directory of the session is believed, `/run/user/<uid>` must be there. Whatever comes out
    /// is one of those where jokectl looks.
    package static func choose(
        named: String?, environment: Environment, isDirectory: (String) -> Bool = Self.isDirectory
    ) -> String {
        if let named { return named }
        let candidates = SocketPath.candidates(userID: environment.userID) { environment.variables[$0] }
        let isBelieved = environment["JOKESD_SOCKET"] != nil || environment.runtimeDirectory != nil
        // `/run/user/7` of `/run/user/7/jokesd/socket`.
        let first = candidates.first { isBelieved || isDirectory(directory(of: directory(of: $0))) }
        return first ?? candidates[candidates.count - 1]
    }

    /// The directory of a path, as dirname(3) has it.
    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    package static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
