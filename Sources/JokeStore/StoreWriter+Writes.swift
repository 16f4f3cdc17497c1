// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// One function for each kind of write.
extension StoreWriter {
    func apply(_ write: Write) throws(SQLiteError) {
        switch write {
        case .upsertJoke(let joke):
            upsertsUntilPruning -= 1
            try database.upsertJoke(joke, try libraryIndex())
        case .replaceJoke(let joke):
            try database.replaceJoke(joke, try libraryIndex())
        case .setStatus(let id, let status, let time):
            try database.setStatus(id, status, at: time, try libraryIndex())
        case .takenBack(let ids):
            try database.run(Taste.Lesson.takenBackSQL, JSONText.list(ids.map(\.rawValue)))
        case .emptyTrash(let time): try database.emptyTrash(deletedBefore: time, limits)
        case .card(let id): try database.run("UPDATE session SET card_id = ?", id?.rawValue)
        case .history(let history):
            try database.run(
                "UPDATE session SET history = ?, history_position = ?",
                JSONText.list(history.ids.map(\.rawValue)), history.position)
        case .queue(let ids):
            try database.run("UPDATE session SET queue = ?", JSONText.list(ids.map(\.rawValue)))
        case .seen(let hashes, let time):
            try database.markSeen(hashes, at: time)
            try pruneSeen(after: hashes.count)
        case .seenElsewhere(let marks):
            try database.markSeen(marks)
            try pruneSeen(after: marks.count)
        case .daily(let date, let id):
            try database.run(
                "UPDATE session SET daily_date = ?, daily_id = ?", date.rawValue, id.rawValue)
            try database.run(
                "INSERT OR REPLACE INTO days (date, joke_id) VALUES (?, ?)", date.rawValue, id.rawValue)
            try database.run(
                "DELETE FROM days WHERE number <= (SELECT max(number) FROM days) - ?", limits.days)
        case .pushUndo(let step): try database.pushUndo(step)
        case .popUndo: try database.run("DELETE FROM undo WHERE number = (SELECT max(number) FROM undo)")
        case .showTranslation(let isOn): try database.run("UPDATE session SET show_translation = ?", isOn)
        case .reserveSequence(let number):
            try database.run("UPDATE session SET reserved_sequence = ?", number)
        case .taste(let change): try updateTaste(change)
        case .tasteEpoch(let epoch): try database.run("UPDATE session SET taste_epoch = ?", epoch)
        case .tasteShare(let machine, let share): try database.setTasteShare(share, of: machine)
        case .log(let entry): try log(entry)
        case .source(let source): try database.upsertSource(source)
        case .feed(let feed): try database.upsertFeed(feed)
        case .feedPage(let feed, let page, let ids): try database.setPage(page, of: feed, ids)
        case .forgetFeed(let feed): try database.deleteFeed(feed)
        case .translation(let translation):
            try database.insertTranslation(translation, limit: limits.translations)
        }
    }

    private func updateTaste(_ change: Taste.Change) throws(SQLiteError) {
        let arm = (kind: change.arm.kind.rawValue, name: change.arm.name)
        guard let tally = change.tally else {
            try database.run("DELETE FROM taste WHERE kind = ? AND name = ?", arm.kind, arm.name)
            return
        }
        try database.run(
            "INSERT OR REPLACE INTO taste (kind, name, decisions, count, used_at) VALUES (?, ?, ?, ?, ?)",
            arm.kind, arm.name, Int64(bitPattern: tally.decisions), tally.count, tally.usedAt)
    }

    /// Deletes the oldest fingerprints beyond the limit, now and then: `seen` has no index of the positions.
    private func pruneSeen(after count: Int) throws(SQLiteError) {
        marksUntilPruning -= count
        guard marksUntilPruning <= 0 else { return }
        marksUntilPruning = max(limits.seen / 16, 1)
        try database.pruneSeen(limit: limits.seen)
    }

    private func log(_ entry: StoredLogEntry) throws(SQLiteError) {
        try database.run("INSERT INTO log (sequence, members) VALUES (?, ?)", entry.sequence, entry.members)
        entriesUntilPruning -= 1
        guard entriesUntilPruning < 0 else { return }
        entriesUntilPruning = limits.logPruningInterval
        try database.run(
            "DELETE FROM log WHERE sequence <= (SELECT sequence FROM log ORDER BY sequence DESC LIMIT 1 OFFSET ?)",
            Limits.logEvents + 1)
    }

    /// Deletes the oldest jokes that never had a decision and that nothing refers to.
    ///
    /// The newest are kept, because a notification of yesterday may still refer to them. Pruning costs more than a
    /// write, so it runs only after `StoreLimits.pruningInterval` upserted jokes.
    func prune() throws(SQLiteError) {
        upsertsUntilPruning = limits.pruningInterval
        try database.run(
            """
            DELETE FROM arrivals
            WHERE NOT EXISTS (SELECT 1 FROM jokes WHERE number = arrivals.number AND \(Database.isUndecided))
            """)
        let newestToGo = try database.first(
            """
            SELECT number FROM arrivals JOIN jokes USING (number)
            WHERE changed_at IS NULL AND id NOT IN (\(Database.idsInTables)) ORDER BY number DESC LIMIT 1 OFFSET ?
            """, limits.unreferenced
        ) { $0.integer(0) }
        guard let newestToGo else { return }
        try database.run(
            """
            DELETE FROM jokes
            WHERE number IN (SELECT number FROM arrivals WHERE number <= ?) AND changed_at IS NULL
                AND id NOT IN (\(Database.idsInTables)) AND id NOT IN (SELECT value FROM json_each(?))
            """, newestToGo, JSONText.list(try SessionRow(in: database).ids.map(\.rawValue)))
    }
}
