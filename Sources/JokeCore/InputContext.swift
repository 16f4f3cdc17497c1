// SPDX-License-Identifier: MIT
import JokeWire

/// The handling of one input: the facts that came with it, and the effects so far.
package struct InputContext {
    /// The reason why handling stopped. The view model then undoes everything that it did.
    enum Interruption: Error {
        /// The archive has to be asked first.
        case unanswered(ArchiveQuery)
        /// The request is refused.
        case refused(ChangeError, ReplyToken)
    }

    let at: Timestamp
    private let facts: [ArchiveQuery: ArchiveResult]
    /// The writes that a comparison of the states does not find (`ViewModel.writes(since:)`), such as decisions.
    var writes: [Write] = []
    /// The jokes that requests got without the card, and those that waiting requests got, in this order. Of several that
    /// come on the card, only the last one stays there.
    var handedOut: [Joke] = []
    var effects: [Effect] = []
    /// The log entries that this input made. They are stored if the archive can be written.
    var entries: [LogEntry] = []
    /// Log events that wait for `ViewModel.publish`, which numbers them after the change of the state that they
    /// explain.
    var events: [LogEntry.Event] = []
    /// Whether anything changed, including what the published state does not contain.
    var hasChanged = false

    /// Whether the archive has stored the steps that can be undone.
    var hasStoredUndo = false

    init(_ input: Input) {
        at = input.at
        facts = input.facts
    }

    /// Returns the records that answer a query. Stops handling with `.unanswered` if they are not among the facts yet.
    func records(_ query: ArchiveQuery) throws(Interruption) -> [JokeRecord] {
        guard case .records(let records) = facts[query] else { throw .unanswered(query) }
        return records
    }

    /// Returns the records that answer a query for the fallback, and whether they are those of a round and begin one.
    func fallback(
        _ query: ArchiveQuery
    ) throws(Interruption) -> (records: [JokeRecord], isRound: Bool, isNew: Bool) {
        guard case .round(let records, let isNew) = facts[query] else {
            return (try records(query), false, false)
        }
        return (records, true, isNew)
    }

    func matches(_ query: ArchiveQuery) throws(Interruption) -> [[Joke.ID]] {
        guard case .matches(let matches) = facts[query] else { throw .unanswered(query) }
        return matches
    }

    /// Returns an empty list if the archive could not be read, since a missing translation must not fail the input.
    func translations(_ query: ArchiveQuery) throws(Interruption) -> [[StoredTranslation]] {
        guard let fact = facts[query] else { throw .unanswered(query) }
        if case .translations(let kept) = fact { return kept }
        return []
    }

    /// Returns the result of all merges of the import so far, or nil if its lines were lost.
    func merged(
        _ staged: StagedImport
    ) throws(Interruption) -> MergeResult? {
        guard let fact = facts[.merge(staged)] else { throw .unanswered(.merge(staged)) }
        guard case .merged(let result) = fact else { return nil }
        return result
    }

    /// Returns the marks that are later than the stored ones, and the position of the last showing.
    func laterSeen(_ marks: [Seen.Mark]) throws(Interruption) -> (marks: [Seen.Mark], position: Int) {
        guard case .seen(let later, let position, _) = facts[.laterSeen(marks)] else {
            throw .unanswered(.laterSeen(marks))
        }
        return (later, position)
    }

    mutating func setStatus(_ id: Joke.ID, _ status: JokeStatus) {
        writes.append(.setStatus(id, status, at: at.wall))
        hasChanged = true
    }
}
