// SPDX-License-Identifier: MIT
import EventLoop
import JokeCore
import JokeWire

/// Has the archive copied once a day: at the start, and after the first decision of a local day.
///
/// It has no timer: where nothing is decided, there is nothing to be copied.
@LoopActor
final class DailyBackup {
    private let engine: Engine
    private let log: Log
    private var seenTo: LocalDate?

    init(_ engine: Engine, log: Log) {
        (self.engine, self.log) = (engine, log)
        engine.onCommit = { [weak self] writes in
            if writes.contains(where: \.isDecision) { self?.begin() }
        }
    }

    func begin() {
        let date = engine.now.date
        guard date != seenTo else { return }
        seenTo = date
        engine.backUp(.daily) { [log] result in
            switch result {
            case .success(let backup?): log.debug("The store was copied to \(backup.path).")
            case .success(nil): break
            case .failure(let error): log.warning("The store could not be copied: \(error.message)")
            }
        }
    }
}
