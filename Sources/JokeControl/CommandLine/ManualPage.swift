// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// The manual page jokectl(1), made from the table of commands.
package enum ManualPage {
    package static func text(of table: CommandTable) -> String {
        var page = Roff(
            "JOKECTL", section: 1, date: Version.date, origin: "jokesd \(Version.program)",
            manual: "User Commands")
        page.section("NAME")
        page.plain("jokectl - show, like and search the jokes of jokesd")
        page.section("SYNOPSIS")
        page.synopsis("jokectl", "[OPTION]… [COMMAND] [ARGUMENT]…")
        page.section("DESCRIPTION")
        page.plain(
            "`jokectl` sends requests to jokesd(1) and shows the results. On a terminal, the output is for "
                + "people. In a pipe, it is for programs: complete, and separated by tabs. Without a "
                + "command, it shows the current joke. If jokesd does not run, systemd starts it for the "
                + "first request.")
        page.section("EXAMPLES")
        for example in HelpPage.examples { page.literal(example.line, example.summary) }
        page.section("COMMANDS")
        for command in table.commands { page.append(command.description) }
        page.section("OPTIONS")
        page.plain("These options can stand anywhere. No word after `--` is an option.")
        page.append(GlobalFlags.options)
        page.section("TEMPLATES")
        page.plain(HelpPage.formatExplained)
        for filter in Template.Filter.known { page.item(filter.usage, filter.meaning) }
        appendSurroundings(to: &page)
        return page.text
    }

    private static func appendSurroundings(to page: inout Roff) {
        page.section("EXIT STATUS")
        for code in ExitCode.allCases { page.item(String(code.rawValue), code.meaning) }
        page.item("130", "interrupted")
        page.section("ENVIRONMENT")
        for variable in EnvironmentVariable.all { page.literal(variable.names, variable.summary) }
        page.section("FILES")
        for (path, meaning) in files { page.literal(path, meaning) }
        page.section("SEE ALSO")
        page.plain(
            "jokesd(1), jokesd-card(1), jokesd-swipe(1), jokesd-config(5), jokesd-protocol(7), less(1)"
        )
    }

    /// The files that jokectl reads or writes itself. jokesd(1) has the others.
    private static let files = [
        ("$XDG_RUNTIME_DIR/jokesd/socket", "the socket of jokesd; otherwise /tmp/jokesd-UID/socket"),
        ("~/.local/state/jokesd/notified.json", "the last joke of the day that `notify` has shown"),
        ("~/.local/state/jokesd/sync", "the settings and the state of sync"),
        ("~/.config/systemd/user/jokesd-notify.timer.d", "the time of the joke of the day (`notify --at`)"),
        ("~/.config/systemd/user/jokesd-fetch@.service.d", "the programs that `sources allow` has allowed"),
        ("~/.config/systemd/user/jokesd-sync.path.d", "the folder of sync, which systemd watches"),
        ("~/.config/systemd/user/jokesd-sync.service.d", "the folder of sync, to which sync may write"),
    ]
}
