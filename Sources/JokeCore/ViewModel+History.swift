// SPDX-License-Identifier: MIT
import JokeWire

// The joke on the card, and the history: docs/rules.md, rules 12 and 13.
extension ViewModel {
    /// Puts a joke on the card, at the end of the history.
    ///
    /// - Parameter isRevealed: Whether clients show its punch line at once, even if the user wants it to be held back.
    mutating func show(_ record: JokeRecord, revealed isRevealed: Bool = false) {
        put(record, revealed: isRevealed)
        history.append(record.joke.id)
    }

    private mutating func put(_ record: JokeRecord, revealed isRevealed: Bool) {
        reset()
        card = record
        self.isRevealed = isRevealed || !settings.isPunchlineHeld || record.joke.punchline == nil
        translationTrouble = nil
    }

    /// Shows the joke before the one on the card in the history, whatever was decided about it.
    mutating func previous(
        _ token: ReplyToken, _ context: InputContext
    ) throws(InputContext.Interruption) -> ChangeResult.Value {
        guard try move(to: history.earlier, where: { _ in true }, context) else {
            throw .refused(.empty("No earlier joke is in the history."), token)
        }
        return .next(nil)
    }

    /// Shows the next joke after a decision about the one on the card: one that follows in the history and is not disliked,
    /// or else a new one. The archive chooses it before the decision.
    mutating func showNext(
        after decided: JokeRecord, _ context: inout InputContext
    ) throws(InputContext.Interruption) {
        let group = DuplicateGroup.of(decided.joke)
        let isWanted = { (record: JokeRecord) in
            !(record.isDuplicate(of: decided.joke, in: group) ? decided : record).status.isDisliked
        }
        if try !move(to: history.later, where: isWanted, context) { show(try nextRecord(&context)) }
        guard card.isDuplicate(of: decided.joke, in: group) else { return }
        (card.status, card.decidedID) = (decided.status, decided.decidedID)
    }

    /// Moves in the history to the first of these jokes that the archive knows and that `isWanted` accepts. Returns
    /// false if there is none. Neither the card nor a joke of the queue is one of them.
    mutating func move(
        to ids: some Sequence<Joke.ID>, where isWanted: (JokeRecord) -> Bool, _ context: InputContext
    ) throws(InputContext.Interruption) -> Bool {
        let ids = ids.filter { $0 != card.joke.id && !queue.ids.contains($0) }
        guard !ids.isEmpty, var record = try context.records(.jokes(ids)).first(where: isWanted) else {
            return false
        }
        record.joke = settings.translation.admitted(record.joke)
        put(record, revealed: true)
        history.move(to: record.joke.id)
        return true
    }
}
