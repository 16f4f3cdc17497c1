// SPDX-License-Identifier: MIT
import CSystemd
import Glibc
import JokeClient

/// The entry point of jokesd-search. Its exit codes are those of sysexits.h.
package enum SearchMain {
    private enum Code {
        static let done: Int32 = 0
        static let usage: Int32 = 64
        static let unavailable: Int32 = 69
    }

    /// The name on the bus, by which the desktops find the program.
    private static let name = "io.github.jokesd.Search"

    package static func run(_ arguments: [String]) -> Int32 {
        // The desktop starts the program by D-Bus, with the language of the session.
        Catalogue.choose(by: variable)
        let options: SearchOptions
        do throws(UsageError) { options = try SearchOptions(arguments) } catch {
            return fail(error.message, Code.usage)
        }
        switch options.action {
        case .help: return say(SearchOptions.helpText)
        case .version: return say(SearchOptions.versionText)
        case .serve: return serve(options)
        }
    }

    private static func serve(_ options: SearchOptions) -> Int32 {
        let locations = SocketLocations(option: options.socket, userID: geteuid(), variable: variable)
        do throws(BusError) {
            let bus = try Bus()
            let jokes = SavedJokes(at: locations, timeout: options.timeout)
            let service = SearchService(on: bus, jokes, idleTime: options.idleTime)
            try service.publish()
            try bus.take(name: name)
            jokes.wake()
            try service.run { () throws(BusError) in try bus.release(name: name) }
            return Code.done
        } catch {
            return fail(error.message, Code.unavailable)
        }
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    private static func say(_ text: String) -> Int32 {
        _ = write(1, text, text.utf8.count)
        return Code.done
    }

    private static func fail(_ message: String, _ code: Int32) -> Int32 {
        report(message)
        return code
    }

    /// Writes a message to the standard error, which is the journal if D-Bus started the program.
    static func report(_ message: String) {
        let line = "jokesd-search: \(message)\n"
        _ = write(2, line, line.utf8.count)
    }
}
