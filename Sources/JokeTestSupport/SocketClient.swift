// SPDX-License-Identifier: MIT
import Glibc
package import JokeWire

/// A client that sends whatever bytes it likes, and reads lines. Every wait has an end.
package final class SocketClient {
    private let socket: Descriptor
    private var unread: [UInt8] = []
    private var hasEnded = false
    /// Whether the end was ECONNRESET: the server did not read what was sent, or was killed.
    package private(set) var wasReset = false
    /// Events that came while a reply was awaited, oldest first.
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

    /// One end of a connection that is there already.
    init(connected socket: Descriptor) { self.socket = socket }

    package func send(_ line: String) throws { try send(Array(line.utf8) + [UInt8(ascii: "\n")]) }

    /// Sends all of it. What the server answers meanwhile is read, so that neither side waits for the other.
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

    /// Sends what fits without reading anything; gives how many bytes that were.
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

    /// Waits until the server has closed the connection, and reads nothing of what it sent.
    package func awaitHangUp(until deadline: TestDeadline = TestDeadline()) throws {
        // poll(2) tells of it whatever else is asked for.
        _ = try socket.wait(for: 0, "the server to close", until: deadline)
    }

    /// Says that nothing more comes; answers can still be read.
    package func halfClose() { shutdown(socket.number, Int32(SHUT_WR)) }

    /// The next line, or what stands before the end without one. Nil at the end.
    package func line(until deadline: TestDeadline = TestDeadline()) throws -> String? {
        while true {
            if let newline = unread.firstIndex(of: UInt8(ascii: "\n")) {
                defer { unread.removeSubrange(...newline) }
                return String(decoding: unread[..<newline], as: UTF8.self)
            }
            guard !hasEnded else {
                defer { unread = [] }
                return unread.isEmpty ? nil : String(decoding: unread, as: UTF8.self)
            }
            _ = try socket.wait(for: POLLIN, "a line", until: deadline)
            try receive()
        }
    }

    /// All lines up to the end.
    package func rest(until deadline: TestDeadline = TestDeadline()) throws -> [String] {
        var lines: [String] = []
        while let line = try line(until: deadline) { lines.append(line) }
        return lines
    }

    private func receive() throws {
        var chunk = [UInt8](repeating: 0, count: 262_144)
        let count = recv(socket.number, &chunk, chunk.count, 0)
        // A server that was killed resets the connection: that is an end as well.
        guard count >= 0 || errno == ECONNRESET else { throw TestSupportError.system("recv") }
        wasReset = count < 0
        if count <= 0 { hasEnded = true } else { unread += chunk[..<count] }
    }
}

// MARK: Messages

extension SocketClient {
    /// The next line as JSON; a closed connection is a failure here.
    package func message(until deadline: TestDeadline = TestDeadline()) throws -> JSON {
        guard let line = try line(until: deadline) else {
            throw TestSupportError("The connection was closed")
        }
        do { return try JSON(parsing: line.utf8) } catch { throw TestSupportError("Not JSON: \(line)") }
    }

    /// Sends a request, and gives its number.
    @discardableResult
    package func request(_ method: Method, _ params: JSONObject = [:]) throws -> Int {
        lastID += 1
        let id = RequestID(lastID)
        try send(Request(id: id, method: method.rawValue, params: .object(params)).jsonLine)
        return lastID
    }

    /// The reply to a request; events that come before it are kept for `event`.
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

    /// A request's result; an error is a failure.
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

    /// A request's error; success is a failure.
    package func refusal(_ method: Method, _ params: JSONObject = [:]) throws -> JSON {
        let reply = try reply(to: try request(method, params))
        guard let error = reply["error"] else {
            throw TestSupportError("\(method.rawValue): \(reply.jsonText)")
        }
        return error
    }

    /// The params of the next event, in the order in which they came.
    package func event(until deadline: TestDeadline = TestDeadline()) throws -> JSON {
        guard held.isEmpty else { return held.removeFirst()["params"] ?? .null }
        let message = try message(until: deadline)
        guard message["method"] == "event" else { throw TestSupportError("No event: \(message.jsonText)") }
        return message["params"] ?? .null
    }

    /// The params of the first event from now on for which `condition` holds.
    package func event(until deadline: TestDeadline = TestDeadline(), where condition: (JSON) -> Bool) throws
        -> JSON
    {
        while true {
            let event = try event(until: deadline)
            if condition(event) { return event }
        }
    }
}
