// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

/// `make soak`: a day of a real daemon, a hundred times as fast, and ten thousand fetches.
@Suite("A long run with failing services", .enabled(if: AcceleratedClock.library != nil), .serialized)
struct DayTests {
    private static let seed: UInt64 = {
        getenv("JOKESD_SEED").flatMap { UInt64(String(cString: $0)) } ?? 20_261_122
    }()

    @Test("a day has no repeated or unsafe joke, keeps the budgets, always has jokes, and ends every fetch")
    func wholeDay() throws {
        let day = try DaySimulation(seed: Self.seed)
        try day.live()
        #expect(day.jokes.count > 300)
        #expect(Set(day.jokes.map(\.id)).count == day.jokes.count)
        #expect(Set(day.jokes.map(\.text)).count == day.jokes.count)
        for service in LoopbackService.allCases {
            let count = try #require(day.services[service]).count
            for (date, requests) in count.requests { #expect(requests <= 50, "\(service), day \(date)") }
            // Otherwise too little was requested to show anything.
            #expect(count.all > 30, "\(service)")
            #expect(Double(count.faults) / Double(count.all) > 0.2, "\(service)")
        }
        #expect(day.loggedFailures > 20)
        #expect(day.jokes.contains { $0.source != "builtin" })
        try day.end()
        print("A day: \(day.summary)")
    }

    @Test("the daemon has the same size after ten thousand fetches as after a hundred")
    func constantMemory() throws {
        let acceleratedClock = AcceleratedClock(rate: 200, from: 1_795_370_400)
        let faults = LoopbackFault.allCases.filter { !FaultyService.longFaults.contains($0) }
        let services = try LoopbackService.allCases.enumerated().map { number, service in
            try FaultyService(seed: Self.seed + UInt64(number), share: 30, faults: faults) { request in
                .json(Self.newJoke(request.number, of: service))
            }
        }
        let sources = zip(LoopbackService.allCases, services).map {
            #""\#($0.rawValue)": { "enabled": true, "url": "\#($1.url)" }"#
        }
        let daemon = try TestDaemon(
            configuration: """
                { "sources": { "builtin": { "enabled": false }, \(sources.joined(separator: ", ")) },
                  "network": { "spread": 0, "requestsPerDay": 100000 } }
                """)
        try acceleratedClock.accelerate(daemon)
        try daemon.start()
        let clients = try services.map { _ in try daemon.connect() }
        func fetches() -> Int { services.reduce(0) { $0 + $1.count.all } }
        func resident(after count: Int) throws -> Int {
            while fetches() < count {
                let ids = try zip(LoopbackService.allCases, clients).map { service, client in
                    try client.request(.jokeNext, ["wait": true, "source": .string(service.rawValue)])
                }
                for (client, id) in zip(clients, ids) { _ = try client.reply(to: id) }
            }
            return try ProcessMemory.resident(#require(daemon.process))
        }
        let early = try resident(after: 100)
        let late = try resident(after: 10_000)
        print("Resident after 100 fetches: \(early >> 10) KiB; after \(fetches()): \(late >> 10) KiB")
        #expect(late - early <= 1 << 20)
        #expect(try daemon.terminate() == .exited(0))
    }

    /// Returns a new joke in the format of the service.
    private static func newJoke(_ number: Int, of service: LoopbackService) -> String {
        switch service {
        case .chucknorris:
            #"{"categories":[],"created_at":"","icon_url":"","id":"\#(number)","updated_at":"","url":"","value":"C \#(number)"}"#
        case .icanhazdadjoke: #"{"id":"\#(number)","joke":"D \#(number)","status":200}"#
        case .jokeapi:
            #"{"error":false,"category":"Pun","type":"single","joke":"J \#(number)","flags":{},"id":\#(number),"safe":true,"lang":"en"}"#
        }
    }
}
