// SPDX-License-Identifier: MIT
package import JokeWire

/// An event of the log on its way to many: encoded when the first one wants it, and once.
final class LogEvent {
    private let entry: StoredLogEntry
    private(set) lazy var suffix = EventSuffix(entry)

    init(_ entry: StoredLogEntry) { self.entry = entry }

    var sequence: Int { entry.sequence }
}

/// The newest events of the log, for those who were away or are slow.
package struct LogRing {
    /// How far a reader is.
    package struct Cursor {
        /// The number up to which it was told everything.
        var told: Int
        /// How many events had come before the next one that it wants.
        fileprivate var next: Int
    }

    /// What a reader has missed.
    struct Missed {
        /// The numbers of which no event is there any more.
        var gap: ClosedRange<Int>?
        /// How many events went by while it was reading.
        var dropped: Int
        var events: ArraySlice<LogEvent>
    }

    private let capacity: Int
    /// Oldest first.
    private var events: [LogEvent] = []
    /// The number of the newest event that is no longer there.
    private var lastLost = -1
    /// How many are no longer there.
    private var lost = 0

    /// - Parameter kept: may have one more than the capacity: who has told that one has missed nothing.
    package init(_ kept: [StoredLogEntry] = [], capacity: Int = Limits.logEvents) {
        self.capacity = capacity
        for entry in kept { append(LogEvent(entry)) }
    }

    mutating func append(_ event: LogEvent) {
        events.append(event)
        guard events.count > capacity else { return }
        lastLost = events.removeFirst().sequence
        lost += 1
    }

    /// Where a reader begins who knows all up to this number.
    package func place(after told: Int) -> Cursor {
        let known = events.lastIndex { $0.sequence <= told }.map { $0 + 1 } ?? 0
        return Cursor(told: told, next: lost + known)
    }

    /// What the reader was not told; from then on it was.
    func takeMissed(_ place: inout Cursor) -> Missed {
        let missed = Missed(
            gap: place.told < lastLost ? place.told + 1...lastLost : nil,
            dropped: max(0, lost - place.next), events: events[max(0, place.next - lost)...])
        place.told = max(place.told, missed.events.last?.sequence ?? lastLost)
        place.next = lost + events.count
        return missed
    }
}
