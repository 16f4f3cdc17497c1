// SPDX-License-Identifier: MIT
import JokeCore
import JokeEventLoop
import JokeWire

// A damaged archive is replaced while the daemon goes on: what is read is answered from what was committed last, and
// changes wait until they can be made upon what is there then. What was under way is refused, and did not happen.
extension Engine {
    /// What is done about a damaged archive.
    enum Recovery {
        case none
        /// Once nothing is under way.
        case due(ArchiveError)
        case underWay
        /// It could not be mended; it is tried again by the next failure after that time.
        case failed(again: Duration)
    }

    /// How soon it is worth trying again.
    private static var mendingPause: Duration { .seconds(60) }

    /// Somebody looked at the archive, and found it damaged.
    func damaged(_ failure: ArchiveError) {
        note(failure)
        advance()
    }

    /// Whether changes wait.
    var isMending: Bool {
        switch activeRecovery {
        case .due, .underWay: true
        case .none, .failed: false
        }
    }

    func note(_ failure: ArchiveError) {
        guard failure.kind == .corrupt else { return }
        switch activeRecovery {
        case .none: activeRecovery = .due(failure)
        case .failed(let again): if now.uptime >= again { activeRecovery = .due(failure) }
        case .due, .underWay: break
        }
    }

    func recoverIfNeeded() {
        guard case .due(let failure) = activeRecovery, isQuiescent else { return }
        activeRecovery = .underWay
        warn(failure.message)
        discardUncommitted(failure)
        archive.restore(because: failure) { [loop, weak self] result in
            loop.post { self?.recovered(result) }
        }
    }

    private func recovered(_ result: Result<PersistedState, ArchiveError>) {
        switch result {
        case .success(let kept):
            activeRecovery = .none
            if let restoration = kept.recovery { warn(restoration.message) }
            resume(from: kept)
        case .failure(let failure):
            activeRecovery = .failed(again: now.uptime + Self.mendingPause)
            warn(failure.message)
            submit(.archiveFailed(failure))
        }
        advance()
    }
}
