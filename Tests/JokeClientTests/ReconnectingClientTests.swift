// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire
import Testing

@Suite("A reconnecting client")
struct ReconnectingClientTests {
    private static let subscribed: JSON = ["subscription": 1, "connection": 7, "epoch": "e1", "seq": 3]

    /// A client, driven by the test.
    private struct Shell {
        var client: ReconnectingClient
        var now: Duration = .seconds(100)

        init(topic: String = "state", resumes: Bool = false, timeout: Duration? = nil) {
            client = ReconnectingClient(name: "test", topic: topic, resumes: resumes, timeout: timeout)
            client.start()
        }

        /// Returns the new events.
        mutating func events() -> [ConnectionEvent] {
            var events: [ConnectionEvent] = []
            while let event = client.nextEvent(at: now) { events.append(event) }
            return events
        }

        /// Returns the requests that were sent.
        mutating func requests() -> [JSON] {
            client.takeActions().flatMap { action -> [JSON] in
                guard case .send(let bytes) = action else { return [] }
                return bytes.split(separator: 0x0A).compactMap { try? JSON(parsing: $0) }
            }
        }

        mutating func receive(_ message: JSON) { client.received(message.jsonLine) }

        mutating func reply(to request: JSON?, _ result: JSON) {
            receive(["id": request?["id"] ?? .null, "result": result])
        }

        /// Connects and subscribes, and returns the parameters of the subscription.
        mutating func connect() -> JSON? {
            client.opened(at: now)
            let request = requests().last
            reply(to: request, ReconnectingClientTests.subscribed)
            _ = events()
            return request?["params"]
        }

        /// Loses each connection at once, and returns the delays after which the client connects again.
        mutating func delays(_ count: Int) -> [Duration] {
            (0..<count).map { _ in
                client.openFailed(.unreachable(path: "/s"), at: now)
                _ = events()
                let deadline = client.deadline ?? .zero
                defer { now = deadline }
                client.timePassed(at: deadline)
                return deadline - now
            }
        }
    }

    @Test("it sends hello and the subscription with the first bytes")
    func sendsHelloFirst() {
        var shell = Shell()
        #expect(shell.client.takeActions() == [.open])
        shell.client.opened(at: shell.now)
        let requests = shell.requests()
        #expect(requests.map { $0["method"] } == ["hello", "state.subscribe"])
        #expect(requests[0]["id"] == nil && requests[0]["params"]?["client"] == "test")
        #expect(requests[1]["params"] == ["topics": ["state"]])
        shell.reply(to: requests[1], Self.subscribed)
        #expect(shell.events() == [.connected, .subscribed(Self.subscribed)])
        #expect(shell.client.deadline == nil)
    }

    @Test("it reconnects after 0.1 s, then after twice as long each time, at most 5 s")
    func reconnectDelays() {
        var shell = Shell()
        #expect(shell.delays(8).map { $0 / .milliseconds(100) } == [1, 2, 4, 8, 16, 32, 50, 50])
    }

    @Test("the delays start again only after a stable connection", arguments: [(5, 8), (6, 1)])
    func stableConnection(seconds: Int, tenths: Double) {
        var shell = Shell()
        _ = shell.delays(3)
        _ = shell.connect()
        shell.now += .seconds(seconds)
        shell.client.ended()
        #expect(shell.events() == [.lost(.disconnected, wasSubscribed: true)])
        #expect(((shell.client.deadline ?? .zero) - shell.now) / .milliseconds(100) == tenths)
    }

    @Test("it delivers what arrived before the end, then reports the lost connection")
    func deliversBeforeEnd() {
        var shell = Shell()
        _ = shell.connect()
        let event: JSON = ["topic": "state", "seq": 4]
        shell.receive(["method": "event", "params": event])
        shell.receive(["method": "event", "params": ["topic": "news", "seq": 5]])
        shell.client.ended()
        #expect(shell.events() == [.event(event), .lost(.disconnected, wasSubscribed: true)])
        #expect(shell.client.takeActions() == [.close])
        shell.client.timePassed(at: shell.client.deadline ?? .zero)
        #expect(shell.client.takeActions() == [.open])
    }

    @Test("it resumes after the last event unless the position is dropped")
    func resumes() {
        var shell = Shell(resumes: true)
        #expect(shell.connect() == ["topics": ["state"]])
        shell.receive(["method": "event", "params": ["topic": "state", "seq": 4]])
        shell.client.ended()
        _ = shell.events()
        #expect(shell.connect() == ["topics": ["state"], "since": ["epoch": "e1", "seq": 4]])
        shell.client.forgetPosition()
        shell.client.ended()
        _ = shell.events()
        #expect(shell.connect() == ["topics": ["state"]])
    }

    @Test("it resumes the log from the subscription, even before the first event")
    func resumesLog() {
        var shell = Shell(topic: "log", resumes: true)
        _ = shell.connect()
        shell.client.ended()
        _ = shell.events()
        #expect(shell.connect() == ["topics": ["log"], "since": ["epoch": "e1", "seq": 3]])
    }

    @Test("a subscription without a reply times out")
    func timeout() {
        var shell = Shell(timeout: .seconds(2))
        shell.client.opened(at: shell.now)
        _ = shell.events()
        shell.client.timePassed(at: shell.now + .seconds(1))
        #expect(shell.events() == [])
        #expect(shell.client.deadline == shell.now + .seconds(2))
        shell.client.timePassed(at: shell.now + .seconds(2))
        #expect(shell.events() == [.lost(.timedOut, wasSubscribed: false)])
    }

    @Test("a refused subscription is reported to the client, which decides")
    func refusedSubscription() {
        var shell = Shell()
        shell.client.opened(at: shell.now)
        shell.receive([
            "id": .null, "error": ["code": -32030, "message": "Full.", "data": ["kind": "busy"]],
        ])
        let error = WireError(.busy, "Full.")
        #expect(shell.events() == [.connected, .subscriptionRefused(error)])
        shell.client.disconnect(because: .refused(error), at: shell.now)
        #expect(shell.events() == [.lost(.refused(error), wasSubscribed: false)])
    }

    @Test("it disconnects at the closing event")
    func closingEvent() {
        var shell = Shell()
        _ = shell.connect()
        let params: JSON = ["topic": "state", "seq": 4, "event": "closing"]
        shell.receive(["method": "event", "params": params])
        #expect(shell.events() == [.closing(params), .lost(.closing, wasSubscribed: true)])
        #expect(shell.client.takeActions() == [.close])
        shell.client.timePassed(at: shell.client.deadline ?? .zero)
        #expect(shell.client.takeActions() == [.reopen])
    }

    @Test("after a stop, it says so once after two seconds, and connects only when jokesd runs again")
    func stopped() {
        var shell = Shell()
        shell.client.handle(.started, at: shell.now)
        #expect(shell.client.takeActions() == [.open], "of the start")
        shell.client.openFailed(.stopped, at: shell.now)
        #expect(shell.events() == [] && shell.client.deadline == shell.now + .seconds(2))
        shell.now += .seconds(2)
        shell.client.timePassed(at: shell.now)
        #expect(shell.events() == [.lost(.stopped, wasSubscribed: false)])
        #expect(shell.client.deadline == nil && shell.client.takeActions() == [])
        shell.client.handle(.started, at: shell.now)
        #expect(shell.client.takeActions() == [.open])
        _ = shell.connect()
        #expect(shell.client.isConnected)
    }

    @Test(
        "it disconnects from a peer that does not speak the protocol",
        arguments: ["garbage", "{\"id\":1,\"error\":{}}"])
    func notTheProtocol(_ line: String) {
        var shell = Shell()
        _ = shell.connect()
        shell.client.received(Array((line + "\n").utf8))
        guard case .lost(.notTheProtocol, wasSubscribed: true) = shell.events().first else {
            Issue.record("it goes on")
            return
        }
        #expect(shell.client.takeActions() == [.close])
    }

    @Test(
        "replies are matched to their requests, and dropped or older ones are ignored"
    )
    func matchesReplies() {
        var shell = Shell()
        _ = shell.connect()
        shell.client.request(.savedList, tag: 5)
        shell.client.request(.cardDrag)
        let requests = shell.requests()
        #expect(shell.client.isPending(.cardDrag))
        shell.client.forget(.cardDrag)
        shell.reply(to: requests[1], [:])
        shell.reply(to: ["id": 99], [:])
        shell.reply(to: requests[0], ["items": []])
        let events = shell.events()
        guard events.count == 1, case .reply(let request, .success(["items": []])) = events[0] else {
            Issue.record("unexpected events: \(events)")
            return
        }
        #expect(request.method == Method.savedList.rawValue && request.tag == 5)
        #expect(!shell.client.isPending(.cardDrag))
        shell.client.ended()
        _ = shell.events()
        shell.client.request(.jokeNext)
        #expect(shell.requests() == [], "without a connection")
    }
}
