// SPDX-License-Identifier: MIT
import CCurl
import Glibc
import JokeLinux
package import JokeWire

/// Runs any number of requests at the same time on one thread: HTTP by libcurl, and programs as child processes.
package final class FetchJobRunner {
    /// A number that identifies a request. The caller chooses it, a different one for each request in progress.
    package typealias Ticket = Int
    package typealias Outcome = (ticket: Ticket, result: Result<SourceResult, SourceError>)

    private struct Entry {
        var job: FetchJob
        let settings: SourceSettings
        /// The running program, or nil if none runs.
        var run: CommandProcess?
        /// The time limit of the running program, or the time at which the operation `waiting` may start; in
        /// milliseconds, as `now`.
        var due: Int64?
        /// The next operation, while it waits for the source's spacing.
        var waiting: FetchOperation?
    }

    private let transport: Transport
    private let defaultTimeout: Int
    private var entries: [Ticket: Entry] = [:]
    private var outcomes: [Outcome] = []

    package init(_ settings: HTTPSettings) throws(SourceError) {
        transport = try Transport(settings)
        defaultTimeout = settings.timeout
    }

    /// The contact in the User-Agent header of all later requests (`HTTPSettings.contact`).
    package var contact: String {
        get { transport.settings.contact }
        set { transport.settings.contact = newValue }
    }

    /// Whether no request is in progress and no result waits for `poll`.
    package var isIdle: Bool { entries.isEmpty && outcomes.isEmpty }

    /// Starts a request. `poll(watching:)` returns its result, even if it fails at once.
    package func begin(_ ticket: Ticket, _ request: SourceRequest) {
        do throws(SourceError) {
            let job = try FetchJob(request, seed: UInt64.random(in: 0...UInt64.max))
            entries[ticket] = Entry(job: job, settings: request.settings)
            advance(ticket, isFirst: true)
        } catch {
            var error = error
            error.requests = 0
            outcomes.append((ticket, .failure(error)))
        }
    }

    /// Cancels a request and ends the program that runs for it. `poll(watching:)` returns no result for it.
    ///
    /// - Returns: Whether the request was in progress.
    @discardableResult
    package func cancel(_ ticket: Ticket) -> Bool {
        transport.cancel(ticket)
        return entries.removeValue(forKey: ticket) != nil
    }

    /// Cancels all requests in progress.
    package func cancelAll() {
        for ticket in Array(entries.keys) { cancel(ticket) }
    }

    /// Waits until a request makes progress or one of the descriptors in `watched` is readable.
    ///
    /// - Returns: The readable ones of `watched`, and the results of the requests that have finished. Both may be
    ///   empty.
    package func poll(watching watched: [Int32]) -> (readable: Set<Int32>, outcomes: [Outcome]) {
        var waits = (watched + entries.values.compactMap(\.run).flatMap(\.descriptors)).map {
            curl_waitfd(fd: $0, events: Int16(CURL_WAIT_POLLIN), revents: 0)
        }
        for finished in transport.wait(&waits, milliseconds: pollTimeout) {
            take(finished.outcome, finished.ticket)
        }
        advanceRuns()
        let readable = waits.prefix(watched.count).filter { $0.revents != 0 }.map(\.fd)
        defer { outcomes = [] }
        return (Set(readable), outcomes)
    }

    /// The time until the next deadline in milliseconds; 0 if results are ready, and an hour without a deadline.
    private var pollTimeout: Int32 {
        guard outcomes.isEmpty else { return 0 }
        let due = entries.values.compactMap(\.due).min()
        return due.map { Int32(clamping: max(0, $0 - Self.now)) } ?? 3_600_000
    }

    private func advanceRuns() {
        for (ticket, entry) in entries {
            let isDue = entry.due.map { $0 <= Self.now } ?? false
            if let run = entry.run {
                if let outcome = run.advance() {
                    take(outcome, ticket)
                } else if isDue {
                    take(.failure(run.timedOut()), ticket)
                }
            } else if let operation = entry.waiting, isDue {
                entries[ticket]?.waiting = nil
                begin(operation, ticket, entry)
            }
        }
    }

    private func take(_ outcome: Result<OperationOutput, SourceError>, _ ticket: Ticket) {
        entries[ticket]?.run = nil
        entries[ticket]?.job.take(outcome, now: Int64(time(nil)))
        advance(ticket, isFirst: false)
    }

    private func advance(_ ticket: Ticket, isFirst: Bool) {
        guard let entry = entries[ticket], let step = entries[ticket]?.job.next() else { return }
        entries[ticket]?.due = nil
        switch step {
        case .finished(let result):
            entries[ticket] = nil
            outcomes.append((ticket, result))
        case .perform(let operation) where isFirst || !operation.isRequest: begin(operation, ticket, entry)
        case .perform(let operation):
            entries[ticket]?.waiting = operation
            entries[ticket]?.due = Self.now + Int64(entry.settings.spacing)
        }
    }

    private func begin(_ operation: FetchOperation, _ ticket: Ticket, _ entry: Entry) {
        switch operation {
        case .get(let url): send(url, nil, ticket)
        case .post(let url, let content): send(url, Array(content.jsonText.utf8), ticket)
        case .run(let command): run(command, [], ticket, entry)
        case .pipe(let command, let input): run(command, input, ticket, entry)
        }
    }

    private func send(_ url: String, _ content: [UInt8]?, _ ticket: Ticket) {
        entries[ticket]?.due = nil
        do throws(SourceError) {
            try transport.start(url, content, ticket: ticket, timeout: entries[ticket]?.settings.timeout)
        } catch {
            take(.failure(error), ticket)
        }
    }

    private func run(_ command: [String], _ input: [UInt8], _ ticket: Ticket, _ entry: Entry) {
        do throws(SourceError) {
            entries[ticket]?.run = try CommandProcess(command, input: input)
            entries[ticket]?.due = Self.now + Int64(entry.settings.timeout ?? defaultTimeout)
        } catch {
            take(.failure(error), ticket)
        }
    }

    /// The time of the monotonic clock in milliseconds.
    private static var now: Int64 { KernelClock.monotonic.nanoseconds / 1_000_000 }
}
