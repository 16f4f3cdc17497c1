// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeDaemon
import JokeLinux
import JokeWire

/// A client of a simulation. It judges each line that it reads by what it has sent, and by what was published.
@LoopActor
final class SimulatedClient: CustomStringConvertible {
    /// How a client sends and reads: at once, a few bytes at a time from a small buffer, or much and rarely.
    enum Pace: CaseIterable { case quick, slow, busy }

    /// A request that was sent.
    private struct Call {
        var id: String?
        var method = ""
        /// The least `seq` of the reply: the greatest that was acknowledged before.
        var floor = 0
        /// The kind of error that is the only right reply.
        var mustFail: String?
        var waits = false
        /// The joke that `saved.get` asks for, or the subscription that ends.
        var joke: String?
        var subscription: Int?
        var topics: [String] = []
        var since: (epoch: String, seq: Int)?
    }

    /// A line that must come, in the order of the requests.
    private enum Expected {
        case reply(Call)
        case failure(String)
        case batch([Call])
    }

    private struct Subscription {
        let topics: [String]
        let epoch: String
        /// The greatest number that the client knows, as Protocol.md says in "Resuming".
        var known: Int
        /// The number of the newest event.
        var last = -1
        /// The index of the newest state, and the number of log entries that came or were reported as lost.
        var state: Int?
        var entries: Int
    }

    nonisolated let description: String
    let pace: Pace
    private let socket: Int32
    private let isRefused: Bool
    private unowned let world: ClientSimulation
    private var expected: [Expected] = []
    /// The requests that may be answered out of order, by id.
    private var waiting: [String: Call] = [:]
    private var subscriptions: [Int: Subscription] = [:]
    /// The subscriptions whose end was requested.
    private var leaving: Set<Int> = []
    private var (outbox, inbox): ([UInt8], [UInt8]) = ([], [])
    private var (isEnding, isHalfClosed) = (false, false)
    private(set) var isGone = false
    private var sent = 0
    /// The least `seq` of the next ordered reply.
    private var changeFloor = 0
    /// The bytes that were read in each of the last turns.
    private var recent = [0, 0, 0, 0, 0, 0]

    init(_ number: Int, _ socket: Int32, _ pace: Pace, isRefused: Bool, in world: ClientSimulation) {
        description = "client \(number) (\(pace))"
        (self.socket, self.pace, self.isRefused, self.world) = (socket, pace, isRefused, world)
    }

    /// Whether everything is sent and answered, and nothing has come in the last turns.
    var isSettled: Bool {
        expected.isEmpty && waiting.isEmpty && outbox.isEmpty && !isEnding && recent.allSatisfy { $0 == 0 }
    }
    var missing: String {
        let next =
            switch expected.first {
            case .reply(let call): "\(call.method) \(call.id ?? "")"
            case .failure(let kind): kind
            case .batch(let calls): "a batch of \(calls.count)"
            case nil: "nothing in order"
            }
        return "\(next), \(waiting.keys.sorted()) in any order, \(outbox.count) bytes unsent"
    }

    private func fail(_ text: String) -> ClientSimulation.Finding { .init(description: "\(self): \(text)") }
    private func expect(_ isRight: Bool, _ text: @autoclosure () -> String) throws {
        guard isRight else { throw fail(text()) }
    }
    private func choose(_ count: Int) -> Int { Int.random(in: 0..<count, using: &world.random) }
}

// MARK: Sending

extension SimulatedClient {
    /// Adds lines to what the client sends, or ends the connection.
    func act() {
        guard !isEnding, !isRefused, outbox.count < 200_000 else { return }
        switch choose(40) {
        case 0:
            isEnding = true
            // The last line counts without its newline, too.
            if outbox.last == UInt8(ascii: "\n"), world.chance(50) { outbox.removeLast() }
        case 1:
            // What was sent so far may end within a line. Changes and a subscription may be left, which nobody awaits.
            for method in ["joke.like", "state.subscribe", "joke.next", "state.subscribe"]
            where world.chance(70) {
                queue(#"{"id":0,"method":"\#(method)"}"#)
            }
            outbox = Array(outbox.prefix(choose(outbox.count + 1) + choose(outbox.count + 1)))
            _ = transmit(outbox.count)
            leave()
        case 2: queueBatch()
        case 3: queueGarbage()
        case 4 where pace == .busy: for _ in 0..<choose(150) { queueCall("joke.undo") }
        default: for _ in 0...choose(3) { queueCall() }
        }
    }

    private func queue(_ line: String) {
        world.note("\(self) → \(line)")
        outbox += Array(line.utf8) + [UInt8(ascii: "\n")]
    }

    private func queueCall(_ method: String? = nil) {
        var (text, call) = request()
        if let method { (text, call) = ("\"method\":\"\(method)\"", Call(method: method)) }
        if world.chance(5) {
            // A notification. Its effects are seen, but a subscription would have no number.
            if !call.method.hasPrefix("state.") { queue(#"{"jsonrpc":"2.0",\#(text)}"#) }
            return
        }
        sent += 1
        call.id = "\(sent)"
        queue(#"{"id":"\#(sent)",\#(text)}"#)
        if call.waits { waiting["\(sent)"] = call } else { expected.append(.reply(call)) }
    }

    private func queueBatch() {
        let size = choose(12) == 0 ? Limits.batch + choose(2) : choose(45)
        var (lines, calls): ([String], [Call]) = ([], [])
        for _ in 0..<size {
            var (text, call) = size < 100 ? request() : (#""method":"ping""#, Call())
            if call.waits || call.method == "saved.import" { call.mustFail = "invalid_request" }
            sent += 1
            call.id = "\(sent)"
            switch choose(20) {
            case 0: (lines, calls) = (lines + ["5"], calls + [Call(mustFail: "invalid_request")])
            case 1 where !call.method.hasPrefix("state."): lines.append(#"{"jsonrpc":"2.0",\#(text)}"#)
            default: (lines, calls) = (lines + [#"{"id":"\#(sent)",\#(text)}"#], calls + [call])
            }
        }
        queue("[\(lines.joined(separator: ","))]")
        if size > Limits.batch { return expected.append(.failure("too_large")) }
        if size == 0 { return expected.append(.failure("invalid_request")) }
        if !calls.isEmpty { expected.append(.batch(calls)) }
    }

    private func queueGarbage() {
        let levels = Limits.nesting
        let nested = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        let (line, kind): (String, String?) = [
            ("hello?", "parse_error"), (#"{"method":"ping","params":\#(nested)}"#, "parse_error"),
            (" \r", nil),
            (#"{"jsonrpc":"2.0","method":5}"#, "invalid_request"),
            (String(repeating: " ", count: Limits.requestLine + 1), "too_large"),
            (String(repeating: " ", count: Limits.requestLine - 1) + "x", "parse_error"),
        ][choose(6)]
        queue(line)
        if let kind { expected.append(.failure(kind)) }
    }

    /// Returns a random request without its id.
    private func request() -> (String, Call) {
        let own = world.added.randomElement(using: &world.random)
        let joke = own ?? "q\(choose(12))"
        var (call, params) = (Call(floor: world.acknowledged), "")
        func use(_ methods: String..., params text: String = "", waits: Bool = false) {
            (call.method, params, call.waits) = (methods[choose(methods.count)], text, waits)
        }
        // A quick client gets only short replies, so that no event is held back for it.
        switch choose(40) {
        case 0...4: use("ping", "hello")
        case 5...8: use("state.get", "joke.current")
        case 9...12 where pace != .quick:
            use("queue.list", "joke.history", "saved.list", "saved.export", "daemon.status", "taste.get")
        case 9...13:
            use("saved.get", params: #"{"joke":"\#(joke)"}"#)
            call.joke = own
        case 14, 15: use("joke.next")
        case 16: use("joke.next", params: #"{"source":"script"}"#, waits: true)
        case 17: use("joke.next", params: #"{"wait":true}"#, waits: true)
        case 18...20: use("joke.like")
        case 21: use("joke.like", params: #"{"joke":"\#(joke)"}"#)
        case 22:
            use("joke.dislike", params: #"{"ifJoke":"none"}"#)
            call.mustFail = "stale_joke"
        case 23...25: use("joke.dislike", "joke.undo", "joke.previous")
        case 26, 27: use("card.drag", params: "[0.\(choose(900)),\(choose(400)),414]")
        case 28: use("card.release", "card.reset")
        case 29, 30: use("joke.add", params: #"{"value":"own \#(sent) of \#(self)"}"#)
        case 31, 32: use("saved.delete", "saved.restore", params: #"{"jokes":["\#(joke)"]}"#)
        case 33...36 where subscriptions.count < (pace == .quick ? 2 : 99): params = subscribe(&call)
        case 33...37:
            let number = subscriptions.keys.sorted().randomElement(using: &world.random) ?? 0
            use("state.unsubscribe", params: "[\(number)]")
            call.subscription = number
            leaving.insert(number)
        case 38: use("feed.page", params: #"["paged",null,\#(choose(3) + 1)]"#, waits: true)
        default:
            use("saved.import", params: #"{"lines":["{\"value\":\"imported \#(choose(50))\"}"],"last":true}"#)
        }
        return (#""method":"\#(call.method)""# + (params.isEmpty ? "" : ",\"params\":\(params)"), call)
    }

    /// Makes the call a subscription, which may resume that of an earlier client, and returns its parameters.
    private func subscribe(_ call: inout Call) -> String {
        (call.method, call.topics) = (
            "state.subscribe", ["state", "log", "feed"].filter { _ in world.chance(60) }
        )
        var params: JSONObject = ["topics": .array(call.topics.map(JSON.string))]
        if world.chance(60), let known = world.resumable.suffix(30).randomElement(using: &world.random) {
            // Sometimes a number that does not exist yet.
            let since = (epoch: known.epoch, seq: known.seq + (world.chance(10) ? 1_000_000 : 0))
            params.append("since", ["epoch": .string(since.epoch), "seq": .integer(since.seq)])
            call.since = since
        }
        return JSON.object(params).jsonText
    }
}

// MARK: The socket

extension SimulatedClient {
    /// Sends and reads as much as suits this client.
    func exchange(isEager: Bool) throws {
        if isEager || pace == .quick {
            while transmit(1 << 16) {}
        } else {
            _ = transmit(pace == .slow ? 1 + choose(60) : 1 << choose(14))
        }
        if isEnding, outbox.isEmpty, !isHalfClosed {
            isHalfClosed = true
            shutdown(socket, Int32(SHUT_WR))
        }
        recent = recent.dropFirst() + [0]
        let rest =
            isEager || pace == .quick || pace == .busy && world.chance(8)
            ? Int.max : pace == .slow ? choose(900) : 0
        try receive(rest)
    }

    /// Sends at most so many bytes. Returns whether more may follow.
    private func transmit(_ most: Int) -> Bool {
        guard !outbox.isEmpty, !isGone else { return false }
        let count = outbox.withUnsafeBytes {
            Glibc.send(socket, $0.baseAddress, min($0.count, most), Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
        }
        if count < 0, errno != EAGAIN { outbox = [] }
        outbox.removeFirst(max(count, 0))
        return count > 0
    }

    private func receive(_ most: Int) throws {
        var (rest, chunk) = (most, [UInt8](repeating: 0, count: 1 << 16))
        while rest > 0, !isGone {
            let count = recv(socket, &chunk, min(rest, chunk.count), Int32(MSG_DONTWAIT))
            if count < 0, errno == EAGAIN { return }
            guard count > 0 else { return try ended() }
            (rest, recent[5]) = (rest - count, recent[5] + count)
            inbox += chunk[..<count]
            var start = inbox.startIndex
            while let newline = inbox[start...].firstIndex(of: UInt8(ascii: "\n")) {
                try judge(Array(inbox[start...newline]))
                start = newline + 1
            }
            inbox.removeSubrange(..<start)
        }
    }

    private func ended() throws {
        let isOver = isRefused || isHalfClosed && expected.isEmpty && waiting.isEmpty || world.isClosing
        try expect(isOver && inbox.isEmpty, "ended without: \(missing)")
        leave()
    }

    private func leave() {
        world.resumable += subscriptions.values.map { ($0.epoch, $0.known) }.sorted { $0.1 < $1.1 }
        close(socket)
        isGone = true
        outbox = []
    }
}

// MARK: Judging

extension SimulatedClient {
    private func judge(_ bytes: [UInt8]) throws {
        let message: JSON
        do { message = try JSON(parsing: bytes.dropLast()) } catch { throw fail("no JSON: \(error)") }
        world.note("\(self) ← \(String(decoding: bytes.prefix(250), as: UTF8.self))")
        if message["method"] != nil { return try judgeEvent(message, bytes) }
        world.counts["replies", default: 0] += 1
        if isRefused {
            try expect(message.kind == "busy" && message["id"] == .null, "refused with another line")
            return
        }
        let id = message["id"]?.stringValue
        switch expected.first {
        case .batch(let calls):
            guard let replies = message.arrayValue else { break }
            expected.removeFirst()
            try expect(calls.map(\.id) == replies.map({ $0["id"]?.stringValue }), "other replies in a batch")
            let former = Set(subscriptions.keys)
            for (call, reply) in zip(calls, replies) { try judge(reply, to: call, former) }
            return
        case .reply(let call) where id == call.id && id != nil:
            expected.removeFirst()
            return try judge(message, to: call)
        case .failure(let kind) where message["id"] == .null:
            expected.removeFirst()
            try expect(message.kind == kind, "expected \(kind)")
            return
        default: break
        }
        guard let id, let call = waiting.removeValue(forKey: id) else {
            throw fail("not the reply that is next: \(missing)")
        }
        try judge(message, to: call)
    }

    /// - Parameter former: The subscriptions whose events come before the line of the reply, or nil for all.
    private func judge(_ reply: JSON, to call: Call, _ former: Set<Int>? = nil) throws {
        let (result, kind) = (reply["result"], reply.kind)
        try expect((result == nil) != (kind == nil) && kind != "internal", "no right reply")
        if let mustFail = call.mustFail {
            try expect(kind == mustFail || kind == "storage", "expected \(mustFail)")
            return
        }
        if let seq = result?["seq"]?.integerValue {
            try expect(seq >= call.floor, "\(seq) after \(call.floor) was acknowledged")
            if !call.waits {
                // Of two reads, the later one may show an older state.
                try expect(seq >= changeFloor, "\(seq) in a reply after \(changeFloor)")
                if result?["changed"] != nil { changeFloor = seq }
            }
            try judgeEvents(upTo: seq, of: former)
            world.acknowledged = max(world.acknowledged, seq)
        }
        switch call.method {
        case "ping", "hello": if result == nil { throw fail("\(call.method) failed") }
        case "state.get":
            let seq = result?["seq"]?.integerValue ?? -1
            let index = world.published.state(upTo: seq) ?? 0
            let state = try JSON(parsing: world.published.states[index].state.jsonBytes)
            try expect(result?["state"] == state, "not the state of \(seq)")
        case "joke.add":
            guard let id = result?["decided"]?["id"]?.stringValue else { break }
            if !world.added.contains(id) { world.added.append(id) }
        case "saved.get" where kind == "not_found": try judgeMissing(call.joke)
        case "state.subscribe": try begin(result, kind, call)
        case "state.unsubscribe":
            let isKnown = subscriptions.removeValue(forKey: call.subscription ?? 0) != nil
            try expect((result != nil) == isKnown, "an end of a subscription")
        default: break
        }
    }

    /// A joke whose addition was acknowledged is there, unless a later change may have removed it.
    private func judgeMissing(_ joke: String?) throws {
        guard let joke else { return }
        let kinds = ["deleted", "undone", "disliked"].map { "\"event\":\"\($0)\"" }
        func isRemoval(_ entry: StoredLogEntry) -> Bool {
            kinds.contains { entry.members.contains($0) } && entry.members.contains(joke)
        }
        try expect(world.published.entries.contains(where: isRemoval), "\(joke) is lost")
    }

    private func begin(_ result: JSON?, _ kind: String?, _ call: Call) throws {
        let isFull = subscriptions.count >= Limits.subscriptions
        try expect(kind == (isFull ? "busy" : nil), "a subscription beside \(subscriptions.count)")
        guard let result, let number = result["subscription"]?.integerValue,
            let seq = result["seq"]?.integerValue,
            let epoch = result["epoch"]?.stringValue
        else { return }
        let isResumed = call.since.map { $0.epoch == epoch && $0.seq <= seq } ?? false
        try expect(result["resumed"] == .bool(isResumed), "resumed")
        let known = isResumed ? call.since?.seq ?? 0 : seq
        let newest = world.published.state(upTo: seq)
        subscriptions[number] = Subscription(
            topics: call.topics, epoch: epoch, known: known, last: isResumed ? known : -1,
            state: isResumed && newest == world.published.state(upTo: known) ? newest : nil,
            entries: world.published.entries(upTo: known))
        world.counts[isResumed ? "resumed" : "subscribed", default: 0] += 1
    }

    /// Checks that all events up to the number `seq` have come.
    func judgeEvents(upTo seq: Int, of former: Set<Int>? = nil) throws {
        for (number, subscription) in subscriptions
        where !leaving.contains(number) && former?.contains(number) ?? true {
            if subscription.topics.contains("state"),
                subscription.state ?? -1 < world.published.state(upTo: seq) ?? -1
            {
                throw fail("subscription \(number) has no state of \(seq)")
            }
            if subscription.topics.contains("log"), subscription.entries < world.published.entries(upTo: seq)
            {
                throw fail("subscription \(number) lacks entries up to \(seq)")
            }
        }
    }

    private func judgeEvent(_ message: JSON, _ bytes: [UInt8]) throws {
        let (params, seq) = (message["params"], message.seq ?? -1)
        guard let number = params?["subscription"]?.integerValue, var subscription = subscriptions[number]
        else {
            throw fail("an event of no subscription")
        }
        world.counts["events", default: 0] += 1
        defer { subscriptions[number] = subscription }
        let topic = params?["topic"]?.stringValue ?? ""
        if params?["event"] == "closing", world.isClosing { return }
        try expect(
            subscription.topics.contains(topic) && seq > subscription.last,
            "\(topic) after \(subscription.last)")
        subscription.last = seq
        subscription.known = max(subscription.known, seq)
        var line = JSONWriter(reserving: 1_024)
        let published = world.published
        switch topic {
        case "state":
            guard let index = published.state(upTo: seq) else { throw fail("a state of nothing") }
            let event = published.states[index]
            var (changed, cause): ([String], EventCause?) = ([], nil)
            if let former = subscription.state {
                let events = published.states[min(former + 1, index)...index]
                if events.count > 1 { world.counts["coalesced", default: 0] += 1 }
                let mayMiss = pace != .quick || recent.reduce(0, +) > 30_000
                try expect(events.count == 1 || mayMiss, "states are left out before \(seq)")
                for event in events {
                    changed = changed.filter { !event.changed.contains($0) } + event.changed
                }
                cause = event.cause.map(EventCause.init)
            }
            subscription.state = index
            EventSuffix(seq: event.sequence, changed: changed, cause: cause, state: event.state)
                .write(subscription: number, topic: .state, to: &line)
        case "log":
            let next = subscription.entries
            subscription.entries = published.entries(upTo: seq)
            if params?["event"] == "gap" {
                world.counts["gaps", default: 0] += 1
                let later = published.entries.count - subscription.entries
                try expect(subscription.entries > next && later >= Limits.logEvents, "a gap without reason")
                return
            }
            try expect(next < published.entries.count, "an entry of nothing")
            EventSuffix(published.entries[next]).write(subscription: number, topic: .log, to: &line)
        default:
            try expect(published.feeds.contains(seq), "a feed of nothing")
            return
        }
        try expect(line.bytes == bytes, "not \(String(decoding: line.bytes, as: UTF8.self))")
    }
}
