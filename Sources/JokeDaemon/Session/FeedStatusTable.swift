// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire

/// A change of a feed for all clients. It is encoded once, when the first client needs it.
package final class FeedEvent {
    package let publication: FeedPublication
    package private(set) lazy var suffix = EventSuffix(publication)

    package init(_ publication: FeedPublication) { self.publication = publication }
}

/// The newest change of each feed, for new subscribers and slow clients.
package struct FeedStatusTable {
    /// The events, ordered by sequence number.
    private var events: [FeedEvent]

    package init(_ publications: [FeedPublication] = []) { events = publications.map(FeedEvent.init) }

    /// Stores an event in place of the older one of the same feed.
    ///
    /// - Parameter feeds: All current feeds. The events of other feeds are removed.
    package mutating func store(_ event: FeedEvent, among feeds: [FeedKey]) {
        let key = event.publication.record.key
        events.removeAll { $0.publication.record.key == key || !feeds.contains($0.publication.record.key) }
        events.append(event)
    }

    /// Returns the events after the number `sequence`.
    package func changes(after sequence: Int) -> ArraySlice<FeedEvent> {
        events.drop { $0.publication.sequence <= sequence }
    }
}

extension EventSuffix {
    init(_ publication: FeedPublication) {
        let record = publication.record
        self.init(
            seq: publication.sequence,
            FeedEventParams {
                ($0.cause, $0.source) = (publication.cause.map(EventCause.init), record.key.source)
                ($0.query, $0.page) = (record.key.query, record.page)
                ($0.isLoading, $0.hasMore) = (publication.isLoading, record.hasMore)
                ($0.total, $0.error) = (record.total, publication.error)
            })
    }
}
