// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// A change of the state on its way to many: encoded when the first one wants it, and once.
final class StateEvent {
    let publication: Publication
    private(set) lazy var suffix = EventSuffix(
        seq: publication.sequence, changed: publication.changed,
        cause: publication.cause.map(EventCause.init), state: publication.state)

    init(_ publication: Publication) { self.publication = publication }

    /// The newest state with all that changed since the older event, for a reader that missed it.
    func absorbing(_ older: StateEvent) -> StateEvent {
        let missed = older.publication.changed.filter { !publication.changed.contains($0) }
        return StateEvent(
            Publication(
                sequence: publication.sequence, state: publication.state,
                changed: missed + publication.changed, cause: publication.cause))
    }
}

extension EventCause {
    init(_ cause: Cause) {
        self.init(
            method: cause.method, client: cause.client.isEmpty ? nil : cause.client,
            connection: cause.connection)
    }
}

/// What one connection wants to be told.
struct Subscription {
    let number: Int
    /// Set once its reply is on its way: no event comes before it.
    var isActive = false
    /// The newest event that the reader was too slow for.
    var held: StateEvent?

    mutating func hold(_ event: StateEvent) { held = held.map(event.absorbing) ?? event }
}
