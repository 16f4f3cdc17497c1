// SPDX-License-Identifier: MIT
import Glibc

/// What somebody at a terminal wants between two pages.
enum KeyPress: Sendable, Hashable {
    case more
    case enough
    case interrupt

    /// Waits for a key that means something, and leaves the terminal as it was.
    ///
    /// Keys are read one by one, without an echo. Ctrl-C comes as a key, too: a signal would end us with the terminal
    /// as we made it. Without a terminal it is `enough`.
    static func read(from terminal: Int32) -> KeyPress {
        var usual = termios()
        guard tcgetattr(terminal, &usual) == 0 else { return .enough }
        var single = usual
        single.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
        guard tcsetattr(terminal, TCSANOW, &single) == 0 else { return .enough }
        defer { tcsetattr(terminal, TCSANOW, &usual) }
        while true {
            var byte: UInt8 = 0
            let count = Glibc.read(terminal, &byte, 1)
            if count < 0, errno == EINTR { continue }
            guard count == 1 else { return .enough }
            if let key = KeyPress(byte) { return key }
        }
    }

    private init?(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\r"): self = .more
        // q, Escape, Ctrl-D
        case UInt8(ascii: "q"), 0x1B, 0x04: self = .enough
        case 0x03: self = .interrupt
        default: return nil
        }
    }
}
