// SPDX-License-Identifier: MIT
package import JokeWire

/// What `daemon.reload` came to.
package struct ConfigurationChange: Sendable, Hashable {
    /// The keys whose value is another one now.
    package let changed: [String]
    /// Those of them that hold from the next start on.
    package let needsRestart: [String]

    package init(changed: [String], needsRestart: [String]) {
        (self.changed, self.needsRestart) = (changed, needsRestart)
    }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        self.init(changed: try shape.strings("changed"), needsRestart: try shape.strings("needsRestart"))
    }
}
