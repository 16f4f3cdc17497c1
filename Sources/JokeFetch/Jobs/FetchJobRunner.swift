// SPDX-License-Identifier: MIT
import CCurl
import Glibc
package import JokeFetchProtocol
import JokeSystem
import JokeWire

/// Runs any number of inquiries at once, on one thread: over libcurl, and by programs.
package final class FetchJobRunner {
    /// Names an inquiry; no two have the same.
    package typealias Ticket = Int
    package typealias Outcome = (ticket: Ticket, result: Result<SourceResult, SourceError>)

    private struct Entry {
        var job: FetchJob
        let settings: SourceSettings
        /// Of the program that runs for it, if one does.
        var run: CommandProcess?
        /// When the program has had its time, or the next request may be sent; as `now`.
        var due: Int64?
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

    /// Whom the services may write to, from the next request on.
    package var contact: String {
        get { transport.settings.contact }
        set { transport.settings.contact = newValue }
    }

    package var isIdle: Bool { entries.isEmpty && outcomes.isEmpty }

    /// Its outcome comes out of `poll`.
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

    /// Whether it was still on its way. It has no outcome then, and what it started is ended.
    @discardableResult
    package func cancel(_ ticket: Ticket) -> Bool {
        transport.cancel(ticket)
        return entries.removeValue(forKey: ticket) != nil
    }

    package func cancelAll() {
        for ticket in Array(entries.keys) { cancel(ticket) }
    }

    /// Waits until something happens, on the inquiries or on `watched`; gives which of these are readable, and what is
    /// over.
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

    /// Until the next time that something is due, in milliseconds; an hour where nothing is.
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

    /// Milliseconds of the monotonic clock.
    private static var now: Int64 { KernelClock.monotonic.nanoseconds / 1_000_000 }
}
