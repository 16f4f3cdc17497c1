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
        for (line, summary) in HelpPage.examples { page.example(line, summary) }
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
        for (name, meaning) in variables { page.item(name, meaning) }
        page.section("FILES")
        page.item("$XDG_RUNTIME_DIR/jokesd/socket", "the socket of jokesd; otherwise /tmp/jokesd-UID/socket")
        page.section("SEE ALSO")
        page.plain("jokesd(1)")
    }

    private static let variables = [
        ("JOKESD_SOCKET", "the socket of jokesd, as with `--socket`"),
        ("NO_COLOR", "if not empty, print no colors"),
        ("CLICOLOR_FORCE", "print colors in a pipe, too"),
        (
            "LC_ALL, LC_CTYPE, LANG",
            "if the first of them that is set has no UTF-8, print only ASCII on a terminal"
        ),
        ("COLUMNS", "the width of a terminal that does not report it"),
    ]
}
