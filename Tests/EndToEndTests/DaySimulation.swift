// SPDX-License-Identifier: MIT
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

/// A day with a daemon whose services fail three times in ten, and which is killed every few hours.
final class DaySimulation {
    struct Shown {
        let id, source, text: String
    }

    /// The longest time of continuous fetching: requests to all three sources in sequence, with two attempts each, all
    /// as slow as possible.
    private static let longestFetching = 15 * 60
    private static let length = 86_400
    /// All faults except those with a Retry-After of years, which stop a service for two days.
    private static let faults = LoopbackFault.allCases.filter {
        $0 != .rateLimitedDate && $0 != .unavailableDate
    }

    private let acceleratedClock: AcceleratedClock
    let services: [LoopbackService: FaultyService]
    private let daemon: TestDaemon
    private var random: Xorshift
    private var driver, watcher: SocketClient
    private(set) var jokes: [Shown] = []
    private(set) var loggedFailures = 0
    private var refusals: [String: Int] = [:]
    private var starts = 1
    private var page = 1
    /// The start of the present fetch, in seconds of that day, or nil.
    private var fetchingSince: Int?
    private var longest = 0

    init(seed: UInt64) throws {
        // Six in the evening, so that the day includes a midnight.
        let acceleratedClock = AcceleratedClock(rate: 100, from: 1_795_370_400)
        self.acceleratedClock = acceleratedClock
        random = Xorshift(state: seed)
        var services: [LoopbackService: FaultyService] = [:]
        for (number, service) in LoopbackService.allCases.enumerated() {
            services[service] = try FaultyService(
                seed: seed + UInt64(number), share: 30, faults: Self.faults,
                day: { acceleratedClock.now / 86_400 },
                service.reply)
        }
        self.services = services
        let sources = services.map { #""\#($0.rawValue)": { "enabled": true, "url": "\#($1.url)" }"# }
        daemon = try TestDaemon(configuration: #"{ "sources": { \#(sources.joined(separator: ", ")) } }"#)
        try acceleratedClock.accelerate(daemon)
        try daemon.start()
        try daemon.awaitJokes()
        (driver, watcher) = (try daemon.connect(), try daemon.connect())
        try watch()
    }

    var summary: String {
        let requestCounts = LoopbackService.allCases.map { service in
            let count = services[service]?.count ?? FaultyService.Count()
            return
                "\(service) \(count.requests.sorted { $0.key < $1.key }.map(\.value)) requests, \(count.faults) faults"
        }
        let sources = Dictionary(grouping: jokes, by: \.source).mapValues(\.count)
        return
            "\(jokes.count) jokes \(sources), \(requestCounts.joined(separator: "; ")), \(loggedFailures) failures told, "
            + "refused \(refusals), \(starts) starts, "
            + "at most \(longest) s of fetching at a time"
    }

    func live() throws {
        var killedAt = 0
        while acceleratedClock.elapsed < Self.length {
            try watch(for: Int.random(in: 30...300, using: &random))
            try takeStep()
            if acceleratedClock.elapsed - killedAt > 4 * 3600 {
                killedAt = acceleratedClock.elapsed
                try restart()
            }
        }
    }

    /// Ends the day, and expects that every fetch has ended and no process is left.
    func end() throws {
        let deadline = acceleratedClock.deadline(after: Self.longestFetching)
        let client = try daemon.connect()
        try client.call(.stateSubscribe)
        _ = try client.event(until: deadline) { $0["state"]?["fetching"] == false }
        #expect(try daemon.terminate() == .exited(0))
        for process in acceleratedClock.processes { try process.awaitEnd() }
        #expect(acceleratedClock.processes.isEmpty)
    }

    // MARK: Actions

    private func takeStep() throws {
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<70: try record(driver.call(.jokeNext))
        case 70..<80: try record(driver.call(.jokeLike))
        case 80..<88: try record(driver.call(.jokeDislike))
        case 88..<95:
            let source = LoopbackService.allCases.randomElement(using: &random) ?? .jokeapi
            let reply = try tryCall(.jokeNext, ["wait": true, "source": .string(source.rawValue)])
            if let result = reply { try record(result) }
        default:
            guard let found = try tryCall(.feedPage, ["source": "icanhazdadjoke", "page": .integer(page)])
            else { return }
            page += 1
            for joke in found["items"]?.arrayValue ?? [] { checkSafety(of: joke) }
        }
    }

    /// Returns the result, or nil after an error of the daemon.
    private func tryCall(_ method: Method, _ params: JSONObject) throws -> JSON? {
        let reply = try driver.reply(to: driver.request(method, params))
        if let result = reply["result"] { return result }
        refusals[reply["error"]?["data"]?["kind"]?.stringValue ?? reply.jsonText, default: 0] += 1
        return nil
    }

    private func record(_ result: JSON) throws {
        let joke = result["joke"] ?? .null
        guard let id = joke["id"]?.stringValue, let text = joke["value"]?.stringValue,
            let source = joke["source"]?.stringValue
        else { throw TestSupportError("No joke: \(result.jsonText)") }
        jokes.append(Shown(id: id, source: source, text: String(text.lowercased().filter(\.isLetterOrDigit))))
        checkSafety(of: joke)
    }

    private func checkSafety(of joke: JSON) {
        let categories = Set((joke["categories"]?.arrayValue ?? []).compactMap(\.stringValue))
        #expect(categories.isDisjoint(with: ["explicit", "political", "religion"]), "\(joke.jsonText)")
        #expect(joke["id"] != "error")
        // Every fifth joke of jokeapi has a flag.
        guard joke["source"] == "jokeapi", let id = joke["id"]?.stringValue else { return }
        let number = Int(id.split(separator: "-").last ?? "") ?? 0
        #expect(number % 5 != 0, "\(joke.jsonText)")
    }

    private func restart() throws {
        try daemon.killAndRestart()
        starts += 1
        (driver, watcher) = (try daemon.connect(), try daemon.connect())
        fetchingSince = nil
        try watch()
    }

    // MARK: Observations

    private func watch() throws {
        try watcher.call(.stateSubscribe, ["topics": ["state", "log"]])
        check(try watcher.event())
    }

    /// Reads events for this number of accelerated seconds.
    private func watch(for seconds: Int) throws {
        let deadline = acceleratedClock.deadline(after: seconds)
        while !deadline.hasPassed {
            let event: JSON
            do { event = try watcher.event(until: deadline) } catch {
                guard deadline.hasPassed else { throw error }
                break
            }
            check(event)
        }
        if let since = fetchingSince {
            #expect(
                acceleratedClock.elapsed - since < Self.longestFetching,
                "fetching since \(since), now \(acceleratedClock.elapsed)")
        }
    }

    private func check(_ event: JSON) {
        if event["topic"] == "log" {
            if event["event"] == "fetchFailed" { loggedFailures += 1 }
            return
        }
        guard let state = event["state"] else { return }
        #expect(
            state["queue"]?["count"]?.integerValue ?? 0 > 0,
            "at \(acceleratedClock.elapsed): \(state.jsonText)")
        if state["fetching"] == true {
            fetchingSince = fetchingSince ?? acceleratedClock.elapsed
        } else if let since = fetchingSince {
            longest = max(longest, acceleratedClock.elapsed - since)
            fetchingSince = nil
        }
    }
}

extension Character {
    fileprivate var isLetterOrDigit: Bool { isLetter || isNumber }
}
