// SPDX-License-Identifier: MIT

/// A key, as far as a terminal tells one from another.
package enum Key: Sendable, Hashable {
    case character(Character)
    /// With Control: of `a` to `z`.
    case control(Character)
    case enter, escape, tab, backspace, delete
    case up, down, left, right, home, end, pageUp, pageDown
}

/// What the mouse did, where: columns and rows count from 0.
package struct MouseReport: Sendable, Hashable {
    package enum Kind: Sendable, Hashable {
        case press, drag, release
        case wheelUp, wheelDown
    }

    package var kind: Kind
    package var column: Int
    package var row: Int

    package init(_ kind: Kind, column: Int, row: Int) {
        self.kind = kind
        self.column = column
        self.row = row
    }
}

/// What comes from a terminal.
package enum TerminalReport: Sendable, Hashable {
    case key(Key)
    case mouse(MouseReport)
    /// Text that was pasted: not keys that were pressed.
    case pasted(String)
    /// Whether it shows what is marked as one frame at once (DECRPM of mode 2026).
    case synchronizes(Bool)
}
