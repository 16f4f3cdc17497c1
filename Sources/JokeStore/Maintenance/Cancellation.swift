// SPDX-License-Identifier: MIT
import CSQLite
import Synchronization

/// A flag that one thread sets to interrupt a backup or a check on another thread.
final class Cancellation: Sendable {
    private let isAsked = Atomic(false)

    /// Whether the work should stop.
    var isOn: Bool {
        get { isAsked.load(ordering: .relaxed) }
        set { isAsked.store(newValue, ordering: .relaxed) }
    }
}

extension Database {
    /// Makes each statement of this connection fail with `SQLITE_INTERRUPT` while `cancellation` is on. The
    /// cancellation must outlive the connection.
    ///
    /// SQLite reads the flag every 10,000 instructions of its virtual machine, which take less than a millisecond.
    func interrupt(on cancellation: Cancellation) {
        sqlite3_progress_handler(
            connection, 10_000,
            { context in
                guard let context else { return 0 }
                return Unmanaged<Cancellation>.fromOpaque(context).takeUnretainedValue().isOn ? 1 : 0
            }, Unmanaged.passUnretained(cancellation).toOpaque())
    }
}
