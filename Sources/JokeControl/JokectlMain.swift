// SPDX-License-Identifier: MIT
import Glibc
import JokeClient

/// The entry point of jokectl.
package enum JokectlMain {
    /// Runs the command line of this process, and exits.
    package static func main() -> Never {
        let words = Array(CommandLine.arguments.dropFirst())
        Catalogue.choose { Environment.own[$0] }
        // Programs read the result, and perhaps the messages beside it.
        // No word after `--` is an option; `complete` has the words of another command line there.
        let options = words.prefix { $0 != "--" }
        if Catalogue.chosen != nil, options.contains(where: isForPrograms) || printsJSON(options) {
            Catalogue.chooseEnglish()
        }
        // A connection would get the number of a closed descriptor, and what is printed.
        for descriptor in [Int32(0), 2] where fcntl(descriptor, F_GETFD) < 0 { _ = open("/dev/null", O_RDWR) }
        guard fcntl(1, F_GETFD) >= 0 else {
            exit(
                report(.unwritable(EBADF), to: Console(output: 1, errors: 2, appearance: Appearance()))
                    .rawValue)
        }
        let code = run(words, environment: .own, terminal: "/dev/tty")
        exit(code.rawValue)
    }

    private static func isForPrograms(_ word: String) -> Bool {
        // The manual page is English, like the others.
        ["--json", "--format", "--man"].contains { word == $0 || word.hasPrefix($0 + "=") }
    }

    /// Whether the command prints JSON without an option.
    private static func printsJSON(_ words: ArraySlice<String>) -> Bool {
        switch words.first {
        case "follow": !words.contains { $0 == "--for" || $0.hasPrefix("--for=") }
        case "mcp": true
        default: false
        }
    }

    /// Runs one command line with the given standard streams.
    ///
    /// - Parameter terminal: the path of the controlling terminal, or nil if there is none.
    package static func run(
        _ words: [String], environment: Environment, input: Int32 = 0, output: Int32 = 1, errors: Int32 = 2,
        terminal: String? = nil
    ) -> ExitCode {
        do throws(UsageError) {
            let invocation = try ArgumentParser.parse(words, of: .jokectl)
            let globals = try GlobalFlags(invocation)
            let appearance = Appearance.detected(
                on: output, environment: environment, color: globals.color, isQuiet: globals.isQuiet)
            let console = Console(
                input: input, output: output, errors: errors, appearance: appearance, terminal: terminal)
            return run(
                invocation, CommandContext(globals: globals, environment: environment, console: console))
        } catch {
            return report(
                CommandError(Removed.error(for: words) ?? error),
                to: Console(output: output, errors: errors, appearance: Appearance()))
        }
    }

    private static func run(_ invocation: Invocation, _ context: CommandContext) -> ExitCode {
        do throws(CommandError) {
            if context.globals.wantsHelp {
                try context.console.present(help(for: invocation, context.appearance), context.environment)
                return .done
            }
            let named = CommandTable.all[invocation.command.name]
            guard let command = context.globals.wantsVersion ? .version : named else { return .usage }
            // Report an unknown member before the command changes anything.
            try context.globals.form.check(against: command.result(invocation))
            return try command.run(invocation, context)
        } catch {
            return report(error, to: context.console)
        }
    }

    private static func help(for invocation: Invocation, _ appearance: Appearance) -> Page {
        invocation.isBare
            ? HelpPage.overview(of: .all, appearance) : HelpPage.page(about: invocation.command, appearance)
    }

    private static func report(_ failure: CommandError, to console: Console) -> ExitCode {
        console.printError(failure.message)
        return failure.exitCode
    }
}
