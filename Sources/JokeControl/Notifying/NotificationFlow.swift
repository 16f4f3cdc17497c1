// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeWire

/// Shows the joke of the day as a desktop notification and carries out the buttons that the user presses.
struct NotificationFlow {
    private let context: CommandContext
    private let desktop: NotifySend
    private let record: NotificationRecord
    /// The time of the last recovery of the store that the user was notified of, or nil if there was none.
    private var knownRestoration: String?
    /// The number of the notification of another run that the first one of this run replaces, or nil if there is none.
    private var number: Int?
    /// Whether the notification shows the translation of its joke.
    private var isTranslated = false
    /// Whether the notification shows the punch line of its joke.
    private var isRevealed = true
    /// Whether the user asked to read the joke, so that the notification stays open.
    private var isRead = false

    /// The time for which the buttons work, in seconds. It includes the time that the machine sleeps.
    private static let lifetime = 12 * 3_600

    /// - Parameter waits: whether to wait for a notification server.
    init(_ context: CommandContext, waiting waits: Bool) throws(CommandError) {
        self.context = context
        desktop = try NotifySend(context.environment, waiting: waits)
        record = NotificationRecord(at: try LastNotification.path(context.environment))
    }

    /// Locks the record of the last notification, until the joke is shown, and returns the record. Of runs at the same
    /// moment, the first one shows the joke, and the others see that.
    mutating func begin() throws(CommandError) -> LastNotification? {
        try record.begin()
        let last = record.last
        knownRestoration = last?.restoration
        // Another run of the server assigns the same numbers to other notifications.
        if let run = desktop.server?.run, last?.server == run { number = last?.notification }
        return last
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
        try record.open()
        var message: NotifySend.Shown?
        if let restored, restored.restoredAt != knownRestoration {
            let notification = Notification(
                summary: localized("Your saved jokes were damaged"), body: restored.message)
            message = try desktop.show(notification, replacing: nil)
            knownRestoration = restored.restoredAt
        }
        try showJoke(daily, translated: isTranslated, revealed: isRevealed, until: alarm)
        if let message { _ = try desktop.outcome(of: message, until: alarm) }
    }

    private mutating func showJoke(
        _ daily: DailyResponse, translated isTranslated: Bool, revealed isRevealed: Bool,
        until alarm: borrowing BootTimeDeadline
    ) throws(CommandError) {
        var joke = daily.joke
        (self.isTranslated, self.isRevealed) = (isTranslated, isRevealed)
        var next: Notification? = notification(localized("Joke of the day"), of: joke)
        while let notification = next {
            let stop = try StopSignals()
            let shown = try desktop.show(notification, replacing: number)
            // notify-send closes this one before the next one is shown. Plasma does not show a notification with a
            // number that was closed just before: it was lost after 20 ms, and shown after 200.
            number = nil
            try record.write(
                LastNotification(
                    date: daily.date, notification: shown.number, server: desktop.server?.run,
                    restoration: knownRestoration))
            record.end()
            guard shown.hasButtons else { return sayWithoutButtons() }
            let outcome = try desktop.outcome(of: shown, until: alarm, watching: stop) { [record] in
                record.isReplaced(on: desktop.server?.run)
            }
            stop.end()
            guard case .pressed(let button) = outcome, try !isReplaced() else { return }
            do throws(CommandError) {
                next = try answer(to: button, about: &joke, under: notification.summary)
                guard next != nil else { return }
                try record.begin()
                if record.isReplaced(on: desktop.server?.run) { return record.end() }
                try record.open()
            } catch {
                tell(error, until: alarm)
                throw error
            }
        }
    }

    /// Whether another run has replaced the notification. That run acts on its buttons, and this one ends.
    private func isReplaced() throws(CommandError) -> Bool {
        try record.begin()
        defer { record.end() }
        return record.isReplaced(on: desktop.server?.run)
    }

    /// Returns the notification for a joke. If not every server shows the joke whole, its punch line is held back.
    ///
    /// - Parameter note: an error message to show below the joke, or nil.
    private mutating func notification(
        _ summary: String, of joke: Joke, with note: String? = nil
    ) -> Notification {
        if !Notification.fits(joke, translated: isTranslated), joke.punchline != nil { isRevealed = false }
        return shownNotification(summary, of: joke, with: note)
    }

    private func shownNotification(_ summary: String, of joke: Joke, with note: String? = nil) -> Notification
    {
        var notification = Notification(
            summary, of: joke, translated: isTranslated, revealed: isRevealed, note: note)
        notification.isUrgent = isRead
        return notification
    }

    /// Carries out the button's action. Returns the notification to show next, or nil if there is none.
    private mutating func answer(
        to button: Notification.Button, about joke: inout Joke, under summary: String
    ) throws(CommandError) -> Notification? {
        if button.deed == .read, desktop.server?.hasCard == true {
            try desktop.openCard(on: button.joke)
            return nil
        }
        var connection = try context.connect()
        switch button.deed {
        case .like, .dislike:
            let method = button.deed == .like ? Method.jokeLike : .jokeDislike
            _ = try context.ask(method.rawValue, ["joke": .string(button.joke.rawValue)], on: &connection)
            return nil
        case .next:
            let result = try context.ask(Method.jokeNext.rawValue, on: &connection)
            joke = try context.value(result, as: DecisionResponse.self).joke
            (isTranslated, isRevealed) = try context.telling(of: joke, on: &connection)
            return notification(localized("Another joke"), of: joke)
        case .read:
            (isRead, isRevealed) = (true, true)
            let whole = notification(summary, of: joke)
            if isRevealed { try context.reveal(joke, on: &connection) }
            return whole
        case .reveal:
            isRevealed = true
            try context.reveal(joke, on: &connection)
            return shownNotification(summary, of: joke)
        case .translate:
            _ = try context.ask(Method.translationShow.rawValue, ["show": "on"], on: &connection)
            var note: String?
            if joke.translation == nil { note = translate(&joke, on: &connection) }
            isTranslated = joke.translation != nil
            return notification(summary, of: joke, with: note)
        case .original:
            isTranslated = false
            _ = try context.ask(Method.translationShow.rawValue, ["show": "off"], on: &connection)
            return notification(summary, of: joke)
        }
    }

    /// Requests the translation of `joke`. Returns the reason if there is none, otherwise nil.
    private func translate(_ joke: inout Joke, on connection: inout DaemonConnection) -> String? {
        do throws(CommandError) {
            let result = try context.ask(
                Method.translationRequest.rawValue, ["joke": .string(joke.id.rawValue)], on: &connection,
                until: Deadline(after: context.fetchTimeout))
            joke = try context.value(result, as: TranslationResponse.self).joke
            return joke.translation == nil ? localized("This joke is already in your language.") : nil
        } catch {
            // jokesd still waits for the engine.
            guard error.exitCode != .timedOut else {
                return localized("The translation has not arrived yet. Press Translate again later.")
            }
            return localized("No translation: %s", error.message)
        }
    }

    /// Shows the error as a notification, because a user who presses a button does not see the journal.
    /// Returns when the user closes it.
    private func tell(_ failure: CommandError, until alarm: borrowing BootTimeDeadline) {
        let notification = Notification(summary: "jokesd", body: failure.message)
        // The caller reports the original error, so an error of this notification is ignored.
        guard let shown = try? desktop.show(notification, replacing: nil) else { return }
        _ = try? desktop.outcome(of: shown, until: alarm)
    }

    private func sayWithoutButtons() {
        let name = desktop.server.map { " (\($0.name))" } ?? ""
        context.console.printError(
            localized(
                "this notification server%s shows no buttons; use `jokectl like daily` to save the joke of the day",
                name)
        )
    }
}
