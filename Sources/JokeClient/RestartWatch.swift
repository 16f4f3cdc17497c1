// SPDX-License-Identifier: MIT
import JokeLinux

/// Waits for a jokesd that the user has stopped, for a client that connects again. A connection would start it.
package struct RestartWatch: ~Copyable {
    /// Nil if systemd does not listen where the client connects.
    private let activation: SocketActivation?
    /// The run of the service to which the client was connected last, or nil if it was another jokesd.
    private var invocation: String?
    private var isNoted = false
    /// Whether jokesd has replied to this client, ever.
    package private(set) var hasReplied = false
    private var directory: DirectoryWatch?
    /// A descriptor that is readable when jokesd may have started, or −1 if there is nothing to wait for.
    package private(set) var descriptor: Int32 = -1

    /// - Parameter runtimeDirectory: `$XDG_RUNTIME_DIR`, or nil if it is not set.
    package init(_ locations: SocketLocations, runtimeDirectory: String?) {
        activation = SocketActivation(runtimeDirectory: runtimeDirectory).flatMap {
            locations.paths.contains($0.path) ? $0 : nil
        }
    }

    /// Notes a new connection.
    package mutating func opened() { isNoted = false }

    /// Notes that jokesd has replied on the connection, so it runs.
    package mutating func received() {
        guard !isNoted else { return }
        (isNoted, hasReplied) = (true, true)
        invocation = activation?.invocation
    }

    /// Begins to wait, and returns true, if jokesd was stopped after it had replied to this client.
    ///
    /// - Parameter isClosing: Whether jokesd said that it stops. It may not have ended yet.
    package mutating func begin(isClosing: Bool) -> Bool {
        guard let activation, hasReplied, isStopped(isClosing) else { return false }
        guard let watch = try? DirectoryWatch(activation.units) else { return false }
        // It may have started before the watch began.
        guard isStopped(isClosing) else { return false }
        descriptor = watch.descriptor.raw
        directory = consume watch
        return true
    }

    /// Ends the wait, and returns true, if jokesd runs again.
    package mutating func end() -> Bool {
        directory?.drain()
        guard !isStopped(true) else { return false }
        directory = nil
        descriptor = -1
        return true
    }

    private func isStopped(_ isClosing: Bool) -> Bool {
        guard let activation else { return false }
        if activation.wouldStart(at: activation.path) { return true }
        return isClosing && invocation != nil && activation.invocation == invocation
    }
}
