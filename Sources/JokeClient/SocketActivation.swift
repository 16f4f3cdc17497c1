// SPDX-License-Identifier: MIT
import Glibc

/// Determines whether systemd would start jokesd for a connection. A client checks this before it connects, because
/// connecting starts jokesd.
package struct SocketActivation: Sendable {
    /// The path at which systemd listens.
    let path: String
    /// The directory in which the user manager keeps a link for each running service, for the journal.
    let units: String
    private let directory: String

    /// - Parameter runtimeDirectory: `$XDG_RUNTIME_DIR`, or nil if it is not set.
    package init?(runtimeDirectory: String?) {
        guard let directory = runtimeDirectory, directory.hasPrefix("/") else { return nil }
        self.directory = directory
        (path, units) = ("\(directory)/jokesd/socket", "\(directory)/systemd/units")
    }

    /// Returns whether a connection to `path` would start jokesd: systemd listens there, and neither the service nor
    /// another jokesd runs.
    package func wouldStart(at path: String) -> Bool {
        path == self.path
            && ConnectError.Surroundings.hasUserManager(runtimeDirectory: directory) && isThere(path)
            && invocation == nil
            && !isLocked("\(path).lock")
    }

    /// The id of this run of the service, or nil if it does not run.
    var invocation: String? {
        var id = [UInt8](repeating: 0, count: 64)
        let count = readlink("\(units)/invocation:jokesd.service", &id, id.count)
        return count < 0 ? nil : String(decoding: id[..<count], as: UTF8.self)
    }

    private func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Whether a process holds an flock(2) on the file, according to proc(5). A trial lock of our own, however short,
    /// could block a jokesd that starts.
    ///
    /// A line of /proc/locks: `1: FLOCK  ADVISORY  WRITE 4242 00:1f:12345 0 EOF`
    private func isLocked(_ path: String) -> Bool {
        var status = stat()
        guard lstat(path, &status) == 0 else { return false }
        let descriptor = open("/proc/locks", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while case let count = read(descriptor, &chunk, chunk.count), count > 0 { text += chunk[..<count] }
        let inode = Array(":\(status.st_ino)".utf8)
        return text.split(separator: UInt8(ascii: "\n")).contains { line in
            let words = line.split(separator: UInt8(ascii: " "))
            return words.contains { $0.elementsEqual("FLOCK".utf8) }
                && words.contains { $0.suffix(inode.count).elementsEqual(inode) }
        }
    }
}
