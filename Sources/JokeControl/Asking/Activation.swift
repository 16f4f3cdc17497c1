// SPDX-License-Identifier: MIT
import Glibc

/// Whether a connection would have systemd start jokesd: a client that connects to its socket has started it.
///
/// The user manager keeps a link for each unit that runs, `invocation:NAME` in the runtime folder, for the journal. So
/// this needs neither a connection nor a question to the manager.
struct Activation {
    /// The runtime folder of the session.
    private let folder: String

    init?(_ environment: Environment) {
        guard let folder = environment["XDG_RUNTIME_DIR"], folder.hasPrefix("/") else { return nil }
        self.folder = folder
    }

    func wouldStart(at path: String) -> Bool {
        path == "\(folder)/jokesd/socket" && runs("jokesd.socket") && !runs("jokesd.service")
    }

    /// Whether there is a `systemctl --user` that could start something.
    var hasUserManager: Bool {
        var status = stat()
        return lstat("\(folder)/systemd/private", &status) == 0
    }

    private func runs(_ unit: String) -> Bool {
        var status = stat()
        return lstat("\(folder)/systemd/units/invocation:\(unit)", &status) == 0
    }
}
