// SPDX-License-Identifier: MIT
import JokeWire

/// One input being handled: what it came with, and what comes of it.
package struct Turn {
    /// Why handling stopped with nothing done.
    enum Interruption: Error {
        case unanswered(Question)
        case refused(Refusal, Ticket)
    }

    let at: Moment
    private let facts: [Question: Answer]
    /// Decisions and the like; what can be found by comparing states is not among them.
    var writes: [Write] = []
    var effects: [Effect] = []
    /// What was logged; kept where it can be.
    var entries: [LogEntry] = []
    /// To be logged once the state that they brought about is told.
    var happenings: [LogEntry.Event] = []
    /// Whether anything changed, published or not.
    var hasChanged = false

    init(_ input: Input) {
        at = input.at
        facts = input.facts
    }

    func records(_ question: Question) throws(Interruption) -> [Record] {
        guard case .records(let records) = facts[question] else { throw .unanswered(question) }
        return records
    }

    func matches(_ question: Question) throws(Interruption) -> [[Joke.ID]] {
        guard case .matches(let matches) = facts[question] else { throw .unanswered(question) }
        return matches
    }

    /// Nothing where the archive could not be read: a translation is not worth a failure.
    func translations(_ question: Question) throws(Interruption) -> [[KeptTranslation]] {
        guard let fact = facts[question] else { throw .unanswered(question) }
        if case .translations(let kept) = fact { return kept }
        return []
    }

    func merged(_ question: Question) throws(Interruption) -> (MergeOutcome, savedCount: Int) {
        guard case .merged(let outcome, let count) = facts[question] else { throw .unanswered(question) }
        return (outcome, count)
    }

    mutating func stand(_ id: Joke.ID, _ standing: Standing) {
        writes.append(.stand(id, standing, at: at.wall))
        hasChanged = true
    }
}
