// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeWire

/// A server of the Model Context Protocol (https://modelcontextprotocol.io) on the standard input and output.
///
/// It has no state. Each call of a tool has a connection of its own, so jokesd may restart between two of them.
struct AssistantServer {
    private let context: CommandContext

    /// The versions of the protocol, the newest one first. They differ in nothing that this server does.
    private static let versions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"]
    /// The most requests in a batch, which version 2025-03-26 allows.
    private static let longestBatch = 16
    /// The longest time in which the assistant must read a part of a reply, in seconds.
    private static let writeTimeout = 30.0
    /// The longest line whose id is read, in bytes, so that its refusal has the id. An id may be the last member.
    private static let longestReadLine = 1 << 20
    /// The size of the parts in which replies are written. A pipe that is ready takes as much at once (PIPE_BUF, pipe(7)).
    private static let partSize = 4_096

    init(_ context: CommandContext) { self.context = context }

    /// Serves until the input ends, or until the reader of the output is gone.
    func run() throws(CommandError) -> ExitCode {
        // The error of a write says that the reader is gone.
        signal(SIGPIPE, SIG_IGN)
        var framer = LineFramer(limit: Self.longestReadLine)
        var hasEnded = false
        while true {
            switch framer.next() ?? (hasEnded ? framer.finish() : nil) {
            case .line(let line):
                guard try send(reply(to: line)) else { return .done }
            case .tooLong:
                guard try send(Reply.failure(.tooLong)) else { return .done }
            case nil where hasEnded: return .done
            case nil:
                let outcome = Poll.wait(
                    for: POLLIN, on: context.console.input, watching: context.console.output, until: .never)
                if outcome == .outputClosed { return .done }
                if let bytes = try receive() { framer.append(bytes) } else { hasEnded = true }
            }
        }
    }

    /// Reads what has arrived. Returns nil at the end of the input.
    private func receive() throws(CommandError) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        let count = read(context.console.input, &buffer, buffer.count)
        if count > 0 { return Array(buffer[..<count]) }
        if count == 0 { return nil }
        guard errno == EAGAIN || errno == EINTR else {
            throw CommandError(.disk, "the input cannot be read: \(String(cString: strerror(errno)))")
        }
        return []
    }

    /// Writes a line. Returns false if the reader of the output is gone.
    private func send(_ bytes: [UInt8]) throws(CommandError) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let output = context.console.output
            guard Poll.wait(for: POLLOUT, on: output, until: Deadline(after: Self.writeTimeout)) == .ready
            else {
                throw CommandError(
                    .timedOut, "the assistant has read nothing for \(Int(Self.writeTimeout)) seconds")
            }
            let count = rest.withUnsafeBytes { write(output, $0.baseAddress, min($0.count, Self.partSize)) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                return false
            } else if errno != EAGAIN, errno != EINTR {
                throw CommandError(
                    .disk, "the output cannot be written: \(String(cString: strerror(errno)))")
            }
        }
        return true
    }

    // MARK: Messages

    /// Returns the line of the reply. It is empty for a notification.
    private func reply(to line: ArraySlice<UInt8>) -> [UInt8] {
        let isTooLong = line.count > Limits.requestLine
        switch Request.decode(line) {
        case .single(.failure) where Self.isResponse(line): return []
        case .single(let request): return isTooLong ? refusal(of: request) : reply(to: request)
        case .batch(let requests) where requests.count > Self.longestBatch:
            let message = "A batch has at most \(Self.longestBatch) requests."
            return Reply.failure(id: nil, WireError(.invalidRequest, message))
        case .batch(let requests):
            let answer = isTooLong ? refusal : reply
            let replies = requests.map(answer).filter { !$0.isEmpty }.map { $0.dropLast() }
            guard !replies.isEmpty else { return [] }
            return Array("[".utf8) + replies.joined(separator: Array(",".utf8)) + Array("]\n".utf8)
        }
    }

    /// Whether the line is the response to a request, which gets no reply. This server sends no requests.
    private static func isResponse(_ line: ArraySlice<UInt8>) -> Bool {
        guard let message = try? JSON(parsing: line).objectValue, message["method"] == nil else {
            return false
        }
        return message["result"] != nil || message["error"] != nil
    }

    /// Refuses a request of a line that is too long.
    private func refusal(of request: Result<Request, RequestError>) -> [UInt8] {
        switch request {
        case .failure(let error): return Reply.failure(id: error.id, RequestError.tooLong.error)
        case .success(let request) where !request.wantsReply: return []
        case .success(let request): return Reply.failure(id: request.id, RequestError.tooLong.error)
        }
    }

    private func reply(to request: Result<Request, RequestError>) -> [UInt8] {
        switch request {
        case .failure(let error): return Reply.failure(error)
        // A notification gets no reply, and changes nothing here.
        case .success(let request) where !request.wantsReply: return []
        case .success(let request):
            do throws(WireError) {
                return Reply.success(id: request.id, result: try result(of: request))
            } catch {
                return Reply.failure(id: request.id, error)
            }
        }
    }

    private func result(of request: Request) throws(WireError) -> any JSONWritable {
        switch request.method {
        case "initialize": return try greeting(request.params)
        case "ping": return JSON.object([:])
        case "tools/list": return AssistantTool.List()
        case "tools/call": return try call(request.params)
        default:
            throw WireError(
                .methodNotFound,
                "There is no such method; this server has initialize, ping, tools/list and tools/call.")
        }
    }

    /// Returns the result of `initialize`: the version that the assistant wants, or the newest one if it is unknown.
    private func greeting(_ params: JSON) throws(WireError) -> JSON {
        guard let wanted = params["protocolVersion"]?.stringValue else {
            throw WireError(.invalidParams, "The parameter protocolVersion must be a string.")
        }
        return [
            "protocolVersion": .string(Self.versions.containsBytes(of: wanted) ? wanted : Self.versions[0]),
            "capabilities": ["tools": [:]],
            "serverInfo": ["name": "jokesd", "title": "Jokes", "version": .string(Version.program)],
            "instructions": .string(
                "The joke on the card is shown in all windows and status bars of the user. "
                    + AssistantTool.notice),
        ]
    }

    // MARK: Calls

    private func call(_ params: JSON) throws(WireError) -> JSON {
        guard let name = params["name"]?.stringValue,
            let tool = AssistantTool.all.first(where: { $0.name.hasBytes(of: name) })
        else { throw WireError(.invalidParams, "There is no such tool; tools/list has the names.") }
        let arguments: JSONObject
        switch params["arguments"] {
        case nil, .null?: arguments = [:]
        case .object(let object)?: arguments = object
        default: throw WireError(.invalidParams, "The arguments of a tool must be an object.")
        }
        if let refusal = tool.refusal(of: arguments) { return Self.failure(refusal) }
        do throws(CommandError) {
            let result = try ask(tool, arguments)
            return [
                "content": [["type": "text", "text": .string(result.jsonText)]], "structuredContent": result,
                "isError": false,
            ]
        } catch {
            // The message of jokesd names parameters, as the assistant does. That of jokectl names its own options.
            let message = error.wireError?.message ?? error.message
            return Self.failure(message)
        }
    }

    private static func failure(_ message: String) -> JSON {
        ["content": [["type": "text", "text": .string(TerminalText.safe(message))]], "isError": true]
    }

    /// Calls the method of a tool on a connection of its own. The first member of the result says that jokes are
    /// untrusted.
    private func ask(_ tool: AssistantTool, _ arguments: JSONObject) throws(CommandError) -> JSON {
        var connection = try context.connect(as: "assistant")
        let limit = tool.mayFetch ? context.fetchTimeout : context.timeout
        var noSpinner: Spinner?
        let result = try context.ask(
            tool.method.rawValue, arguments, on: &connection, until: Deadline(after: limit),
            showing: &noSpinner)
        var marked: JSONObject = ["notice": .string(AssistantTool.notice)]
        for member in result.objectValue ?? [:] { marked.append(member.name, Self.visible(member.value)) }
        return .object(marked)
    }

    /// Returns the value with only what a person can see, so that no joke has another text for an assistant.
    private static func visible(_ value: JSON) -> JSON {
        switch value {
        case .string(let text): .string(TerminalText.safe(text))
        case .array(let items): .array(items.map(visible))
        case .object(let object):
            .object(JSONObject(members: object.map { .init(name: $0.name, value: visible($0.value)) }))
        default: value
        }
    }
}
