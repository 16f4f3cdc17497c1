// SPDX-License-Identifier: MIT
import JokeClient
import JokeSwipe
import JokeTestSupport
import JokeWire

/// The swipe model with a daemon that the test plays.
struct SwipeDriver {
    private(set) var model: SwipeModel
    private(set) var now: Duration = .seconds(1)
    /// The new actions, except requests.
    private(set) var done: [SwipeModel.Action] = []
    private(set) var requests: [JSON] = []
    /// The number of connections that the model opened.
    private(set) var opened = 0

    static let connection = 7

    init(_ display: DisplayOptions = DisplayOptions(), _ size: Size = Size(columns: 80, rows: 24)) {
        model = SwipeModel(size: size, display: display)
    }

    /// Returns a driver that has subscribed and received this state.
    static func connected(
        _ display: DisplayOptions = DisplayOptions(hasMotion: false),
        _ size: Size = Size(columns: 80, rows: 24),
        _ state: CardState = .sample
    ) throws -> SwipeDriver {
        var driver = SwipeDriver(display, size)
        driver.take(.connection(.opened))
        for request in driver.takeRequests() where request["id"] != nil {
            try driver.answer(request, ["connection": .integer(connection)])
        }
        try driver.receiveState(state)
        return driver
    }

    mutating func take(_ input: SwipeModel.Input) {
        for action in model.handle(input, at: now) {
            switch action {
            case .connection(.send(let bytes)):
                requests += bytes.split(separator: 0x0A).compactMap { try? JSON(parsing: $0) }
            case .connection(.open): opened += 1
            default: done.append(action)
            }
        }
    }

    mutating func press(_ keys: Key...) { for key in keys { take(.report(.key(key))) } }

    mutating func press(_ letters: String) { for letter in letters { press(.character(letter)) } }

    mutating func mouse(_ kind: MouseReport.Kind, _ column: Int, _ row: Int = 10) {
        take(.report(.mouse(MouseReport(kind, column: column, row: row))))
    }

    /// Advances the clock, and fires the timers of the model.
    mutating func wait(_ duration: Duration) {
        let end = now + duration
        while let moment = model.nextMoment(after: now), moment <= end {
            now = max(moment, now + .milliseconds(1))
            take(.moment)
        }
        now = end
    }

    mutating func receiveState(_ state: CardState, by method: Method? = nil, of connection: Int = connection)
        throws
    {
        let cause: JSON =
            method.map {
                ["method": .string($0.rawValue), "client": .null, "connection": .integer(connection)]
            } ?? .null
        let state = try JSON(parsing: state.jsonBytes)
        let params: JSON = [
            "subscription": 1, "topic": "state", "seq": 1, "changed": [], "cause": cause, "state": state,
        ]
        receive(["jsonrpc": "2.0", "method": "event", "params": params])
    }

    /// Sends the state of a drag by this client or another one.
    mutating func receiveState(draggedTo translation: Double, by connection: Int = connection) throws {
        try receiveState(.sample.with { $0.cardTranslation = translation }, by: .cardDrag, of: connection)
    }

    mutating func answer(_ request: JSON, _ result: JSON = [:]) throws {
        receive(["jsonrpc": "2.0", "id": request["id"] ?? .null, "result": result])
    }

    mutating func refuse(_ request: JSON, _ kind: ErrorKind) throws {
        receive([
            "jsonrpc": "2.0", "id": request["id"] ?? .null,
            "error": try JSON(parsing: WireError(kind).jsonBytes),
        ])
    }

    mutating func receive(_ message: JSON) { take(.connection(.received(message.jsonLine))) }

    mutating func takeRequests() -> [JSON] {
        defer { requests = [] }
        return requests
    }

    mutating func takeDone() -> [SwipeModel.Action] {
        defer { done = [] }
        return done
    }

    var screen: String { model.render(at: now).text }
}

extension CardState {
    /// A joke in two parts whose punch line is held back.
    static let held = sample.with {
        $0.joke = Joke(
            id: Joke.ID(rawValue: "j3"), value: "Why did the card wait?\nFor the tap.",
            setup: "Why did the card wait?", punchline: "For the tap.", source: "builtin", language: "en")
        ($0.revealed, $0.holdPunchline) = (false, true)
    }

    static let next = sample.with {
        $0.joke = Joke(
            id: Joke.ID(rawValue: "j2"),
            value: "Parallel lines have so much in common.\nIt’s a shame they’ll never meet.",
            source: "fortune", language: "en")
    }
}
