// SPDX-License-Identifier: MIT
package import JokeWire

/// A state that jokesd sent, and what caused it.
package struct StateEvent: Sendable, Hashable {
    /// The request that changed the state.
    package struct Cause: Sendable, Hashable {
        package let method: String
        /// The number of the connection that the request came from.
        package let connection: Int
    }

    package let state: CardState
    /// Nil if no client caused the state.
    package let cause: Cause?

    /// - Parameter params: the parameters of an event of the topic `state`.
    package init(_ params: JSON) throws(WireMismatch) {
        state = try Shape(params, at: "").value("state", CardState.init(json:at:))
        let cause = params["cause"]
        if let method = cause?["method"]?.stringValue, let connection = cause?["connection"]?.integerValue {
            self.cause = Cause(method: method, connection: connection)
        } else {
            self.cause = nil
        }
    }
}
