// SPDX-License-Identifier: MIT
package import JokeWire

/// That a damaged store was put aside, and what took its place: `restoration` of `daemon.status`.
package struct RestoredStore: Sendable, Hashable {
    /// RFC 3339; tells it from another time.
    package var restoredAt: String
    /// For people.
    package var message: String

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        restoredAt = try shape.string("restoredAt")
        message = try shape.string("message")
    }
}
