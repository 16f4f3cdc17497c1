// SPDX-License-Identifier: MIT
import JokeCore
package import JokeEventLoop
import JokeWire

/// One client's connection: reads its lines, answers them in order, tells it what it subscribed to.
///
/// Its memory is bounded: past `Limits.requestsInFlight` unanswered requests or `Limits.unsentReplies` unsent
/// bytes nothing more is read, and of events that a slow reader has not taken only the newest is kept.
@LoopActor
package final class ClientSession {
    /// Unsent bytes past which events are held back and coalesced.
    private static let eventBacklog = 64 << 10

    let number: Int
    let server: Server
    /// The name that it gave in `hello`.
    var client = ""
    /// Whether it asked for what a later version might add.
    var isGreased = false
    var subscriptions: [Subscription] = []
    /// Changes that it asked for and that are not answered yet: its reads queue behind them.
    var pendingChanges = 0
    /// Lines that it has begun to import.
    var pendingImport: PendingImport?

    private let connection: Connection
    private var framer = LineFramer()
    private var lane = ReplySequencer()
    /// Requests that are answered out of order, when their fetch ends.
    private var detached = 0
    private var hasEnded = false
    /// The daemon ends: what was read is answered, and nothing more is read.
    private var isLeaving = false
    private var isPumping = false
    private lazy var stuckTimer = Timer { [unowned self] in giveUpIfStuck() }
    private var counters = Counters()
    private let since = MonotonicTime.now()
    /// Bytes handed to the connection since the start.
    private var handed = 0
    private var takenWhenArmed = 0

    init(number: Int, connection: Connection, server: Server) {
        self.number = number
        self.connection = connection
        self.server = server
        connection.onBytes = { [unowned self] bytes in
            counters.received += bytes.count
            framer.append(bytes)
            pump()
        }
        connection.onEndOfInput = { [unowned self] in
            hasEnded = true
            pump()
        }
        connection.onClosed = { [unowned self] _ in
            stuckTimer.disarm()
            discardImport()
            server.remove(self)
        }
    }

    /// What the client has sent by now is still read.
    func stopReading() {
        connection.readRest()
        isLeaving = true
        connection.pauseReading()
    }

    /// Tells subscribers that the daemon ends, then closes once everything is sent.
    func close(at sequence: Int) {
        sendMissing()
        let closing = EventSuffix.closing(seq: sequence)
        for subscription in subscriptions where subscription.isActive {
            send(closing, to: subscription, subscription.mainTopic)
        }
        connection.finish()
    }

    /// Closes now, whatever was not sent.
    func abandon() {
        stuckTimer.disarm()
        discardImport()
        connection.close()
        server.remove(self)
    }
}

// MARK: Requests

extension ClientSession {
    private var isFull: Bool {
        lane.count + detached >= Limits.requestsInFlight || connection.pendingBytes >= Limits.unsentReplies
    }

    /// Takes lines for as long as the client may have more in flight.
    private func pump() {
        guard !isPumping, !isLeaving else { return }
        isPumping = true
        defer { isPumping = false }
        while !isFull {
            guard let frame = framer.next() ?? (hasEnded ? framer.finish() : nil) else {
                if !hasEnded { return connection.resumeReading() }
                // Half-closed: everything is answered, then it is closed.
                if lane.count + detached == 0 { connection.finish() }
                return
            }
            take(frame)
        }
        connection.pauseReading()
        awaitDrain()
    }

    private func take(_ frame: LineFramer.Frame) {
        switch frame {
        case .tooLong: refuse(.tooLong)
        case .line(let line):
            switch Request.decode(line) {
            case .single(.failure(let rejection)): refuse(rejection)
            case .single(.success(let request)): takeSingle(request)
            case .batch(let calls): takeBatch(calls)
            }
        }
    }

    private func refuse(_ rejection: RequestError) {
        count()
        send(.init(bytes: Reply.failure(rejection)), in: lane.open())
    }

    private func takeSingle(_ request: Request) {
        count()
        if answerAtOnce(request) { return }
        // Only what waits for the network is answered out of order, and only where an id tells it apart. A
        // notification is not answered: nobody waits for its turn.
        let call = Result { () throws(WireError) in try ValidatedRequest(request) }
        let waits = if case .success(let call) = call { call.waits } else { false }
        let isDetached = waits && (!request.wantsReply || (request.id ?? .null) != .null)
        if isDetached { detached += 1 }
        let slot = isDetached ? nil : lane.open()
        carryOut(call) { [weak self] result, afterwards in
            let bytes = request.wantsReply ? Self.line(id: request.id, result) : []
            self?.send(.init(bytes: bytes, afterwards: afterwards), in: slot)
        }
    }

    /// Answers what is asked for most without a place in the lane; false where it is something else, or something else
    /// comes first. A quarter of the instructions of the way that all others take.
    private func answerAtOnce(_ request: Request) -> Bool {
        guard lane.count == 0, pendingChanges == 0, server.engine.isReadable, request.wantsReply,
            case .null = request.params
        else { return false }
        let suffix: [UInt8]
        switch request.method {
        case Method.ping.rawValue: suffix = server.pong
        case Method.stateGet.rawValue: suffix = server.stateReply()
        default: return false
        }
        sendMissing()
        put(suffix) { Reply.begin(id: request.id, to: &$0) }
        return true
    }

    private func takeBatch(_ calls: [Result<Request, RequestError>]) {
        let slot = lane.open()
        guard calls.count <= Limits.batch else {
            let error = WireError(
                .tooLarge, "A batch has at most \(Limits.batch) calls; send several.",
                data: ["limit": .integer(Limits.batch)])
            count()
            return send(.init(bytes: Reply.failure(id: nil, error)), in: slot)
        }
        let batch = Batch(expecting: calls.count) { [weak self] replies, afterwards in
            self?.send(
                .init(bytes: Reply.batch(replies) ?? []) { for then in afterwards { then() } }, in: slot)
        }
        server.engine.batch { carryOut(calls, for: batch) }
    }

    private func carryOut(_ calls: [Result<Request, RequestError>], for batch: Batch) {
        for (place, call) in calls.enumerated() {
            count()
            switch call {
            case .failure(let rejection): batch.settle(place, Reply.failure(rejection), nil)
            case .success(let request):
                carryOut(Result { () throws(WireError) in try ValidatedRequest(inBatch: request) }) {
                    result, afterwards in
                    let line = { Self.line(id: request.id, result, room: batch.room) }
                    batch.settle(place, request.wantsReply ? line() : nil, afterwards)
                }
            }
        }
    }

    /// A result that does not fit into the room is refused.
    private static func line(
        id: RequestID?, _ result: Result<any JSONWritable, WireError>, room: Int = Limits.reply
    ) -> [UInt8] {
        switch result {
        case .failure(let error): return Reply.failure(id: id, error)
        case .success(let value):
            let line = Reply.success(id: id, result: value)
            guard line.count <= room else {
                return Reply.failure(
                    id: id, WireError(.tooLarge, "The reply is too long; ask for fewer items (limit)."))
            }
            return line
        }
    }
}

// MARK: Sending

extension ClientSession {
    private func send(_ ready: ReplySequencer.Ready, in slot: ReplySequencer.Slot?) {
        let leaving: [ReplySequencer.Ready]
        if let slot {
            leaving = lane.close(slot, with: ready)
        } else {
            detached -= 1
            leaving = [ready]
        }
        guard connection.isOpen else { return }
        for reply in leaving {
            // A barrier: whoever has read the reply has been told of every change before it.
            sendMissing()
            put(reply.bytes)
            reply.afterwards?()
        }
        pump()
    }

    func tell(_ event: StateEvent) {
        guard !subscriptions.isEmpty else { return }
        let isBehind = connection.pendingBytes >= Self.eventBacklog
        if !isBehind { sendMissing() }
        for index in subscriptions.indices where subscriptions[index].wants(.state) {
            if !isBehind {
                send(event.suffix, to: subscriptions[index], .state)
            } else if subscriptions[index].hold(event) {
                counters.coalesced += 1
            }
        }
        if isBehind { awaitDrain() }
    }

    /// Sends the new entries of the log or of the feeds, if this client subscribes to them.
    func tellNews(of topic: Topic) {
        guard subscriptions.contains(where: { $0.wants(topic) }) else { return }
        connection.pendingBytes < Self.eventBacklog ? sendMissing() : awaitDrain()
    }

    func send(_ event: EventSuffix, to subscription: Subscription, _ topic: Topic) {
        guard let prefix = subscription.prefix(topic) else { return }
        put(event.bytes) { $0.raw(prefix) }
    }

    /// Of a line whose end is the same for many, and is copied only to where it is sent from.
    private func put(_ suffix: [UInt8], behind begin: (inout JSONWriter) -> Void) {
        server.write { writer in
            begin(&writer)
            guard !isGreased else { return put(writer.bytes + suffix) }
            writer.withBytes { prefix in
                handed += prefix.count + suffix.count
                connection.send(prefix)
            }
            connection.send(suffix)
        }
    }

    /// Of a line, or nothing.
    private func put(_ line: [UInt8]) {
        let bytes = isGreased ? Grease.mixed(into: line) : line
        handed += bytes.count
        connection.send(bytes)
    }

    /// What was held back for a slow reader, or came before its subscription.
    func sendMissing() {
        for index in subscriptions.indices where subscriptions[index].mayMiss {
            let subscription = subscriptions[index]
            counters.dropped += subscriptions[index].takeMissing(of: server.log, server.feeds) {
                event, topic in
                send(event, to: subscription, topic)
            }
        }
    }

    private func awaitDrain() {
        connection.onDrained = { [unowned self] in
            (connection.onDrained, connection.onBlocked) = (nil, nil)
            stuckTimer.disarm()
            sendMissing()
            pump()
        }
        guard connection.pendingBytes >= Limits.unsentReplies else { return }
        // What the socket itself has room for is no sign of a reader.
        connection.onBlocked = { [unowned self] in awaitReader() }
        if connection.isBlocked { awaitReader() }
    }

    private func awaitReader() {
        guard !stuckTimer.isArmed else { return }
        armPatience()
    }

    /// A reader that has taken nothing for so long will not come back.
    private func giveUpIfStuck() {
        if taken > takenWhenArmed { armPatience() } else { abandon() }
    }

    private func armPatience() {
        takenWhenArmed = taken
        stuckTimer.arm(after: server.timeouts.stuck)
    }

    /// Bytes that the client's end has accepted: what is unsent may grow meanwhile.
    private var taken: Int { handed - connection.pendingBytes }
}

// MARK: Counting

extension ClientSession {
    /// Since the start of the connection.
    private struct Counters {
        var requests = 0
        /// Bytes.
        var received = 0
        /// States that a newer one took the place of before they were sent.
        var coalesced = 0
        /// Events of the log that were gone before they could be sent.
        var dropped = 0
    }

    private func count() {
        counters.requests += 1
        server.requests += 1
    }

    /// How it fares, as `daemon.status` tells it.
    func report() -> StatusResponse.Client {
        StatusResponse.Client(
            connection: number, client: client.isEmpty ? nil : client, requests: counters.requests,
            received: counters.received, sent: taken, unsent: connection.pendingBytes,
            inFlight: lane.count + detached, subscriptions: subscriptions.count,
            coalesced: counters.coalesced, dropped: counters.dropped,
            connectedFor: Int((MonotonicTime.now() - since).components.seconds))
    }
}
