// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// The fingerprints of seen jokes.
extension Database {
    /// Marks the fingerprints as the ones seen last, at a time.
    func markSeen(_ hashes: [UInt64], at time: WallTime) throws(SQLiteError) {
        let last = try lastSeenPosition()
        let first = max(last + 1, Int(time.milliseconds))
        for (place, hash) in hashes.enumerated() {
            try run(
                "INSERT OR REPLACE INTO seen (hash, position) VALUES (?, ?)", Int64(bitPattern: hash),
                min(first + place, Seen.lastPosition))
        }
        try run("UPDATE session SET seen_position = ?", min(first + hashes.count - 1, Seen.lastPosition))
    }

    /// Adds the marks of other machines. The next position on this machine is greater than all of them.
    func markSeen(_ marks: [Seen.Mark]) throws(SQLiteError) {
        var last = try lastSeenPosition()
        for mark in marks {
            try run(
                """
                INSERT INTO seen (hash, position) VALUES (?, ?)
                ON CONFLICT (hash) DO UPDATE SET position = max(position, excluded.position)
                """, Int64(bitPattern: mark.hash), mark.position)
            last = max(last, mark.position)
        }
        try run("UPDATE session SET seen_position = ?", last)
    }

    private func lastSeenPosition() throws(SQLiteError) -> Int {
        try first("SELECT seen_position FROM session") { $0.number(0) } ?? 0
    }

    /// Deletes the fingerprints that were seen longest ago, so that about `limit` are left.
    func pruneSeen(limit: Int) throws(SQLiteError) {
        let count = try first("SELECT count(*) FROM seen") { Int($0.integer(0)) } ?? 0
        guard count > limit else { return }
        try run(
            """
            DELETE FROM seen
            WHERE position < (SELECT position FROM seen ORDER BY position DESC LIMIT 1 OFFSET ?)
            """, limit - 1)
    }

    /// Returns the answer to `ArchiveQuery.laterSeen`.
    func laterSeen(_ marks: [Seen.Mark], limit: Int) throws(SQLiteError) -> ArchiveResult {
        try transaction(.deferred) { () throws(SQLiteError) in
            let oldest =
                try first("SELECT count(*), min(position) FROM seen") {
                    $0.integer(0) < limit ? -1 : Int($0.integer(1))
                } ?? -1
            var later: [UInt64: Int] = [:]
            for mark in marks where mark.position > oldest {
                let known = try lastSeen([mark.hash]) ?? -1
                if mark.position > max(Int(known), later[mark.hash] ?? -1) {
                    later[mark.hash] = mark.position
                }
            }
            return .seen(
                later.sorted { $0.key < $1.key }.map { Seen.Mark($0.key, at: $0.value) },
                position: try lastSeenPosition())
        }
    }

    /// Returns the answer to `ArchiveQuery.seen`.
    func seen(after position: Int, following hash: UInt64?) throws(SQLiteError) -> ArchiveResult {
        try transaction(.deferred) { () throws(SQLiteError) in
            let last = try lastSeenPosition()
            var marks = try rows(
                """
                SELECT hash, position FROM seen WHERE hash \(hash == nil ? ">=" : ">") ? AND position > ?
                ORDER BY hash LIMIT ?
                """, hash.map(Int64.init(bitPattern:)) ?? .min, position, Self.marksTogether + 1
            ) { Seen.Mark(UInt64(bitPattern: $0.integer(0)), at: $0.number(1)) }
            let hasMore = marks.count > Self.marksTogether
            if hasMore { marks.removeLast() }
            return .seen(marks, position: last, next: hasMore ? marks.last?.hash : nil)
        }
    }

    /// The most marks of an answer. A reply needs about 50 bytes for each.
    private static let marksTogether = 5_000

    /// Returns the position at which the joke, by its id or its text, was last seen, or nil if it was not. Later
    /// showings have greater positions.
    func lastSeen(_ joke: Joke) throws(SQLiteError) -> Int64? { try lastSeen(Seen.fingerprints(of: joke)) }

    /// Returns the position at which one of the fingerprints was last seen, or nil.
    func lastSeen(_ fingerprints: [UInt64]) throws(SQLiteError) -> Int64? {
        var latest: Int64?
        for hash in fingerprints {
            let position = try first(
                "SELECT position FROM seen WHERE hash = ?", Int64(bitPattern: hash)
            ) { $0.integer(0) }
            latest = position.map { max($0, latest ?? $0) } ?? latest
        }
        return latest
    }
}

// The taste. A row of another machine's share has a kind that ends in `@` and the id of the machine. Earlier versions
// ignore such kinds. Its `decisions` are the likes, `count` the likes and dislikes, and `used_at` is the time of the
// share.
extension Database {
    /// Returns the tallies of the taste, at most as many as are stored. Arms of an unknown kind are left out.
    func taste() throws(SQLiteError) -> [Taste.Arm: Taste.Tally] {
        let rows = try rows(
            """
            SELECT kind, name, decisions, count, used_at FROM taste WHERE kind NOT LIKE '%@%'
            ORDER BY used_at DESC LIMIT ?
            """, Taste.capacity
        ) { row in
            Taste.Arm.Kind(rawValue: row.text(0)).map { kind in
                (
                    Taste.Arm(kind, row.text(1)),
                    Taste.Tally(
                        decisions: UInt64(bitPattern: row.integer(2)), count: row.number(3),
                        usedAt: row.number(4))
                )
            }
        }
        return Dictionary(rows.compactMap { $0 }) { first, _ in first }
    }

    func tasteEpoch() throws(SQLiteError) -> Int {
        try first("SELECT taste_epoch FROM session") { min($0.number(0), Limits.numbers.upperBound) } ?? 0
    }

    /// Returns what other machines have learned. Numbers that are out of range are clamped.
    func tasteShares() throws(SQLiteError) -> [Taste.Share] {
        var shares: [String: (time: Int, arms: [Taste.Arm: Taste.Evidence])] = [:]
        try scan("SELECT kind, name, decisions, count, used_at FROM taste WHERE kind LIKE '%@%'", []) { row in
            let parts = row.text(0).split(separator: "@", omittingEmptySubsequences: false)
            let machine = String(parts[1])
            let time = min(row.number(4), Seen.lastPosition)
            var share = shares[machine] ?? (time, [:])
            if let kind = Taste.Arm.Kind(rawValue: String(parts[0])) {
                let count = min(row.number(3), Taste.window)
                let likes = min(row.number(2), count)
                share.arms[Taste.Arm(kind, row.text(1))] = Taste.Evidence(
                    likes: likes, dislikes: count - likes)
            }
            shares[machine] = share
            return true
        }
        return shares.map { Taste.Share(machine: $0.key, time: $0.value.time, arms: $0.value.arms) }
    }

    /// Replaces what another machine has learned, or forgets it. A share without arms has one row of no kind, which
    /// keeps its time.
    func setTasteShare(_ share: Taste.Share?, of machine: String) throws(SQLiteError) {
        try run("DELETE FROM taste WHERE kind LIKE '%@' || ?", machine)
        guard let share else { return }
        let sql = "INSERT INTO taste (kind, name, decisions, count, used_at) VALUES (?, ?, ?, ?, ?)"
        if share.arms.isEmpty { try run(sql, "@\(machine)", "", 0, 0, share.time) }
        for (arm, evidence) in share.arms {
            try run(
                sql, "\(arm.kind.rawValue)@\(machine)", arm.name, evidence.likes,
                evidence.likes + evidence.dislikes, share.time)
        }
    }
}
