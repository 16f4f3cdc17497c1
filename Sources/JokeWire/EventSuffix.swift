// SPDX-License-Identifier: MIT

/// What a subscription is about (Protocol.md, "state.subscribe").
package enum Topic: String, Sendable, Hashable, CaseIterable {
    case state, log, feed
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

    /// An event of the topic `state`.
    package init(seq: Int, changed: [String], cause: EventCause?, state: CardState) {
        self.init(seq: seq) { StateEventParams.write(changed, cause, state, to: &$0) }
    }

    /// An event whose params go on with these members.
    package init(seq: Int, _ params: some WireObject) {
        self.init(seq: seq) { params.writeMembers(to: &$0) }
    }

    /// An event of the topic `log`.
    package init(_ entry: StoredLogEntry) {
        self.init(seq: entry.sequence) { $0.raw(entry.members.utf8) }
    }

    /// Tells a reader of the log what it missed: the events from one seq to another, both included.
    package static func gap(from first: Int, to last: Int) -> EventSuffix {
        EventSuffix(seq: last) { writer in
            writer.member("event", "gap")
            GapEventParams(first: first, last: last).writeMembers(to: &writer)
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
