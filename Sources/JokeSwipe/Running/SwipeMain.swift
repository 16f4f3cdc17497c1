// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux
import JokeWire

/// The entry point of jokesd-swipe. Its exit codes are those of jokectl (sysexits.h).
package enum SwipeMain {
    private static let usage: Int32 = 64
    private static let failure: Int32 = 70

    package static func run(_ arguments: [String]) -> Int32 {
        Catalogue.choose(by: variable)
        let options: Options
        do throws(UsageError) { options = try Options(arguments) } catch {
            return printError(error.message, usage)
        }
        guard isatty(0) == 1 && isatty(1) == 1 else {
            return printError(
                localized("the card needs a terminal; use commands such as `jokectl next`"), usage)
        }
        guard !["", "dumb"].contains(variable("TERM") ?? "") else {
            return printError(
                localized("this terminal (TERM) cannot show the card; use commands such as `jokectl next`"),
                usage)
        }
        do { try LoopActor.shared.loop.run { () throws in try open(options) } } catch {
            return printError(localized("cannot use the terminal: %s", "\(error)"), failure)
        }
        return 0
    }

    @LoopActor
    private static func open(_ options: Options) throws {
        let locations = SocketLocations(option: options.socket, userID: geteuid(), variable: variable)
        let display = DisplayOptions(options, environment: variable)
        try SwipeApp(options, display: display, locations).start()
    }

    static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    @discardableResult
    static func printError(_ message: String, _ code: Int32 = failure) -> Int32 {
        let line = "jokectl: \(TerminalText.oneLine(message))\n"
        _ = write(2, line, line.utf8.count)
        return code
    }
}

extension SocketLocations {
    var surroundings: ConnectError.Surroundings {
        ConnectError.Surroundings(self, runtimeDirectory: SwipeMain.variable("XDG_RUNTIME_DIR"))
    }
}
