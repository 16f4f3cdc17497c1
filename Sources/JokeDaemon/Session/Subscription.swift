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
}

/// What one connection wants to be told.
struct Subscription {
    let number: Int
    /// Set once its reply is on its way: no event comes before it.
    var isActive = false
    /// The newest state that the reader was too slow for.
    private(set) var held: StateEvent?
    /// What the lines of its events begin with; nil: it does not follow the topic.
    private let statePrefix: [UInt8]?
    private let logPrefix: [UInt8]?
    private var place: LogRing.Place

    /// - Parameter place: how far it knows the log.
    init(number: Int, topics: Set<Topic>, place: LogRing.Place) {
        self.number = number
        func prefix(_ topic: Topic) -> [UInt8]? {
            topics.contains(topic) ? EventSuffix.prefix(subscription: number, topic: topic) : nil
        }
        (statePrefix, logPrefix) = (prefix(.state), prefix(.log))
        self.place = place
    }

    /// What comes before an event's suffix; nil where it does not follow the topic.
    func prefix(_ topic: Topic) -> [UInt8]? {
        switch topic {
        case .state: statePrefix
        case .log: logPrefix
        }
    }

    func wants(_ topic: Topic) -> Bool { isActive && prefix(topic) != nil }

    /// Whether there may be something for `takeMissing`.
    var mayMiss: Bool { isActive && (held != nil || logPrefix != nil) }

    /// Takes the place of an older state that is still held; true where there was one.
    mutating func hold(_ event: StateEvent) -> Bool {
        guard let older = held else {
            held = event
            return false
        }
        held = StateEvent(event.publication.absorbing(older.publication))
        return true
    }

    /// The lines of all that it was not told yet, in the order of their numbers.
    ///
    /// - Returns: how many events of the log it was too slow for.
    mutating func takeMissing(of log: LogRing, _ send: (EventSuffix, Topic) -> Void) -> Int {
        var state = held.take()
        guard logPrefix != nil else {
            if let state { send(state.suffix, .state) }
            return 0
        }
        let missed = log.takeMissed(&place)
        if let gap = missed.gap { send(.gap(from: gap.lowerBound, to: gap.upperBound), .log) }
        for event in missed.events {
            if let earlier = state, earlier.publication.sequence < event.sequence {
                send(earlier.suffix, .state)
                state = nil
            }
            send(event.suffix, .log)
        }
        if let state { send(state.suffix, .state) }
        return missed.dropped
    }
}
