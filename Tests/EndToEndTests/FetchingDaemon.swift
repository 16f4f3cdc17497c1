// SPDX-License-Identifier: MIT
import Glibc
import JokeTestSupport
import JokeWire
import Synchronization

/// A loopback service that does not answer until the test says so.
final class HeldService: Sendable {
    private final class Gate: Sendable {
        let isClosed = Mutex(true)
        /// A pipe with one byte for each request.
        let ends: (reader: Descriptor, writer: Descriptor)

        init() throws {
            var ends: [Int32] = [-1, -1]
            guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
            else {
                throw TestSupportError.system("socketpair")
            }
            self.ends = (Descriptor(owning: ends[0]), Descriptor(owning: ends[1]))
        }
    }

    private let gate: Gate
    let server: LoopbackHTTP

    init(_ service: LoopbackService = .jokeapi) throws {
        let gate = try Gate()
        self.gate = gate
        server = try LoopbackHTTP { request in
            _ = send(gate.ends.writer.number, "?", 1, Int32(MSG_NOSIGNAL))
            return gate.isClosed.withLock { $0 }
                ? LoopbackReply(bytes: [], ending: .silence) : service.reply(to: request)
        }
    }

    /// Waits for a request.
    func awaitRequest(until deadline: TestDeadline = TestDeadline()) throws {
        _ = try gate.ends.reader.wait(for: POLLIN, "a request", until: deadline)
    }

    /// Answers the requests from now on.
    func open() { gate.isClosed.withLock { $0 = false } }
}

extension TestDaemon {
    /// A daemon with the built-in jokes and a service in place of jokeapi, which has a greater weight: otherwise the
    /// pack alone would fill the queue once in a thousand times.
    convenience init(jokeapi url: String, environment: [String: String] = [:]) throws {
        try self.init(
            configuration: """
                { "sources": { "jokeapi": { "enabled": true, "url": "\(url)", "weight": 3 } }, "network": { "spread": 0 } }
                """,
            environment: environment)
    }

    /// A daemon without built-in jokes, so that every joke is fetched.
    convenience init(only sources: String, environment: [String: String] = [:]) throws {
        try self.init(
            configuration: """
                { "sources": { "builtin": { "enabled": false }, \(sources) }, "network": { "spread": 0 } }
                """,
            environment: environment)
    }

    /// The running child processes of the daemon.
    var children: [ObservedProcess] { process.map { ObservedProcess.children(of: $0.pid) } ?? [] }

    /// Waits until nothing is fetched and there is an error, and returns that.
    func awaitError(until deadline: TestDeadline = TestDeadline()) throws -> JSON {
        let client = try connect()
        try client.call(.stateSubscribe)
        do {
            let event = try client.event(until: deadline) { event in
                event["state"]?["fetching"] == false && event["state"]?["error"]?.isNull == false
            }
            return event["state"]?["error"] ?? .null
        } catch {
            throw TestSupportError("\(error); jokesd said: \(errors)")
        }
    }

    /// Waits until this number of jokes is ready, even if more are fetched.
    func awaitQueue(of count: Int = 2) throws {
        let client = try connect()
        try client.call(.stateSubscribe)
        _ = try client.event { ($0["state"]?["queue"]?["count"]?.integerValue ?? 0) >= count }
    }
}
