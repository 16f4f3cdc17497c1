// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

extension Schema {
    /// A layout with the keys of the jokes that have the names of their sources in their ids. Most libraries have no such
    /// joke.
    ///
    /// `jokes.key_id` is `JokeKey.id` if that is not the id of the joke here, otherwise null. With the index, an export is
    /// in the same order on every machine.
    ///
    /// jokesd 0.2 took times of the year 9999 from imports and sync. What is more than a day ahead loses its time.
    static let keys = Step(
        11,
        """
        ALTER TABLE jokes ADD COLUMN key_id TEXT;
        CREATE INDEX jokes_named ON jokes (key_id, source) WHERE key_id IS NOT NULL;
        """
    ) { database throws(SQLiteError) in
        let named = try database.rows("SELECT number, id, source FROM jokes WHERE instr(id, ':') > 0") {
            (number: $0.integer(0), id: Joke.ID(rawValue: $0.text(1)), source: $0.text(2))
        }
        for joke in named {
            guard let id = JokeKey(joke.id, of: joke.source).id(unlike: joke.id) else { continue }
            try database.run("UPDATE jokes SET key_id = ?2 WHERE number = ?1", joke.number, id)
        }
        try database.resetPostdated()
    }
}

extension Database {
    /// Decisions that are more than a day ahead get the time of 1970, as if they were read now, and so does what other
    /// machines have learned. Showings are of now, because all that followed them have such times, too.
    fileprivate func resetPostdated() throws(SQLiteError) {
        // The last day with a joke may be later than the clock of a machine that has just started.
        let now = try first(
            """
            SELECT 1000 * max(CAST(strftime('%s', 'now') AS INTEGER),
                ifnull((SELECT CAST(strftime('%s', daily_date) AS INTEGER) FROM session), 0))
            """
        ) { WallTime(clamping: $0.integer(0)) }
        guard let now else { return }
        let (time, latest) = (now.milliseconds, now.latestElsewhere.milliseconds)
        try run("UPDATE jokes SET changed_at = 0 WHERE changed_at > ?", latest)
        for column in ["saved_at", "deleted_at", "buried_at"] {
            try run("UPDATE jokes SET \(column) = ?1 WHERE \(column) > ?2", time, latest)
        }
        try run("UPDATE seen SET position = ?1 WHERE position > ?2", time, latest)
        try run("UPDATE session SET seen_position = (SELECT ifnull(max(position), 0) FROM seen)")
        try run("UPDATE taste SET used_at = 0 WHERE kind LIKE '%@%' AND used_at > ?", latest)
    }
}

extension JokeKey {
    /// The value of `key_id` for a joke with the id `local`.
    func id(unlike local: Joke.ID) -> String? { id == local ? nil : id.rawValue }
}
