// SPDX-License-Identifier: MIT
import Glibc

/// Where text is put for the user to paste: the desktop's clipboard, else that of the terminal.
struct Clipboard {
    let environment: Environment
    let console: Console

    /// - Parameter type: of the media, for a picture.
    func put(_ text: String, type: String? = nil) throws(CommandError) {
        if isSet("WAYLAND_DISPLAY"), let copy = ExternalProgram("wl-copy", environment) {
            return try copy.run(type.map { ["--type", $0] } ?? [], input: text)
        }
        if isSet("DISPLAY"), let copy = ExternalProgram("xclip", environment) {
            return try copy.run(
                ["-selection", "clipboard"] + (type.map { ["-t", $0] } ?? []), input: text)
        }
        let sequence = Self.sequence(text, environment)
        if console.appearance.isTerminal { return try console.write(sequence) }
        // The output may go elsewhere, or another program may have the screen, as jokesd-swipe has.
        guard console.tellTerminal(sequence) else {
            throw CommandError(
                .unreachable,
                "there is no clipboard here; install wl-clipboard (Wayland) or xclip (X11), or run it in a terminal"
            )
        }
    }

    private func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }

    /// OSC 52 of xterm's control sequences: the terminal takes it, over ssh too, or ignores it. Inside of tmux and screen it
    /// goes in a control string of theirs that they hand on as it is, for tmux with its escapes doubled.
    static func sequence(_ text: String, _ environment: Environment) -> String {
        let sequence = "\u{1B}]52;c;\(base64(text))\u{7}"
        if environment["TMUX"].map({ !$0.isEmpty }) ?? false {
            return "\u{1B}Ptmux;\u{1B}\(sequence)\u{1B}\\"
        }
        if environment["STY"].map({ !$0.isEmpty }) ?? false { return "\u{1B}P\(sequence)\u{1B}\\" }
        return sequence
    }

    /// RFC 4648, section 4.
    static func base64(_ text: String) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        var result: [UInt8] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let group = bytes[start..<min(start + 3, bytes.count)]
            var bits: UInt32 = 0
            for index in 0..<3 {
                bits = bits << 8 | UInt32(start + index < bytes.count ? bytes[start + index] : 0)
            }
            for index in 0..<4 {
                result.append(
                    index <= group.count
                        ? digits[Int(bits >> UInt32(18 - 6 * index) & 63)] : UInt8(ascii: "="))
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
