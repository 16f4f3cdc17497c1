// SPDX-License-Identifier: MIT
import Glibc
package import JokeWire

/// What a command works with: where to ask, and where to print.
package struct Session: Sendable {
    package let console: Console
    private let globals: Globals
    let environment: Environment

    package init(globals: Globals, environment: Environment, console: Console) {
        self.globals = globals
        self.environment = environment
        self.console = console
    }

    /// For the completion of a line: at the socket that the line names, without a start, and not for longer than
    /// somebody who pressed a key waits.
    func completing(_ line: UnfinishedLine) -> Session {
        var globals = globals
        if let socket = line.value(of: "socket") { globals.socket = socket }
        globals.startsNothing = true
        globals.timeout = globals.timeout ?? 0.5
        return Session(globals: globals, environment: environment, console: console)
    }

    package var appearance: Appearance { console.appearance }
    /// Whether the result itself is wanted, in place of a page for people.
    package var isRaw: Bool { globals.form != .page }

    /// Where jokesd may listen, in the order in which it is looked for.
    package var sockets: [String] {
        if let named { return [named] }
        return SocketPath.candidates(userID: geteuid()) { environment[$0] }
    }

    /// The one that the user names; who listens there is the user's affair.
    private var named: String? {
        globals.socket ?? environment["JOKESD_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// How long an answer may take.
    package var patience: Deadline { Deadline(after: globals.timeout ?? Globals.usualTimeout) }

    /// The same where the user agreed to wait: without end, unless a time was given.
    package var longPatience: Deadline { Deadline(after: globals.timeout) }

    package func open() throws(ConnectionError) -> Connection {
        var sockets = sockets
        if globals.startsNothing, let activation = Activation(environment) {
            let first = sockets.first ?? ""
            sockets.removeAll(where: activation.wouldStart)
            if sockets.isEmpty { throw .unreachable(path: first) }
        }
        return try Connection.open(
            firstOf: sockets, trustingOnlyUs: named == nil, greased: environment["JOKESD_GREASE"] == "1",
            until: patience)
    }

    /// Asks one question on a connection of its own.
    package func ask(
        _ method: Method, _ params: JSONObject = [:], until deadline: Deadline? = nil
    ) throws(Failure) -> JSON {
        try ask(method.rawValue, params, until: deadline)
    }

    package func ask(
        _ method: String, _ params: JSONObject = [:], until deadline: Deadline? = nil
    ) throws(Failure) -> JSON {
        var connection = try connect()
        return try ask(method, params, on: &connection, until: deadline)
    }

    /// Asks on a connection that goes on.
    package func ask(
        _ method: String, _ params: JSONObject = [:], on connection: inout Connection,
        until deadline: Deadline? = nil
    ) throws(Failure) -> JSON {
        var spinner = spinner("waiting for jokesd")
        defer { spinner?.erase() }
        return try ask(method, params, on: &connection, until: deadline, showing: &spinner)
    }

    /// The same, as a part of some longer work that its spinner tells of.
    func ask(
        _ method: String, _ params: JSONObject = [:], on connection: inout Connection,
        until deadline: Deadline? = nil, showing spinner: inout Spinner?
    ) throws(Failure) -> JSON {
        let answer: Result<JSON, WireError>
        do throws(ConnectionError) {
            let params: JSON = params.members.isEmpty ? .null : .object(params)
            answer = try connection.request(
                method, params, until: deadline ?? patience, showing: &spinner)
        } catch {
            throw failure(error)
        }
        switch answer {
        case .success(let result): return result
        case .failure(let error): throw Failure(error)
        }
    }

    /// For people who wait.
    func spinner(_ text: String) -> Spinner? { Spinner(text, on: console, environment) }

    /// Worded for where this runs.
    func failure(_ error: ConnectionError) -> Failure {
        guard case .unreachable(let path) = error else { return Failure(error) }
        return Failure(
            unreachable: path, isNamed: named != nil, isAsleep: isAsleep,
            hasUserManager: Activation(environment)?.hasUserManager ?? false)
    }

    private var isAsleep: Bool {
        guard globals.startsNothing, let activation = Activation(environment) else { return false }
        return sockets.contains(where: activation.wouldStart)
    }

    /// The same, where no connection is open.
    func appearance(for jokes: [Joke]) throws(Failure) -> Appearance {
        guard !isRaw, jokes.contains(where: { $0.translation != nil }) else { return appearance }
        var connection = try connect()
        return try appearance(for: jokes, on: &connection)
    }

    /// How these jokes are shown: in their second language where that is what every front shows.
    func appearance(
        for jokes: [Joke], on connection: inout Connection
    ) throws(Failure) -> Appearance {
        var appearance = appearance
        guard !isRaw, jokes.contains(where: { $0.translation != nil }) else { return appearance }
        let result = try ask(Method.stateGet.rawValue, on: &connection)
        appearance.showsTranslations = try value(result, as: Snapshot.init(json:at:)).state.showTranslation
        return appearance
    }

    /// Prints a result that is understood already, as it is shown with `appearance`.
    func show(_ result: JSON, _ appearance: Appearance, _ render: (Appearance) -> Page) throws(Failure) {
        if isRaw { return try write(result) }
        try console.write(render(appearance))
    }

    package func connect() throws(Failure) -> Connection {
        do throws(ConnectionError) { return try open() } catch { throw failure(error) }
    }

    /// Prints a result: as JSON where that was asked for, else as the page that `render` makes of what `read` finds.
    package func show<Value>(
        _ result: JSON, as read: (JSON, String) throws(WireMismatch) -> Value,
        _ render: (Value, Appearance) -> Page
    ) throws(Failure) {
        if isRaw { return try write(result) }
        try console.write(render(try value(result, as: read), appearance))
    }

    /// The same for a result that is understood already.
    package func show(_ result: JSON, _ render: (Appearance) -> Page) throws(Failure) {
        if isRaw { return try write(result) }
        try console.write(render(appearance))
    }

    /// Prints a result, or an item of one, in the form that was asked for; as JSON where none was.
    ///
    /// - Parameter isLenient: whether what is asked for may be missing.
    package func write(_ result: JSON, isLenient: Bool = false) throws(Failure) {
        switch globals.form {
        case .page, .json(nil): try console.write(result)
        case .json(let fields?): try console.write(try fields.selected(from: result, isLenient: isLenient))
        case .template(let template):
            let lines: String
            do throws(Template.Mistake) {
                lines = try template.lines(of: result, isLenient: isLenient)
            } catch {
                throw Failure(.badTemplate(error))
            }
            try console.write(lines)
        }
    }

    package func value<Value>(
        _ result: JSON, as read: (JSON, String) throws(WireMismatch) -> Value
    ) throws(Failure) -> Value {
        do throws(WireMismatch) { return try read(result, "result") } catch { throw Failure(error) }
    }
}
