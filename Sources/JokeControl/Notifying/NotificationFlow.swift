// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeWire

/// Shows the joke of the day as a desktop notification and carries out the buttons that the user presses.
struct NotificationFlow {
    private let context: CommandContext
    private let desktop: NotifySend
    private let mark: LastNotificationWriter
    /// The time of the last recovery of the store that the user was notified of, or nil if there was none.
    private var knownRestoration: String?
    /// The number of the notification that the next one replaces, or nil if there is none.
    private var number: Int?
    /// Whether the notification shows the translation of its joke.
    private var isTranslated = false
    /// Whether the notification shows the punch line of its joke.
    private var isRevealed = true

    /// The time for which the buttons work, in seconds. It includes the time that the machine sleeps.
    private static let lifetime = 12 * 3_600
    /// The longest time for a translation, in seconds.
    private static let translating = 30.0

    init(_ context: CommandContext, after last: LastNotification?) throws(CommandError) {
        self.context = context
        desktop = try NotifySend(context.environment)
        mark = try LastNotificationWriter(at: try LastNotification.path(context.environment))
        knownRestoration = last?.restoration
        // Another run of the server assigns the same numbers to other notifications.
        if let run = desktop.server?.run, last?.server == run { number = last?.notification }
    }

    /// Shows the joke, and returns when the user closes the notification or presses a button that shows no further one.
    ///
    /// - Parameter restored: a recovery of the store to notify the user of first, or nil. It is shown only once, in a
    ///   notification that the joke's does not replace.
    mutating func run(
        _ daily: DailyResponse, translated isTranslated: Bool, revealed isRevealed: Bool,
        after restored: StoreRecovery?
    ) throws(CommandError) {
        let alarm = try BootTimeDeadline(after: Self.lifetime)
        if let restored, restored.restoredAt != knownRestoration {
            let notification = Notification(summary: "Your saved jokes were damaged", body: restored.message)
            _ = try desktop.show(notification, replacing: nil)
            knownRestoration = restored.restoredAt
        }
        var joke = daily.joke
        self.isRevealed = isRevealed
        self.isTranslated = isTranslated
        var next: Notification? = Notification(
            "Joke of the day", of: joke, translated: isTranslated, revealed: isRevealed)
        var isFirst = true
        while var notification = next {
            if desktop.server?.hasCard == true, !joke.isError {
                notification.buttons.append(Notification.Button(.open, joke.id))
            }
            let shown = try desktop.show(notification, replacing: number)
            number = shown.number
            if isFirst {
                try mark.finish(
                    LastNotification(
                        date: daily.date, notification: shown.number, server: desktop.server?.run,
                        restoration: knownRestoration))
                isFirst = false
            }
            guard shown.hasButtons else { return sayWithoutButtons() }
            guard case .pressed(let button) = try desktop.outcome(of: shown, until: alarm) else { return }
            do throws(CommandError) {
                next = try answer(to: button, about: &joke, under: notification.summary)
            } catch {
                tell(error)
                throw error
            }
        }
    }

    /// Carries out the button's action. Returns the notification to show next, or nil if there is none.
    private mutating func answer(
        to button: Notification.Button, about joke: inout Joke, under summary: String
    ) throws(CommandError) -> Notification? {
        guard button.deed != .open else {
            try desktop.openCard(on: button.joke)
            return nil
        }
        var connection = try context.connect()
        switch button.deed {
        case .open: return nil
        case .like, .dislike:
            let method = button.deed == .like ? Method.jokeLike : .jokeDislike
            _ = try context.ask(method.rawValue, ["joke": .string(button.joke.rawValue)], on: &connection)
            return nil
        case .next:
            let result = try context.ask(Method.jokeNext.rawValue, on: &connection)
            joke = try context.value(result, as: DecisionResponse.self).joke
            (isTranslated, isRevealed) = try context.telling(of: joke, on: &connection)
            return Notification("Another joke", of: joke, translated: isTranslated, revealed: isRevealed)
        case .reveal:
            isRevealed = true
            try context.reveal(joke, on: &connection)
            return Notification(summary, of: joke, translated: isTranslated)
        case .translate:
            isTranslated = true
            _ = try context.ask(Method.translationShow.rawValue, ["show": "on"], on: &connection)
            var note: String?
            if joke.translation == nil { note = translate(&joke, on: &connection) }
            return Notification(summary, of: joke, translated: true, revealed: isRevealed, note: note)
        case .original:
            isTranslated = false
            _ = try context.ask(Method.translationShow.rawValue, ["show": "off"], on: &connection)
            return Notification(summary, of: joke, translated: false, revealed: isRevealed)
        }
    }

    /// Requests the translation of `joke`. Returns the reason if there is none, otherwise nil.
    private func translate(_ joke: inout Joke, on connection: inout DaemonConnection) -> String? {
        do throws(CommandError) {
            let result = try context.ask(
                Method.translationRequest.rawValue, ["joke": .string(joke.id.rawValue)], on: &connection,
                until: Deadline(after: Self.translating))
            joke = try context.value(result, as: TranslationResponse.self).joke
            return joke.translation == nil ? "This joke is already in your language." : nil
        } catch {
            return "No translation: \(error.message)"
        }
    }

    /// Shows the error as a notification, because a user who presses a button does not see the journal.
    private func tell(_ failure: CommandError) {
        let notification = Notification(summary: "jokesd", body: failure.message)
        // The caller reports the original error, so an error of this notification is ignored.
        _ = try? desktop.show(notification, replacing: number)
    }

    private func sayWithoutButtons() {
        let name = desktop.server.map { " (\($0.name))" } ?? ""
        context.console.printError(
            "this notification server\(name) shows no buttons; use `jokectl like daily` to save the joke of the day"
        )
    }
}
