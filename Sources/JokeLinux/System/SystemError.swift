// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// A failed system call: its name, its path if it has one, and its `errno`.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The `errno`.
    package let code: Int32
    /// The name of the call as in its manual page, such as `bind` or `epoll_ctl`.
    package let operation: String
    /// The path that the call was about, or nil.
    package let path: String?

    package init(code: Int32, operation: String, path: String? = nil) {
        self.code = code
        self.operation = operation
        self.path = path
    }

    /// Returns the error of the call that was just made. Call this before anything that may change `errno`.
    package static func last(_ operation: String, path: String? = nil) -> SystemError {
        SystemError(code: errno, operation: operation, path: path)
    }

    /// The text for the `errno`, in English in every locale, such as `Permission denied`.
    package var reason: String { jokesd_error_text(code).map { String(cString: $0) } ?? "error \(code)" }

    /// The message for a log, such as `bind /run/user/1000/jokesd/socket: Permission denied`.
    package var message: String {
        guard let path else { return "\(operation): \(reason)" }
        return "\(operation) \(path): \(reason)"
    }

    package var description: String { message }
}
