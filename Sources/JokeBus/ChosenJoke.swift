// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// The effects of a result that the user chose. This program has no window, so other programs show the joke.
struct ChosenJoke {
    let bus: Bus

    private static let card = "io.github.jokesd.Card"

    /// Whether jokesd-card can show jokes.
    var hasCard: Bool { bus.knows(name: Self.card) }

    func openCard(on id: String) {
        bus.send(Self.cardMethod("ActivateAction")) { message in
            message.append("joke")
            message.array(of: "v") { message.variant(id) }
            message.array(of: "{sv}") {}
        }
    }

    func openCard() {
        bus.send(Self.cardMethod("Activate")) { message in message.array(of: "{sv}") {} }
    }

    /// Shows the joke as a notification that stays until the user closes it. GNOME 48 removes it when this program ends.
    ///
    /// - Parameter lineBreak: the character that begins a new line there (`NotificationBody`).
    /// - Returns: the number of the notification, or nil if the server does not reply at once.
    func notify(_ joke: Joke, lineBreak: String) -> UInt32? {
        let capabilities = bus.strings(Self.notifications("GetCapabilities"), seconds: 1) ?? []
        let body = NotificationBody.text(
            joke.value, markup: capabilities.contains("body-markup"), lineBreak: lineBreak)
        return bus.number(Self.notifications("Notify"), seconds: 1) { message in
            message.append("Jokes")
            message.append(uint32: 0)
            message.append("jokesd")
            message.append(localized("Saved joke"))
            message.append(body)
            message.append([])
            message.array(of: "{sv}") {
                message.entry("desktop-entry", "jokesd")
                // Only an urgent one is shown at once and whole.
                message.entry("urgency", "y") { message.append(byte: 2) }
            }
            message.append(int32: -1)
        }
    }

    /// Puts the joke into the clipboard of Plasma. A program without a window cannot do it itself.
    func copy(_ text: String) {
        bus.send(
            MethodCall(
                destination: "org.kde.klipper", path: "/klipper", interface: "org.kde.klipper.klipper",
                member: "setClipboardContents")
        ) { $0.append(text) }
    }

    private static func cardMethod(_ member: String) -> MethodCall {
        MethodCall(
            destination: card, path: "/io/github/jokesd/Card", interface: "org.freedesktop.Application",
            member: member)
    }

    private static func notifications(_ member: String) -> MethodCall {
        MethodCall(
            destination: "org.freedesktop.Notifications", path: "/org/freedesktop/Notifications",
            interface: "org.freedesktop.Notifications", member: member)
    }
}
