// SPDX-License-Identifier: MIT
import JokeCommandLine
import JokeWire

/// The manual page jokectl(1), made from the table of commands.
package enum ManualPage {
    package static func text(of table: CommandTable) -> String {
        var page = Roff(
            "JOKECTL", section: 1, date: Version.date, origin: "jokesd \(Version.program)",
            manual: "User Commands")
        page.section("NAME")
        page.plain("jokectl - a good joke, from jokesd")
        page.section("SYNOPSIS")
        page.synopsis("jokectl", "[FLAG]… [COMMAND] [ARGUMENT]…")
        page.section("DESCRIPTION")
        page.plain(
            "`jokectl` asks jokesd(1), which always has a good joke ready, and shows what it answers: on a terminal "
                + "for people, in a pipe whole and separated by tabs for programs. Without a command it shows the joke on "
                + "the card. Where jokesd does not run, systemd starts it for the first question.")
        page.section("EXAMPLES")
        for (line, summary) in HelpPage.examples { page.example(line, summary) }
        page.section("COMMANDS")
        for command in table.commands { page.append(command.description) }
        page.section("OPTIONS")
        page.plain("These may stand anywhere; behind `--` nothing is an option.")
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
        for (name, meaning) in variables { page.item(name, meaning) }
        page.section("FILES")
        page.item("$XDG_RUNTIME_DIR/jokesd/socket", "where jokesd listens; else /tmp/jokesd-UID/socket")
        page.section("SEE ALSO")
        page.plain("jokesd(1)")
    }

    private static let variables = [
        ("JOKESD_SOCKET", "where jokesd listens, as `--socket` says it"),
        ("NO_COLOR", "no colours, where it is set and not empty"),
        ("CLICOLOR_FORCE", "colours in a pipe, too"),
        ("LC_ALL, LC_CTYPE, LANG", "without UTF-8 in the first that is set, a terminal gets ASCII alone"),
        ("COLUMNS", "how wide a terminal is that does not say so itself"),
    ]
}
