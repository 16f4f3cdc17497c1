// SPDX-License-Identifier: MIT
package import JokeLinux
package import JokeWire

/// Sends requests to jokesd-fetch, which it starts for the first request and ends after a time without requests.
///
/// Every request gets a result, even if jokesd-fetch crashes, hangs, writes invalid lines or is not installed
/// (docs/failures.md, "jokesd-fetch"). Without requests there is neither a process nor a timer.
///
/// An exit or crash is noticed as follows: `ChildProcess` sees it at the pidfd, or `FetchConnection` sees that the
/// connection was closed. The transport calls `FetchProcess.onEnd`, then `ended(_:_:)` calls `processFailed(_:)`, which
/// logs it and fails all requests in flight. The next request starts jokesd-fetch again, except after five failures
/// within a minute.
@LoopActor
package final class Fetcher {
    package typealias Completion = @LoopActor (Result<SourceResult, SourceError>) -> Void

    /// The time limits of requests and of the process.
    package struct Timeouts: Sendable {
        /// The time for a reply. It is less than the core waits (`Prefetch.timeout`) and more than one HTTP request may
        /// take (docs/sources.md, "Rate limits").
        package var reply: Duration = .seconds(24)
        /// The time for the reply to a cancellation, which shows that jokesd-fetch does not hang.
        package var heartbeat: Duration = .milliseconds(1_500)
        /// The time without requests after which jokesd-fetch is asked to exit.
        package var idle: Duration = .seconds(5)
        /// The time that jokesd-fetch has to exit before it is killed.
        package var shutdown: Duration = .seconds(1)

        package init() {}
    }

    /// The requests and the time after which the process is replaced once all requests have results. This bounds memory
    /// leaks, and the unit may limit the time of a run (`RuntimeMaxSec=`).
    private static let processLimits = (requests: 500, time: Duration.seconds(60))
    /// The most failures within a time. After these, jokesd-fetch is not started until the first one is older.
    private static let crashLimit = (most: 5, within: Duration.seconds(60))

    /// A request without a result.
    private struct Pending {
        let source: String
        let deadline: MonotonicTime
        let completion: Completion
    }

    /// A request to jokesd-fetch to cancel another request. Its reply shows that jokesd-fetch does not hang.
    private struct Cancellation {
        let request: Int
        let deadline: MonotonicTime
    }

    private var options: FetchLaunchOptions
    private let timeouts: Timeouts
    private let log: Log
    /// The current process, or nil.
    private var process: FetchProcess?
    /// The number of processes that have not ended, including those that were asked to exit.
    private var processes = 0
    /// The requests without a result, by message id.
    private var pending: [Int: Pending] = [:]
    /// The cancellations without a reply, by message id.
    private var cancellations: [Int: Cancellation] = [:]
    private var lastID = 0
    /// The number of requests that the current process got.
    private var sentToProcess = 0
    /// The time since which there is no request, or nil.
    private var idleSince: MonotonicTime?
    /// The times of recent failures of jokesd-fetch.
    private var crashTimes: [MonotonicTime] = []
    private var whenStopped: (@LoopActor () -> Void)?
    private var isStopping = false
    private lazy var timer = Timer { [weak self] in self?.timerFired() }

    nonisolated package init(_ options: FetchLaunchOptions, timeouts: Timeouts = Timeouts(), log: Log) {
        self.options = options
        self.timeouts = timeouts
        self.log = log
    }

    /// Sends a request. Can be called on any thread.
    nonisolated func post(_ request: SourceRequest, completion: @escaping Completion) {
        LoopActor.shared.loop.post { self.send(request, completion: completion) }
    }

    /// Sends a request on the loop's thread.
    ///
    /// - Parameter completion: Called once, and never within this call.
    package func send(_ request: SourceRequest, completion: @escaping Completion) {
        do throws(SourceError) {
            let process = try readyProcess()
            lastID += 1
            sentToProcess += 1
            pending[lastID] = Pending(
                source: request.source, deadline: .now() + timeouts.reply, completion: completion)
            process.send(request.message(id: lastID))
            rearm()
        } catch {
            LoopActor.shared.loop.post { completion(.failure(error)) }
        }
    }

    /// Uses other options from the next process on. A process without requests ends now.
    package func change(to options: FetchLaunchOptions) {
        guard options != self.options else { return }
        self.options = options
        sentToProcess = Self.processLimits.requests
        if process != nil, pending.isEmpty, cancellations.isEmpty { finishProcess() }
    }

    /// Ends all processes, and calls `done` after at most a little more than `Timeouts.shutdown`. Requests in flight
    /// get no result, and new requests fail.
    package func stop(_ done: @escaping @LoopActor () -> Void) {
        isStopping = true
        pending = [:]
        finishProcess()
        guard processes > 0 else { return done() }
        whenStopped = done
    }
}

// MARK: The process

extension Fetcher {
    /// Returns the running process, or starts one. Throws after five failures within a minute.
    private func readyProcess() throws(SourceError) -> FetchProcess {
        guard !isStopping else { throw SourceError(.unavailable, "jokesd is exiting.") }
        if let process { return process }
        crashTimes.removeAll { $0 + Self.crashLimit.within < .now() }
        guard crashTimes.count < Self.crashLimit.most else {
            throw SourceError(
                .unavailable,
                "jokesd-fetch failed \(Self.crashLimit.most) times within a minute; `journalctl "
                    + "--user -u jokesd` says why. It is tried again later."
            )
        }
        let process = FetchProcess(try makeTransport(), log: log)
        register(process)
        sendContact(to: process)
        return process
    }

    private func makeTransport() throws(SourceError) -> any FetchTransport {
        if let socket = options.socket { return try makeConnection(to: socket) }
        guard let program = options.program else {
            let paths = options.location.paths.joined(separator: ", ")
            throw SourceError(
                .unavailable,
                "jokesd-fetch not found at \(paths); install it, or set \(FetchExecutable.variable) to its path."
            )
        }
        do throws(SystemError) {
            return try FetchChild(program)
        } catch {
            log.warning("cannot start jokesd-fetch: \(error.message)", .init(id: .fetcherFailed))
            throw SourceError(
                .unavailable, "jokesd-fetch cannot be started (\(error.message)); fix that, then try again.")
        }
    }

    private func makeConnection(to socket: String) throws(SourceError) -> any FetchTransport {
        do throws(SystemError) {
            return try FetchConnection(to: socket)
        } catch {
            let advice = "systemctl --user start jokesd-fetch.socket"
            log.warning("cannot connect to jokesd-fetch: \(error.message)", .init(id: .fetcherFailed))
            throw SourceError(
                .unavailable, "jokesd-fetch cannot be reached (\(error.message)); run `\(advice)`")
        }
    }

    /// Tells jokesd-fetch the contact that it sends to services.
    private func sendContact(to process: FetchProcess) {
        guard !options.contact.isEmpty else { return }
        let params: JSONObject = ["contact": .string(options.contact)]
        process.send(Request(id: nil, method: "introduce", params: .object(params)))
    }

    private func register(_ started: FetchProcess) {
        process = started
        processes += 1
        sentToProcess = 0
        started.onLine = { [weak self] in self?.read($0) }
        started.onEnd = { [weak self, unowned started] in self?.ended(started, $0) }
    }

    /// Handles the end of a process. The current process was not asked to exit, so its end is a failure.
    private func ended(_ former: FetchProcess, _ end: FetchTermination) {
        processes -= 1
        if process === former { crashed(end) }
        guard processes == 0, let whenStopped else { return }
        self.whenStopped = nil
        whenStopped()
    }

    /// Asks the current process to exit. Its end is no failure.
    private func finishProcess() {
        process?.finish(within: timeouts.shutdown)
        clearProcess()
    }

    private func clearProcess() {
        process = nil
        cancellations = [:]
        idleSince = nil
        rearm()
    }

    private func crashed(_ end: FetchTermination) { processFailed("jokesd-fetch \(end.text).") }

    /// Kills the current process, because its output is invalid or it hangs.
    private func killProcess(_ reason: String) {
        process?.kill()
        processFailed("jokesd-fetch was stopped: \(reason).")
    }

    /// Handles a failure of jokesd-fetch: logs it, and fails all requests in flight.
    private func processFailed(_ message: String) {
        log.warning(message, .init(id: .fetcherFailed))
        crashTimes.append(.now())
        clearProcess()
        let failed = pending.sorted { $0.key < $1.key }.map(\.value)
        pending = [:]
        rearm()
        for request in failed {
            request.completion(
                .failure(
                    SourceError(
                        .unavailable,
                        "\(message) A later request starts it again.")))
        }
    }
}

// MARK: Replies

extension Fetcher {
    private func read(_ line: ArraySlice<UInt8>?) {
        guard let line else { return killProcess("it sent a line of more than \(Limits.reply) bytes") }
        // jokesd-fetch@.service sends the status of a start that failed.
        if line.count == 3,
            let failure = Int(String(decoding: line, as: UTF8.self)).flatMap(StartFailure.name)
        {
            process?.kill()
            return processFailed(StartFailure.message(ofFetcher: failure))
        }
        if takeCancellationReply(line) { return requestEnded() }
        do throws(WireDecodingError) {
            let reply = try SourceReply(line: line)
            guard let id = reply.id else {
                return killProcess("it did not understand a request")
            }
            if let request = pending.removeValue(forKey: id) {
                requestEnded()
                request.completion(reply.result)
            } else if !cancellations.values.contains(where: { $0.request == id }) {
                killProcess("it replied to an unknown request")
            }
        } catch {
            killProcess("it sent an invalid reply (\(error.message))")
        }
    }

    /// Returns whether the line is the reply to a cancellation.
    private func takeCancellationReply(_ line: ArraySlice<UInt8>) -> Bool {
        guard !cancellations.isEmpty,
            // An invalid line is no such reply. `read(_:)` reports it.
            let id = (try? JSON(parsing: line))?["id"]?.integerValue
        else { return false }
        return cancellations.removeValue(forKey: id) != nil
    }

    /// Called after a reply. Without further requests, replaces a process that is due for it, or begins the idle time.
    private func requestEnded() {
        guard pending.isEmpty, cancellations.isEmpty else { return rearm() }
        let end = process.map { $0.started + Self.processLimits.time }
        guard sentToProcess < Self.processLimits.requests, end.map({ $0 > .now() }) ?? true else {
            return finishProcess()
        }
        idleSince = .now()
        rearm()
    }
}

// MARK: Timer

extension Fetcher {
    /// Handles the timer: a late reply to a cancellation, the end of the idle time, or a late reply to a request.
    private func timerFired() {
        let now = MonotonicTime.now()
        if cancellations.values.contains(where: { $0.deadline <= now }) {
            killProcess("it did not reply to a cancellation")
        } else if pending.isEmpty, let idleSince, idleSince + timeouts.idle <= now {
            finishProcess()
        }
        for (id, request) in pending.sorted(by: { $0.key < $1.key }) where request.deadline <= now {
            pending[id] = nil
            cancel(id, at: now)
            request.completion(
                .failure(SourceError(.timedOut, "'\(request.source)' did not reply in time.")))
        }
        rearm()
    }

    private func cancel(_ request: Int, at now: MonotonicTime) {
        lastID += 1
        cancellations[lastID] = Cancellation(request: request, deadline: now + timeouts.heartbeat)
        let params: JSONObject = ["id": .integer(request)]
        process?.send(Request(id: RequestID(lastID), method: "cancel", params: .object(params)))
    }

    /// Sets the timer to the next deadline. Without a process there is none.
    private func rearm() {
        guard process != nil else { return timer.disarm() }
        var times = pending.values.map(\.deadline) + cancellations.values.map(\.deadline)
        if times.isEmpty, let idleSince { times.append(idleSince + timeouts.idle) }
        if let next = times.min() { timer.arm(at: next) } else { timer.disarm() }
    }
}
