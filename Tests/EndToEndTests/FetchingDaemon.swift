// SPDX-License-Identifier: MIT
import Glibc
import JokeTestSupport
import JokeWire
import Synchronization

/// A service on the loopback that says nothing for as long as the test likes.
final class HeldService: Sendable {
    private final class Gate: Sendable {
        let isClosed = Mutex(true)
        /// What is asked for is told here, a byte each.
        let ends: (told: Descriptor, telling: Descriptor)

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
            _ = send(gate.ends.telling.number, "?", 1, Int32(MSG_NOSIGNAL))
            return gate.isClosed.withLock { $0 }
                ? LoopbackReply(bytes: [], ending: .silence) : service.reply(to: request)
        }
    }

    /// Waits until the service was asked.
    func awaitRequest(until deadline: TestDeadline = TestDeadline()) throws {
        _ = try gate.ends.told.wait(for: POLLIN, "a request", until: deadline)
    }

    /// What is asked from now on is answered.
    func open() { gate.isClosed.withLock { $0 = false } }
}

extension TestDaemon {
    /// One with the built-in jokes, and a service in place of jokeapi, which is preferred: by chance alone the pack would
    /// fill the queue once in a thousand times, and the service would not be asked.
    convenience init(jokeapi url: String, environment: [String: String] = [:]) throws {
        try self.init(
            configuration: """
                { "sources": { "jokeapi": { "enabled": true, "url": "\(url)", "weight": 3 } }, "network": { "spread": 0 } }
                """,
            environment: environment)
    }

    /// Without built-in jokes: whatever is shown was fetched.
    convenience init(only sources: String, environment: [String: String] = [:]) throws {
        try self.init(
            configuration: """
                { "sources": { "builtin": { "enabled": false }, \(sources) }, "network": { "spread": 0 } }
                """,
            environment: environment)
    }

    /// What it has started and what has not ended.
    var children: [ObservedProcess] { process.map { ObservedProcess.children(of: $0.pid) } ?? [] }

    /// Waits until nothing is fetched and there is trouble to be told; gives that.
    func awaitTrouble(until deadline: TestDeadline = TestDeadline()) throws -> JSON {
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

    /// Waits until so many jokes are ready, whether or not more are fetched.
    func awaitQueue(of count: Int = 2) throws {
        let client = try connect()
        try client.call(.stateSubscribe)
        _ = try client.event { ($0["state"]?["queue"]?["count"]?.integerValue ?? 0) >= count }
    }
}
