// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// A system call that failed: what was tried, on what, and the `errno` that came back.
package struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The `errno`.
    package let code: Int32
    /// The call, by its manual page's name: `bind`, `epoll_ctl`.
    package let operation: String
    package let path: String?

    package init(code: Int32, operation: String, path: String? = nil) {
        self.code = code
        self.operation = operation
        self.path = path
    }

    /// Returns the failure of the call just made. Read `errno` through this before anything else is called.
    package static func last(_ operation: String, path: String? = nil) -> SystemError {
        SystemError(code: errno, operation: operation, path: path)
    }

    /// The meaning of the `errno` in English in every locale: `Permission denied`.
    package var reason: String { jokesd_error_text(code).map { String(cString: $0) } ?? "error \(code)" }

    /// One line for a log: `bind /run/user/1000/jokesd/socket: Permission denied`.
    package var message: String {
        guard let path else { return "\(operation): \(reason)" }
        return "\(operation) \(path): \(reason)"
    }

    package var description: String { message }
}
