// SPDX-License-Identifier: MIT
package import JokeWire

/// The answer of `daemon.backup`.
package struct BackupFile: Sendable, Hashable {
    package var path: String
    package var bytes: Int
    /// RFC 3339.
    package var madeAt: String

    package init(path: String, bytes: Int, madeAt: String) {
        (self.path, self.bytes, self.madeAt) = (path, bytes, madeAt)
    }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        self.path = try shape.string("path")
        bytes = try shape.integer("bytes")
        madeAt = try shape.string("madeAt")
    }
}
