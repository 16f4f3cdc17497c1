// SPDX-License-Identifier: MIT
import Glibc

/// The time at which a wait fails. Tests wait for events; a deadline only limits the wait for an event that never
/// occurs.
package struct TestDeadline: Sendable {
    /// The usual limit. It is long enough for a loaded machine; a test that passes does not come near it.
    package static let usual: Duration = .seconds(20)

    private let end: ContinuousClock.Instant

    package init(after timeLimit: Duration = TestDeadline.usual) { end = ContinuousClock.now + timeLimit }

    package var hasPassed: Bool { ContinuousClock.now >= end }

    /// The remaining time in milliseconds, rounded up, for poll(2).
    package var milliseconds: Int32 {
        let (seconds, attoseconds) = (end - ContinuousClock.now).components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
}

/// An error of the test tools themselves, as text for people.
package struct TestSupportError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Returns the error of a system call that has just failed.
    package static func system(_ call: String) -> TestSupportError {
        TestSupportError("\(call): \(String(cString: strerror(errno)))")
    }
}
