// SPDX-License-Identifier: MIT

/// The subject of a subscription (docs/methods.md, "state.subscribe").
package enum Topic: String, Sendable, Hashable, CaseIterable {
    case state, log, feed
}

/// The part of an event's line from `"seq"` to its end. It is encoded once for all subscribers.
package struct EventSuffix: Sendable, Hashable {
    package let bytes: [UInt8]

    /// Creates the part from a sequence number and from the members after it, which `members` writes.
    package init(seq: Int, members: (inout JSONWriter) -> Void) {
        var writer = JSONWriter(reserving: 1_024)
        writer.opening(",\"seq\":")
        writer.integer(seq)
        members(&writer)
        // Close the params object and the message object that the prefix opened.
        writer.endObject()
        writer.endObject()
        writer.newline()
        bytes = writer.take()
    }

    /// Creates an event of the topic `state`.
    package init(seq: Int, changed: [String], cause: EventCause?, state: CardState) {
        let params = StateEventParams { ($0.changed, $0.cause, $0.state) = (changed, cause, state) }
        self.init(seq: seq, params)
    }

    /// Creates an event whose params have these members after `seq`.
    package init(seq: Int, _ params: some Shape) {
        self.init(seq: seq) { params.writeMembers(to: &$0) }
    }

    /// Creates an event of the topic `log`.
    package init(_ entry: StoredLogEntry) {
        self.init(seq: entry.sequence) { $0.raw(entry.members) }
    }

    /// Returns the event `gap`: events with numbers from `first` to `last`, both included, were missed.
    package static func gap(from first: Int, to last: Int) -> EventSuffix {
        EventSuffix(seq: last) { writer in
            writer.member("event", "gap")
            GapEventParams { ($0.first, $0.last) = (first, last) }.writeMembers(to: &writer)
        }
    }

    /// Returns the last event before the daemon exits, for any topic.
    package static func closing(seq: Int) -> EventSuffix {
        EventSuffix(seq: seq) { $0.member("event", "closing") }
    }

    /// Writes the whole line for a subscription.
    package func write(subscription: Int, topic: Topic, to writer: inout JSONWriter) {
        writer.opening("{\"jsonrpc\":\"2.0\",\"method\":\"event\",\"params\":{\"subscription\":")
        writer.integer(subscription)
        writer.opening(",\"topic\":")
        writer.string(topic.rawValue)
        writer.ending(bytes)
    }
}
