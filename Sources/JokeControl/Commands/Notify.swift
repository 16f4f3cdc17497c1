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
    ) { (invocation, session) throws(CommandError) in
        if invocation.has(isDry) { return try rehearse(session) }
        let last = DayMark(at: try DayMark.path(session.environment))
        let isAgain = invocation.has(again)
        let isTalkative = invocation.has(verbose) || session.appearance.isTerminal
        // By the same calendar jokesd would say the same: it need not be woken.
        if !isAgain, let last, last.date == LocalDate.today { return done(last.date, isTalkative, session) }
        var notifying = try Notifying(session, after: last)
        let answer = try ask(session)
        if !isAgain, last?.date == answer.daily.date { return done(answer.daily.date, isTalkative, session) }
        try notifying.run(answer.daily, translated: answer.isTranslated, after: answer.restored)
        return .done
    }

    private typealias Answer = (
        json: JSON, daily: Daily, isTranslated: Bool, restored: RestoredStore?
    )

    /// On a connection of its own, which ends here: jokesd need not stay for as long as a notification does.
    private static func ask(_ session: Session) throws(CommandError) -> Answer {
        var connection = try session.connect()
        let result = try session.ask(Method.dailyGet.rawValue, on: &connection)
        let daily = try session.value(result, as: Daily.init(json:at:))
        guard !daily.joke.isError else {
            throw CommandError(.tryLater, "there is no joke of the day: \(daily.joke.value)")
        }
        let shown = try session.appearance(for: [daily.joke], on: &connection)
        return (result, daily, shown.showsTranslations, restored(session, on: &connection))
    }

    /// Good to know, and not worth that the joke does not come.
    private static func restored(_ session: Session, on connection: inout DaemonConnection) -> RestoredStore?
    {
        guard let status = try? session.ask(Method.daemonStatus.rawValue, on: &connection),
            let restoration = status["restoration"], !restoration.isNull
        else { return nil }
        return try? RestoredStore(json: restoration, at: "restoration")
    }

    private static func rehearse(_ session: Session) throws(CommandError) -> ExitCode {
        let answer = try ask(session)
        try session.show(answer.json) { appearance in
            var page = Page(appearance)
            page.append(
                Notification("Joke of the day", of: answer.daily.joke, translated: answer.isTranslated)
                    .commandLine + "\n")
            return page
        }
        return .done
    }

    private static func done(_ date: String, _ isTalkative: Bool, _ session: Session) -> ExitCode {
        if isTalkative, !session.appearance.isQuiet {
            session.console.complain(
                "the joke of the day was shown already (\(date)); `jokectl notify --again` shows it once more"
            )
        }
        return .done
    }
}
