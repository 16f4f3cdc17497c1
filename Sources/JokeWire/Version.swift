// SPDX-License-Identifier: MIT

/// The versions of the programs and of the protocol, which change independently. The programs follow SemVer, and the
/// protocol follows Protocol.md, "Compatibility".
package enum Version {
    package static let program = "0.2.0"
    /// The date of this version of the programs, for the footer of manual pages.
    package static let date = "2026-11-27"
    package static let protocolVersion = 1
    /// The version of the database's layout: the number of steps of JokeStore's `Schema.current`.
    package static let database = 13
}
