// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire

extension FeedPageView: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("source", feed.key.source)
        writer.member("query", feed.key.query)
        writer.member("page", page)
        writer.member("items", items)
        writer.member("isLoading", isLoading)
        writer.member("hasMore", feed.hasMore)
        writer.member("total", feed.total)
        writer.endObject()
    }
}

extension EventSuffix {
    /// An event of the topic `feed`: all of the feed but its jokes.
    init(_ publication: FeedPublication) {
        self.init(seq: publication.sequence) { writer in
            writer.member("cause", publication.cause.map(EventCause.init))
            writer.member("source", publication.record.key.source)
            writer.member("query", publication.record.key.query)
            writer.member("page", publication.record.page)
            writer.member("isLoading", publication.isLoading)
            writer.member("hasMore", publication.record.hasMore)
            writer.member("total", publication.record.total)
            writer.member("error", publication.error)
        }
    }
}
