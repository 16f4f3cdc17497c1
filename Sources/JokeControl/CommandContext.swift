// SPDX-License-Identifier: MIT
import Glibc
package import JokeClient
package import JokeWire

/// The context of a command: its global flags, its environment, and the console that it prints to.
package struct CommandContext: Sendable {
    package let console: Console
    let globals: GlobalFlags
    let environment: Environment

    package init(globals: GlobalFlags, environment: Environment, console: Console) {
        self.globals = globals
        self.environment = environment
        self.console = console
    }

    /// Returns the context for the completion of `line`. It uses the socket that the line names, does not start jokesd,
    /// and times out after 0.5 s if `--timeout` is not given.
    func completing(_ line: PartialCommandLine) -> CommandContext {
        var globals = globals
        if let socket = line.value(of: "socket") { globals.socket = socket }
        globals.startsNothing = true
        globals.timeout = globals.timeout ?? 0.5
        return CommandContext(globals: globals, environment: environment, console: console)
    }

    /// The context of a command that does not start jokesd.
    var withoutStart: CommandContext {
        var globals = globals
        globals.startsNothing = true
        return CommandContext(globals: globals, environment: environment, console: console)
    }

    package var appearance: Appearance { console.appearance }
    /// Whether to print the result as JSON or by a template instead of a page for people.
    package var isRaw: Bool { globals.form != .page }

    package var locations: SocketLocations {
        SocketLocations(option: globals.socket, userID: geteuid()) { environment[$0] }
    }

    /// Whether jokesd mixes in what a later version might send, to test jokectl.
    var isGreased: Bool { environment["JOKESD_GREASE"] == "1" }

    /// The longest time that a reply may take, in seconds.
    var timeout: Double { globals.timeout ?? GlobalFlags.usualTimeout }

    /// The longest time, in seconds, for a reply that may wait for a source or a translation engine. jokesd
    /// itself waits at most 25 seconds for a fetch.
    var fetchTimeout: Double { globals.timeout ?? 30 }

    /// The deadline of a request that starts now.
    package var patience: Deadline { Deadline(after: timeout) }

    /// The deadline of a request that the user explicitly waits for. It never passes unless `--timeout` is given.
    package var longPatience: Deadline { Deadline(after: globals.timeout) }

    package func open(as client: String = "jokectl") throws(ConnectError) -> DaemonConnection {
        try reach { locations throws(ConnectError) in
            try DaemonConnection.open(at: locations, as: client, greased: isGreased, until: patience)
        }
    }

    func openSocket() throws(ConnectError) -> DaemonSocket {
        try reach { locations throws(ConnectError) in try DaemonSocket.open(at: locations, until: patience) }
    }

    /// Connects. Starts jokesd first if it does not run and nothing else starts it.
    private func reach<Value: ~Copyable>(
        _ connect: (SocketLocations) throws(ConnectError) -> Value
    ) throws(ConnectError) -> Value {
        let locations = try reachableLocations()
        do throws(ConnectError) {
            return try connect(locations)
        } catch {
            guard case .unreachable = error, !globals.startsNothing, let start = detachedStart else {
                throw error
            }
            return try start.run(until: patience) { () throws(ConnectError) in try connect(locations) }
        }
    }

    /// Starts jokesd if jokectl itself has to. Nil if it does not.
    private var detachedStart: DetachedStart? { DetachedStart(locations, environment) }

    /// Does the same for a program that replaces jokectl and connects itself.
    func startForSuccessor() throws(CommandError) {
        guard !globals.startsNothing, detachedStart != nil else { return }
        do throws(ConnectError) { _ = try openSocket() } catch { throw failure(error) }
    }

    /// Returns the socket locations. With `--no-start`, leaves out those where a connection would start jokesd.
    private func reachableLocations() throws(ConnectError) -> SocketLocations {
        var locations = locations
        if globals.startsNothing,
            let activation = SocketActivation(runtimeDirectory: environment["XDG_RUNTIME_DIR"])
        {
            let first = locations.paths.first ?? ""
            locations.paths.removeAll(where: activation.wouldStart)
            if locations.paths.isEmpty { throw .unreachable(path: first) }
        }
        return locations
    }

    /// Makes one request on a connection of its own.
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

    /// Makes a request on an open connection.
    package func ask(
        _ method: String, _ params: JSONObject = [:], on connection: inout DaemonConnection,
        until deadline: Deadline? = nil
    ) throws(CommandError) -> JSON {
        var spinner = spinner(localized("waiting for jokesd"))
        defer { spinner?.erase() }
        return try ask(method, params, on: &connection, until: deadline, showing: &spinner)
    }

    /// Makes a request on an open connection, without the parameter `name` if an older jokesd refuses it.
    func ask(
        _ method: Method, _ params: JSONObject, and name: String?, on connection: inout DaemonConnection,
        until deadline: Deadline? = nil
    ) throws(CommandError) -> JSON {
        var all = params
        if let name { all.append(name, true) }
        do throws(CommandError) {
            return try ask(method.rawValue, all, on: &connection, until: deadline)
        } catch {
            guard let name, error.wireError?.data["parameter"]?.stringValue == name else { throw error }
            return try ask(method.rawValue, params, on: &connection, until: deadline)
        }
    }

    /// Makes a request on an open connection as part of a longer task, which has its own spinner.
    func ask(
        _ method: String, _ params: JSONObject = [:], on connection: inout DaemonConnection,
        until deadline: Deadline? = nil, showing spinner: inout Spinner?
    ) throws(CommandError) -> JSON {
        let answer: Result<JSON, WireError>
        do throws(ConnectError) {
            answer = try connection.request(
                method, params.members.isEmpty ? .null : .object(params), until: deadline ?? patience,
                showing: &spinner)
        } catch {
            var failure = failure(error)
            if failure.exitCode == .timedOut, Method(rawValue: method)?.description.isChange == true {
                failure.message += localized("; the change may still happen")
            }
            throw failure
        }
        switch answer {
        case .success(let result): return result
        case .failure(let error): throw CommandError(error, of: method, params)
        }
    }

    /// Returns a spinner with this text, or nil if the terminal cannot show one.
    func spinner(_ text: String) -> Spinner? { Spinner(text, on: console, environment) }

    /// Returns the error, with a message that takes the environment of this program into account.
    func failure(_ error: ConnectError) -> CommandError {
        switch error {
        case .unreachable, .notStarted, .closed, .timedOut: break
        default: return CommandError(error)
        }
        if !locations.isNamed, !globals.startsNothing, let unit = UnitFacts("jokesd.service", environment),
            let step = unit.startFailure
        {
            let reason = unit.startFailure(at: step, environment)
            return CommandError(.unreachable, localized("%s; run `jokectl doctor`", reason))
        }
        let place: String? =
            switch error {
            case .unreachable(let path): path
            case .notStarted: locations.paths.first
            default: nil
            }
        if !locations.isNamed, !globals.startsNothing, let place,
            let stray = DiagnosticCheck.strayDaemon(at: place, environment)
        {
            return CommandError(.unreachable, localized("%s; run `jokectl doctor`", stray))
        }
        guard case .unreachable = error else { return CommandError(error) }
        let activation = SocketActivation(runtimeDirectory: environment["XDG_RUNTIME_DIR"])
        let locations = locations
        let isInactive =
            globals.startsNothing
            && (detachedStart != nil
                || activation.map { locations.paths.contains(where: $0.wouldStart) } ?? false)
        return CommandError(
            error,
            in: ConnectError.Surroundings(
                locations, isInactive: isInactive, runtimeDirectory: environment["XDG_RUNTIME_DIR"]))
    }

    /// Returns the appearance for these jokes. Connects to jokesd only if one of them has a translation.
    func appearance(for jokes: [Joke]) throws(CommandError) -> Appearance {
        guard !isRaw, jokes.contains(where: { $0.translation != nil }) else { return appearance }
        var connection = try connect()
        return try appearance(for: jokes, on: &connection)
    }

    /// Returns the appearance for these jokes, which shows translations if jokesd does so for all clients.
    func appearance(
        for jokes: [Joke], on connection: inout DaemonConnection
    ) throws(CommandError) -> Appearance {
        var appearance = appearance
        guard !isRaw, jokes.contains(where: { $0.translation != nil }) else { return appearance }
        let result = try ask(Method.stateGet.rawValue, on: &connection)
        appearance.showsTranslations = try value(result, as: StateResponse.self).state.showTranslation
        return appearance
    }

    /// Returns how a client that holds punch lines back shows a joke that comes on its screen. Asks jokesd only if the
    /// joke has a translation or a punch line.
    func telling(
        of joke: Joke, on connection: inout DaemonConnection
    ) throws(CommandError) -> (isTranslated: Bool, isRevealed: Bool) {
        guard joke.translation != nil || joke.punchline != nil else { return (false, true) }
        let result = try ask(Method.stateGet.rawValue, on: &connection)
        let state = try value(result, as: StateResponse.self).state
        return (
            state.showTranslation && joke.translation != nil, !state.holdPunchline || joke.punchline == nil
        )
    }

    /// Prints one joke whole. If it is on the card, and not printed as JSON, it is then revealed for all clients.
    func tell(
        _ joke: Joke, of result: JSON, on connection: inout DaemonConnection, _ render: (Appearance) -> Page
    ) throws(CommandError) {
        let shown = try appearance(for: [joke], on: &connection)
        try show(result, shown, render)
        if !isRaw, !shown.isQuiet { try reveal(joke, on: &connection) }
    }

    /// Reveals a joke that was printed whole, unless it has no parts or is not on the card, or jokesd is older than 0.2.
    func reveal(_ joke: Joke, on connection: inout DaemonConnection) throws(CommandError) {
        guard joke.punchline != nil else { return }
        do throws(CommandError) {
            _ = try ask(
                Method.jokeReveal.rawValue, ["ifJoke": .string(joke.id.rawValue)], on: &connection)
        } catch {
            guard [.staleJoke, .methodNotFound].contains(error.wireError?.kind) else { throw error }
        }
    }

    /// Prints a result without a pager: raw if that was requested, otherwise the page that `render` makes for
    /// `appearance`.
    func show(_ result: JSON, _ appearance: Appearance, _ render: (Appearance) -> Page) throws(CommandError) {
        if isRaw { return try write(result) }
        try console.write(render(appearance))
    }

    package func connect(as client: String = "jokectl") throws(CommandError) -> DaemonConnection {
        do throws(ConnectError) { return try open(as: client) } catch { throw failure(error) }
    }

    /// Prints a result: raw if that was requested, otherwise as the page that `render` makes of it.
    package func show<Value: WireValue>(
        _ result: JSON, as type: Value.Type, _ render: (Value, Appearance) -> Page
    ) throws(CommandError) {
        if isRaw { return try write(result) }
        try console.present(render(try value(result, as: type), appearance), environment)
    }

    /// Prints a result: raw if that was requested, otherwise the page that `render` makes.
    package func show(_ result: JSON, _ render: (Appearance) -> Page) throws(CommandError) {
        if isRaw { return try write(result) }
        try console.present(render(appearance), environment)
    }

    /// Prints a result, or an item of one, in the requested form.
    package func write(_ result: JSON) throws(CommandError) { try console.write(text(of: result)) }

    /// Prints the items of a list, each on its line. They are written at once, because a write for each is slow.
    func write(items: ArraySlice<JSON>) throws(CommandError) {
        var lines = ""
        for item in items { lines += text(of: item) }
        try console.write(lines)
    }

    /// Returns a result, or an item of one, in the requested form. The default is JSON on one line, in which characters
    /// that could affect a terminal are escaped.
    func text(of result: JSON) -> String {
        var selected = result
        switch globals.form {
        case .page, .json(nil): break
        case .json(let fields?): selected = fields.selected(from: result)
        case .template(let template): return template.lines(of: result)
        }
        return Escaper.jsonDocument.escaped(selected.jsonText) + "\n"
    }

    package func value<Value: WireValue>(_ result: JSON, as type: Value.Type) throws(CommandError) -> Value {
        do throws(WireDecodingError) {
            return try Value(json: result, at: "result")
        } catch {
            throw CommandError(error)
        }
    }

    /// The same for a result that has no shape of its own: `read` reads it.
    package func value<Value>(
        _ result: JSON, as read: (JSON, String) throws(WireDecodingError) -> Value
    ) throws(CommandError) -> Value {
        do throws(WireDecodingError) { return try read(result, "result") } catch { throw CommandError(error) }
    }
}
