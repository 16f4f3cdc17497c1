// SPDX-License-Identifier: MIT
package import JokeEventLoop
package import JokeFetchProtocol
import JokeSystem
import JokeWire

/// Hands orders to jokesd-fetch, which it starts for the first one and lets go when there is nothing to do.
///
/// Every order is answered, whatever becomes of that program: it crashes, hangs, talks nonsense or is not there. Of its
/// own accord the fetcher does nothing: without an order there is no process and no timer.
@LoopActor
package final class Fetcher {
    package typealias Completion = @LoopActor (Result<SourceResult, SourceError>) -> Void

    /// How long what is waited for.
    package struct Timeouts: Sendable {
        /// For an order: less than the core waits (`Prefetch.timeout`), more than a request may take (docs/sources.md).
        package var order: Duration = .seconds(24)
        /// For a sign of life once an order was late: less than the time to the second attempt, which should not go to a
        /// program that hangs.
        package var heartbeat: Duration = .milliseconds(1_500)
        /// For another order, once all are answered.
        package var idle: Duration = .seconds(5)
        /// For its end, once it was asked to.
        package var shutdown: Duration = .seconds(1)

        package init() {}
    }

    /// After so many orders, or so long, it is started anew: what leaks has an end, and a unit may limit a run's time
    /// (`RuntimeMaxSec=`).
    private static let oneRun = (orders: 500, time: Duration.seconds(60))
    /// So many ends that nobody asked for, within that time: it rests for the remainder.
    private static let crashes = (most: 5, within: Duration.seconds(60))

    private struct Pending {
        let source: String
        let deadline: MonotonicTime
        let completion: Completion
    }

    /// Asked to drop an order; its answer is the sign of life.
    private struct Cancellation {
        let order: Int
        let deadline: MonotonicTime
    }

    private var program: FetchLaunchOptions
    private let timeouts: Timeouts
    private let log: Log
    private var process: FetchProcess?
    /// How many processes have not ended, those that were let go included.
    private var processes = 0
    private var pending: [Int: Pending] = [:]
    private var cancellations: [Int: Cancellation] = [:]
    private var lastID = 0
    private var sentToProcess = 0
    private var idleSince: MonotonicTime?
    private var crashTimes: [MonotonicTime] = []
    private var whenGone: (@LoopActor () -> Void)?
    private var isStopping = false
    private lazy var alarm = Timer { [weak self] in self?.timePassed() }

    nonisolated package init(_ program: FetchLaunchOptions, timeouts: Timeouts = Timeouts(), log: Log) {
        self.program = program
        self.timeouts = timeouts
        self.log = log
    }

    /// The same from whatever thread.
    nonisolated func post(_ order: SourceRequest, completion: @escaping Completion) {
        LoopActor.shared.loop.post { self.send(order, completion: completion) }
    }

    /// - Parameter completion: called once, never from within this call.
    package func send(_ order: SourceRequest, completion: @escaping Completion) {
        do throws(SourceError) {
            let process = try readyProcess()
            lastID += 1
            sentToProcess += 1
            pending[lastID] = Pending(
                source: order.source, deadline: .now() + timeouts.order, completion: completion)
            process.send(order.message(id: lastID))
            rearm()
        } catch {
            LoopActor.shared.loop.post { completion(.failure(error)) }
        }
    }

    /// From the next run on; one that has nothing to do ends now.
    package func change(to program: FetchLaunchOptions) {
        guard program != self.program else { return }
        self.program = program
        sentToProcess = Self.oneRun.orders
        if process != nil, pending.isEmpty, cancellations.isEmpty { letGo() }
    }

    /// Ends whatever runs, in little more than `Timeouts.shutdown`, and takes no more orders; those under way are
    /// dropped.
    package func stop(_ done: @escaping @LoopActor () -> Void) {
        isStopping = true
        pending = [:]
        letGo()
        guard processes > 0 else { return done() }
        whenGone = done
    }
}

// MARK: The process

extension Fetcher {
    private func readyProcess() throws(SourceError) -> FetchProcess {
        guard !isStopping else { throw SourceError(.unavailable, "jokesd is about to end.") }
        if let process { return process }
        crashTimes.removeAll { $0 + Self.crashes.within < .now() }
        guard crashTimes.count < Self.crashes.most else {
            throw SourceError(
                .unavailable,
                "jokesd-fetch failed \(Self.crashes.most) times within a minute; look into the log. It is tried again later."
            )
        }
        let process = FetchProcess(try peer(), log: log)
        attend(process)
        introduce(to: process)
        return process
    }

    private func peer() throws(SourceError) -> any FetchTransport {
        if let socket = program.socket { return try connection(to: socket) }
        guard let program = program.program else {
            let places = self.program.location.places.joined(separator: ", ")
            throw SourceError(
                .unavailable,
                "jokesd-fetch is not in \(places); install it, or set \(FetchExecutable.variable).")
        }
        do throws(SystemError) {
            return try FetchChild(program)
        } catch {
            log.warning("jokesd-fetch cannot be started: \(error.message)", .init(id: .fetcherFailed))
            throw SourceError(
                .unavailable, "jokesd-fetch cannot be started (\(error.message)); mend that, and ask again.")
        }
    }

    private func connection(to socket: String) throws(SourceError) -> any FetchTransport {
        do throws(SystemError) {
            return try FetchConnection(to: socket)
        } catch {
            let advice = "systemctl --user start jokesd-fetch.socket"
            log.warning("jokesd-fetch cannot be reached: \(error.message)", .init(id: .fetcherFailed))
            throw SourceError(
                .unavailable, "jokesd-fetch cannot be reached (\(error.message)); try: \(advice)")
        }
    }

    private func introduce(to process: FetchProcess) {
        guard !program.contact.isEmpty else { return }
        let params: JSONObject = ["contact": .string(program.contact)]
        process.send(Request(id: nil, method: "introduce", params: .object(params)))
    }

    private func attend(_ started: FetchProcess) {
        process = started
        processes += 1
        sentToProcess = 0
        started.onLine = { [weak self] in self?.read($0) }
        started.onEnd = { [weak self, unowned started] in self?.ended(started, $0) }
    }

    private func ended(_ former: FetchProcess, _ end: FetchTermination) {
        processes -= 1
        if process === former { crashed(end) }
        guard processes == 0, let whenGone else { return }
        self.whenGone = nil
        whenGone()
    }

    private func letGo() {
        process?.finish(within: timeouts.shutdown)
        forgetProcess()
    }

    private func forgetProcess() {
        process = nil
        cancellations = [:]
        idleSince = nil
        rearm()
    }

    private func crashed(_ end: FetchTermination) { abandon("jokesd-fetch \(end.text).") }

    /// Ends it because it cannot be relied on.
    private func dismiss(_ reason: String) {
        process?.kill()
        abandon("jokesd-fetch was ended: \(reason).")
    }

    private func abandon(_ what: String) {
        log.warning(what, .init(id: .fetcherFailed))
        crashTimes.append(.now())
        forgetProcess()
        let lost = pending.sorted { $0.key < $1.key }.map(\.value)
        pending = [:]
        rearm()
        for order in lost {
            order.completion(
                .failure(
                    SourceError(
                        .unavailable, "\(what) It is started again when '\(order.source)' is asked again.")))
        }
    }
}

// MARK: What it says

extension Fetcher {
    private func read(_ line: ArraySlice<UInt8>?) {
        guard let line else { return dismiss("it said a line of more than \(Limits.reply) bytes") }
        if takesSign(line) { return settle() }
        do throws(WireDecodingError) {
            let reply = try SourceReply(line: line)
            guard let id = reply.id else {
                return dismiss("it did not understand a request")
            }
            if let order = pending.removeValue(forKey: id) {
                settle()
                order.completion(reply.result)
            } else if !cancellations.values.contains(where: { $0.order == id }) {
                dismiss("it answered what nobody asked for")
            }
        } catch {
            dismiss("it talked nonsense (\(error.message))")
        }
    }

    /// Whether the line answers a cancellation.
    private func takesSign(_ line: ArraySlice<UInt8>) -> Bool {
        guard !cancellations.isEmpty,
            // What cannot be read is looked at by the caller, who says what is wrong with it.
            let id = (try? JSON(parsing: line))?["id"]?.integerValue
        else { return false }
        return cancellations.removeValue(forKey: id) != nil
    }

    /// Something was answered.
    private func settle() {
        guard pending.isEmpty, cancellations.isEmpty else { return rearm() }
        let end = process.map { $0.started + Self.oneRun.time }
        guard sentToProcess < Self.oneRun.orders, end.map({ $0 > .now() }) ?? true else { return letGo() }
        idleSince = .now()
        rearm()
    }
}

// MARK: Time

extension Fetcher {
    private func timePassed() {
        let now = MonotonicTime.now()
        if cancellations.values.contains(where: { $0.deadline <= now }) {
            dismiss("it gave no sign of life")
        } else if pending.isEmpty, let idleSince, idleSince + timeouts.idle <= now {
            letGo()
        }
        for (id, order) in pending.sorted(by: { $0.key < $1.key }) where order.deadline <= now {
            pending[id] = nil
            cancel(id, at: now)
            order.completion(.failure(SourceError(.timedOut, "'\(order.source)' did not answer in time.")))
        }
        rearm()
    }

    private func cancel(_ order: Int, at now: MonotonicTime) {
        lastID += 1
        cancellations[lastID] = Cancellation(order: order, deadline: now + timeouts.heartbeat)
        let params: JSONObject = ["id": .integer(order)]
        process?.send(Request(id: RequestID(lastID), method: "cancel", params: .object(params)))
    }

    /// Rings when something is due, and is off where there is no process.
    private func rearm() {
        guard process != nil else { return alarm.disarm() }
        var times = pending.values.map(\.deadline) + cancellations.values.map(\.deadline)
        if times.isEmpty, let idleSince { times.append(idleSince + timeouts.idle) }
        if let next = times.min() { alarm.arm(at: next) } else { alarm.disarm() }
    }
}
