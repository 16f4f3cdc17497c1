// SPDX-License-Identifier: MIT
import Glibc
import JokeSystem

/// The moment at which a wait gives up, on the clock that nobody sets.
package struct Deadline: Sendable {
    /// Nanoseconds of CLOCK_MONOTONIC; nil where the wait has no end.
    private let moment: Int64?

    package static let never = Deadline(moment: nil)

    /// So many seconds from now; nil is never.
    package init(after seconds: Double?) {
        moment = seconds.map { Self.nanoseconds + Int64(min(max($0, 0), 1e9) * 1e9) }
    }

    /// At a time of ``now``'s clock; nil is never.
    init(at time: Duration?) {
        moment = time.map {
            Int64($0.components.seconds) * 1_000_000_000 + $0.components.attoseconds / 1_000_000_000
        }
    }

    private init(moment: Int64?) { self.moment = moment }

    /// Whichever comes first.
    func orEarlier(_ other: Deadline) -> Deadline {
        guard let moment, let otherMoment = other.moment else { return moment == nil ? other : self }
        return moment <= otherMoment ? self : other
    }

    package var hasPassed: Bool { moment.map { $0 <= Self.nanoseconds } ?? false }

    /// What is left, for poll(2): rounded up, so that it never spins; −1 is without end.
    var pollTimeout: Int32 {
        guard let moment else { return -1 }
        let left = max(0, moment - Self.nanoseconds)
        return Int32(min((left + 999_999) / 1_000_000, Int64(Int32.max)))
    }

    /// What is left, for SO_SNDTIMEO, where zero means without end.
    var sendTimeout: timeval {
        guard let moment else { return timeval(tv_sec: 0, tv_usec: 0) }
        let left = max(1_000, moment - Self.nanoseconds)
        return timeval(tv_sec: Int(left / 1_000_000_000), tv_usec: Int(left % 1_000_000_000 / 1_000))
    }

    /// The time on the clock of deadlines.
    static var now: Duration { .nanoseconds(nanoseconds) }

    private static var nanoseconds: Int64 { KernelClock.monotonic.nanoseconds }
}
