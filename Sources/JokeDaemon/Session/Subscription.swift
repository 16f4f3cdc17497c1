// SPDX-License-Identifier: MIT
import JokeCore
package import JokeWire

/// A change of the state on its way to many: encoded when the first one wants it, and once.
final class StateEvent {
    let publication: Publication
    private(set) lazy var suffix = EventSuffix(
        seq: publication.sequence, changed: publication.changed,
        cause: publication.cause.map(EventCause.init), state: publication.state)

    init(_ publication: Publication) { self.publication = publication }
}

/// What one connection wants to be told.
package struct Subscription {
    let number: Int
    /// Set once its reply is on its way: no event comes before it.
    var isActive = false
    /// The newest state that the reader was too slow for.
    private(set) var held: StateEvent?
    /// What the lines of its events begin with; nil: it does not follow the topic.
    private let statePrefix: [UInt8]?
    private let logPrefix: [UInt8]?
    private let feedPrefix: [UInt8]?
    private var place: LogRing.Cursor
    /// The number up to which it was told of all feeds.
    private var toldFeeds: Int

    /// - Parameters:
    ///   - place: how far it knows the log.
    ///   - knownFeeds: the number up to which it knows the feeds.
    package init(number: Int, topics: Set<Topic>, place: LogRing.Cursor, knownFeeds: Int) {
        self.number = number
        func prefix(_ topic: Topic) -> [UInt8]? {
            topics.contains(topic) ? EventSuffix.prefix(subscription: number, topic: topic) : nil
        }
        (statePrefix, logPrefix, feedPrefix) = (prefix(.state), prefix(.log), prefix(.feed))
        self.place = place
        toldFeeds = knownFeeds
    }

    /// What comes before an event's suffix; nil where it does not follow the topic.
    func prefix(_ topic: Topic) -> [UInt8]? {
        switch topic {
        case .state: statePrefix
        case .log: logPrefix
        case .feed: feedPrefix
        }
    }

    /// What an event comes under that belongs to none of them.
    var mainTopic: Topic { statePrefix != nil ? .state : logPrefix != nil ? .log : .feed }

    func wants(_ topic: Topic) -> Bool { isActive && prefix(topic) != nil }

    /// Whether there may be something for `takeMissing`.
    var mayMiss: Bool { isActive && (held != nil || logPrefix != nil || feedPrefix != nil) }

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
    package mutating func takeMissing(
        of log: LogRing, _ feeds: FeedStatusTable, _ send: (EventSuffix, Topic) -> Void
    ) -> Int {
        var missing = takeFeeds(feeds)
        func sendFeeds(before sequence: Int) {
            while let feed = missing.first, feed.publication.sequence < sequence {
                send(feed.suffix, .feed)
                missing.removeFirst()
            }
        }
        let dropped = takeMissing(of: log) { sequence, event, topic in
            sendFeeds(before: sequence)
            send(event, topic)
        }
        sendFeeds(before: .max)
        return dropped
    }

    /// What it was not told of the state and the log.
    private mutating func takeMissing(of log: LogRing, _ send: (Int, EventSuffix, Topic) -> Void) -> Int {
        var state = held.take()
        func sendState(before sequence: Int) {
            guard let earlier = state, earlier.publication.sequence < sequence else { return }
            send(earlier.publication.sequence, earlier.suffix, .state)
            state = nil
        }
        var dropped = 0
        if logPrefix != nil {
            let missed = log.takeMissed(&place)
            if let gap = missed.gap {
                send(gap.lowerBound, .gap(from: gap.lowerBound, to: gap.upperBound), .log)
            }
            for event in missed.events {
                sendState(before: event.sequence)
                send(event.sequence, event.suffix, .log)
            }
            dropped = missed.dropped
        }
        sendState(before: .max)
        return dropped
    }

    private mutating func takeFeeds(_ feeds: FeedStatusTable) -> ArraySlice<FeedEvent> {
        guard feedPrefix != nil else { return [] }
        let missed = feeds.missed(after: toldFeeds)
        if let newest = missed.last { toldFeeds = newest.publication.sequence }
        return missed
    }
}
