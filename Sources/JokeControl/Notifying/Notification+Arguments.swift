// SPDX-License-Identifier: MIT
import JokeTerminal

// What notify-send gets.
extension Notification {
    /// - Parameter number: of the notification whose place it takes.
    /// - Parameter readsMarkup: whether the server takes a body for markup.
    package func arguments(replacing number: Int?, markup readsMarkup: Bool) -> [String] {
        var arguments = [
            "--app-name=jokesd", "--icon=jokesd", "--hint=string:desktop-entry:jokesd", "--print-id",
        ]
        if let number { arguments.append("--replace-id=\(number)") }
        arguments += buttons.map { "--action=\($0.key)=\($0.label)" }
        return arguments + ["--", TerminalText.oneLine(summary), Self.argument(body, markup: readsMarkup)]
    }

    /// Text from strangers as text: nothing in it acts, neither as markup nor as an escape.
    private static func argument(_ text: String, markup readsMarkup: Bool) -> String {
        var result = ""
        for character in TerminalText.safe(text) {
            switch character {
            case "&" where readsMarkup: result += "&amp;"
            case "<" where readsMarkup: result += "&lt;"
            case ">" where readsMarkup: result += "&gt;"
            // notify-send has g_strcompress (GLib) read the body.
            case "\\": result += "\\\\"
            default: result.append(character)
            }
        }
        return result
    }

    /// The command line that shows it, for a shell.
    package var commandLine: String {
        var line = "notify-send"
        for argument in arguments(replacing: nil, markup: true) { line += " " + argument.shellWord }
        return line
    }
}
