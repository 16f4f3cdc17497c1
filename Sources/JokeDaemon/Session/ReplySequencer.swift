// SPDX-License-Identifier: MIT
import JokeLinux

/// Puts replies into the order of their requests, whatever the order in which they become ready.
package struct ReplySequencer {
    /// The position of a request's reply in the sequence.
    package struct Slot: Hashable { fileprivate let number: Int }

    /// A reply that is ready to send.
    package struct Ready {
        /// The line, or empty for a notification.
        package var line: [UInt8]
        /// The closure to call after the bytes were passed to the connection, or nil.
        var afterwards: (@LoopActor () -> Void)?

        package init(line: [UInt8], afterwards: (@LoopActor () -> Void)? = nil) {
            self.line = line
            self.afterwards = afterwards
        }
    }

    private var opened = 0
    private var sent = 0
    /// The replies that are ready, but wait for earlier ones, by slot number.
    private var waiting: [Int: Ready] = [:]

    /// The size in bytes of the replies that wait for earlier ones.
    private(set) var waitingBytes = 0

    package init() {}

    /// The number of requests without a sent reply.
    package var count: Int { opened - sent }

    /// Reserves the next position in the sequence.
    package mutating func open() -> Slot {
        defer { opened += 1 }
        return Slot(number: opened)
    }

    /// Stores the reply for a slot, and returns all replies that can be sent now, in order.
    package mutating func close(_ slot: Slot, with ready: Ready) -> [Ready] {
        guard slot.number == sent else {
            waiting[slot.number] = ready
            waitingBytes += ready.line.count
            return []
        }
        sent += 1
        var sendable = [ready]
        while let next = waiting.removeValue(forKey: sent) {
            waitingBytes -= next.line.count
            sendable.append(next)
            sent += 1
        }
        return sendable
    }
}
