// SPDX-License-Identifier: MIT
import Glibc
import Synchronization

/// An HTTP server on 127.0.0.1 that sends the replies of a test, faults included. Each connection has its own thread.
package final class LoopbackHTTP: Sendable {
    /// A request that the server received.
    package struct Request: Sendable, Hashable {
        /// The number of the request, counted by the server from 0.
        package var number = 0
        package var method: String
        /// The path and the query as sent.
        package var target: String
        /// The headers; their names are in lower case.
        package var headers: [String: String]
        package var body: [UInt8] = []

        /// The path without the query.
        package var path: String { String(target.prefix { $0 != "?" }) }
        /// The decoded parameters of the query. One without `=` has an empty value.
        package var query: [String: String] {
            let pairs = target.drop { $0 != "?" }.dropFirst().split(separator: "&").map { pair in
                let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (String(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
            }
            return Dictionary(pairs) { $1 }
        }

        /// Returns the text without percent-encoding (RFC 3986, section 2.1).
        private static func decoded(_ text: Substring) -> String {
            let parts = text.split(separator: "%", omittingEmptySubsequences: false)
            let bytes = parts.dropFirst().reduce(into: Array(parts[0].utf8)) { bytes, part in
                bytes += UInt8(part.prefix(2), radix: 16).map { [$0] } ?? []
                bytes += part.dropFirst(2).utf8
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    private struct State {
        var requests: [Request] = []
        var connections: [Int32] = []
        var isOver = false
    }

    package let port: UInt16
    private let listener: Descriptor
    private let answer: @Sendable (Request) -> LoopbackReply
    private let state = Mutex(State())

    /// Starts the server on a free port.
    ///
    /// - Parameter answer: Returns the reply to a request. It is called on the thread of the connection.
    package init(answer: @escaping @Sendable (Request) -> LoopbackReply) throws {
        self.answer = answer
        (listener, port) = try Self.listen()
        Self.thread { [listener, weak self] in
            while true {
                let connection = Descriptor(owning: accept(listener.number, nil, nil))
                guard connection.number >= 0, let self, self.keep(connection.number) else { return }
                Self.thread { [weak self] in self?.serve(connection) }
            }
        }
    }

    deinit {
        // This wakes the thread that waits in accept(2), which then ends.
        shutdown(listener.number, Int32(SHUT_RDWR))
    }

    /// Closes all connections and accepts no more.
    package func stop() {
        state.withLock { state in
            state.isOver = true
            for connection in state.connections { shutdown(connection, Int32(SHUT_RDWR)) }
        }
        shutdown(listener.number, Int32(SHUT_RDWR))
    }

    package var url: String { "http://127.0.0.1:\(port)" }
    /// The requests received so far.
    package var requests: [Request] { state.withLock { $0.requests } }

    /// Registers a connection, so that `stop()` can close it. Returns false if the server has stopped.
    private func keep(_ connection: Int32) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            state.connections.append(connection)
            return true
        }
    }

    private func serve(_ connection: Descriptor) {
        defer { state.withLock { $0.connections.removeAll { $0 == connection.number } } }
        var unread: [UInt8] = []
        while var request = Self.request(on: connection, &unread) {
            state.withLock { state in
                request.number = state.requests.count
                state.requests.append(request)
            }
            guard answer(request).play(on: connection.number) else { return }
        }
    }

    /// Reads the next request. Returns nil if the client has closed the connection or does not speak HTTP.
    private static func request(on connection: Descriptor, _ unread: inout [UInt8]) -> Request? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            let text = String(decoding: unread, as: UTF8.self)
            if let range = unread.indices.first(where: { unread[$0...].starts(with: end) }) {
                unread.removeSubrange(...(range + 3))
                var request = Request(head: text)
                let length = request.headers["content-length"].flatMap { Int($0) } ?? 0
                while unread.count < length, receive(on: connection, &unread) {}
                request.body = Array(unread.prefix(length))
                unread.removeFirst(min(length, unread.count))
                return request
            }
            var chunk = [UInt8](repeating: 0, count: 16 << 10)
            let count = read(connection.number, &chunk, chunk.count)
            guard count > 0, unread.count < 1 << 20 else { return nil }
            unread += chunk[..<count]
            // A method consists of capitals. A client that tries TLS sends 0x16 first.
            guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(unread[0]) else {
                _ = LoopbackReply([], status: "400 Bad Request").play(on: connection.number)
                return nil
            }
        }
    }

    private static func receive(on connection: Descriptor, _ unread: inout [UInt8]) -> Bool {
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        let count = read(connection.number, &chunk, chunk.count)
        unread += chunk[..<max(0, count)]
        return count > 0
    }

    private static func listen() throws -> (Descriptor, UInt16) {
        let socket = Descriptor(
            owning: Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(INADDR_LOOPBACK).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listens = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket.number, $0, size) == 0 && Glibc.listen(socket.number, 64) == 0
                    && getsockname(socket.number, $0, &size) == 0
            }
        }
        guard listens else { throw TestSupportError.system("listen on 127.0.0.1") }
        return (socket, UInt16(bigEndian: address.sin_port))
    }

    private static func thread(_ body: @escaping @Sendable () -> Void) {
        final class Box {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { box in
                if let box { Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body() }
                return nil
            }, Unmanaged.passRetained(Box(body)).toOpaque())
        pthread_detach(thread)
    }
}

extension LoopbackHTTP.Request {
    /// Parses the request line and the headers.
    fileprivate init(head: String) {
        let lines = head.split(omittingEmptySubsequences: true) { $0.isNewline }
        let words = lines.first.map { $0.split(separator: " ") } ?? []
        let headers = lines.dropFirst().compactMap { line -> (String, String)? in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (line[..<colon].lowercased(), String(value))
        }
        self.init(
            method: words.first.map(String.init) ?? "", target: words.count > 1 ? String(words[1]) : "/",
            headers: Dictionary(headers) { $1 })
    }
}

/// This is safe because the only property is a constant.
extension Descriptor: @unchecked Sendable {}
