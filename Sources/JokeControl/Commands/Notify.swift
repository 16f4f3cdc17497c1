// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Command {
    private static let isDry = Option("dry-run", "print the notify-send command instead of running it")
    private static let again = Option("again", "show it even if it was shown today")
    private static let verbose = Option("verbose", letter: "v", "report that it was shown today")
    private static let waits = Option(
        "wait",
        "if there is no session bus or no notification server, wait for it, for at most 50 minutes")
    private static let time = Option("at", "TIME", .text, "show it every day at this time, such as 8:30")
    private static let days = Option("on", "DAYS", .text, "show it on these days, such as mon-fri or sat,sun")
    private static let off = Option("off", "no longer show it by itself")

    static let notify = Command(
        "notify", .desktop, "Show the joke of the day as a desktop notification",
        options: [time, days, off, again, waits, isDry, verbose],
        details: [
            "jokectl shows the joke once a day, with notify-send. Its buttons like the joke, dislike it, "
                + "show the next joke and change the language. A button always applies to the joke of its "
                + "notification, however late you press it. A click on the text (Read) shows the joke again with "
                + "its buttons, or opens it in jokesd-card, if that is installed.",
            "With `\"punchline\": \"held\"` in the configuration, a joke in two parts is shown without its punch "
                + "line, which the button Tell me adds. A joke of more than six lines is shown so, too.",
            "jokectl waits for a button until the notification is closed, for at most 12 hours.",
            "With --at or --on, it shows nothing now. It writes the time to a drop-in of jokesd-notify.timer, and "
                + "enables that timer of systemd. The other half of an earlier time stays; at first it is 9:00, "
                + "every day. If no desktop is there then, the timer tries again each hour. A run that was missed while the "
                + "machine was off shows nothing before the time or on another day (systemd 252 or later).",
        ],
        examples: [
            Example("jokectl notify", "show the joke of the day, unless it was shown today"),
            Example("jokectl notify --again &", "show it again"),
            Example("jokectl notify --at 8:30 --on mon-fri", "show it on working days at half past eight"),
        ],
        result: { hasSchedule($0) ? scheduleSchema : DailyResponse.schema }
    ) { (invocation, context) throws(CommandError) in
        if hasSchedule(invocation) { return try schedule(invocation, context) }
        if invocation.has(isDry) { return try rehearse(context) }
        if NotificationTimer.isEarly(context.environment) { return .done }
        let last = LastNotification(at: try LastNotification.path(context.environment))
        let isAgain = invocation.has(again)
        let isTalkative = invocation.has(verbose) || context.appearance.isTerminal
        // jokesd uses the same calendar, so it need not be started.
        if !isAgain, let last, last.date == LocalDate.today { return done(last.date, isTalkative, context) }
        var notifying = try NotificationFlow(context, waiting: invocation.has(waits))
        // The wait for a server may have gone over midnight.
        if NotificationTimer.isEarly(context.environment) { return .done }
        let latest = try notifying.begin()
        let answer = try ask(context)
        if !isAgain, latest?.date == answer.daily.date {
            return done(answer.daily.date, isTalkative, context)
        }
        try notifying.run(
            answer.daily, translated: answer.isTranslated, revealed: answer.isRevealed, after: answer.restored
        )
        return .done
    }

    // MARK: The schedule

    private static func hasSchedule(_ invocation: Invocation) -> Bool {
        [time, days, off].contains(where: invocation.has)
    }

    private static let scheduleSchema = ValueSchema.object([
        .init("at", .nullable(.string)), .init("calendar", .nullable(.string)), .init("file", .string),
    ])

    private static func schedule(
        _ invocation: Invocation, _ context: CommandContext
    ) throws(CommandError) -> ExitCode {
        if let other = [again, waits, isDry].first(where: invocation.has) {
            throw CommandError(
                .usage,
                localized(
                    "--at, --on and --off change when the joke comes by itself, and show nothing now; leave --%s out",
                    other.name))
        }
        if invocation.has(off), let other = [time, days].first(where: invocation.has) {
            throw CommandError(
                .usage, localized("--off ends what --%s begins; leave one of them out", other.name))
        }
        let timer = try NotificationTimer(context.environment)
        guard !invocation.has(off) else {
            let wasOn = try timer.turnOff()
            let result: JSON = ["at": .null, "calendar": .null, "file": .string(timer.file)]
            try context.show(result) { Rendering.unscheduled(wasOn, $0) }
            return .done
        }
        let schedule = try NotificationSchedule(
            at: invocation.text(time), on: invocation.text(days), keeping: timer.schedule)
        try timer.turnOn(schedule)
        let result: JSON = [
            "at": .string(schedule.time), "calendar": .string(schedule.calendar), "file": .string(timer.file),
        ]
        try context.show(result) { Rendering.schedule(schedule, in: timer.file, $0) }
        return .done
    }

    // MARK: Showing it

    private typealias Answer = (
        json: JSON, daily: DailyResponse, isTranslated: Bool, isRevealed: Bool, restored: StoreRecovery?
    )

    /// Requests the joke of the day on a connection that is closed afterwards. jokesd can then exit while the
    /// notification is shown.
    private static func ask(_ context: CommandContext) throws(CommandError) -> Answer {
        var connection = try context.connect()
        let result = try context.ask(Method.dailyGet.rawValue, on: &connection)
        let daily = try context.value(result, as: DailyResponse.self)
        guard !daily.joke.isError else {
            throw CommandError(.tryLater, localized("no joke of the day: %s", daily.joke.value))
        }
        let telling = try context.telling(of: daily.joke, on: &connection)
        return (
            result, daily, telling.isTranslated, telling.isRevealed, restored(context, on: &connection)
        )
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
                Notification(
                    localized("Joke of the day"), of: answer.daily.joke, translated: answer.isTranslated,
                    revealed: answer.isRevealed
                ).commandLine + "\n")
            return page
        }
        return .done
    }

    private static func done(_ date: String, _ isTalkative: Bool, _ context: CommandContext) -> ExitCode {
        if isTalkative, !context.appearance.isQuiet {
            context.console.printError(
                localized(
                    "the joke of the day (%s) was already shown; `jokectl notify --again` shows it again",
                    date)
            )
        }
        return .done
    }
}
