// SPDX-License-Identifier: MIT
import JokeWire

/// One input being handled: what it came with, and what comes of it.
package struct InputContext {
    /// Why handling stopped with nothing done.
    enum Interruption: Error {
        case unanswered(ArchiveQuery)
        case refused(ChangeError, ReplyToken)
    }

    let at: Timestamp
    private let facts: [ArchiveQuery: ArchiveResult]
    /// Decisions and the like; what can be found by comparing states is not among them.
    var writes: [Write] = []
    var effects: [Effect] = []
    /// What was logged; kept where it can be.
    var entries: [LogEntry] = []
    /// To be logged once the state that they brought about is told.
    var events: [LogEntry.Event] = []
    /// Whether anything changed, published or not.
    var hasChanged = false

    init(_ input: Input) {
        at = input.at
        facts = input.facts
    }

    func records(_ question: ArchiveQuery) throws(Interruption) -> [JokeRecord] {
        guard case .records(let records) = facts[question] else { throw .unanswered(question) }
        return records
    }

    func matches(_ question: ArchiveQuery) throws(Interruption) -> [[Joke.ID]] {
        guard case .matches(let matches) = facts[question] else { throw .unanswered(question) }
        return matches
    }

    /// Nothing where the archive could not be read: a translation is not worth a failure.
    func translations(_ question: ArchiveQuery) throws(Interruption) -> [[StoredTranslation]] {
        guard let fact = facts[question] else { throw .unanswered(question) }
        if case .translations(let kept) = fact { return kept }
        return []
    }

    func merged(_ question: ArchiveQuery) throws(Interruption) -> (MergeOutcome, savedCount: Int) {
        guard case .merged(let outcome, let count) = facts[question] else { throw .unanswered(question) }
        return (outcome, count)
    }

    mutating func setStatus(_ id: Joke.ID, _ status: JokeStatus) {
        writes.append(.setStatus(id, status, at: at.wall))
        hasChanged = true
    }
}
