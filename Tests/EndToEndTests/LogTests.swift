// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

@Suite("The log, over restarts")
struct LogTests {
    @Test("a client that reconnects after kill -9 receives every missed entry once, in order")
    func resumesAfterKill() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        let known = try client.call(.stateGet)
        let liked = try client.call(.jokeLike)
        try client.call(.jokeDislike)
        try daemon.killAndRestart()
        let again = try daemon.connect()
        try again.call(.jokeUndo)

        let reader = try subscribe(to: daemon, since: known)
        let received = try (0..<3).map { _ in try reader.event() }
        #expect(received.map { $0["event"]?.stringValue } == ["liked", "disliked", "undone"])
        #expect(received[0]["joke"] == liked["decided"])
        let numbers = received.compactMap { $0["seq"]?.integerValue }
        #expect(numbers == numbers.sorted() && Set(numbers).count == 3)
        // There is no further and no repeated event.
        let next = try subscribe(
            to: daemon, since: ["epoch": known["epoch"] ?? .null, "seq": .integer(numbers[1])])
        #expect(try next.event()["event"] == "undone")
        try again.call(.jokeLike)
        #expect(try next.event()["event"] == "liked")
    }

    @Test("a client that missed more than the log keeps receives a gap first, even after a restart")
    func gap() throws {
        let daemon = try TestDaemon.ready()
        let client = try daemon.connect()
        let known = try client.call(.stateGet)
        var numbers: [Int] = []
        for _ in 0..<(Limits.logEvents / 2 + 5) {
            try client.call(.jokeLike)
            try client.call(.jokeUndo)
        }
        try daemon.killAndRestart()
        let reader = try subscribe(to: daemon, since: known)
        let gap = try reader.event()
        #expect(gap["event"] == "gap" && gap["seq"] == gap["to"])
        let (from, to) = (gap["from"]?.integerValue ?? 0, gap["to"]?.integerValue ?? 0)
        #expect(from == (known["seq"]?.integerValue ?? 0) + 1 && to > from)
        for place in 0..<Limits.logEvents {
            let event = try reader.event()
            #expect(event["event"]?.stringValue == (place.isMultiple(of: 2) ? "liked" : "undone"))
            numbers.append(try #require(event["seq"]?.integerValue))
        }
        #expect(numbers.first ?? 0 > to && numbers == numbers.sorted())
    }

    private func subscribe(to daemon: TestDaemon, since known: JSON) throws -> SocketClient {
        let client = try daemon.connect()
        let since: JSON = ["epoch": known["epoch"] ?? .null, "seq": known["seq"] ?? .null]
        let result = try client.call(.stateSubscribe, ["topics": ["log"], "since": since])
        #expect(result["resumed"] == true)
        return client
    }
}
