// SPDX-License-Identifier: MIT
import JokeWire

/// The identity of a machine in a folder.
package enum SyncMachine {
    /// Returns a new random id.
    package static func newID() -> String {
        HexDigits.of(UInt64.random(in: .min ... .max))
    }

    /// Returns a hash of this system's id (machine-id(5)). If it differs from the stored one, the home directory was
    /// copied to another machine, which needs an id of its own.
    package static func systemMark(_ machineID: [UInt8]) -> String {
        machineID.isEmpty ? "" : HexDigits.of(Checksum.hash(machineID))
    }

    package static func isID(_ text: String) -> Bool { HexDigits.are16(text.utf8) }
}
