// SPDX-License-Identifier: MIT

/// Why the daemon could not be asked.
package enum ConnectionError: Error, Sendable, Hashable {
    /// Nothing is there, or nobody listens.
    case unreachable(path: String)
    case notPermitted(path: String)
    /// Somebody else's process listens there.
    case foreign(path: String)
    /// No socket can have this path.
    case badPath(String)
    case timedOut
    /// The daemon closed the connection instead of answering.
    case closed
    /// It answered something that is not the protocol.
    case nonsense(String)
    /// The system refused; its errno.
    case system(Int32)
}
