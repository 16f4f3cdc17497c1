// SPDX-License-Identifier: MIT
import Glibc

/// An open descriptor that has one owner and is closed with it.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The number, to be lent to a system call while the owner lives.
    package let raw: Int32

    /// Takes the ownership of an open descriptor.
    package init(adopting raw: Int32) {
        precondition(raw >= 0, "not a descriptor")
        self.raw = raw
    }

    /// Takes what a call like open(2) returned, or throws its `errno`.
    init(_ result: Int32, _ operation: String, path: String? = nil) throws(SystemError) {
        guard result >= 0 else { throw .last(operation, path: path) }
        raw = result
    }

    /// Gives the ownership away: the caller closes.
    package consuming func release() -> Int32 {
        let number = raw
        discard self
        return number
    }

    /// close(2) releases the number even where it reports EINTR, so it is never repeated.
    deinit { _ = Glibc.close(raw) }
}
