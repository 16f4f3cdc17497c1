// SPDX-License-Identifier: MIT
import JokeClient
import JokeCommandLine
import JokeWire

extension Command {
    private static let isDry = Option("dry-run", "print the command that would show it, and show nothing")
    private static let again = Option("again", "also where it was shown today already")
    private static let verbose = Option("verbose", letter: "v", "say so where it was shown today already")

    static let notify = Command(
        "notify", .desktop, "Show the joke of the day as a notification",
        options: [isDry, again, verbose],
        details: [
            "It is shown once on a day, by notify-send, with buttons to like and to dislike it, for the next joke and for the "
                + "other language. Each means the joke that it stands below, however late it is pressed.",
            "It waits for a button until the notification is closed, for 12 hours at most. "
                + "`systemctl --user enable --now jokesd-notify.timer` has it shown every day.",
        ],
        examples: [
            Example("jokectl notify", "the joke of the day, unless it was shown today"),
            Example("jokectl notify --again &", "once more"),
        ]
    ) { (invocation, context) throws(CommandError) in
        if invocation.has(isDry) { return try rehearse(context) }
        let last = LastNotification(at: try LastNotification.path(context.environment))
        let isAgain = invocation.has(again)
        let isTalkative = invocation.has(verbose) || context.appearance.isTerminal
        // jokesd uses the same calendar, so it need not be started.
        if !isAgain, let last, last.date == LocalDate.today { return done(last.date, isTalkative, context) }
        var notifying = try NotificationFlow(context, after: last)
        let answer = try ask(context)
        if !isAgain, last?.date == answer.daily.date { return done(answer.daily.date, isTalkative, context) }
        try notifying.run(answer.daily, translated: answer.isTranslated, after: answer.restored)
        return .done
    }

    private typealias Answer = (
        json: JSON, daily: DailyResponse, isTranslated: Bool, restored: StoreRecovery?
    )

    /// Requests the joke of the day on a connection that is closed afterwards. jokesd can then exit while the
    /// notification is shown.
    private static func ask(_ context: CommandContext) throws(CommandError) -> Answer {
        var connection = try context.connect()
        let result = try context.ask(Method.dailyGet.rawValue, on: &connection)
        let daily = try context.value(result, as: DailyResponse.self)
        guard !daily.joke.isError else {
            throw CommandError(.tryLater, "there is no joke of the day: \(daily.joke.value)")
        }
        let shown = try context.appearance(for: [daily.joke], on: &connection)
        return (result, daily, shown.showsTranslations, restored(context, on: &connection))
    }

    /// Returns the last recovery of the store. If the request fails, returns nil, so that the joke is still shown.
    private static func restored(_ context: CommandContext, on connection: inout DaemonConnection)
        -> StoreRecovery?
    {
        guard let result = try? context.ask(Method.daemonStatus.rawValue, on: &connection) else { return nil }
        return (try? context.value(result, as: StatusResponse.self))?.restoration
    }

    private static func rehearse(_ context: CommandContext) throws(CommandError) -> ExitCode {
        let answer = try ask(context)
        try context.show(answer.json) { appearance in
            var page = Page(appearance)
            page.append(
                Notification("Joke of the day", of: answer.daily.joke, translated: answer.isTranslated)
                    .commandLine + "\n")
            return page
        }
        return .done
    }

    private static func done(_ date: String, _ isTalkative: Bool, _ context: CommandContext) -> ExitCode {
        if isTalkative, !context.appearance.isQuiet {
            context.console.printError(
                "the joke of the day was shown already (\(date)); `jokectl notify --again` shows it once more"
            )
        }
        return .done
    }
}
