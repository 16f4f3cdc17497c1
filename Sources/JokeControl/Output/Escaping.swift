// SPDX-License-Identifier: MIT
import JokeWire

// Escaping for a POSIX shell.
extension String {
    /// The text as one word, in quotes if it needs them.
    var shellWord: String {
        let isPlain = utf8.allSatisfy { byte in
            (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte) || (0x30...0x39).contains(byte)
                || "-_=:./%@".utf8.contains(byte)
        }
        return isPlain && !isEmpty ? self : Escaper.shell.escaped(self)
    }
}
