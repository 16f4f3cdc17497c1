// SPDX-License-Identifier: MIT
import JokeCore
package import JokeLinux
import JokeWire

/// One client's connection: reads requests, sends replies in the order of the requests, and sends the events of
/// subscriptions.
///
/// Its memory is bounded. With `Limits.requestsInFlight` requests without a reply, or `Limits.unsentReplies` unsent
/// bytes, it reads no more. For a client that reads slowly, it keeps only the newest state event. Its share of an
/// iteration is bounded by `Limits.turn`. A session with more input waits in the queue of the server.
///
/// A request passes `processInput()`, `handle(_:)` and `handleSingle(_:)`. `ValidatedRequest` checks its parameters,
/// and `execute(_:answer:)` runs the handler. `publish(_:)` sends the state events.
@LoopActor
package final class ClientSession {
    /// The number of unsent bytes from which events are held back and coalesced.
    private static let eventBacklog = 64 << 10

    /// The number of this connection, counted from 1 since the daemon started.
    let number: Int
    let server: Server
    /// The name that the client gave in `hello`, or an empty string.
    var client = ""
    /// Whether the client asked in `hello` for grease (Protocol.md, "Compatibility").
    var isGreased = false
    var subscriptions: [Subscription] = []
    /// The number of this client's changes without a reply. Its reads wait for them.
    var pendingChanges = 0
    /// The reads of the archive. None starts while too many bytes are unsent, so that results do not accumulate.
    private(set) lazy var archiveReads = ArchiveReads(engine: server.engine) { [unowned self] in
        isStopping || connection.pendingBytes < Limits.unsentReplies
    }
    /// The import that the client has begun and not finished, or nil.
    var pendingImport: PendingImport?

    let connection: Connection
    private let loop = LoopActor.shared.loop
    private var framer = LineFramer()
    /// The replies that are sent in the order of the requests.
    private var sequencer = ReplySequencer()
    /// The number of requests that wait for a fetch. Their replies are sent out of order.
    private var outOfOrder = 0
    /// The number of requests in flight whose replies may be long.
    private var longReplies = 0
    /// The batch whose requests are being executed, or nil.
    private var batch: Batch?
    /// The iteration in which this connection last had a turn, its requests in it, and `repliedBytes` at its start.
    private var turn = (iteration: -1, requests: 0, start: 0)
    /// Whether this session waits for its turn.
    private var isWaiting = false
    /// Whether `takeTurn()` is running.
    private var isOwnTurn = false
    /// The line that waits for the next turn.
    private var nextLine: LineFramer.Frame?
    /// Whether requests wait for a fetch.
    var hasWaits: Bool { outOfOrder > 0 }
    /// Whether the client closed its sending direction.
    private var isInputClosed = false
    /// Whether the daemon is stopping. Requests that were read still get replies, without turns, but no more are read.
    private var isStopping = false
    /// Whether `processInput()` is running. A reply that is sent within it must not call it again.
    private var isProcessingInput = false
    private lazy var stallTimer = StallTimer(connection, limit: server.timeouts.stuck) { [unowned self] in
        abandon()
    }
    private var counters = Counters()
    private let connectedAt = MonotonicTime.now()

    init(number: Int, connection: Connection, server: Server) {
        self.number = number
        self.connection = connection
        self.server = server
        connection.onBytes = { [unowned self] bytes in
            counters.received += bytes.count
            framer.append(bytes)
            processInput()
        }
        connection.onEndOfInput = { [unowned self] in
            isInputClosed = true
            processInput()
        }
        connection.onClosed = { [unowned self] _ in
            stallTimer.stop()
            discardImport()
            server.remove(self)
        }
    }

    /// Reads what the client has sent by now, and nothing after it.
    func stopReading() {
        isStopping = true
        connection.readRest()
        connection.pauseReading()
        processInput()
        archiveReads.start()
    }

    /// Sends the event `closing` to subscribers, and closes the connection after all bytes are sent.
    func close(at sequence: Int) {
        sendMissing()
        let closing = EventSuffix.closing(seq: sequence)
        for subscription in subscriptions where subscription.isActive {
            send(closing, to: subscription, subscription.mainTopic)
        }
        connection.finish()
    }

    /// Closes the connection now, without sending what is left.
    func abandon() {
        stallTimer.stop()
        discardImport()
        connection.close()
        server.remove(self)
    }
}

// MARK: Requests

extension ClientSession {
    private var isFull: Bool {
        sequencer.count + outOfOrder >= Limits.requestsInFlight || longReplies >= Limits.longReplies
            || connection.pendingBytes + sequencer.waitingBytes >= Limits.unsentReplies
    }

    /// Decodes and executes lines until a limit is reached. Then it reads no more until replies are sent, or until its
    /// next turn.
    private func processInput() {
        guard !isProcessingInput else { return }
        isProcessingInput = true
        defer { isProcessingInput = false }
        while !isFull {
            guard hasShare() else { return awaitTurn() }
            if batch != nil {
                guard mayExecute() else { return awaitTurn() }
                executeNextOfBatch()
                continue
            }
            guard let frame = nextLine.take() ?? framer.next() ?? (isInputClosed ? framer.finish() : nil)
            else {
                if isStopping { return }
                if !isInputClosed { return connection.resumeReading() }
                // The client may still read: send all replies before closing.
                if sequencer.count + outOfOrder == 0 { connection.finish() }
                return
            }
            guard handle(frame) else {
                nextLine = frame
                return awaitTurn()
            }
        }
        connection.pauseReading()
        awaitDrain()
    }

    /// Counts a request. Returns false if this connection has used its share of the iteration.
    private func hasShare() -> Bool {
        let iteration = loop.iterations
        if turn.iteration != iteration { turn = (iteration, 0, repliedBytes) }
        turn.requests += 1
        return isStopping
            || turn.requests <= Limits.turn.usualRequests && repliedBytes - turn.start < Limits.turn.bytes
    }

    private var repliedBytes: Int { connection.sentBytes + (batch?.size ?? 0) }

    /// Counts a request that is no `UsualRequest`. Returns false if it has to wait for the next turn.
    private func mayExecute() -> Bool { isStopping || server.turns.mayExecute(isOwnTurn: isOwnTurn) }

    /// Continues with the input after the other connections that wait for their turn.
    private func awaitTurn() {
        connection.pauseReading()
        guard !isWaiting else { return }
        isWaiting = true
        server.turns.append(self)
    }

    func takeTurn() {
        (isWaiting, isOwnTurn) = (false, true)
        if connection.isOpen { processInput() }
        isOwnTurn = false
    }

    /// Executes a line. Returns false if it has to wait for the next turn.
    private func handle(_ frame: LineFramer.Frame) -> Bool {
        switch frame {
        case .tooLong: reject(.tooLong)
        case .line(let line):
            if answerAtOnce(line) { return true }
            guard mayExecute() else { return false }
            switch Request.decode(line) {
            case .single(.failure(let error)): reject(error)
            case .single(.success(let request)): handleSingle(request)
            case .batch(let calls): handleBatch(calls)
            }
        }
        return true
    }

    private func reject(_ error: RequestError) {
        count()
        send(.init(line: Reply.failure(error)), in: sequencer.open())
    }

    private func handleSingle(_ request: Request) {
        count()
        // Only requests that wait for the network get their reply out of order, and only with an id, by which the
        // client can match it. A notification gets no reply, so its order does not matter.
        let call = server.admitted { () throws(WireError) in try ValidatedRequest(request) }
        let waits = if case .success(let call) = call { call.waits } else { false }
        let isOutOfOrder = waits && (!request.wantsReply || (request.id ?? .null) != .null)
        if isOutOfOrder { outOfOrder += 1 }
        let slot = isOutOfOrder ? nil : sequencer.open()
        let isLong = beginReply(to: call)
        execute(call) { [weak self] result, afterwards in
            self?.endReply(isLong)
            let line = request.wantsReply ? Self.line(id: request.id, result) : []
            self?.send(.init(line: line, afterwards: afterwards), in: slot)
        }
    }

    /// Answers a frequent request without the JSON reader, and without a slot in the sequence of replies. This takes a
    /// tenth of the instructions of the general path.
    ///
    /// - Returns: False for any other line, or if earlier requests have no reply yet.
    private func answerAtOnce(_ line: ArraySlice<UInt8>) -> Bool {
        guard sequencer.count == 0, pendingChanges == 0, server.engine.isReadable else { return false }
        return line.withUnsafeBytes { line in
            guard let request = UsualRequest(line) else { return false }
            count()
            sendMissing()
            sendLine { writer in
                Reply.begin(id: UnsafeRawBufferPointer(rebasing: line[request.id]), to: &writer)
                writer.ending(server.reply(to: request.method))
            }
            return true
        }
    }

    private func handleBatch(_ calls: [Result<Request, RequestError>]) {
        let slot = sequencer.open()
        guard calls.count <= Limits.batch else {
            let error = WireError(
                .tooLarge, "A batch has at most \(Limits.batch) calls; send several.",
                data: ["limit": .integer(Limits.batch)])
            count()
            return send(.init(line: Reply.failure(id: nil, error)), in: slot)
        }
        longReplies += 1
        batch = Batch(calls) { [weak self] line, afterwards in
            self?.longReplies -= 1
            self?.send(.init(line: line) { for then in afterwards { then() } }, in: slot)
        }
    }

    /// Executes the next request of the batch. If it is a change, also executes the requests after it that belong to the
    /// same transaction. The rest of a long batch has its own turns.
    private func executeNextOfBatch() {
        guard let batch else { return }
        func executeNext(_ isFirst: Bool) {
            guard let index = batch.takeNext() else { return }
            let call = server.admitted { () throws(WireError) in try batch.validated(index) }
            guard isFirst, case .success(let request) = call, case .change = request.handler else {
                return execute(call, index, of: batch)
            }
            server.engine.batch(of: number) {
                execute(call, index, of: batch)
                for _ in 1..<Limits.batchTransaction { executeNext(false) }
            }
        }
        executeNext(true)
        if batch.isTaken { self.batch = nil }
    }

    private func execute(_ call: Result<ValidatedRequest, WireError>, _ index: Int, of batch: Batch) {
        count()
        switch batch.calls[index] {
        case .failure(let error): batch.store(Reply.failure(error), at: index, afterwards: nil)
        case .success(let request):
            let isLong = beginReply(to: call)
            execute(call) { [weak self] result, afterwards in
                self?.endReply(isLong)
                let line = { Self.line(id: request.id, result, limit: batch.remainingSize) }
                batch.store(request.wantsReply ? line() : [], at: index, afterwards: afterwards)
                self?.processInput()
            }
        }
    }

    /// Counts a request whose reply may be long. Returns whether it is one.
    private func beginReply(to call: Result<ValidatedRequest, WireError>) -> Bool {
        guard case .success(let request) = call, request.isLong else { return false }
        longReplies += 1
        return true
    }

    private func endReply(_ isLong: Bool) { if isLong { longReplies -= 1 } }

    /// Returns the line of a reply. If it is longer than `limit` bytes, returns an error. A change was already made, so
    /// for it a short result is returned.
    private static func line(
        id: RequestID?, _ result: Result<any JSONWritable, WireError>, limit: Int = Limits.reply
    ) -> [UInt8] {
        switch result {
        case .failure(let error): return Reply.failure(id: id, error)
        case .success(let value):
            let line = Reply.success(id: id, result: value)
            if line.count <= limit { return line }
            if let change = value as? any ChangeReport {
                let short = ChangeResponse(sequence: change.sequence, isChanged: change.isChanged)
                return Reply.success(id: id, result: short)
            }
        }
        let advice =
            limit < Limits.reply
            ? "The replies to this batch are too long for one line; send several batches."
            : "The reply is too long for one line. If the method has a limit, ask for fewer items."
        return Reply.failure(id: id, WireError(.tooLarge, advice))
    }
}

// MARK: Sending

extension ClientSession {
    private func send(_ ready: ReplySequencer.Ready, in slot: ReplySequencer.Slot?) {
        let sendable: [ReplySequencer.Ready]
        if let slot {
            sendable = sequencer.close(slot, with: ready)
        } else {
            outOfOrder -= 1
            sendable = [ready]
        }
        guard connection.isOpen else { return }
        for reply in sendable {
            // A client that has read a reply must also have read every event before it.
            sendMissing()
            sendLine(reply.line)
            reply.afterwards?()
        }
        processInput()
    }

    /// Sends a state event to the subscriptions of this client. If it reads slowly, each subscription keeps one event
    /// with all that changed, which `sendMissing()` sends later.
    func publish(_ event: StateEvent) {
        let readsSlowly = connection.pendingBytes >= Self.eventBacklog
        if !readsSlowly { sendMissing() }
        for index in subscriptions.indices where subscriptions[index].wants(.state) {
            if !readsSlowly {
                sendLine(toMany: true) {
                    event.suffix.write(subscription: subscriptions[index].number, topic: .state, to: &$0)
                }
            } else if subscriptions[index].hold(event) {
                counters.coalesced += 1
            }
        }
        if readsSlowly { awaitDrain() }
    }

    /// Sends the new events of the log or of the feeds, if this client subscribes to them.
    func publishNewEvents(of topic: Topic) {
        guard subscriptions.contains(where: { $0.wants(topic) }) else { return }
        connection.pendingBytes < Self.eventBacklog ? sendMissing() : awaitDrain()
    }

    /// Sends an event under a topic of a subscription.
    func send(_ event: EventSuffix, to subscription: Subscription, _ topic: Topic) {
        sendLine { event.write(subscription: subscription.number, topic: topic, to: &$0) }
    }

    /// Sends the line that `write` writes, without an array of its own.
    private func sendLine(toMany isForMany: Bool = false, _ write: (inout JSONWriter) -> Void) {
        server.write { writer in
            write(&writer)
            if isGreased {
                sendLine(writer.bytes)
            } else {
                writer.withBytes { isForMany ? connection.sendToMany($0) : connection.send($0) }
            }
        }
    }

    /// Sends a line, or nothing if it is empty.
    private func sendLine(_ line: [UInt8]) {
        connection.send(isGreased ? Grease.mixed(into: line) : line)
    }

    /// Sends the events that were held back for a slow client, and those that it missed before its subscription.
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
            stallTimer.stop()
            sendMissing()
            archiveReads.start()
            processInput()
        }
        guard connection.pendingBytes >= Limits.unsentReplies else { return }
        // Bytes that fit into the socket's buffer do not show whether the client reads. Start the timer when the buffer
        // is full.
        connection.onBlocked = { [unowned self] in stallTimer.start() }
        if connection.isBlocked { stallTimer.start() }
    }
}

// MARK: Counting

extension ClientSession {
    /// Counts since the connection was opened.
    private struct Counters {
        var requests = 0
        /// The number of bytes that the client has sent.
        var received = 0
        /// The number of state events that were merged into a newer one before they were sent.
        var coalesced = 0
        /// The number of log events that were removed from the ring before they were sent.
        var dropped = 0
    }

    private func count() {
        counters.requests += 1
        server.requests += 1
    }

    /// Returns this connection's entry in the result of `daemon.status`.
    func report() -> StatusResponse.Client {
        StatusResponse.Client(
            connection: number, client: client.isEmpty ? nil : client, requests: counters.requests,
            received: counters.received, sent: connection.acceptedBytes, unsent: connection.pendingBytes,
            inFlight: sequencer.count + outOfOrder, subscriptions: subscriptions.count,
            coalesced: counters.coalesced, dropped: counters.dropped,
            connectedFor: Int((MonotonicTime.now() - connectedAt).components.seconds))
    }
}
