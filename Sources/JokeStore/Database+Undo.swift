// SPDX-License-Identifier: MIT
import JokeCore

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

    /// Adds a step, and removes the oldest beyond `ViewModel.undoDepth`.
    func pushUndo(_ step: UndoStep) throws(SQLiteError) {
        try run(
            "INSERT INTO undo (kind, before, was_on_card) VALUES (?, ?, ?)", step.kind.rawValue,
            JSONText.statuses(step.before), step.wasOnCard)
        try run("DELETE FROM undo WHERE number <= (SELECT max(number) FROM undo) - ?", ViewModel.undoDepth)
    }
}
