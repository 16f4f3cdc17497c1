// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

/// A dialog in Protocol.md or docs/methods.md: the requests of clients (`→`) and the replies (`←`), with the client's name before the
/// arrow if there are several.
struct ProtocolExample: Sendable, CustomTestStringConvertible {
    enum Step: Sendable {
        case sent(String)
        case answered(String)
        /// The page leaves out further messages.
        case more
    }

    let testDescription: String
    let steps: [(client: String, step: Step)]

    static func all() throws -> [ProtocolExample] {
        try ProtocolPage().blocks.filter { $0.language.isEmpty }.map(ProtocolExample.init)
    }

    init(_ block: ProtocolPage.Block) throws {
        testDescription = "\(block.page), \(block.heading), line \(block.line)"
        steps = try block.lines.filter { !$0.isEmpty }.map { line in
            guard let arrow = line.firstIndex(where: { $0 == "→" || $0 == "←" }) else {
                throw TestSupportError(
                    "\(block.page), below line \(block.line): neither → nor ← in \(line)")
            }
            let text = String(line[line.index(after: arrow)...].drop { $0 == " " })
            let step: Step = line[arrow] == "→" ? .sent(text) : text == "…" ? .more : .answered(text)
            return (line[..<arrow].filter { $0 != " " }, step)
        }
    }

    /// The names of the requested methods.
    var methods: [String] {
        steps.flatMap { _, step -> [String] in
            guard case .sent(let line) = step, let json = try? Abbreviated.json(line) else { return [] }
            return (json.arrayValue ?? [json]).compactMap { $0["method"]?.stringValue }
        }
    }

    /// Plays the dialog with a daemon that was just started. Throws if a reply differs or there are more.
    func play() throws {
        var run = ExampleRun(daemon: try .ready())
        for (client, step) in steps {
            do {
                try run.play(step, on: client)
            } catch {
                throw TestSupportError("\(testDescription): \(error)\n  at \(step)")
            }
        }
        do { try run.end() } catch { throw TestSupportError("\(testDescription): \(error)") }
    }
}

/// A running example.
private struct ExampleRun {
    let daemon: TestDaemon
    private var clients: [String: SocketClient] = [:]
    private var pattern = Pattern()
    /// The clients whose further messages the page leaves out.
    private var unfinished: Set<String> = []

    init(daemon: TestDaemon) { self.daemon = daemon }

    mutating func play(_ step: ProtocolExample.Step, on name: String) throws {
        let client = try client(name)
        switch step {
        case .sent(let line): try client.send(request(line))
        case .more: unfinished.insert(name)
        case .answered(let line):
            let expected = try Abbreviated.pattern(line)
            let isClosing = expected["params"]?["event"] == "closing"
            if isClosing { daemon.process?.send(SIGTERM) }
            let message = try client.message()
            if let mismatch = pattern.mismatch(expected, message) {
                throw TestSupportError("\(mismatch)\n  in \(message.jsonText)")
            }
            if isClosing { try awaitShutdown() }
        }
    }

    /// Ends the daemon and its connections. The next messages of the page go to a restarted one.
    private mutating func awaitShutdown() throws {
        try end()
        guard try daemon.process?.wait() == .exited(0) else { throw TestSupportError("It ended badly") }
        (clients, unfinished) = ([:], [])
        try daemon.start()
    }

    /// Expects that there are no further messages, and no contradictions to the page.
    func end() throws {
        for (name, client) in clients where !unfinished.contains(name) {
            client.halfClose()
            let rest = try client.rest()
            guard rest.isEmpty else { throw TestSupportError("The page leaves out \(rest)") }
        }
        let contradictions = Abbreviated.contradictions(pattern.names)
        guard contradictions.isEmpty else { throw TestSupportError(contradictions.joined(separator: "; ")) }
    }

    private mutating func client(_ name: String) throws -> SocketClient {
        if let client = clients[name] { return client }
        let client = try daemon.connect()
        clients[name] = client
        return client
    }

    /// Sends a line of the page with the values of this daemon.
    private mutating func request(_ line: String) throws -> String {
        // A line that is not JSON is sent as it is.
        guard let json = try? Abbreviated.json(line) else { return line }
        let request = Abbreviated.request(json, &pattern)
        return request == json ? line : request.jsonText
    }
}
