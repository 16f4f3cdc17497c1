// SPDX-License-Identifier: MIT
import CGtk
import Glibc
import JokeClient
import JokeDesktop
import JokeWire

/// The entry point of jokesd-card. Its exit codes are those of jokectl (sysexits.h).
enum CardMain {
    private static let usage: Int32 = 64

    static func run(_ arguments: [String]) -> Int32 {
        Catalogue.choose { getenv($0).map { String(cString: $0) } }
        let options: CardOptions
        do throws(UsageError) { options = try CardOptions(Array(arguments.dropFirst())) } catch {
            return complain(error.message)
        }
        if options.wantsHelp { return say(CardOptions.help) }
        if options.wantsVersion { return say("jokesd-card \(Version.program)") }
        guard initializeGTK() else {
            return complain("cannot open the display; use `jokectl swipe` in a terminal")
        }
        return CardApp(options).run()
    }

    private static func say(_ text: String) -> Int32 {
        let line = text + "\n"
        _ = write(1, line, line.utf8.count)
        return 0
    }

    private static func complain(_ message: String) -> Int32 {
        let line = "jokesd-card: \(message)\n"
        _ = write(2, line, line.utf8.count)
        return usage
    }
}
