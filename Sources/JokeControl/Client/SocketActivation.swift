// SPDX-License-Identifier: MIT
import Glibc
import JokeClient

/// Determines whether systemd would start jokesd for a connection. A client checks this before it connects, because
/// connecting starts jokesd.
struct SocketActivation {
    /// The runtime directory of the session.
    private let directory: String

    init?(_ environment: Environment) {
        guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else { return nil }
        self.directory = directory
    }

    /// Returns whether a connection to `path` would start jokesd: systemd listens there, and neither the service nor
    /// another jokesd runs.
    func wouldStart(at path: String) -> Bool {
        path == "\(directory)/jokesd/socket"
            && ConnectError.Surroundings.hasUserManager(runtimeDirectory: directory) && isThere(path)
            && !serviceRuns
            && !isLocked("\(path).lock")
    }

    /// Whether the service runs. The user manager keeps a link for each running service, for the journal.
    private var serviceRuns: Bool { isThere("\(directory)/systemd/units/invocation:jokesd.service") }

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
