// SPDX-License-Identifier: MIT
import JokeCore
import JokeEventLoop
import JokeWire

/// Makes a backup of the archive once a day: at the start of the daemon, or after the first decision of a local day.
///
/// There is no timer, because without a decision there is nothing to back up.
@LoopActor
final class DailyBackup {
    private let engine: Engine
    private let log: Log
    /// The last local day for which a backup was made or failed, or nil for none.
    private var seenTo: LocalDate?
    private var isAsking = false
    /// Whether a decision was committed while a backup was in progress.
    private var isDue = false

    init(_ engine: Engine, log: Log) {
        (self.engine, self.log) = (engine, log)
        engine.onCommit = { [weak self] writes in
            if writes.contains(where: \.isDecision) { self?.begin() }
        }
    }

    /// Starts a backup unless today has one. If one is in progress, starts the next one after it.
    func begin() {
        let date = engine.now.date
        guard date != seenTo else { return }
        guard !isAsking else { return isDue = true }
        isAsking = true
        engine.backUp(.daily) { [weak self] in self?.took($0, on: date) }
    }

    private func took(_ result: Result<Backup?, WireError>, on date: LocalDate) {
        isAsking = false
        switch result {
        case .success(let backup?):
            seenTo = date
            log.debug("Backup written to \(backup.path).")
        // The archive made no backup, because it has one of this day or no new decision. It decides that quickly, so
        // the next decision asks it again.
        case .success(nil): break
        case .failure(let error):
            seenTo = date
            log.warning("Backup failed: \(error.message)")
        }
        if isDue {
            isDue = false
            begin()
        }
    }
}
