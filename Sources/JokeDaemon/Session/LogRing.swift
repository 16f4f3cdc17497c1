// SPDX-License-Identifier: MIT
package import JokeWire

/// An event of the log for all clients. It is encoded once, when the first client needs it.
final class LogEvent {
    private let entry: StoredLogEntry
    private(set) lazy var suffix = EventSuffix(entry)

    init(_ entry: StoredLogEntry) { self.entry = entry }

    var sequence: Int { entry.sequence }
}

/// The newest events of the log, for clients that reconnect or read slowly.
package struct LogRing {
    /// The position of a client in the log.
    package struct Cursor {
        /// The sequence number up to which the client has all events.
        var received: Int
        /// The index of the next event for this client, counted from the first event that was ever added to the ring.
        fileprivate var next: Int
    }

    /// The events that a client has not received.
    struct Missed {
        /// The sequence numbers whose log events are no longer in the ring, or nil if the client missed none of them.
        var gap: ClosedRange<Int>?
        /// The number of events that were removed from the ring before the client received them. Events that had been
        /// removed before it subscribed do not count.
        var dropped: Int
        var events: ArraySlice<LogEvent>
    }

    private let capacity: Int
    /// The events, oldest first.
    private var events: [LogEvent] = []
    /// The sequence number of the newest event that was removed, or -1 if none was.
    private var lastRemoved = -1
    /// The number of events that were removed.
    private var removedCount = 0

    /// Creates a ring with stored entries, oldest first.
    ///
    /// - Parameter entries: May have one entry more than the capacity. That entry is removed at once, but its sequence
    ///   number shows which clients missed an event.
    package init(_ entries: [StoredLogEntry] = [], capacity: Int = Limits.logEvents) {
        self.capacity = capacity
        for entry in entries { append(LogEvent(entry)) }
    }

    mutating func append(_ event: LogEvent) {
        events.append(event)
        guard events.count > capacity else { return }
        lastRemoved = events.removeFirst().sequence
        removedCount += 1
    }

    /// Returns the position of a client that has all events up to the number `sequence`.
    package func cursor(after sequence: Int) -> Cursor {
        let known = events.lastIndex { $0.sequence <= sequence }.map { $0 + 1 } ?? 0
        return Cursor(received: sequence, next: removedCount + known)
    }

    /// Returns the events that the client has not received, and moves its position to the end.
    func takeMissed(_ cursor: inout Cursor) -> Missed {
        let missed = Missed(
            gap: cursor.received < lastRemoved ? cursor.received + 1...lastRemoved : nil,
            dropped: max(0, removedCount - cursor.next), events: events[max(0, cursor.next - removedCount)...]
        )
        cursor.received = max(cursor.received, missed.events.last?.sequence ?? lastRemoved)
        cursor.next = removedCount + events.count
        return missed
    }
}
