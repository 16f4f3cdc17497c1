// SPDX-License-Identifier: MIT
import Glibc

/// A key press that answers whether to show the next page.
enum KeyPress: Sendable, Hashable {
    case more
    case enough
    case interrupt

    /// Waits for a key that has a meaning, then restores the terminal's mode.
    ///
    /// Keys are read one by one, without echo. Ctrl-C is read as a key, too: its signal would end jokectl before it
    /// restores the mode. If the descriptor is not a terminal, returns `enough`.
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
