// SPDX-License-Identifier: MIT
import Glibc
package import JokeClient
import JokeCommandLine
package import JokeWire

/// What a command works with: where to ask, and where to print.
package struct CommandContext: Sendable {
    package let console: Console
    let globals: GlobalFlags
    let environment: Environment

    package init(globals: GlobalFlags, environment: Environment, console: Console) {
        self.globals = globals
        self.environment = environment
        self.console = console
    }

    /// For the completion of a line: at the socket that the line names, without a start, and not for longer than
    /// somebody who pressed a key waits.
    func completing(_ line: PartialCommandLine) -> CommandContext {
        var globals = globals
        if let socket = line.value(of: "socket") { globals.socket = socket }
        globals.startsNothing = true
        globals.timeout = globals.timeout ?? 0.5
        return CommandContext(globals: globals, environment: environment, console: console)
    }

    package var appearance: Appearance { console.appearance }
    /// Whether the result itself is wanted, in place of a page for people.
    package var isRaw: Bool { globals.form != .page }

    package var locations: SocketLocations {
        SocketLocations(option: globals.socket, userID: geteuid()) { environment[$0] }
    }

    /// Whether jokesd mixes in what a later version might send, to test jokectl.
    var isGreased: Bool { environment["JOKESD_GREASE"] == "1" }

    /// The longest time that a reply may take, in seconds.
    var timeout: Double { globals.timeout ?? GlobalFlags.usualTimeout }

    /// How long an answer may take.
    package var patience: Deadline { Deadline(after: timeout) }

    /// The same where the user agreed to wait: without end, unless a time was given.
    package var longPatience: Deadline { Deadline(after: globals.timeout) }

    package func open() throws(ConnectError) -> DaemonConnection {
        try DaemonConnection.open(at: try reachableLocations(), greased: isGreased, until: patience)
    }

    func openSocket() throws(ConnectError) -> DaemonSocket {
        try DaemonSocket.open(at: try reachableLocations(), until: patience)
    }

    /// The locations where a connection starts nothing that the user wants left alone.
    private func reachableLocations() throws(ConnectError) -> SocketLocations {
        var locations = locations
        if globals.startsNothing, let activation = SocketActivation(environment) {
            let first = locations.paths.first ?? ""
            locations.paths.removeAll(where: activation.wouldStart)
            if locations.paths.isEmpty { throw .unreachable(path: first) }
        }
        return locations
    }

    /// Asks one question on a connection of its own.
    package func ask(
        _ method: Method, _ params: JSONObject = [:], until deadline: Deadline? = nil
    ) throws(CommandError) -> JSON {
        try ask(method.rawValue, params, until: deadline)
    }

    package func ask(
        _ method: String, _ params: JSONObject = [:], until deadline: Deadline? = nil
    ) throws(CommandError) -> JSON {
        var connection = try connect()
        return try ask(method, params, on: &connection, until: deadline)
    }

    /// Asks on a connection that goes on.
    package func ask(
        _ method: String, _ params: JSONObject = [:], on connection: inout DaemonConnection,
        until deadline: Deadline? = nil
    ) throws(CommandError) -> JSON {
        var spinner = spinner("waiting for jokesd")
        defer { spinner?.erase() }
        return try ask(method, params, on: &connection, until: deadline, showing: &spinner)
    }

    /// The same, as a part of some longer work that its spinner tells of.
    func ask(
        _ method: String, _ params: JSONObject = [:], on connection: inout DaemonConnection,
        until deadline: Deadline? = nil, showing spinner: inout Spinner?
    ) throws(CommandError) -> JSON {
        let answer: Result<JSON, WireError>
        do throws(ConnectError) {
            let params: JSON = params.members.isEmpty ? .null : .object(params)
            answer = try connection.request(
                method, params, until: deadline ?? patience, showing: &spinner)
        } catch {
            throw failure(error)
        }
        switch answer {
        case .success(let result): return result
        case .failure(let error): throw CommandError(error)
        }
    }

    /// For people who wait.
    func spinner(_ text: String) -> Spinner? { Spinner(text, on: console, environment) }

    /// Returns the error with a message for the surroundings of this program.
    func failure(_ error: ConnectError) -> CommandError {
        guard case .unreachable = error else { return CommandError(error) }
        let activation = SocketActivation(environment)
        let locations = locations
        let isInactive =
            globals.startsNothing
            && activation.map { locations.paths.contains(where: $0.wouldStart) } ?? false
        return CommandError(
            error,
            in: ConnectError.Surroundings(
                isNamed: locations.isNamed, isInactive: isInactive,
                hasUserManager: activation?.hasUserManager ?? false))
    }

    /// The same, where no connection is open.
    func appearance(for jokes: [Joke]) throws(CommandError) -> Appearance {
        guard !isRaw, jokes.contains(where: { $0.translation != nil }) else { return appearance }
        var connection = try connect()
        return try appearance(for: jokes, on: &connection)
    }

    /// How these jokes are shown: in their second language where that is what every front shows.
    func appearance(
        for jokes: [Joke], on connection: inout DaemonConnection
    ) throws(CommandError) -> Appearance {
        var appearance = appearance
        guard !isRaw, jokes.contains(where: { $0.translation != nil }) else { return appearance }
        let result = try ask(Method.stateGet.rawValue, on: &connection)
        appearance.showsTranslations = try value(result, as: Snapshot.init(json:at:)).state.showTranslation
        return appearance
    }

    /// Prints a result that is understood already, as it is shown with `appearance`.
    func show(_ result: JSON, _ appearance: Appearance, _ render: (Appearance) -> Page) throws(CommandError) {
        if isRaw { return try write(result) }
        try console.write(render(appearance))
    }

    package func connect() throws(CommandError) -> DaemonConnection {
        do throws(ConnectError) { return try open() } catch { throw failure(error) }
    }

    /// Prints a result: as JSON where that was asked for, else as the page that `render` makes of what `read` finds.
    package func show<Value>(
        _ result: JSON, as read: (JSON, String) throws(WireDecodingError) -> Value,
        _ render: (Value, Appearance) -> Page
    ) throws(CommandError) {
        if isRaw { return try write(result) }
        try console.write(render(try value(result, as: read), appearance))
    }

    /// The same for a result that is understood already.
    package func show(_ result: JSON, _ render: (Appearance) -> Page) throws(CommandError) {
        if isRaw { return try write(result) }
        try console.write(render(appearance))
    }

    /// Prints a result, or an item of one, in the form that was asked for; as JSON where none was.
    ///
    /// - Parameter isLenient: whether what is asked for may be missing.
    package func write(_ result: JSON, isLenient: Bool = false) throws(CommandError) {
        switch globals.form {
        case .page, .json(nil): try console.write(result)
        case .json(let fields?): try console.write(try fields.selected(from: result, isLenient: isLenient))
        case .template(let template):
            let lines: String
            do throws(Template.TemplateError) {
                lines = try template.lines(of: result, isLenient: isLenient)
            } catch {
                throw CommandError(UsageError(error))
            }
            try console.write(lines)
        }
    }

    package func value<Value>(
        _ result: JSON, as read: (JSON, String) throws(WireDecodingError) -> Value
    ) throws(CommandError) -> Value {
        do throws(WireDecodingError) { return try read(result, "result") } catch { throw CommandError(error) }
    }
}
