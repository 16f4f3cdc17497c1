// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire

/// A change of a feed on its way to many: encoded when the first one wants it, and once.
package final class FeedEvent {
    package let publication: FeedPublication
    package private(set) lazy var suffix = EventSuffix(publication)

    package init(_ publication: FeedPublication) { self.publication = publication }
}

/// How each feed stands, for those who subscribe or are slow: of its changes only the newest.
package struct FeedStatusTable {
    /// By their numbers.
    private var events: [FeedEvent]

    package init(_ publications: [FeedPublication] = []) { events = publications.map(FeedEvent.init) }

    /// - Parameter feeds: those that there are; the others are taken down.
    package mutating func put(_ event: FeedEvent, among feeds: [FeedKey]) {
        let key = event.publication.record.key
        events.removeAll { $0.publication.record.key == key || !feeds.contains($0.publication.record.key) }
        events.append(event)
    }

    /// What a reader was not told who was told everything up to this number.
    package func missed(after told: Int) -> ArraySlice<FeedEvent> {
        events.drop { $0.publication.sequence <= told }
    }
}

extension EventSuffix {
    init(_ publication: FeedPublication) {
        let record = publication.record
        self.init(
            seq: publication.sequence,
            FeedEventParams(
                cause: publication.cause.map(EventCause.init), source: record.key.source,
                query: record.key.query, page: record.page, isLoading: publication.isLoading,
                hasMore: record.hasMore, total: record.total, error: publication.error))
    }
}
