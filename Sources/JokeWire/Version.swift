// SPDX-License-Identifier: MIT

/// The two versions, which move apart: programs by SemVer, the protocol by Protocol.md, "Compatibility".
package enum Version {
    package static let program = "0.1.0"
    /// When that was made, for the foot of manual pages.
    package static let date = "2026-11-21"
    package static let protocolVersion = 1
}
