// SPDX-License-Identifier: MIT
import JokeCore
package import JokeLinux
import JokeWire

/// Makes backups of the archive, which replace each other on the same local day: at the start of the daemon or after
/// the first decision of the day, after 25 more decisions, and before the idle exit.
///
/// There is no timer, because without a decision there is nothing to back up.
@LoopActor
package final class AutomaticBackup {
    /// The number of decisions after which another backup is made.
    private static let decisions = 25
    /// The shortest time between two backups, apart from the one before the idle exit.
    private static let pause: Duration = .seconds(600)

    private let engine: Engine
    private let log: Log
    /// The last local day for which a backup was made or failed, or nil for none.
    private var seenTo: LocalDate?
    /// The number of decisions that were committed since a backup was last begun.
    private var newDecisions = 0
    /// Whether there may be decisions that the newest backup does not have.
    private var isOutdated = false
    /// The uptime before which only the idle exit makes a backup.
    private var pauseEnds: Duration = .zero
    private var isAsking = false
    /// Whether a decision was committed while a backup was in progress.
    private var isDue = false

    package init(_ engine: Engine, log: Log) {
        (self.engine, self.log) = (engine, log)
        engine.onCommit = { [weak self] in self?.committed($0) }
    }

    private func committed(_ writes: [Write]) {
        for write in writes {
            switch write {
            case .setStatus: newDecisions += 1
            // An import has no other write.
            case .log: isOutdated = true
            default: break
            }
        }
        guard writes.contains(where: \.isDecision) else { return }
        isOutdated = true
        begin()
    }

    /// Starts a backup unless today has one that is new enough. If one is in progress, starts the next one after it.
    package func begin() {
        let now = engine.now
        if newDecisions >= Self.decisions, now.uptime >= pauseEnds {
            ask(.again)
        } else if now.date != seenTo {
            ask(.daily)
        }
    }

    /// Whether the newest backup has all decisions. If not, starts a backup, and returns true after it has ended, even
    /// if it failed.
    package func isUpToDate() -> Bool {
        if isOutdated { ask(.again) }
        return !isOutdated && !isAsking
    }

    private func ask(_ trigger: BackupTrigger) {
        guard !isAsking else { return isDue = true }
        isAsking = true
        let (date, before) = (engine.now.date, (newDecisions, isOutdated))
        (newDecisions, isOutdated) = (0, false)
        engine.backUp(trigger) { [weak self] result in
            guard let self else { return }
            isAsking = false
            if trigger == .daily, case .success(nil) = result {
                // The archive has a backup of this day, or no new decision. It decides that quickly, so the next
                // decision asks it again.
                (newDecisions, isOutdated) = (newDecisions + before.0, isOutdated || before.1)
            } else {
                ended(result, on: date)
            }
            if isDue {
                isDue = false
                begin()
            }
        }
    }

    private func ended(_ result: Result<Backup?, WireError>, on date: LocalDate) {
        switch result {
        case .success(let backup): if let backup { log.debug("Backup written to \(backup.path).") }
        case .failure(let error): log.warning("Backup failed: \(error.message)")
        }
        seenTo = date
        pauseEnds = engine.now.uptime + Self.pause
    }
}
