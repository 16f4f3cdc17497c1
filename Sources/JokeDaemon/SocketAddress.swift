// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeWire

/// The path of the socket that the daemon creates without socket activation.
package enum SocketAddress {
    /// Returns the path that the command line names, otherwise the first of
    /// ``SocketPath/candidates(userID:isDirectory:variable:)``. jokectl tries all of them, so it finds the socket.
    package static func choose(
        named: String?, environment: Environment, isDirectory: (String) -> Bool = Self.isDirectory
    ) -> String {
        named
            ?? SocketPath.candidates(userID: environment.userID, isDirectory: isDirectory) {
                environment.variables[$0]
            }[0]
    }

    /// Returns the directory of a path, as dirname(3) does.
    package static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// Throws if the path is in `$XDG_RUNTIME_DIR`, and this directory is another user's. With a directory of root in it,
    /// the jokesd of that user could not start.
    package static func checkOwner(of path: String, _ environment: Environment) throws(SocketError) {
        guard let runtime = environment.runtimeDirectory, path == "\(runtime)/jokesd/socket" else { return }
        var status = stat()
        guard stat(runtime, &status) == 0, status.st_uid != geteuid() else { return }
        throw .unsafe(.foreignOwner(path: runtime, uid: status.st_uid))
    }

    static func exists(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    package static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
