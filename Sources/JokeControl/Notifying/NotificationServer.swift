// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// The notification server of this desktop (Desktop Notifications Specification 1.2).
package struct NotificationServer: Sendable, Hashable {
    package var name = ""
    package var version = ""
    package var capabilities: [String] = []
    /// An identifier of this run of the server. The numbers of notifications are valid only within one run.
    package var run = ""

    /// Whether jokesd-card runs, or D-Bus can start it.
    package var hasCard = false

    package init(capabilities: [String]) { self.capabilities = capabilities }

    var hasButtons: Bool { capabilities.contains("actions") }
    /// Whether `&lt;` in a body is shown as a bracket.
    var readsMarkup: Bool { capabilities.contains("body-markup") }
    /// The character that begins a new line in a body.
    var lineBreak: String { name == "gnome-shell" ? NotificationBody.lineBreakOfGNOME : "\n" }
    /// The desktop file of the sender, without its suffix. Desktops show its name and icon, and list it in their
    /// settings.
    var entry: String { hasCard ? Self.card.name : "jokesd" }

    static let service = "org.freedesktop.Notifications"
    private static let path = "/org/freedesktop/Notifications"
    private static let card = (name: "io.github.jokesd.Card", path: "/io/github/jokesd/Card")
    private static let bus = (name: "org.freedesktop.DBus", path: "/org/freedesktop/DBus")

    /// Opens jokesd-card with this joke. D-Bus starts it outside of the sandbox of the unit that runs jokectl.
    static func openCard(on joke: Joke.ID, over bus: SessionBus) throws(CommandError) {
        _ = try bus.call(
            card.name, card.path, "ActivateAction", of: "org.freedesktop.Application", signature: "sava{sv}",
            ["joke", "1", "s", joke.rawValue, "0"])
    }

    /// Closes a notification.
    static func close(_ number: Int, over bus: SessionBus, within seconds: Int) throws(CommandError) {
        _ = try bus.call(
            service, path, "CloseNotification", signature: "u", ["\(number)"], within: seconds)
    }

    /// Queries the server. If the server does not run and the desktop has one, D-Bus starts it.
    init(on bus: SessionBus) throws(CommandError) {
        let facts = try bus.call(Self.service, Self.path, "GetServerInformation").map { $0.stringValue ?? "" }
        let known = try bus.call(Self.service, Self.path, "GetCapabilities")
        let owner = try bus.call(Self.bus.name, Self.bus.path, "GetNameOwner", [Self.service])
        let context = try bus.call(Self.bus.name, Self.bus.path, "GetId")
        name = TerminalText.oneLine(facts.first ?? "")
        version = TerminalText.oneLine(facts.count > 2 ? facts[2] : "")
        capabilities = known.first?.arrayValue?.compactMap(\.stringValue) ?? []
        func isNamed(by method: String) throws(CommandError) -> Bool {
            let names = try bus.call(Self.bus.name, Self.bus.path, method).first?.arrayValue
            return names?.contains(.string(Self.card.name)) == true
        }
        if try isNamed(by: "ListActivatableNames") {
            hasCard = true
        } else {
            hasCard = try isNamed(by: "ListNames")
        }
        run = "\(owner.first?.stringValue ?? "") \(context.first?.stringValue ?? "")"
    }
}
