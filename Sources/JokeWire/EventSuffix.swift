// SPDX-License-Identifier: MIT

/// What a subscription is about (Protocol.md, "state.subscribe").
package enum Topic: String, Sendable, Hashable, CaseIterable {
    case state, log, feed
}

/// Who made a change.
package struct EventCause: Sendable, Hashable, JSONWritable {
    package var method: String
    /// The name that the client gave in `hello`.
    package var client: String?
    /// The connection's number, as `state.subscribe` tells it.
    package var connection: Int

    package init(method: String, client: String?, connection: Int) {
        self.method = method
        self.client = client
        self.connection = connection
    }

    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("method", method)
        writer.member("client", client)
        writer.member("connection", connection)
        writer.endObject()
    }
}

/// An event's line from `"seq"` on, which is the same for every subscriber: encoded once, sent to all.
package struct EventSuffix: Sendable, Hashable {
    package let bytes: [UInt8]

    /// `members` writes what follows `"seq"`, balanced.
    package init(seq: Int, members: (inout JSONWriter) -> Void) {
        var writer = JSONWriter(reserving: 1_024)
        writer.opening(",\"seq\":")
        writer.integer(seq)
        members(&writer)
        // Of the params and of the line, which the prefix began.
        writer.endObject()
        writer.endObject()
        writer.newline()
        bytes = writer.take()
    }

    /// An event of the topic `state`: all of it. The first one of a subscription has no cause.
    package init(seq: Int, changed: [String], cause: EventCause?, state: CardState) {
        self.init(seq: seq) { writer in
            writer.member("changed", changed)
            writer.member("cause", cause)
            writer.member("state", state)
        }
    }

    /// An event of the topic `log`.
    ///
    /// - Parameter encoded: what stands behind `seq`, as JSON without braces: `"event":"liked",…`.
    package init(seq: Int, encoded: String) {
        self.init(seq: seq) { $0.raw(encoded.utf8) }
    }

    /// Tells a reader of the log what it missed: the events from one seq to another, both included.
    package static func gap(from first: Int, to last: Int) -> EventSuffix {
        EventSuffix(seq: last) { writer in
            writer.member("event", "gap")
            writer.member("from", first)
            writer.member("to", last)
        }
    }

    /// The last event before the server exits, on any topic.
    package static func closing(seq: Int) -> EventSuffix {
        EventSuffix(seq: seq) { $0.member("event", "closing") }
    }

    /// What comes before it on all lines of one subscription and topic.
    package static func prefix(subscription: Int, topic: Topic) -> [UInt8] {
        var writer = JSONWriter(reserving: 96)
        writer.opening("{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":{\"subscription\":")
        writer.integer(subscription)
        writer.opening(",\"topic\":")
        writer.string(topic.rawValue)
        return writer.take()
    }
}
