// SPDX-License-Identifier: MIT
package import JokeWire

/// The answer of a change that has nothing else to say.
package struct Change: Sendable, Hashable {
    package var isChanged: Bool

    package init(isChanged: Bool) { self.isChanged = isChanged }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        isChanged = try ObjectReader(json, at: path).bool("changed")
    }
}
