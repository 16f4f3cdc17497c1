// SPDX-License-Identifier: MIT
package import JokeWire

extension SourceStatus {
    /// Whether jokesd has the jokes of the source on this machine: in files, or as the user's own.
    package var isLocal: Bool { ["builtin", "pack", "fortune", "own"].contains(type) }
}
