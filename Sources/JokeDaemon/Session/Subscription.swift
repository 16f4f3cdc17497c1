// SPDX-License-Identifier: MIT
import JokeCore
package import JokeWire

/// A change of the state for all clients. It is encoded once, when the first client needs it.
final class StateEvent {
    let publication: Publication
    private(set) lazy var suffix = EventSuffix(
        seq: publication.sequence, changed: publication.changed,
        cause: publication.cause.map(EventCause.init), state: publication.state)

    init(_ publication: Publication) { self.publication = publication }
}

/// One subscription of a client: its topics, and how far it has received their events.
package struct Subscription {
    let number: Int
    /// Whether the reply to the subscription was sent. No event is sent before it.
    var isActive = false
    /// The newest state event that the client has not received, or nil.
    private(set) var pendingState: StateEvent?
    let hasState: Bool
    private let hasLog: Bool
    private let hasFeed: Bool
    /// How far the client has received the log.
    private var logCursor: LogRing.Cursor
    /// The sequence number up to which the client has received the changes of feeds.
    private var receivedFeeds: Int

    /// Creates a subscription that is not active.
    ///
    /// - Parameters:
    ///   - logCursor: How far the client has received the log.
    ///   - receivedFeeds: The sequence number up to which the client has received the changes of feeds.
    package init(number: Int, topics: Set<Topic>, logCursor: LogRing.Cursor, receivedFeeds: Int) {
        (hasState, hasLog, hasFeed) = (
            topics.contains(.state), topics.contains(.log), topics.contains(.feed)
        )
        (self.number, self.logCursor, self.receivedFeeds) = (number, logCursor, receivedFeeds)
    }

    /// The topic of an event such as `closing`, which belongs to no topic.
    var mainTopic: Topic { hasState ? .state : hasLog ? .log : .feed }

    func wants(_ topic: Topic) -> Bool {
        switch topic {
        case .state: isActive && hasState
        case .log: isActive && hasLog
        case .feed: isActive && hasFeed
        }
    }

    /// Whether `takeMissing` may have something to send.
    var mayMiss: Bool { isActive && (pendingState != nil || hasLog || hasFeed) }

    /// Holds a state event back for a slow client. If one is held already, the new event replaces it, and lists what
    /// either of them changed.
    ///
    /// - Returns: Whether it replaced an event.
    mutating func hold(_ event: StateEvent) -> Bool {
        guard let older = pendingState else {
            pendingState = event
            return false
        }
        pendingState = StateEvent(event.publication.absorbing(older.publication))
        return true
    }

    /// Passes all events that the client has not received to `send`, ordered by sequence number.
    ///
    /// - Returns: The number of log events that were dropped because the client read too slowly.
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

    /// Passes the missing events of the state and the log to `send`, ordered by sequence number.
    private mutating func takeMissing(of log: LogRing, _ send: (Int, EventSuffix, Topic) -> Void) -> Int {
        var state = pendingState.take()
        func sendState(before sequence: Int) {
            guard let earlier = state, earlier.publication.sequence < sequence else { return }
            send(earlier.publication.sequence, earlier.suffix, .state)
            state = nil
        }
        var dropped = 0
        if hasLog {
            let missed = log.takeMissed(&logCursor)
            if let gap = missed.gap {
                sendState(before: gap.upperBound)
                send(gap.upperBound, .gap(from: gap.lowerBound, to: gap.upperBound), .log)
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
        guard hasFeed else { return [] }
        let missed = feeds.changes(after: receivedFeeds)
        if let newest = missed.last { receivedFeeds = newest.publication.sequence }
        return missed
    }
}
