// SPDX-License-Identifier: MIT
import JokeCore
import JokeEventLoop
import JokeWire

// A damaged archive is replaced while the daemon goes on: what is read is answered from what was committed last, and
// changes wait until they can be made upon what is there then. What was under way is refused, and did not happen.
extension Engine {
    /// What is done about a damaged archive.
    enum Mending {
        case none
        /// Once nothing is under way.
        case due(ArchiveFailure)
        case underWay
        /// It could not be mended; it is tried again by the next failure after that time.
        case failed(again: Duration)
    }

    /// How soon it is worth trying again.
    private static var mendingPause: Duration { .seconds(60) }

    /// Somebody looked at the archive, and found it damaged.
    func damaged(_ failure: ArchiveFailure) {
        note(failure)
        advance()
    }

    /// Whether changes wait.
    var isMending: Bool {
        switch mending {
        case .due, .underWay: true
        case .none, .failed: false
        }
    }

    func note(_ failure: ArchiveFailure) {
        guard failure.kind == .corrupt else { return }
        switch mending {
        case .none: mending = .due(failure)
        case .failed(let again): if now.uptime >= again { mending = .due(failure) }
        case .due, .underWay: break
        }
    }

    func mendIfDue() {
        guard case .due(let failure) = mending, isAtRest else { return }
        mending = .underWay
        warn(failure.message)
        takeBack(failure)
        archive.restore(because: failure) { [loop, weak self] result in
            loop.post { self?.mended(result) }
        }
    }

    private func mended(_ result: Result<PersistedState, ArchiveFailure>) {
        switch result {
        case .success(let kept):
            mending = .none
            if let restoration = kept.recovery { warn(restoration.message) }
            resume(from: kept)
        case .failure(let failure):
            mending = .failed(again: now.uptime + Self.mendingPause)
            warn(failure.message)
            feed(.archiveFailed(failure))
        }
        advance()
    }
}
