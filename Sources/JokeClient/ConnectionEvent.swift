// SPDX-License-Identifier: MIT
package import JokeWire

/// An event of the connection that the client handles.
package enum ConnectionEvent: Sendable, Hashable {
    /// The connection is open, and requests can be made.
    case connected
    /// The result of `state.subscribe`.
    case subscribed(JSON)
    /// The subscription was refused. The client decides whether to try again.
    case subscriptionRefused(WireError)
    case reply(RequestTracker.Pending, Result<JSON, WireError>)
    /// The parameters of an event of the client's topic.
    case event(JSON)
    /// jokesd stops: the parameters of its last event. `lost` follows.
    case closing(JSON)
    /// The connection was lost, or an attempt to connect failed. The client tries again by itself.
    case lost(ConnectError, wasSubscribed: Bool)
}

/// An action for the program to perform on its socket.
package enum SocketAction: Sendable, Hashable {
    /// Connect, and report ``SocketEvent/opened`` or ``SocketEvent/openFailed(_:)``.
    case open
    /// The same after jokesd said that it stops: the jokesd that said so is not meant.
    case reopen
    case send([UInt8])
    /// Close the socket, and report no further events of it.
    case close
}

/// A fact about the socket, reported by the program.
package enum SocketEvent: Sendable, Hashable {
    case opened
    /// ``ConnectError/stopped`` if jokesd was stopped. Then ``started`` follows when it runs again.
    case openFailed(ConnectError)
    case started
    case received([UInt8])
    /// jokesd closed the connection, or the connection failed.
    case ended
}
