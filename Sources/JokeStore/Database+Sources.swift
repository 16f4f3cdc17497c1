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
            var source = PersistedSource(name: row.text(0))
            source.isEnabled = row.optionalInteger(1).map { $0 != 0 }
            source.day = row.optionalText(2).map(LocalDate.init(rawValue:))
            source.requests = row.number(3)
            source.askedAt = row.time(4)
            source.backoffUntil = row.time(5)
            source.retryAfter = row.time(6)
            source.failures = row.number(7)
            source.repeats = row.number(8)
            source.isExhausted = row.integer(9) != 0
            return source
        }
    }

    /// Inserts or replaces the state of a source.
    func upsertSource(_ source: PersistedSource) throws(SQLiteError) {
        try run(
            "INSERT OR REPLACE INTO sources VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            source.name, source.isEnabled, source.day?.rawValue, source.requests,
            source.askedAt?.milliseconds, source.backoffUntil?.milliseconds, source.retryAfter?.milliseconds,
            source.failures, source.repeats, source.isExhausted)
    }
}
