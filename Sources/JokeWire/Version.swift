// SPDX-License-Identifier: MIT

/// The two versions, which move apart: programs by SemVer, the protocol by Protocol.md, Versioning.
package enum Version {
    package static let program = "0.1.0"
    package static let protocolVersion = 1
}
