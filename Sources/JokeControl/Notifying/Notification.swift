// SPDX-License-Identifier: MIT
import JokeClient
import JokeTerminal
package import JokeWire

/// What is shown in a corner of the desktop: a text, and buttons that each mean one joke.
package struct Notification: Sendable, Hashable {
    package enum Action: String, Sendable { case like, dislike, next, translate, original }

    package struct Button: Sendable, Hashable {
        package var deed: Action
        package var joke: Joke.ID

        package init(_ deed: Action, _ joke: Joke.ID) { (self.deed, self.joke) = (deed, joke) }
    }

    package var summary: String
    package var body: String
    package var buttons: [Button]

    package init(summary: String, body: String, buttons: [Button] = []) {
        (self.summary, self.body, self.buttons) = (summary, body, buttons)
    }
}

extension Notification {
    /// A joke, in the text that is wanted, with who translated it.
    ///
    /// - Parameter note: what went wrong with it.
    package init(_ summary: String, of joke: Joke, translated isTranslated: Bool, note: String? = nil) {
        let paragraphs = [joke.text(translated: isTranslated), joke.credit(translated: isTranslated), note]
        let deeds: [Action] =
            joke.isError ? [.next] : [.like, .dislike, .next, isTranslated ? .original : .translate]
        self.init(
            summary: summary, body: Rendering.list(paragraphs.compactMap { $0 }, separator: "\n\n"),
            buttons: deeds.map { Button($0, joke.id) })
    }
}

extension Notification.Button {
    var label: String {
        switch deed {
        case .like: "Like"
        case .dislike: "Dislike"
        case .next: "Next"
        case .translate: "Translate"
        case .original: "Original"
        }
    }

    /// What the server says when it is pressed. It has the joke in it, so that a process which waits for an older
    /// notification of the same number does not know it. notify-send cuts at the first equals sign.
    package var key: String { "\(deed.rawValue):\(PercentEncoding.encode(joke.rawValue))" }
}

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
