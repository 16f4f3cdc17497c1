// SPDX-License-Identifier: MIT
import Glibc
import JokeWire

/// The paths where a client searches for jokesd's socket, and the users that it accepts there.
package struct SocketLocations: Sendable, Hashable {
    /// The paths, in the order in which they are tried.
    package var paths: [String]
    /// Whether the user named the socket. If so, any user may listen there.
    package let isNamed: Bool

    package init(paths: [String], isNamed: Bool) {
        self.paths = paths
        self.isNamed = isNamed
    }

    /// - Parameters:
    ///   - option: the path that the command line names, or nil.
    ///   - userID: the client's user.
    ///   - variable: returns a variable of the environment.
    package init(option: String?, userID: UInt32, variable: (String) -> String?) {
        let named = option ?? variable("JOKESD_SOCKET").flatMap { $0.isEmpty ? nil : $0 }
        paths =
            named.map { [$0] }
            ?? SocketPath.candidates(
                userID: userID, isDirectory: { access($0, F_OK) == 0 }, variable: variable)
        isNamed = named != nil
    }

    /// Whether the client accepts a socket that the user `peer` listens on. Any user can create a socket in /tmp.
    package func accepts(peer: UInt32, userID: UInt32) -> Bool { isNamed || peer == userID || peer == 0 }

    /// Calls `connect` with each path until it succeeds. If no process listens at any path, throws the error of the
    /// first one.
    package func first(_ connect: (String) throws(ConnectError) -> Void) throws(ConnectError) {
        for path in paths {
            do throws(ConnectError) {
                return try connect(path)
            } catch .unreachable {
                continue
            }
        }
        throw .unreachable(path: paths.first ?? "")
    }
}
