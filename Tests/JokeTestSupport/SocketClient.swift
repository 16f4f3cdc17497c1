// SPDX-License-Identifier: MIT
import Glibc
package import JokeWire

/// A client of a Unix socket that can send any bytes, and reads lines. Every wait has a deadline.
package final class SocketClient {
    private let socket: Descriptor
    private var unread: [UInt8] = []
    private var hasEnded = false
    /// Whether the connection ended with ECONNRESET: the server closed it with unread data, or was killed.
    package private(set) var wasReset = false
    /// Events that arrived before an awaited reply, oldest first.
    private var held: [JSON] = []
    private var lastID = 0

    package init(connectingTo path: String) throws {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        socket = Descriptor(owning: Glibc.socket(AF_UNIX, kind, 0))
        var address = try sockaddr_un.at(path)
        guard address.with({ connect(socket.number, $0, $1) }) == 0 else {
            throw TestSupportError.system("connect \(path)")
        }
    }

    /// Creates a client for an established connection.
    init(connected socket: Descriptor) { self.socket = socket }

    package func send(_ line: String) throws { try send(Array(line.utf8) + [UInt8(ascii: "\n")]) }

    /// Sends all bytes. It also reads while it sends, so that the client and the server do not wait for each other.
    package func send(_ bytes: [UInt8], until deadline: TestDeadline = TestDeadline()) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let ready = try socket.wait(
                for:
                    POLLIN * (hasEnded ? 0 : 1) | POLLOUT, "room to send", until: deadline)
            if ready & POLLIN != 0 { try receive() }
            guard ready & (POLLOUT | POLLERR | POLLHUP) != 0 else { continue }
            let count = rest.withUnsafeBytes {
                Glibc.send(
                    socket.number, $0.baseAddress, $0.count,
                    Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            guard count >= 0 || errno == EAGAIN else { throw TestSupportError.system("send") }
            rest = rest.dropFirst(max(count, 0))
        }
    }

    /// Sends bytes until the socket's buffer is full, without reading.
    ///
    /// - Returns: The number of bytes sent.
    package func sendUntilFull(_ bytes: [UInt8]) -> Int {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                Glibc.send(
                    socket.number, $0.baseAddress, $0.count,
                    Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            guard count > 0 else { break }
            sent += count
        }
        return sent
    }

    /// Waits until the server has closed the connection, without reading.
    package func awaitHangUp(until deadline: TestDeadline = TestDeadline()) throws {
        // poll(2) always reports a hang-up.
        _ = try socket.wait(for: 0, "the server to close", until: deadline)
    }

    /// Closes the writing side. Replies can still be read.
    package func halfClose() { shutdown(socket.number, Int32(SHUT_WR)) }

    /// Returns the next line, or the rest of the data if it has no newline; or nil at the end.
    package func line(until deadline: TestDeadline = TestDeadline()) throws -> String? {
        while true {
            if let line = takeLine() { return line }
            guard !hasEnded else {
                defer { unread = [] }
                return unread.isEmpty ? nil : String(decoding: unread, as: UTF8.self)
            }
            _ = try socket.wait(for: POLLIN, "a line", until: deadline)
            try receive()
        }
    }

    /// Returns all lines until the server closes the connection.
    package func rest(until deadline: TestDeadline = TestDeadline()) throws -> [String] {
        var lines: [String] = []
        while let line = try line(until: deadline) { lines.append(line) }
        return lines
    }

    /// Returns the whole lines that have come, without waiting.
    package func arrivedLines() throws -> [String] {
        var entry = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
        while !hasEnded, poll(&entry, 1, 0) > 0 { try receive() }
        var lines: [String] = []
        while let line = takeLine() { lines.append(line) }
        return lines
    }

    /// Removes the first line from the bytes that were read, and returns it; nil if it is not complete.
    private func takeLine() -> String? {
        guard let newline = unread.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        defer { unread.removeSubrange(...newline) }
        return String(decoding: unread[..<newline], as: UTF8.self)
    }

    private func receive() throws {
        var chunk = [UInt8](repeating: 0, count: 262_144)
        let count = recv(socket.number, &chunk, chunk.count, 0)
        // The connection is reset if the server is killed. Handle that as the end.
        guard count >= 0 || errno == ECONNRESET else { throw TestSupportError.system("recv") }
        wasReset = count < 0
        if count <= 0 { hasEnded = true } else { unread += chunk[..<count] }
    }
}

// MARK: Messages

extension SocketClient {
    /// Returns the next line as JSON, or throws if the connection is closed.
    package func message(until deadline: TestDeadline = TestDeadline()) throws -> JSON {
        guard let line = try line(until: deadline) else {
            throw TestSupportError("The connection was closed")
        }
        do { return try JSON(parsing: line.utf8) } catch { throw TestSupportError("Not JSON: \(line)") }
    }

    /// Sends a request and returns its id.
    @discardableResult
    package func request(_ method: Method, _ params: JSONObject = [:]) throws -> Int {
        lastID += 1
        let id = RequestID(lastID)
        try send(Request(id: id, method: method.rawValue, params: .object(params)).jsonLine)
        return lastID
    }

    /// Waits for the reply to a request. Events that arrive before it are kept for `event`.
    package func reply(to id: Int, until deadline: TestDeadline = TestDeadline()) throws -> JSON {
        while true {
            let message = try message(until: deadline)
            if message["method"] == "event" {
                held.append(message)
            } else if message["id"]?.integerValue == id {
                return message
            }
        }
    }

    /// Sends a request and returns its result, or throws if the reply is an error.
    @discardableResult
    package func call(
        _ method: Method, _ params: JSONObject = [:], until deadline: TestDeadline = TestDeadline()
    ) throws -> JSON {
        let id = try request(method, params)
        let reply: JSON
        do {
            reply = try self.reply(to: id, until: deadline)
        } catch {
            throw TestSupportError("\(method.rawValue), request \(id): \(error)")
        }
        guard let result = reply["result"] else {
            throw TestSupportError("\(method.rawValue): \(reply.jsonText)")
        }
        return result
    }

    /// Sends a request and returns its error, or throws if the request succeeds.
    package func refusal(_ method: Method, _ params: JSONObject = [:]) throws -> JSON {
        let reply = try reply(to: try request(method, params))
        guard let error = reply["error"] else {
            throw TestSupportError("\(method.rawValue): \(reply.jsonText)")
        }
        return error
    }

    /// Returns the params of the next event, in the order of arrival.
    package func event(until deadline: TestDeadline = TestDeadline()) throws -> JSON {
        guard held.isEmpty else { return held.removeFirst()["params"] ?? .null }
        let message = try message(until: deadline)
        guard message["method"] == "event" else { throw TestSupportError("No event: \(message.jsonText)") }
        return message["params"] ?? .null
    }

    /// Returns the params of the next event that satisfies `condition`. It discards those before.
    package func event(until deadline: TestDeadline = TestDeadline(), where condition: (JSON) -> Bool) throws
        -> JSON
    {
        while true {
            let event = try event(until: deadline)
            if condition(event) { return event }
        }
    }
}
