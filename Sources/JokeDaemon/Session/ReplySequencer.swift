// SPDX-License-Identifier: MIT
import JokeEventLoop

/// Sends replies in the order of their requests, whatever the order in which they become ready.
package struct ReplySequencer {
    package struct Slot: Hashable { fileprivate let number: Int }

    package struct Ready {
        /// Empty for a notification.
        package var bytes: [UInt8]
        /// To be called when the bytes are on their way.
        var afterwards: (@LoopActor () -> Void)?

        package init(bytes: [UInt8], afterwards: (@LoopActor () -> Void)? = nil) {
            self.bytes = bytes
            self.afterwards = afterwards
        }
    }

    private var opened = 0
    private var sent = 0
    private var early: [Int: Ready] = [:]

    package init() {}

    /// How many requests have not been answered.
    package var count: Int { opened - sent }

    package mutating func open() -> Slot {
        defer { opened += 1 }
        return Slot(number: opened)
    }

    /// What can leave now that this slot's reply is ready, in order.
    package mutating func close(_ slot: Slot, with ready: Ready) -> [Ready] {
        guard slot.number == sent else {
            early[slot.number] = ready
            return []
        }
        sent += 1
        var leaving = [ready]
        while let next = early.removeValue(forKey: sent) {
            leaving.append(next)
            sent += 1
        }
        return leaving
    }
}
