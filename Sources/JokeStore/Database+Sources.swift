// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// The table `sources`.
extension Database {
    /// Returns the state of all sources, by name.
    func sources() throws(SQLiteError) -> [PersistedSource] {
        try rows(
            """
            SELECT name, enabled, day, requests, asked_at, rests_until, barred_until, failures, repeats, exhausted
            FROM sources ORDER BY name
            """
        ) { row in
            var memory = PersistedSource(name: row.text(0))
            memory.isEnabled = row.optionalInteger(1).map { $0 != 0 }
            memory.day = row.optionalText(2).map(LocalDate.init(rawValue:))
            memory.requests = Int(row.integer(3))
            memory.askedAt = row.optionalInteger(4).map(WallTime.init(milliseconds:))
            memory.backoffUntil = row.optionalInteger(5).map(WallTime.init(milliseconds:))
            memory.retryAfter = row.optionalInteger(6).map(WallTime.init(milliseconds:))
            memory.failures = Int(row.integer(7))
            memory.repeats = Int(row.integer(8))
            memory.isExhausted = row.integer(9) != 0
            return memory
        }
    }

    /// Inserts or replaces the state of a source.
    func remember(_ memory: PersistedSource) throws(SQLiteError) {
        try run(
            "INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            memory.name, memory.isEnabled, memory.day?.rawValue, memory.requests,
            memory.askedAt?.milliseconds, memory.backoffUntil?.milliseconds, memory.retryAfter?.milliseconds,
            memory.failures, memory.repeats, memory.isExhausted)
    }
}
