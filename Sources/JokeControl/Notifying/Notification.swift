// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

/// A desktop notification: a text, and buttons that each act on one joke.
package struct Notification: Sendable, Hashable {
    package enum Action: String, Sendable { case read, reveal, like, dislike, next, translate, original }

    package struct Button: Sendable, Hashable {
        package var deed: Action
        package var joke: Joke.ID

        package init(_ deed: Action, _ joke: Joke.ID) { (self.deed, self.joke) = (deed, joke) }
    }

    package var summary: String
    package var body: String
    /// The buttons, most wanted first, because GNOME shows three.
    package var buttons: [Button]
    /// Whether the server shows the notification at once and whole, until the user closes it.
    package var isUrgent = false

    package init(summary: String, body: String, buttons: [Button] = []) {
        (self.summary, self.body, self.buttons) = (summary, body, buttons)
    }
}

extension Notification {
    /// The most that every server shows: GNOME 43 shows six lines of about 45 characters, and cuts the rest off.
    private static let (lineLimit, lineLength) = (6, 45)

    /// Whether every server shows the whole joke.
    package static func fits(_ joke: Joke, translated isTranslated: Bool) -> Bool {
        var count = 0
        for line in joke.text(translated: isTranslated).split(
            separator: "\n", omittingEmptySubsequences: false)
        {
            count += max(1, (line.count + lineLength - 1) / lineLength)
        }
        return count <= lineLimit
    }

    /// Creates a notification for a joke. If it shows a translation, it also shows the credit.
    ///
    /// - Parameters:
    ///   - isRevealed: whether to tell the punch line. Otherwise a button tells it. If the whole joke does not fit, the
    ///     punch line is told without the setup.
    ///   - note: an error message to show below the joke, or nil.
    package init(
        _ summary: String, of joke: Joke, translated isTranslated: Bool, revealed isRevealed: Bool = true,
        note: String? = nil
    ) {
        let parts = joke.parts(translated: isTranslated)
        let isAlone = isRevealed && !Self.fits(joke, translated: isTranslated)
        let paragraphs = [
            (isAlone ? parts.punchline : nil) ?? joke.text(translated: isTranslated, revealed: isRevealed),
            joke.credit(translated: isTranslated)?.line, note,
        ]
        let deeds: [Action] =
            joke.isError ? [.next] : [.like, .dislike, .next, isTranslated ? .original : .translate]
        self.init(
            summary: summary, body: Rendering.list(paragraphs.compactMap { $0 }, separator: "\n\n"),
            buttons: ((isRevealed || joke.punchline == nil ? [] : [.reveal]) + deeds).map {
                Button($0, joke.id)
            })
        if !joke.isError { buttons.append(Button(.read, joke.id)) }
    }
}

extension Notification.Button {
    var label: String {
        switch deed {
        case .read: localized("Read")
        case .reveal: localized("Tell me")
        case .like: localized("Like")
        case .dislike: localized("Dislike")
        case .next: localized("Next")
        case .translate: localized("Translate")
        case .original: localized("Original")
        }
    }

    /// The key that the server reports when the button is pressed. notify-send splits its argument at the first equals
    /// sign.
    ///
    /// The key contains the joke's id. A process that waits for an older notification with the same number therefore
    /// does not accept the key as its own. Only a click on the text has a fixed key (Desktop Notifications
    /// Specification, "Actions").
    package var key: String {
        deed == .read ? "default" : "\(deed.rawValue):\(PercentEncoding.encode(joke.rawValue))"
    }
}

// The arguments of notify-send.
extension Notification {
    /// Returns the arguments that show the notification.
    ///
    /// - Parameters:
    ///   - number: the number of the notification to replace, or nil to show a new one.
    ///   - server: the server that shows it, or nil if it is not known.
    package func arguments(replacing number: Int?, on server: NotificationServer?) -> [String] {
        var arguments = [
            "--app-name=Jokes", "--icon=jokesd", "--hint=string:desktop-entry:\(server?.entry ?? "jokesd")",
            "--print-id",
        ]
        if let number { arguments.append("--replace-id=\(number)") }
        // dunst shows critical notifications as alarms, and others for as long as they ask for.
        if isUrgent { arguments.append(server?.name == "dunst" ? "--expire-time=0" : "--urgency=critical") }
        let buttons = server?.hasButtons == false ? [] : buttons
        // Plasma removes the buttons of other notifications when it stops showing them. GNOME 48 removes a notification
        // when its sender ends, so notify-send has to wait.
        arguments.append(buttons.isEmpty ? "--wait" : "--hint=boolean:resident:true")
        arguments += buttons.map { "--action=\($0.key)=\($0.label)" }
        return arguments + [
            "--", TerminalText.oneLine(summary), Self.argument(body, on: server),
        ]
    }

    /// Returns the body for notify-send.
    private static func argument(_ text: String, on server: NotificationServer?) -> String {
        Escaper.notifySend.escaped(
            NotificationBody.text(
                text, markup: server?.readsMarkup ?? true, lineBreak: server?.lineBreak ?? "\n"))
    }

    /// The command line for a shell that shows the notification.
    package var commandLine: String {
        var line = "notify-send"
        for argument in arguments(replacing: nil, on: nil) { line += " " + argument.shellWord }
        return line
    }
}
