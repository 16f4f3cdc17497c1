// SPDX-License-Identifier: MIT
import JokeCore
import JokeLinux
import JokeWire

// Recovery replaces a damaged archive while the daemon runs. Changes in progress fail, except for requests for a joke.
// These and new changes wait until the replacement is loaded. Reads are answered from the last committed state.
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
    ///
    /// - Returns: The failure, with the reason if it is damage and there is no recovery.
    @discardableResult
    func note(_ failure: ArchiveError) -> ArchiveError {
        guard failure.kind == .corrupt else { return failure }
        switch activeRecovery {
        case .none: activeRecovery = .due(failure)
        case .ended(let again):
            guard now.uptime >= again else {
                return ArchiveError(
                    .corrupt,
                    "\(failure.message) The last recovery was less than a minute ago; try again in a minute.")
            }
            activeRecovery = .due(failure)
        case .due, .underWay: break
        }
        return failure
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

    /// Makes a backup after a recovery: the newest one may lack decisions that were recovered.
    func backUpRecovered() { backUp(.again) { _ in } }

    private func recovered(_ result: Result<PersistedState, ArchiveError>) {
        activeRecovery = .ended(again: now.uptime + Self.mendingPause)
        switch result {
        case .success(let kept):
            for message in [kept.recovery?.message, kept.notice].compactMap({ $0 }) { warn(message) }
            resume(from: kept)
            backUpRecovered()
        case .failure(let failure):
            warn(failure.message)
            submit(.archiveFailed(failure))
        }
        advance()
    }
}
