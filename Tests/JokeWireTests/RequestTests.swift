// SPDX-License-Identifier: MIT

import JokeWire
import Testing

/// Replies to a line as a server with the methods `subtract`, `sum`, `get_data` and `update`.
private func answer(_ line: String) -> String? {
    func reply(_ result: Result<Request, RequestError>) -> [UInt8]? {
        switch result {
        case .failure(let rejection): return Reply.failure(rejection)
        case .success(let request):
            guard request.wantsReply else { return nil }
            let numbers = request.params.arrayValue?.compactMap(\.numberValue) ?? []
            switch request.method {
            case "subtract":
                let minuend = request.params["minuend"]?.numberValue ?? numbers.first ?? 0
                let subtrahend = request.params["subtrahend"]?.numberValue ?? numbers.last ?? 0
                return Reply.success(id: request.id, result: JSON.number(minuend - subtrahend))
            case "sum": return Reply.success(id: request.id, result: JSON.number(numbers.reduce(0, +)))
            case "get_data": return Reply.success(id: request.id, result: ["hello", 5] as JSON)
            default: return Reply.failure(id: request.id, WireError(.methodNotFound))
            }
        }
    }
    let bytes: [UInt8]? =
        switch Request.decode(Array(line.utf8)) {
        case .single(let result): reply(result)
        case .batch(let results): batch(results.map { reply($0) ?? [] })
        }
    return bytes.map { String(decoding: $0, as: UTF8.self) }
}

/// Returns the reply to a batch, or nil if it is empty.
private func batch(_ replies: [[UInt8]]) -> [UInt8]? {
    var line: [UInt8] = []
    for reply in replies { Reply.append(reply, toBatch: &line) }
    Reply.end(batch: &line)
    return line.isEmpty ? nil : line
}

/// Returns a reply without what the specification leaves open: the error's message and data.
private func essence(_ reply: JSON) -> JSON {
    if let replies = reply.arrayValue { return .array(replies.map(essence)) }
    guard let code = reply["error"]?["code"] else { return reply }
    return ["jsonrpc": "2.0", "error": code, "id": reply["id"] ?? "none"]
}

struct RequestTests {
    /// Section 7 of the JSON-RPC 2.0 specification: a line, and its reply as `essence`.
    static let specification: [(line: String, reply: JSON?)] = [
        (
            #"{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}"#,
            ["jsonrpc": "2.0", "id": 1, "result": 19]
        ),
        (
            #"{"jsonrpc": "2.0", "method": "subtract", "params": [23, 42], "id": 2}"#,
            ["jsonrpc": "2.0", "id": 2, "result": -19]
        ),
        (
            #"{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}"#,
            ["jsonrpc": "2.0", "id": 3, "result": 19]
        ),
        (
            #"{"jsonrpc": "2.0", "method": "subtract", "params": {"minuend": 42, "subtrahend": 23}, "id": 4}"#,
            ["jsonrpc": "2.0", "id": 4, "result": 19]
        ),
        (#"{"jsonrpc": "2.0", "method": "update", "params": [1,2,3,4,5]}"#, nil),
        (#"{"jsonrpc": "2.0", "method": "foobar"}"#, nil),
        (
            #"{"jsonrpc": "2.0", "method": "foobar", "id": "1"}"#,
            ["jsonrpc": "2.0", "error": -32601, "id": "1"]
        ),
        (
            #"{"jsonrpc": "2.0", "method": "foobar, "params": "bar", "baz]"#,
            ["jsonrpc": "2.0", "error": -32700, "id": .null]
        ),
        (
            #"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#,
            ["jsonrpc": "2.0", "error": -32600, "id": .null]
        ),
        (
            #"[{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},{"jsonrpc": "2.0", "method"]"#,
            ["jsonrpc": "2.0", "error": -32700, "id": .null]
        ),
        ("[]", ["jsonrpc": "2.0", "error": -32600, "id": .null]),
        ("[1]", [["jsonrpc": "2.0", "error": -32600, "id": .null]]),
        (
            "[1,2,3]",
            .array(Array(repeating: ["jsonrpc": "2.0", "error": -32600, "id": .null], count: 3))
        ),
        (
            #"""
            [{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
             {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
             {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
             {"foo": "boo"},
             {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
             {"jsonrpc": "2.0", "method": "get_data", "id": "9"}]
            """#,
            [
                ["jsonrpc": "2.0", "id": "1", "result": 7], ["jsonrpc": "2.0", "id": "2", "result": 19],
                ["jsonrpc": "2.0", "error": -32600, "id": .null],
                ["jsonrpc": "2.0", "error": -32601, "id": "5"],
                ["jsonrpc": "2.0", "id": "9", "result": ["hello", 5]],
            ]
        ),
        (
            #"[{"jsonrpc": "2.0", "method": "notify_sum", "params": [1,2,4]},{"jsonrpc": "2.0", "method": "notify_hello", "params": [7]}]"#,
            nil
        ),
    ]

    @Test("the examples of the JSON-RPC specification get the specified replies", arguments: specification)
    func specificationExamples(line: String, reply: JSON?) throws {
        let answered = answer(line)
        #expect(answered.map { $0.hasSuffix("\n") } != false)
        #expect(try answered.map { essence(try JSON(parsing: Array($0.utf8))) } == reply)
    }

    @Test("a line typed by hand always gets a reply")
    func typedLine() throws {
        #expect(
            answer(#"{"method":"get_data"}"#) == #"{"jsonrpc":"2.0","id":null,"result":["hello",5]}"# + "\n")
        #expect(answer(#"{"method":"get_data","params":null,"id":7}"#)?.contains(#""id":7"#) == true)
        #expect(answer(#"{"method":"nothing"}"#)?.contains("-32601") == true)
    }

    @Test("a batch may mix strict and lenient calls")
    func mixedBatch() {
        let line = #"[{"jsonrpc":"2.0","method":"sum","params":[1]},{"method":"sum","params":[2]}]"#
        #expect(answer(line) == #"[{"jsonrpc":"2.0","id":null,"result":2}]"# + "\n")
    }

    @Test(
        "an id is echoed as it was written",
        arguments: [
            "1", "-0", "0", "1.50", "1e2", "1E+2", "9007199254740993", "123456789012345678901234567890",
            "1e999", #""a""#, #""""#,
            #""\u0041""#, #""\/""#, #""\uD83D\uDE02""#, "\"é😂\"", #""a, b: {}""#, "null",
        ])
    func echoedID(id: String) {
        let line = #"{"jsonrpc":"2.0","id": \#(id) ,"method":"get_data"}"#
        #expect(answer(line) == #"{"jsonrpc":"2.0","id":\#(id),"result":["hello",5]}"# + "\n")
    }

    @Test("a null id is an id, and a missing one makes a notification")
    func nullID() throws {
        #expect(try decode(#"{"jsonrpc":"2.0","id":null,"method":"m"}"#).wantsReply)
        #expect(try !decode(#"{"jsonrpc":"2.0","method":"m"}"#).wantsReply)
        #expect(try decode(#"{"method":"m"}"#).wantsReply)
    }

    @Test(
        "JSON that is no request is refused with its id if it has one",
        arguments: [
            ("1", nil), ("\"joke.next\"", nil), ("null", nil), ("true", nil), ("{}", nil),
            (#"{"id":5}"#, "5"), (#"{"id":5,"method":1}"#, "5"),
            (#"{"id":5,"method":null}"#, "5"), (#"{"id":[],"method":"m"}"#, nil),
            (#"{"id":{},"method":"m"}"#, nil),
            (#"{"id":true,"method":"m"}"#, nil), (#"{"jsonrpc":"2.0","id":false,"method":"m"}"#, nil),
            (#"{"jsonrpc":"1.0","id":5,"method":"m"}"#, "5"), (#"{"jsonrpc":2.0,"id":5,"method":"m"}"#, "5"),
            (#"{"jsonrpc":null,"id":5,"method":"m"}"#, "5"), (#"{"jsonrpc":"","id":5,"method":"m"}"#, "5"),
            (#"{"jsonrpc":"2.0","id":5,"method":"m","params":null}"#, "5"),
            (#"{"jsonrpc":"2.0","id":5,"method":"m","params":"p"}"#, "5"),
            (#"{"id":5,"method":"m","params":1}"#, "5"), (#"{"id":5,"method":"m","params":false}"#, "5"),
        ] as [(String, String?)])
    func refused(line: String, id: String?) {
        guard case .single(.failure(let rejection)) = Request.decode(Array(line.utf8)) else {
            Issue.record("\(line) was taken")
            return
        }
        #expect(rejection.error.kind == .invalidRequest)
        #expect(rejection.id?.raw == id)
    }

    @Test(
        "a line that is not JSON is a parse error without an id",
        arguments: [
            "", "{", "hello", #"{"id":5,"method":"m"}}"#, #"{"id":5,"method":"m",}"#,
            #"{"id":5,"method":"\uD800"}"#, "[{},",
        ])
    func parseErrors(line: String) {
        guard case .single(.failure(let rejection)) = Request.decode(Array(line.utf8)) else {
            Issue.record("\(line) was taken")
            return
        }
        #expect(rejection.error.kind == .parseError)
        #expect(rejection.id == nil)
        #expect(rejection.error.data["offset"]?.integerValue != nil)
    }

    @Test("nesting beyond the limit is a parse error with the reason")
    func tooDeep() {
        func line(_ depth: Int) -> String {
            #"{"method":"m","params":"# + String(repeating: "[", count: depth)
                + String(repeating: "]", count: depth) + "}"
        }
        #expect(throws: Never.self) { try decode(line(31)) }
        let rejection = #expect(throws: RequestError.self) { try decode(line(32)) }
        #expect(rejection?.error.kind == .parseError)
        let message =
            "This line has more than 32 levels, at byte \(rejection?.error.data["offset"]?.integerValue ?? 0): "
        #expect(rejection?.error.message == message + "arrays and objects are nested too deeply.")
    }

    @Test("the last of duplicate members counts, and unknown ones are ignored")
    func duplicates() throws {
        let request = try decode(
            #"{"id":[],"method":7,"params":3,"jsonrpc":"1","x":{"id":9},"id":1,"m\u0065thod":"ping","params":{},"jsonrpc":"2.0"}"#
        )
        #expect(request == Request(id: RequestID(1), method: "ping", params: [:]))
    }

    @Test("a carriage return before the newline is ignored")
    func carriageReturn() throws { #expect(try decode("{\"method\":\"ping\"}\r").method == "ping") }

    @Test("a request survives writing and reading", arguments: [true, false])
    func roundTrip(isStrict: Bool) throws {
        let request = Request(
            id: RequestID("a\"1"), method: "joke.like", params: ["joke": "daily"], isStrict: isStrict)
        #expect(try decode(request.jsonText) == request)
        #expect(request.jsonText.contains("jsonrpc") == isStrict)
    }

    private func decode(_ line: String) throws -> Request {
        guard case .single(let result) = Request.decode(Array(line.utf8)) else {
            throw RequestError(error: WireError(.internal, "a batch"))
        }
        return try result.get()
    }
}
