// SPDX-License-Identifier: MIT
import JokeCore
import JokeEventLoop
import JokeWire

// Recovery replaces a damaged archive while the daemon runs. Changes in progress fail. Reads are answered from the last
// committed state. New changes wait until the replacement is loaded.
extension Engine {
    /// The stages of a recovery.
    enum Recovery {
        case none
        /// A recovery is due. It begins when no commit, query or effect is in progress.
        case due(ArchiveError)
        case underWay
        /// The recovery has ended. The first failure after this uptime starts another one.
        case ended(again: Duration)
    }

    /// The shortest time between two recoveries.
    private static var mendingPause: Duration { .seconds(60) }

    /// Starts a recovery if the failure is damage.
    func damaged(_ failure: ArchiveError) {
        note(failure)
        advance()
    }

    /// Whether changes wait for a recovery.
    var isMending: Bool {
        switch activeRecovery {
        case .due, .underWay: true
        case .none, .ended: false
        }
    }

    /// Requests a recovery if the failure is damage and no recovery is in progress. Within a minute after the last
    /// one, whether it succeeded or not, there is no other: each of them leaves a copy of the database.
    func note(_ failure: ArchiveError) {
        guard failure.kind == .corrupt else { return }
        switch activeRecovery {
        case .none: activeRecovery = .due(failure)
        case .ended(let again): if now.uptime >= again { activeRecovery = .due(failure) }
        case .due, .underWay: break
        }
    }

    /// Begins the recovery that is due, unless a commit, a query or an effect is in progress.
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
        activeRecovery = .ended(again: now.uptime + Self.mendingPause)
        switch result {
        case .success(let kept):
            if let restoration = kept.recovery { warn(restoration.message) }
            resume(from: kept)
        case .failure(let failure):
            warn(failure.message)
            submit(.archiveFailed(failure))
        }
        advance()
    }
}
