// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// The row of the table `session`, with the undo history.
struct SessionRow {
    var epoch = ""
    var reservedSequence = 0
    var cardID: Joke.ID?
    var queue: [Joke.ID] = []
    var dailyDate: LocalDate?
    var dailyID: Joke.ID?
    var undo: [UndoStep] = []
    var history = History()
    var showTranslation = false

    init(in database: Database) throws(SQLiteError) {
        let session = try database.first(
            """
            SELECT epoch, reserved_sequence, card_id, queue, daily_date, daily_id, show_translation, history,
                history_position
            FROM session
            """, read: SessionRow.init(row:))
        if let session { self = session }
        undo = try database.undoSteps()
    }

    private init(row: Statement) {
        epoch = row.text(0)
        reservedSequence = row.number(1)
        cardID = row.optionalText(2).map(Joke.ID.init(rawValue:))
        queue = JSONText.strings(row.text(3)).map(Joke.ID.init(rawValue:))
        dailyDate = row.optionalText(4).map(LocalDate.init(rawValue:))
        dailyID = row.optionalText(5).map(Joke.ID.init(rawValue:))
        showTranslation = row.integer(6) != 0
        history = History(
            JSONText.strings(row.text(7)).map(Joke.ID.init(rawValue:)),
            position: row.optionalInteger(8).map { Int(clamping: $0) })
    }

    /// The ids of the jokes with which a start begins. An id may be there more than once.
    var loadedIDs: [Joke.ID] { [cardID, dailyID].compactMap { $0 } + queue }

    /// The ids of all jokes that the session refers to. An id may be there more than once.
    var ids: [Joke.ID] { loadedIDs + undo.flatMap { $0.before.map(\.id) } + history.ids }
}
