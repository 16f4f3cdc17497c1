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
    case send([UInt8])
    /// Close the socket, and report no further events of it.
    case close
}

/// A fact about the socket, reported by the program.
package enum SocketEvent: Sendable, Hashable {
    case opened
    case openFailed(ConnectError)
    case received([UInt8])
    /// jokesd closed the connection, or the connection failed.
    case ended
}

/// A state that jokesd sent, and the request that caused it.
package struct StateEvent: Sendable, Hashable {
    /// The request that changed the state.
    package struct Cause: Sendable, Hashable {
        package let method: String
        /// The number of the connection that the request came from.
        package let connection: Int
    }

    package let state: CardState
    /// The request that caused the state, or nil if no client did.
    package let cause: Cause?

    /// - Parameter params: the parameters of an event of the topic `state`.
    package init(_ params: JSON) throws(WireDecodingError) {
        state = try ObjectReader(params, at: "").value("state", CardState.init(json:at:))
        let cause = params["cause"]
        if let method = cause?["method"]?.stringValue, let connection = cause?["connection"]?.integerValue {
            self.cause = Cause(method: method, connection: connection)
        } else {
            self.cause = nil
        }
    }
}
