// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// The table `undo`, newest step last.
extension Database {
    /// Returns the newest steps, back to the first one that cannot be read. Older steps are left out, because they must
    /// not be undone before it.
    func undoSteps() throws(SQLiteError) -> [UndoStep] {
        var steps: [UndoStep] = []
        try scan("SELECT kind, before, was_on_card, taste FROM undo ORDER BY number DESC", []) { row in
            guard let kind = UndoStep.Kind(rawValue: row.text(0)),
                let before = JSONText.statuses(row.text(1))
            else { return false }
            let taste = row.optionalText(3).map(JSONText.tallies)
            steps.append(
                UndoStep(kind: kind, before: before, wasOnCard: row.integer(2) != 0, taste: taste))
            return true
        }
        return steps.reversed()
    }

    /// Removes the jokes with these texts from the steps, because an undo would revert something newer than the step. A
    /// step stays, even without jokes: otherwise the next undo would revert an older one. Returns whether there was such
    /// a joke.
    func forgetUndo(about texts: Set<Int64>) throws(SQLiteError) -> Bool {
        guard !texts.isEmpty else { return false }
        let steps = try rows("SELECT number, before FROM undo") {
            (number: $0.integer(0), before: JSONText.statuses($0.text(1)) ?? [])
        }
        let ids = JSONText.list(steps.flatMap { $0.before.map(\.id.rawValue) })
        let changed = try rows(
            "SELECT id, text_class FROM jokes WHERE id IN (SELECT value FROM json_each(?))", ids
        ) { (id: Joke.ID(rawValue: $0.text(0)), text: $0.integer(1)) }
        let gone = Set(changed.filter { texts.contains($0.text) }.map(\.id))
        var isChanged = false
        for step in steps {
            let rest = step.before.filter { !gone.contains($0.id) }
            guard rest.count < step.before.count else { continue }
            isChanged = true
            try run("UPDATE undo SET before = ? WHERE number = ?", JSONText.statuses(rest), step.number)
        }
        return isChanged
    }

    /// Adds a step, and removes the oldest beyond `ViewModel.undoDepth`.
    func pushUndo(_ step: UndoStep) throws(SQLiteError) {
        try run(
            "INSERT INTO undo (kind, before, was_on_card, taste) VALUES (?, ?, ?, ?)", step.kind.rawValue,
            JSONText.statuses(step.before), step.wasOnCard, step.taste.map(JSONText.tallies))
        try run(
            """
            DELETE FROM undo WHERE number <= (SELECT number FROM undo ORDER BY number DESC LIMIT 1 OFFSET ?)
            """, ViewModel.undoDepth)
    }
}
