// SPDX-License-Identifier: MIT
import CSQLite
import Synchronization

/// Ends long work on a database early, from another thread.
final class Cancellation: Sendable {
    private let isAsked = Atomic(false)

    /// Whether the work is to end.
    var isOn: Bool {
        get { isAsked.load(ordering: .relaxed) }
        set { isAsked.store(newValue, ordering: .relaxed) }
    }
}

extension Database {
    /// From now on a statement fails with `SQLITE_INTERRUPT` once the cancellation, which must outlive the connection,
    /// is on. Looked at every few thousand steps of SQLite's machine, which take less than a millisecond.
    func interrupt(on cancellation: Cancellation) {
        sqlite3_progress_handler(
            connection, 10_000,
            { context in
                guard let context else { return 0 }
                return Unmanaged<Cancellation>.fromOpaque(context).takeUnretainedValue().isOn ? 1 : 0
            }, Unmanaged.passUnretained(cancellation).toOpaque())
    }
}
