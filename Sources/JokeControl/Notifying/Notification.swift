// SPDX-License-Identifier: MIT
import JokeClient
import JokeTerminal
package import JokeWire

/// A desktop notification: a text, and buttons that each act on one joke.
package struct Notification: Sendable, Hashable {
    package enum Action: String, Sendable { case open, reveal, like, dislike, next, translate, original }

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
    /// Creates a notification for a joke. If it shows a translation, it also shows the credit.
    ///
    /// - Parameters:
    ///   - isRevealed: whether to tell the punch line. Otherwise a button tells it.
    ///   - note: an error message to show below the joke, or nil.
    package init(
        _ summary: String, of joke: Joke, translated isTranslated: Bool, revealed isRevealed: Bool = true,
        note: String? = nil
    ) {
        let paragraphs = [
            joke.text(translated: isTranslated, revealed: isRevealed),
            joke.credit(translated: isTranslated)?.line, note,
        ]
        let deeds: [Action] =
            joke.isError ? [.next] : [.like, .dislike, .next, isTranslated ? .original : .translate]
        self.init(
            summary: summary, body: Rendering.list(paragraphs.compactMap { $0 }, separator: "\n\n"),
            buttons: ((isRevealed || joke.punchline == nil ? [] : [.reveal]) + deeds).map {
                Button($0, joke.id)
            })
    }
}

extension Notification.Button {
    var label: String {
        switch deed {
        case .open: "Open"
        case .reveal: "Tell me"
        case .like: "Like"
        case .dislike: "Dislike"
        case .next: "Next"
        case .translate: "Translate"
        case .original: "Original"
        }
    }

    /// The key that the server reports when the button is pressed. notify-send splits its argument at the first equals
    /// sign.
    ///
    /// The key contains the joke's id. A process that waits for an older notification with the same number therefore
    /// does not accept the key as its own. Only a click on the text has a fixed key (Desktop Notifications
    /// Specification, "Actions").
    package var key: String {
        deed == .open ? "default" : "\(deed.rawValue):\(PercentEncoding.encode(joke.rawValue))"
    }
}

// The arguments of notify-send.
extension Notification {
    /// Returns the arguments that show the notification.
    ///
    /// - Parameters:
    ///   - number: the number of the notification to replace, or nil to show a new one.
    ///   - readsMarkup: whether the server interprets the body as markup.
    package func arguments(replacing number: Int?, markup readsMarkup: Bool) -> [String] {
        var arguments = [
            "--app-name=jokesd", "--icon=jokesd", "--hint=string:desktop-entry:jokesd", "--print-id",
        ]
        if let number { arguments.append("--replace-id=\(number)") }
        arguments += buttons.map { "--action=\($0.key)=\($0.label)" }
        return arguments + ["--", TerminalText.oneLine(summary), Self.argument(body, markup: readsMarkup)]
    }

    /// Returns the text so that no part of it is markup or an escape sequence.
    private static func argument(_ text: String, markup readsMarkup: Bool) -> String {
        var result = ""
        for character in TerminalText.safe(text) {
            switch character {
            case "&" where readsMarkup: result += "&amp;"
            case "<" where readsMarkup: result += "&lt;"
            case ">" where readsMarkup: result += "&gt;"
            // notify-send passes the body through g_strcompress (GLib).
            case "\\": result += "\\\\"
            default: result.append(character)
            }
        }
        return result
    }

    /// The command line for a shell that shows the notification.
    package var commandLine: String {
        var line = "notify-send"
        for argument in arguments(replacing: nil, markup: true) { line += " " + argument.shellWord }
        return line
    }
}
