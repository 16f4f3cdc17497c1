// SPDX-License-Identifier: MIT
import Glibc

/// When a wait gives up. Tests await events; a deadline only bounds what never comes.
package struct TestDeadline: Sendable {
    /// Long enough for a loaded machine: no test that passes comes near it.
    package static let usual: Duration = .seconds(20)

    private let end: ContinuousClock.Instant

    package init(after patience: Duration = TestDeadline.usual) { end = ContinuousClock.now + patience }

    package var hasPassed: Bool { ContinuousClock.now >= end }

    /// What is left, in milliseconds, rounded up, as poll(2) takes it.
    package var milliseconds: Int32 {
        let (seconds, attoseconds) = (end - ContinuousClock.now).components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        return Int32(clamping: seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
    }
}

/// What kept a test's tools from doing their work; says it to people.
package struct TestSupportError: Error, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }

    /// Of a system call that just failed.
    package static func system(_ call: String) -> TestSupportError {
        TestSupportError("\(call): \(String(cString: strerror(errno)))")
    }
}
