// SPDX-License-Identifier: MIT
import Glibc
import JokeTestSupport
import JokeWire
import Testing

/// Protocol.md, "Limits": a slow reader never slows another one, and what it costs is bounded.
@Suite("Slow clients")
struct SlowClientTests {
    /// The memory that the allocator and the daemon's own work may add to the data of clients.
    private static let slack = 16 << 20

    @Test("a client that sends one byte at a time delays no other client")
    func oneByteAtATime() throws {
        let daemon = try TestDaemon.ready()
        let quick = try daemon.connect()
        let alone = try quick.medianRoundTrip()
        let before = try resident(daemon)
        let slow = try (0..<64).map { _ in try daemon.connect() }
        // First a line that is too long, which is dropped as it arrives, then one of almost the greatest length.
        let start = Array(#"{"id":1,"method":"ping","x":""#.utf8)
        let rounds = 200
        for client in slow {
            try client.send([UInt8](repeating: UInt8(ascii: "x"), count: 16 * Limits.requestLine))
            try client.send("")
            let filling = Limits.requestLine - start.count - rounds - 2
            try client.send(start + [UInt8](repeating: UInt8(ascii: "x"), count: filling))
        }
        var times: [Duration] = []
        for _ in 0..<rounds {
            for client in slow { try client.send([UInt8(ascii: "x")]) }
            times.append(try quick.roundTrip())
        }
        report("64 lines a byte at a time", times, beside: alone)
        // Twice the length of a line, because a buffer doubles when it grows.
        #expect(try resident(daemon) - before < slow.count * 2 * Limits.requestLine + Self.slack)
        for client in slow {
            try client.send("\"}")
            #expect(try client.message()["error"]?["data"]?["kind"] == "too_large")
            #expect(try client.message()["result"] == [:])
        }
    }

    @Test("a client that does not read gets every reply when it reads again")
    func readsAgain() throws {
        let daemon = try TestDaemon.ready()
        let quick = try daemon.connect()
        let alone = try quick.medianRoundTrip()
        let before = try resident(daemon)
        let stuck = try (0..<4).map { _ in try daemon.connect() }
        let flood = (1...10_000).flatMap {
            Request(id: RequestID($0), method: Method.hello.rawValue).jsonLine
        }
        let sent = try stuck.map { try $0.sendUntilStuck(flood, beside: quick) }
        #expect(sent.allSatisfy { $0 < flood.count }, "it is read from all the same")
        let times = try (0..<500).map { _ in try quick.roundTrip() }
        report("4 that ask and do not read", times, beside: alone)
        // The unsent replies, the one beyond the limit, and twice 64 KiB of input.
        let each = Limits.unsentReplies + 3 * Limits.requestLine
        #expect(try resident(daemon) - before < stuck.count * each + Self.slack)

        for (client, sent) in zip(stuck, sent) {
            // The last line may be incomplete.
            let whole = flood[..<sent].count { $0 == UInt8(ascii: "\n") }
            for id in 1...whole {
                let reply = try client.message()
                #expect(reply["id"]?.integerValue == id && reply["result"] != nil)
            }
        }
    }

    /// SessionEventTests test this with a short timeout. This test has the real one.
    @Test(
        "a client that never reads is disconnected, and no other one is",
        .enabled(if: getenv("JOKESD_PATIENT_TESTS") != nil, "waits a minute: set JOKESD_PATIENT_TESTS"))
    func neverReads() throws {
        let daemon = try TestDaemon.ready()
        let (stuck, subscribers, quick) = (try daemon.connect(), try daemon.connect(), try daemon.connect())
        try subscribers.send(#"{"method":"state.subscribe"}"#)
        let flood = (1...10_000).flatMap {
            Request(id: RequestID($0), method: Method.hello.rawValue).jsonLine
        }
        #expect(try stuck.sendUntilStuck(flood, beside: quick) < flood.count)
        // The kernel takes the first output, which counts as progress once.
        try stuck.awaitHangUp(until: TestDeadline(after: .seconds(3 * Limits.stuckSeconds)))
        try quick.call(.ping)
        // A client that does not read its events is not disconnected.
        #expect(try subscribers.message()["result"]?["subscription"] != nil)
        #expect(try quick.call(.daemonStatus)["connections"]?.integerValue == 2)
    }

    @Test("a subscriber that does not read gets the newest state with all changed members")
    func slowSubscriber() throws {
        let daemon = try TestDaemon.ready()
        let quick = try daemon.connect()
        let alone = try quick.medianRoundTrip()
        let subscribers = try (0..<8).map { _ in try daemon.connect() }
        for client in subscribers { try client.call(.stateSubscribe) }
        let before = try resident(daemon)
        let times = try drag(quick, times: 4_000)
        report("8 that do not read 4,000 events", times, beside: alone)
        // Events are delayed from a quarter of the limit for unsent replies on.
        #expect(try resident(daemon) - before < subscribers.count * Limits.unsentReplies + Self.slack)

        let liked = try quick.call(.jokeLike)
        let newest = try drag(quick, to: -0.25)
        for client in subscribers {
            var events: [JSON] = []
            while events.last?["seq"] != newest["seq"] { events.append(try client.event()) }
            let numbers = events.compactMap { $0["seq"]?.integerValue }
            #expect(zip(numbers, numbers.dropFirst()).allSatisfy(<))
            #expect(numbers.count < 4_000, "none was left out")
            // The two events of the like were among the replaced ones.
            let last = try #require(events.last)
            #expect(!numbers.dropLast().contains { $0 >= liked["seq"]?.integerValue ?? 0 })
            let changed = Set(last["changed"]?.arrayValue?.compactMap(\.stringValue) ?? [])
            #expect(
                changed == [
                    "joke", "backgroundColor", "decisionState", "cardTranslation", "queue", "saved",
                ])
            #expect(last["cause"]?["method"] == "card.drag")
            #expect(last["state"]?["joke"] == liked["joke"] && last["state"]?["cardTranslation"] == -0.25)
            // The client works as any other again.
            try client.call(.ping)
        }
    }

    /// Drags the card repeatedly, and returns the time of each request.
    private func drag(_ client: SocketClient, times: Int) throws -> [Duration] {
        try (0..<times).map { count in
            try ContinuousClock().measure { try drag(client, to: Double(count % 40 + 1) / 100) }
        }
    }

    @discardableResult
    private func drag(_ client: SocketClient, to translation: Double) throws -> JSON {
        try client.call(
            .cardDrag, ["translation": .number(translation), "predictedEndX": 1, "width": 414])
    }

    private func resident(_ daemon: TestDaemon) throws -> Int {
        try ProcessMemory.resident(#require(daemon.process))
    }

    /// Prints the times. They are not checked, because they depend on the load of the machine.
    private func report(_ what: String, _ times: [Duration], beside alone: Duration) {
        print("A request beside \(what): median \(times.median), alone \(alone)")
    }
}

extension SocketClient {
    /// Sends without reading until the server takes no more, and returns the number of bytes.
    fileprivate func sendUntilStuck(_ bytes: [UInt8], beside quick: SocketClient) throws -> Int {
        var (sent, waits) = (0, 0)
        while sent < bytes.count, waits < 200 {
            let more = sendUntilFull(Array(bytes[sent...]))
            sent += more
            waits = more > 0 ? 0 : waits + 1
            try quick.call(.ping)
        }
        return sent
    }

    fileprivate func roundTrip() throws -> Duration {
        try ContinuousClock().measure { try call(.ping) }
    }

    fileprivate func medianRoundTrip() throws -> Duration {
        try (0..<100).map { _ in try roundTrip() }.median
    }
}

extension [Duration] {
    fileprivate var median: Duration { sorted()[count / 2] }
}
