// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import Testing

@Suite("Appearance")
struct AppearanceTests {
    struct Case: Sendable {
        let isTerminal: Bool
        let environment: Environment
        let color: Appearance.ColorChoice
        let isColored: Bool

        init(
            _ isTerminal: Bool, _ environment: Environment, _ color: Appearance.ColorChoice,
            is isColored: Bool
        ) {
            (self.isTerminal, self.environment) = (isTerminal, environment)
            (self.color, self.isColored) = (color, isColored)
        }
    }

    @Test(
        "colors depend on the terminal, the environment and the flag",
        arguments: [
            Case(true, [:], .auto, is: true),
            Case(false, [:], .auto, is: false),
            Case(true, ["TERM": "dumb"], .auto, is: false),
            Case(true, ["NO_COLOR": "1"], .auto, is: false),
            Case(true, ["NO_COLOR": ""], .auto, is: true),
            Case(false, ["CLICOLOR_FORCE": "1"], .auto, is: true),
            Case(false, ["CLICOLOR_FORCE": "0"], .auto, is: false),
            Case(false, ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], .auto, is: false),
            Case(true, ["NO_COLOR": "1", "TERM": "dumb"], .always, is: true),
            Case(false, [:], .always, is: true),
            Case(true, ["CLICOLOR_FORCE": "1"], .never, is: false),
        ])
    func colors(_ one: Case) {
        let isColored = Appearance.isColored(
            isTerminal: one.isTerminal, environment: one.environment, color: one.color)
        #expect(isColored == one.isColored)
    }

    @Test(
        "hyperlinks are shown where the terminal is known to support them",
        arguments: [
            (["TERM": "xterm-256color", "VTE_VERSION": "7006"], true),
            (["TERM": "xterm-256color", "VTE_VERSION": "5000"], false), (["TERM": "xterm-kitty"], true),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"], true), (["TERM": "foot"], true),
            (["TERM": "xterm-256color"], false), ([:], false), (["TERM": "linux"], false),
            (["TERM": "tmux-256color", "VTE_VERSION": "7006"], false),
            (["TERM": "screen", "TERM_PROGRAM": "WezTerm"], false),
            (["TERM": "xterm-256color", "VTE_VERSION": "7006", "TMUX": "/tmp/tmux-0,1,0"], false),
            (["TERM": "dumb", "VTE_VERSION": "7006"], false),
        ] as [(Environment, Bool)])
    func hyperlinks(_ environment: Environment, _ isSupported: Bool) {
        #expect(Appearance.hasHyperlinks(environment) == isSupported)
    }

    @Test("a file has no width and no colors")
    func regularFile() {
        let file = scratchFile()
        defer { close(file) }
        let appearance = Appearance.detected(
            on: file, environment: ["COLUMNS": "40"], color: .auto, isQuiet: false)
        #expect(appearance == Appearance(width: nil, isColored: false, isUnicode: false))
    }

    // TIOCSPTLCK and TIOCGPTN of ioctl_tty(2), which Swift does not import.
    private var unlock: UInt { 0x4004_5431 }
    private var numberOfBack: UInt { 0x8004_5430 }

    @Test(
        "the width is that of the terminal, or COLUMNS if it has none",
        arguments: [(33, 33), (0, 50), (5, 20)])
    func terminalWidth(_ columns: UInt16, _ width: Int) throws {
        let front = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (number, lock): (Int32, Int32) = (0, 0)
        let isOpen = ioctl(front, unlock, &lock) == 0 && ioctl(front, numberOfBack, &number) == 0
        try #require(isOpen)
        let back = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        defer {
            close(back)
            close(front)
        }
        var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
        let isSized = ioctl(back, UInt(TIOCSWINSZ), &size) == 0
        try #require(isSized)
        let appearance = Appearance.detected(
            on: back, environment: ["COLUMNS": "50"], color: .auto, isQuiet: false)
        #expect(appearance.width == width)
        #expect(appearance.isColored)
    }
}
