// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// The table `undo`, newest step last.
extension Database {
    /// Returns the newest steps, back to the first one that cannot be read. Older steps are left out, because they must
    /// not be undone before it.
    func undoSteps() throws(SQLiteError) -> [UndoStep] {
        var steps: [UndoStep] = []
        try scan("SELECT kind, before, was_on_card FROM undo ORDER BY number DESC", []) { row in
            guard let kind = UndoStep.Kind(rawValue: row.text(0)),
                let before = JSONText.statuses(row.text(1))
            else { return false }
            steps.append(UndoStep(kind: kind, before: before, wasOnCard: row.integer(2) != 0))
            return true
        }
        return steps.reversed()
    }

    /// Removes jokes from the steps, because an undo would revert something newer than the step. A step stays, even
    /// without jokes: otherwise the next undo would revert an older one. Returns whether there was such a joke.
    func forgetUndo(of ids: Set<Joke.ID>) throws(SQLiteError) -> Bool {
        guard !ids.isEmpty else { return false }
        let steps = try rows("SELECT number, before FROM undo") {
            (number: $0.integer(0), before: JSONText.statuses($0.text(1)) ?? [])
        }
        var isChanged = false
        for step in steps {
            let rest = step.before.filter { !ids.contains($0.id) }
            guard rest.count < step.before.count else { continue }
            isChanged = true
            try run("UPDATE undo SET before = ? WHERE number = ?", JSONText.statuses(rest), step.number)
        }
        return isChanged
    }

    /// Adds a step, and removes the oldest beyond `ViewModel.undoDepth`.
    func pushUndo(_ step: UndoStep) throws(SQLiteError) {
        try run(
            "INSERT INTO undo (kind, before, was_on_card) VALUES (?, ?, ?)", step.kind.rawValue,
            JSONText.statuses(step.before), step.wasOnCard)
        try run(
            """
            DELETE FROM undo WHERE number <= (SELECT number FROM undo ORDER BY number DESC LIMIT 1 OFFSET ?)
            """, ViewModel.undoDepth)
    }
}
