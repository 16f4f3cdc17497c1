// SPDX-License-Identifier: MIT
import Glibc

/// Waits for one descriptor, or two, until a deadline.
package enum Poll {
    package enum Outcome: Sendable, Hashable {
        case ready
        /// The second descriptor has input.
        case otherReady
        case timedOut
        /// The other end of the watched output is closed.
        case outputClosed
    }

    /// Waits until `descriptor` is ready for `events`, or until the other end of `output` is closed. A descriptor of −1
    /// is never ready.
    ///
    /// poll(2) reports POLLERR for a pipe without readers and POLLHUP for a terminal that hung up, even if they are not
    /// requested. For a plain file it reports neither.
    package static func wait(
        for events: Int32, on descriptor: Int32, or other: Int32 = -1, watching output: Int32? = nil,
        until deadline: Deadline
    ) -> Outcome {
        var entries = (
            asked: pollfd(fd: descriptor, events: Int16(events), revents: 0),
            other: pollfd(fd: other, events: Int16(POLLIN), revents: 0),
            watched: pollfd(fd: output ?? -1, events: 0, revents: 0)
        )
        while true {
            let count = withUnsafeMutableBytes(of: &entries) {
                poll($0.baseAddress?.assumingMemoryBound(to: pollfd.self), 3, deadline.pollTimeout)
            }
            if count == 0, deadline.hasPassed { return .timedOut }
            if count > 0 {
                if entries.watched.revents != 0 { return .outputClosed }
                return entries.other.revents != 0 ? .otherReady : .ready
            }
            // Otherwise a signal interrupted poll(2), or it returned a fraction of a millisecond early.
        }
    }
}
