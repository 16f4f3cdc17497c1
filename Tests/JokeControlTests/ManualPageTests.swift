// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeControl
import JokeTestSupport
import Testing

@Suite("The manual page")
struct ManualPageTests {
    private let text = ManualPage.text(of: .all)

    @Test("mandoc reports nothing")
    func lint() throws {
        let run = try ProgramRun(
            "mandoc", ["-T", "lint", "-W", "style"], environment: ["PATH": "/usr/bin:/bin"], input: text)
        #expect(run.output.isEmpty && run.errors.isEmpty, "\(run.output)\(run.errors)")
    }

    @Test("each installed program that people start has a page, with the usual sections")
    func programs() throws {
        let names = try Files.text("\(Programs.checkout)/scripts/stage.sh").matches(
            of: /programs\/(joke[a-z-]+)/
        )
        .map { String($0.1) }
        #expect(Set(names).count == 6)
        for name in names where name != "jokesd-fetch" {
            let sections =
                name == "jokectl"
                ? text.matches(of: /\n\.SH (.*)/).map { String($0.1) }
                : try DocumentationPage("\(name).1.md").text.matches(of: /\n## (.*)/).map {
                    $0.1.uppercased()
                }
            for section in [
                "SYNOPSIS", "DESCRIPTION", "OPTIONS", "ENVIRONMENT", "FILES", "EXAMPLES", "EXIT STATUS",
                "SEE ALSO",
            ] { #expect(sections.contains(section), "\(name): \(section)") }
        }
    }

    @Test("the page has every command, every flag and every exit code")
    func everyCommandAndFlag() throws {
        let run = try ProgramRun(
            "mandoc", ["-T", "utf8", "-O", "width=200"],
            environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"], input: text)
        // A letter that is overstruck is bold.
        let shown = run.output.replacing(/.\u{8}/, with: "")
        for command in CommandTable.all.commands.map(\.description) {
            #expect(shown.contains("   \(command.name)"), "\(command.name)")
            for option in command.options { #expect(shown.contains(option.usage), "\(option.usage)") }
        }
        for code in ExitCode.allCases { #expect(shown.contains(code.meaning), "\(code)") }
    }
}
