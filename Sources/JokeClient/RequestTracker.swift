// SPDX-License-Identifier: MIT
package import JokeWire

/// Matches replies to requests on one connection. Requests become bytes, and received bytes become messages.
package struct RequestTracker: Sendable {
    /// A request without a reply yet.
    package struct Pending: Sendable, Hashable {
        package let id: Int
        package let method: String
        /// The client's number for requests of one method, such as the number of the list that a page belongs to.
        package let tag: Int
    }

    package enum Message: Sendable, Hashable {
        case reply(Pending, Result<JSON, WireError>)
        /// An error of the connection, not of a request: there are too many connections, or jokesd did not understand a
        /// line.
        case refused(WireError)
        /// The parameters of an event.
        case event(JSON)
    }

    private let client: String
    private let isGreased: Bool
    private var framer = LineFramer(limit: longestLine)
    private var pending: [Pending] = []
    private var isGreeted = false
    /// The number of the newest request.
    package private(set) var lastID = 0
    /// Whether the stream has ended.
    package private(set) var hasEnded = false

    /// The longest line to accept, in bytes: twice the size that Protocol.md ("Limits") allows a reply.
    private static let longestLine = 2 * Limits.reply

    /// - Parameters:
    ///   - client: the name of the program, which events name as their cause.
    ///   - isGreased: whether jokesd mixes in what a later version might send, to test the client.
    package init(client: String, isGreased: Bool = false) {
        self.client = client
        self.isGreased = isGreased
    }

    /// Returns the bytes of a request. The first request is preceded by the client's name.
    package mutating func request(_ method: String, _ params: JSON = .null, tag: Int = 0) -> [UInt8] {
        lastID += 1
        pending.append(Pending(id: lastID, method: method, tag: tag))
        var writer = JSONWriter(reserving: 512)
        if !isGreeted { writeGreeting(to: &writer) }
        isGreeted = true
        Request(id: RequestID(lastID), method: method, params: params).write(to: &writer)
        writer.newline()
        return writer.take()
    }

    /// Writes `hello` as a notification, so that an older jokesd that does not know it sends no error.
    private func writeGreeting(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("jsonrpc", "2.0")
        writer.member("method", Method.hello.rawValue)
        writer.key("params")
        writer.beginObject()
        writer.member("client", client)
        writer.member("version", Version.program)
        if isGreased { writer.member("grease", true) }
        writer.endObject()
        writer.endObject()
        writer.newline()
    }

    /// Whether a request of this method has no reply yet.
    package func isPending(_ method: Method) -> Bool { pending.contains { $0.method == method.rawValue } }

    /// Ignores the replies to this method's requests.
    package mutating func forget(_ method: Method) { pending.removeAll { $0.method == method.rawValue } }

    /// Appends received bytes. Call ``next()`` afterwards until it returns nil.
    package mutating func receive(_ bytes: some Sequence<UInt8>) { framer.append(bytes) }

    /// Marks the end of the stream. A last line without a newline is still read.
    package mutating func end() { hasEnded = true }

    /// Returns the next message, or nil until more bytes arrive. Ignores messages of a later minor version.
    package mutating func next() throws(ConnectError) -> Message? {
        while let frame = framer.next() ?? (hasEnded ? framer.finish() : nil) {
            guard case .line(let line) = frame else {
                throw .notTheProtocol("a line of more than \(Self.longestLine) bytes")
            }
            if let message = try message(line) { return message }
        }
        return nil
    }

    private mutating func message(_ line: ArraySlice<UInt8>) throws(ConnectError) -> Message? {
        let json: JSON
        do throws(JSONError) { json = try JSON(parsing: line) } catch {
            throw .notTheProtocol("a line that is not JSON, \(error.message)")
        }
        if json["method"] == "event" { return json["params"].map { .event($0) } }
        let result: Result<JSON, WireError>
        if let error = json["error"], !error.isNull {
            do throws(WireDecodingError) { result = .failure(try WireError(json: error, at: "error")) } catch
            {
                throw .notTheProtocol(error.message)
            }
        } else if let value = json["result"] {
            result = .success(value)
        } else {
            return nil
        }
        guard let id = json["id"]?.integerValue else {
            guard case .failure(let error) = result else { return nil }
            return .refused(error)
        }
        guard let index = pending.firstIndex(where: { $0.id == id }) else { return nil }
        return .reply(pending.remove(at: index), result)
    }
}
