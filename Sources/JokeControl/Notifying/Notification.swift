// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

/// What is shown in a corner of the desktop: a text, and buttons that each mean one joke.
package struct Notification: Sendable, Hashable {
    package enum Deed: String, Sendable { case like, dislike, next, translate, original }

    package struct Button: Sendable, Hashable {
        package var deed: Deed
        package var joke: Joke.ID

        package init(_ deed: Deed, _ joke: Joke.ID) { (self.deed, self.joke) = (deed, joke) }
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
        let deeds: [Deed] =
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
