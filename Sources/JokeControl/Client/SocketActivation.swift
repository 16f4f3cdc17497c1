// SPDX-License-Identifier: MIT
import Glibc

/// Tells whether systemd would start jokesd for a connection. A client has to know before it connects, which starts it.
struct SocketActivation {
    /// The runtime directory of the session.
    private let directory: String

    init?(_ environment: Environment) {
        guard let directory = environment["XDG_RUNTIME_DIR"], directory.hasPrefix("/") else { return nil }
        self.directory = directory
    }

    /// Whether there is a `systemctl --user` that could start something.
    var hasUserManager: Bool { isThere("\(directory)/systemd/private") }

    /// Who listens there is systemd, where neither the service runs nor a jokesd that listens by itself.
    func wouldStart(at path: String) -> Bool {
        path == "\(directory)/jokesd/socket" && hasUserManager && isThere(path) && !serviceRuns
            && !isLocked("\(path).lock")
    }

    /// The user manager keeps a link for each service that runs, for the journal.
    private var serviceRuns: Bool { isThere("\(directory)/systemd/units/invocation:jokesd.service") }

    private func isThere(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// Whether somebody has an flock(2) on the file, as proc(5) lists them: one of ours, however short, could be in the way
    /// of a jokesd that starts. `1: FLOCK  ADVISORY  WRITE 4242 00:1f:12345 0 EOF`
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
