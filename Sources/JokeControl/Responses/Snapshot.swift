// SPDX-License-Identifier: MIT
package import JokeWire

/// The answer of `state.get`.
package struct Snapshot: Sendable, Hashable {
    package var state: CardState

    package init(state: CardState) { self.state = state }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        state = try ObjectReader(json, at: path).value("state", CardState.init(json:at:))
    }
}
