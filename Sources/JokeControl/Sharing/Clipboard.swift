// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeWire

/// The clipboard of the desktop. If there is none, the buffer of tmux or the clipboard of the terminal is used.
struct Clipboard {
    let environment: Environment
    let console: Console

    /// Copies the text or the picture of a joke, and returns a sentence that says where it is.
    ///
    /// - Parameter type: the media type of a picture, or nil for plain text.
    func put(_ text: String, type: String? = nil) throws(CommandError) -> String {
        let content = Array(text.utf8)
        let copied = localized("Copied the joke to the clipboard.")
        if isSet("WAYLAND_DISPLAY"), let copy = ExternalProgram("wl-copy", environment) {
            try copy.run(type.map { ["--type", $0] } ?? [], input: content)
            return copied
        }
        if isSet("DISPLAY"), let copy = ExternalProgram("xclip", environment) {
            try copy.run(["-selection", "clipboard"] + (type.map { ["-t", $0] } ?? []), input: content)
            return copied
        }
        // tmux 3.2 and newer sets the clipboard of its terminal with -w. An older one fails, and passes OSC 52 on.
        if isSet("TMUX"), let tmux = ExternalProgram("tmux", environment),
            (try? tmux.run(["load-buffer", "-w", "-"], input: content)) != nil
        {
            return localized("Copied to the buffer of tmux, and to the clipboard if the terminal can.")
        }
        let sequence = sequence(text)
        if console.appearance.isTerminal {
            try console.write(sequence)
            return Self.sent
        }
        // The output may be redirected, or another program, such as jokesd-swipe, may control the terminal.
        guard console.tellTerminal(sequence) else {
            throw CommandError(
                .unreachable,
                localized(
                    "no clipboard is available; install wl-clipboard (Wayland) or xclip (X11), or run it in a terminal"
                )
            )
        }
        return Self.sent
    }

    /// No terminal replies to OSC 52.
    private static var sent: String {
        localized("Sent to the terminal, which may copy it to the clipboard.")
    }

    private func isSet(_ name: String) -> Bool { environment[name].map { !$0.isEmpty } ?? false }

    /// Returns the control sequence OSC 52 of xterm, which copies `text` to the clipboard.
    ///
    /// A terminal obeys it, over ssh too, or ignores it. tmux and screen pass it on if it is inside one of their own
    /// control strings. For tmux, each escape character in it is doubled.
    private func sequence(_ text: String) -> String {
        let sequence = "\u{1B}]52;c;\(Base64.encode(text.utf8))\u{7}"
        if isSet("TMUX") { return "\u{1B}Ptmux;\u{1B}\(sequence)\u{1B}\\" }
        if isSet("STY") { return "\u{1B}P\(sequence)\u{1B}\\" }
        return sequence
    }
}
