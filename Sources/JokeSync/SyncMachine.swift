// SPDX-License-Identifier: MIT

/// The identity of a machine in a folder.
package enum SyncMachine {
    /// Returns a new random id.
    package static func newID() -> String {
        Checksum.padded(String(UInt64.random(in: .min ... .max), radix: 16), 16)
    }

    /// Returns a hash of this system's id (machine-id(5)). If it differs from the stored one, the home directory was
    /// copied to another machine, which needs an id of its own.
    package static func systemMark(_ machineID: [UInt8]) -> String {
        machineID.isEmpty ? "" : Checksum.padded(String(Checksum.hash(machineID), radix: 16), 16)
    }

    package static func isID(_ text: String) -> Bool { SyncFileName.isMachine(Array(text.utf8)) }
}
