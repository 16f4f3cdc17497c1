// SPDX-License-Identifier: MIT
import JokeCore
import JokeEventLoop
import JokeWire

/// Has the archive copied once a day: at the start, and after the first decision of a local day.
///
/// It has no timer: where nothing is decided, there is nothing to be copied.
@LoopActor
final class DailyBackup {
    private let engine: Engine
    private let log: Log
    /// The newest day of which there is a copy, or which had its try.
    private var seenTo: LocalDate?
    private var isAsking = false
    /// Something was decided meanwhile.
    private var isDue = false

    init(_ engine: Engine, log: Log) {
        (self.engine, self.log) = (engine, log)
        engine.onCommit = { [weak self] writes in
            if writes.contains(where: \.isDecision) { self?.begin() }
        }
    }

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
            log.debug("The store was copied to \(backup.path).")
        // There is one of this day, which is soon found out again, or nothing yet that would be copied.
        case .success(nil): break
        case .failure(let error):
            seenTo = date
            log.warning("The store could not be copied: \(error.message)")
        }
        if isDue {
            isDue = false
            begin()
        }
    }
}
