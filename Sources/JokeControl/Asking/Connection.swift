// SPDX-License-Identifier: MIT
import Glibc
package import JokeWire

/// A connection to the daemon: one question at a time, events in between.
///
/// Every wait ends at the deadline that the caller gives.
package struct Connection: ~Copyable {
    private let descriptor: Int32
    private var framer = LineFramer(limit: longestLine)
    private var lastID = 0
    private let isGreased: Bool
    /// Whether the daemon knows who asks.
    private var isGreeted = false
    /// Events that came before the reply that was waited for, oldest first.
    private var events: [JSON] = []
    private var hasEnded = false

    /// Twice what Protocol.md, "Limits", allows a reply.
    private static let longestLine = 2 * Limits.reply
    private static let readSize = 4 << 10

    /// Says who asks, so that events name their cause. A notification: nobody waits for its answer.
    private func greet(_ writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("jsonrpc", "2.0")
        writer.member("method", Method.hello.rawValue)
        writer.key("params")
        writer.beginObject()
        writer.member("client", "jokectl")
        writer.member("version", Version.program)
        if isGreased { writer.member("grease", true) }
        writer.endObject()
        writer.endObject()
        writer.newline()
    }

    /// Takes over a connected stream socket, and closes it in the end.
    ///
    /// - Parameter isGreased: whether the daemon mixes in what a later one might say, to test us.
    package init(adopting descriptor: Int32, greased isGreased: Bool = false) {
        self.descriptor = descriptor
        self.isGreased = isGreased
    }

    deinit { close(descriptor) }

    /// Asks one question and waits for its answer, which may be the daemon's error. Events that arrive before it
    /// are kept for `nextEvent`.
    package mutating func request(
        _ method: String, _ params: JSON = .null, until deadline: Deadline
    ) throws(ConnectionError) -> Result<JSON, WireError> {
        var spinner: Spinner?
        return try request(method, params, until: deadline, showing: &spinner)
    }

    /// The same, with something that moves while it waits.
    mutating func request(
        _ method: String, _ params: JSON, until deadline: Deadline, showing spinner: inout Spinner?
    ) throws(ConnectionError) -> Result<JSON, WireError> {
        lastID += 1
        var writer = JSONWriter(reserving: 512)
        // The greeting travels with the first request.
        if !isGreeted { greet(&writer) }
        Request(id: RequestID(lastID), method: method, params: params).write(to: &writer)
        writer.newline()
        try send(writer.take(), until: deadline)
        isGreeted = true
        while true {
            switch try nextMessage(until: deadline, showing: &spinner) {
            case .reply(let id, let answer) where id == lastID: return answer
            // An error without an id is about the connection: too many of them, a line that was not understood.
            case .reply(nil, .failure(let error)): return .failure(error)
            case .event(let params): events.append(params)
            case .reply, .unknown: continue
            case .outputClosed: throw .closed
            }
        }
    }

    package enum Happening: Sendable, Hashable {
        /// An event's params.
        case event(JSON)
        /// Nobody reads the watched output any more.
        case outputClosed
    }

    /// The next event, whenever it comes, or the end of `output`.
    package mutating func nextEvent(watching output: Int32) throws(ConnectionError) -> Happening {
        if !events.isEmpty { return .event(events.removeFirst()) }
        var spinner: Spinner?
        while true {
            switch try nextMessage(watching: output, until: .never, showing: &spinner) {
            case .event(let params): return .event(params)
            case .outputClosed: return .outputClosed
            case .reply, .unknown: continue
            }
        }
    }

    private mutating func nextMessage(
        watching output: Int32? = nil, until deadline: Deadline, showing spinner: inout Spinner?
    ) throws(ConnectionError) -> Message {
        while true {
            switch framer.next() ?? (hasEnded ? framer.finish() : nil) {
            case .line(let line): return try Message(line)
            case .tooLong: throw .nonsense("a line of more than \(Self.longestLine) bytes")
            case nil where hasEnded: throw .closed
            case nil: break
            }
            let turn = spinner?.nextTurn(before: deadline) ?? deadline
            switch Poll.wait(for: POLLIN, on: descriptor, watching: output, until: turn) {
            case .ready: try read()
            case .timedOut where deadline.hasPassed: throw .timedOut
            case .timedOut: spinner?.turn()
            case .outputClosed: return .outputClosed
            }
        }
    }

    /// Takes what has arrived.
    private mutating func read() throws(ConnectionError) {
        var buffer = [UInt8](repeating: 0, count: Self.readSize)
        let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 {
            buffer.withUnsafeBytes { framer.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
        } else if count == 0 || errno == ECONNRESET {
            hasEnded = true
        } else if errno != EAGAIN && errno != EINTR {
            throw .system(errno)
        }
    }

    private func send(_ bytes: [UInt8], until deadline: Deadline) throws(ConnectionError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let flags = Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL)
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, flags) }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                let outcome = Poll.wait(for: POLLOUT, on: descriptor, until: deadline)
                if outcome == .timedOut { throw .timedOut }
            // The daemon has closed; what it said before that is still to be read.
            case EPIPE, ECONNRESET: return
            default: throw .system(errno)
            }
        }
    }
}

/// A line from the daemon.
private enum Message {
    case reply(id: Int?, Result<JSON, WireError>)
    case event(JSON)
    /// Of a later minor version.
    case unknown
    case outputClosed

    init(_ line: ArraySlice<UInt8>) throws(ConnectionError) {
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: line)
        } catch {
            throw .nonsense("a line that is not JSON, \(error.message)")
        }
        if json["method"] == "event", let params = json["params"] {
            self = .event(params)
        } else if let error = json["error"], !error.isNull {
            do throws(WireMismatch) {
                self = .reply(id: json["id"]?.integerValue, .failure(try WireError(json: error, at: "error")))
            } catch {
                throw .nonsense(error.message)
            }
        } else if let result = json["result"] {
            self = .reply(id: json["id"]?.integerValue, .success(result))
        } else {
            self = .unknown
        }
    }
}
