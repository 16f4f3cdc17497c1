// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

/// The requests of many daemons, which boot within one minute, to a service in each second of the first hour.
///
/// Daemons are independent, so each is simulated alone. A run of some thousand stands for a million, multiplied:
/// scripts/fleet-load.sh draws it.
struct Fleet {
    /// The behavior of the service and of the users.
    enum Scenario: String, CaseIterable {
        /// The pack fills the queue at once, and every bar shows the next joke at the same second, every five minutes.
        case usual
        /// Only this service, one request a joke, and an empty queue.
        case serviceAlone
        /// As `serviceAlone`, and the service replies 503 for the first ten minutes, without Retry-After.
        case outage
        /// As `outage`, with a Retry-After at the end of the ten minutes.
        case announcedOutage
    }

    static let hour = 3_600
    let scenario: Scenario
    /// The requests in each second of the hour after the first boot.
    private(set) var requests = [Int](repeating: 0, count: Fleet.hour)

    init(_ scenario: Scenario, daemons: Int) {
        self.scenario = scenario
        for number in 0..<daemons { simulate(number, of: daemons) }
    }

    var busiest: Int { requests.max() ?? 0 }

    private var settings: Settings {
        let service = Settings.Source(name: "service", isLocal: false, requestsPerDay: 50)
        return scenario == .usual
            ? Settings(sources: [.init(name: "builtin", isLocal: true), service])
            : Settings(sources: [service])
    }

    private mutating func simulate(_ number: Int, of daemons: Int) {
        var daemon = Daemon(settings, seed: UInt64(number) &* 0x9e37_79b9)
        // The boots are spread evenly over the first minute.
        daemon.clock.advance(by: .milliseconds(number * 60_000 / daemons))
        daemon.handle(.started)
        var nextJoke = Duration.seconds(scenario == .usual ? 300 : 2 * Self.hour)
        while true {
            for request in daemon.takeRequests() {
                guard request.source == "service" else {
                    daemon.deliver(request)
                    continue
                }
                count(request, from: daemon.age)
                if isUnavailable(daemon.age) {
                    daemon.fail(request, retryAfter: scenario == .announcedOutage ? outage - daemon.age : nil)
                } else {
                    daemon.deliver(request)
                }
            }
            if !daemon.pending.isEmpty { continue }
            let due = min(daemon.deadline ?? .seconds(2 * Self.hour), nextJoke)
            guard due < .seconds(Self.hour) else { return }
            daemon.clock.advance(by: due - daemon.age)
            if due == nextJoke {
                nextJoke += .seconds(300)
                daemon.next()
            } else {
                daemon.handle(.timePassed)
            }
        }
    }

    private var outage: Duration { .seconds(600) }

    private func isUnavailable(_ age: Duration) -> Bool {
        (scenario == .outage || scenario == .announcedOutage) && age < outage
    }

    /// Counts one request for each joke, two seconds apart. If the first one fails, the others are not made.
    private mutating func count(_ request: SourceRequest, from age: Duration) {
        for number in 0..<(isUnavailable(age) ? 1 : request.count) {
            let second = Int(age.components.seconds) + 2 * number
            if requests.indices.contains(second) { requests[second] += 1 }
        }
    }
}

/// One daemon, without an archive: every joke is new.
private struct Daemon {
    var clock = ManualClock()
    private(set) var pending: [SourceRequest] = []
    private var model: ViewModel
    private let boot: Duration
    private var jokes = 0
    private var tokenCount = 0

    init(_ settings: Settings, seed: UInt64) {
        model = ViewModel(settings: settings, kept: PersistedState(epoch: ""), seed: seed)
        boot = clock.now.uptime
    }

    /// The time since the first daemon of the fleet booted.
    var age: Duration { clock.now.uptime - boot }
    var deadline: Duration? { model.deadline(after: clock.now.uptime).map { $0 - boot } }

    mutating func takeRequests() -> [SourceRequest] {
        defer { pending = [] }
        return pending
    }

    mutating func next() {
        tokenCount += 1
        let token = ReplyToken(number: tokenCount, cause: Cause(method: "", client: "", connection: 0))
        handle(.requested(ChangeRequest(.next(.init(), wait: false), token: token)))
    }

    mutating func deliver(_ request: SourceRequest) {
        let made = (0..<request.count).map { _ in
            jokes += 1
            return Joke.sample("\(request.source)\(jokes)", source: request.source)
        }
        handle(.fetched(request, SourceResult(made, requests: request.count)))
    }

    mutating func fail(_ request: SourceRequest, retryAfter: Duration?) {
        let retryAt = retryAfter.map { clock.now.wall.advanced(by: $0) }
        handle(.fetchFailed(request, SourceError(.rateLimited, "503", retryAt: retryAt)))
    }

    mutating func handle(_ event: Input.Event) {
        var input = Input(event, at: clock.now)
        while true {
            let effects = model.handle(input)
            guard case .query(let query) = effects.first else {
                pending += effects.compactMap { if case .request(let request) = $0 { request } else { nil } }
                return
            }
            if case .unseen(let jokes) = query {
                input.facts[query] = .records(jokes.map { JokeRecord(joke: $0) })
            } else {
                input.facts[query] = .records([])
            }
        }
    }
}

@Suite("A fleet that boots within one minute")
struct FleetTests {
    /// In a run of 1,000 daemons some seconds have many requests by chance.
    @Test("the requests of a fleet to one service are spread over time", arguments: Fleet.Scenario.allCases)
    func spreadOverTime(scenario: Fleet.Scenario) {
        let fleet = Fleet(scenario, daemons: 1_000)
        #expect(fleet.requests.reduce(0, +) > 100)
        // Without jitter it would be 167 in each second of that minute, and 1,000 if all bars show the next joke at
        // once.
        #expect(fleet.busiest <= 25)
    }

    /// Runs with `JOKESD_FLEET`, a number of daemons, and `JOKESD_FLEET_FILE`, as scripts/fleet-load.sh sets them.
    @Test("the requests of a fleet are written to a file", .enabled(if: getenv("JOKESD_FLEET_FILE") != nil))
    func writesRequests() throws {
        let daemons = getenv("JOKESD_FLEET").flatMap { Int(String(cString: $0)) } ?? 10_000
        let path = try #require(getenv("JOKESD_FLEET_FILE"))
        let file = try #require(fopen(path, "w"))
        defer { fclose(file) }
        for scenario in Fleet.Scenario.allCases {
            let line =
                "\(scenario.rawValue) \(daemons) "
                + Fleet(scenario, daemons: daemons).requests.map(String.init).joined(separator: ",") + "\n"
            fputs(line, file)
        }
    }
}
