// SPDX-License-Identifier: MIT
import JokeCards
import JokeClient
import JokeDesktop
import JokeTestSupport
import JokeWire

/// The desktop model with a daemon that the test plays.
struct DesktopDriver {
    private(set) var model: DesktopModel
    private(set) var now: Duration = .seconds(1)
    private(set) var requests: [JSON] = []
    private(set) var copied: [String] = []
    private(set) var pictures: [String] = []
    private(set) var opened: [String] = []

    static let connection = 7

    /// Creates a driver that has subscribed and received this state.
    init(hasMotion: Bool = true, _ state: CardState = .sample) throws {
        model = DesktopModel(hasMotion: hasMotion)
        take(.connection(.opened))
        for request in takeRequests() where request["id"] != nil {
            answer(request, ["connection": .integer(Self.connection)])
        }
        try receive(state)
    }

    mutating func take(_ input: DesktopModel.Input) {
        for action in model.handle(input, at: now) {
            switch action {
            case .connection(.send(let bytes)):
                requests += bytes.split(separator: 0x0A).compactMap { try? JSON(parsing: $0) }
            case .copy(let text): copied.append(text)
            case .copyPicture(let svg): pictures.append(svg)
            case .open(let link): opened.append(link)
            case .connection: break
            }
        }
    }

    /// Drags the card from the middle, evenly, by this part of its width.
    mutating func drag(to translation: Double, in time: Duration = .milliseconds(100)) {
        take(.press(at: 500, cardWidth: 400, time: now))
        for step in 1...10 {
            advance(time / 10)
            take(.move(to: 500 + 400 * translation * Double(step) / 10, time: now))
        }
    }

    mutating func letGo() { take(.letGo(time: now)) }

    /// Advances the clock by frames of 10 ms while something moves, and fires the timers of the model.
    mutating func advance(_ duration: Duration) {
        let end = now + duration
        while now < end {
            now = min(end, now + .milliseconds(10))
            if model.motion.isMoving { model.advance(to: now) }
            if let moment = model.nextMoment(after: now), moment <= now { take(.moment) }
        }
    }

    mutating func receive(_ state: CardState, by method: Method? = nil, of connection: Int = connection)
        throws
    {
        let cause: JSON =
            method.map {
                ["method": .string($0.rawValue), "client": .null, "connection": .integer(connection)]
            } ?? .null
        send([
            "jsonrpc": "2.0", "method": "event",
            "params": [
                "subscription": 1, "topic": "state", "seq": 1, "changed": [], "cause": cause,
                "state": try JSON(parsing: state.jsonBytes),
            ],
        ])
    }

    mutating func answer(_ request: JSON, _ result: JSON = [:]) {
        send(["jsonrpc": "2.0", "id": request["id"] ?? .null, "result": result])
    }

    mutating func refuse(_ request: JSON, _ kind: ErrorKind) throws {
        send([
            "jsonrpc": "2.0", "id": request["id"] ?? .null,
            "error": try JSON(parsing: WireError(kind).jsonBytes),
        ])
    }

    private mutating func send(_ message: JSON) { take(.connection(.received(message.jsonLine))) }

    mutating func takeRequests() -> [JSON] {
        defer { requests = [] }
        return requests
    }

    var methods: [String] { requests.compactMap { $0["method"]?.stringValue } }
    var picture: DesktopModel.Picture { model.picture(at: now) }
    var savedPage: DesktopModel.SavedPicture? {
        if case .saved(let page) = picture.page { page } else { nil }
    }
    var feedPage: DesktopModel.FeedPicture? {
        if case .feed(let page) = picture.page { page } else { nil }
    }
}

extension CardState {
    static let next = sample.with {
        $0.joke = Joke(
            id: Joke.ID(rawValue: "j2"), value: "Why did the card wait?\nFor the tap.",
            setup: "Why did the card wait?", punchline: "For the tap.", source: "fortune", language: "en")
    }
}
