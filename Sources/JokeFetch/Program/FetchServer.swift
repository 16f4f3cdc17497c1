// SPDX-License-Identifier: MIT
import Glibc
package import JokeWire

/// Answers requests that arrive as lines (docs/sources.md, "The line protocol").
///
/// It performs several requests at the same time. Each reply is sent when its request is complete, in any order.
package final class FetchServer {
    /// The reason why the server ended.
    package enum End: Sendable, Hashable {
        /// The input ended or the output cannot be written. Requests in progress were cancelled.
        case disconnected
        /// The client sent `finish`, and all requests have their replies.
        case finished
        /// One of `stopDescriptors` became readable.
        case interrupted
    }

    private let runner: FetchJobRunner
    private let input: Int32
    private let output: Output
    /// The descriptors that stop the server when they become readable.
    private let stopDescriptors: [Int32]
    private var framer = LineFramer()
    private var nextTicket = 0
    /// The ids of the requests in progress. The id is nil for a request without one, which gets its reply without an
    /// id.
    private var requests: [FetchJobRunner.Ticket: RequestID?] = [:]
    /// Whether the client sent `finish`, after which no request is read.
    private var isFinishing = false

    /// Creates a server, or throws if libcurl cannot be used.
    ///
    /// - Parameter stopDescriptors: Descriptors that stop the server when they become readable.
    package init(
        _ settings: HTTPSettings, input: Int32, output: Int32, stopDescriptors: [Int32] = []
    ) throws(SourceError) {
        runner = try FetchJobRunner(settings)
        self.input = input
        self.output = Output(descriptor: output)
        self.stopDescriptors = stopDescriptors
    }

    /// Serves until the input ends, the client sends `finish`, or a stop descriptor is readable. All programs that it
    /// started have ended when it returns.
    package func run() -> End {
        defer { runner.cancelAll() }
        while true {
            if isFinishing, requests.isEmpty { return .finished }
            let event = runner.poll(watching: stopDescriptors + (isFinishing ? [] : [input]))
            guard event.readable.isDisjoint(with: stopDescriptors) else { return .interrupted }
            for outcome in event.outcomes where !reply(with: outcome) { return .disconnected }
            if event.readable.contains(input), !readRequests() { return .disconnected }
        }
    }

    /// Reads the available input and handles its lines.
    ///
    /// - Returns: False if the input has ended or the output cannot be written.
    private func readRequests() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        let count = read(input, &chunk, chunk.count)
        guard count > 0 else { return count < 0 && [EINTR, EAGAIN].contains(errno) }
        framer.append(chunk[..<count])
        while let frame = framer.next() {
            guard !isFinishing else { break }
            guard take(frame) else { return false }
        }
        return true
    }

    private func take(_ frame: LineFramer.Frame) -> Bool {
        guard case .line(let line) = frame else { return output.write(Reply.failure(.tooLong)) }
        switch Request.decode(line) {
        case .single(.success(let request)): return take(request)
        case .single(.failure(let rejection)): return output.write(Reply.failure(rejection))
        case .batch:
            let error = WireError(.invalidRequest, "Batches are not supported; send one request per line.")
            return output.write(Reply.failure(id: nil, error))
        }
    }

    private func take(_ request: Request) -> Bool {
        switch request.method {
        case "cancel": return cancel(request)
        case "introduce":
            if let contact = request.params["contact"]?.stringValue { runner.contact = contact }
            return reply(to: request, JSON.object([:]))
        case "finish":
            isFinishing = true
            return reply(to: request, JSON.object([:]))
        // Every other method only has a result; without a reply it would have no effect.
        default: return request.wantsReply ? begin(request) : true
        }
    }

    private func reply(to request: Request, _ result: JSON) -> Bool {
        !request.wantsReply || output.write(Reply.success(id: request.id, result: result))
    }

    private func begin(_ request: Request) -> Bool {
        guard requests.count < Limits.requestsInFlight else {
            return output.write(Reply.failure(id: request.id, WireError(.busy)))
        }
        do throws(WireDecodingError) {
            guard let sourceRequest = try SourceRequest(method: request.method, params: request.params) else {
                return output.write(Reply.failure(id: request.id, WireError(.methodNotFound)))
            }
            nextTicket += 1
            requests[nextTicket] = .some(request.id)
            runner.begin(nextTicket, sourceRequest)
            return true
        } catch {
            return output.write(
                Reply.failure(id: request.id, WireError(.invalidParams, "Invalid request: \(error.message)."))
            )
        }
    }

    /// Cancels the request that `params.id` names. It gets no reply.
    private func cancel(_ request: Request) -> Bool {
        var isCancelled = false
        if let member = request.params["id"], let id = Self.id(member) {
            for (ticket, other) in requests where other == id {
                requests[ticket] = nil
                isCancelled = runner.cancel(ticket)
            }
        }
        return reply(to: request, ["cancelled": .bool(isCancelled)])
    }

    private static func id(_ json: JSON) -> RequestID? {
        json.stringValue.map { RequestID($0) } ?? json.integerValue.map { RequestID($0) }
    }

    private func reply(with outcome: FetchJobRunner.Outcome) -> Bool {
        guard let id = requests.removeValue(forKey: outcome.ticket) else { return true }
        return switch outcome.result {
        case .success(let result): output.write(Reply.success(id: id, result: result))
        case .failure(let failure): output.write(Reply.failure(id: id, failure.wireError))
        }
    }
}
