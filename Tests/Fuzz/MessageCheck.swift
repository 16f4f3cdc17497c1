// SPDX-License-Identifier: MIT

/// Every line is a valid request, or is refused with a valid reply.
enum MessageCheck {
    static func check(_ line: ArraySlice<UInt8>, dice: inout Dice) {
        let value = JSONCheck.json(line)
        switch Request.decode(line) {
        case .single(.failure(let rejection)):
            require((rejection.error.kind == .parseError) == (value == nil), "JSON and requests differ")
            refused(rejection)
        case .single(.success(let request)): understood(request, dice: &dice)
        case .batch(let calls): batch(calls, of: value, dice: &dice)
        }
        if let value { shapes(in: value) }
    }

    private static func batch(_ calls: [Result<Request, RequestError>], of value: JSON?, dice: inout Dice) {
        require(value?.arrayValue?.count == calls.count, "a call was lost")
        var line: [UInt8] = []
        var replies = 0
        for call in calls {
            switch call {
            case .failure(let rejection):
                refused(rejection)
                Reply.append(Reply.failure(rejection), toBatch: &line)
                replies += 1
            case .success(let request):
                understood(request, dice: &dice)
                if request.wantsReply {
                    Reply.append(Reply.success(id: request.id, result: request.params), toBatch: &line)
                    replies += 1
                }
            }
        }
        Reply.end(batch: &line)
        guard replies > 0 else { return require(line.isEmpty, "a reply without a request") }
        // The content of the reply may be as deep as the request, and is one level deeper.
        let read = message(line, deeper: 2)
        require(read.arrayValue?.count == replies, "a reply was lost")
    }

    private static func refused(_ rejection: RequestError) {
        let reply = message(Reply.failure(rejection))
        require(reply["error"]?["code"]?.integerValue == rejection.error.kind.code, "another code")
        require(reply["id"] != nil, "a reply without an id")
        let read = try? WireError(json: reply["error"] ?? .null)  // nil is the failure.
        require(read == rejection.error, "another error is read back")
    }

    private static func understood(_ request: Request, dice: inout Dice) {
        let line = request.jsonLine
        _ = message(line)
        guard case .single(.success(let again)) = Request.decode(line.dropLast()) else {
            fatalError("a request that was written is refused")
        }
        require(again.jsonLine == line, "another request is read back")
        require(again.id == request.id && again.method == request.method, "another request is read back")
        require(message(Reply.success(id: request.id, result: JSON.null))["id"] != nil, "no id")
        let method = Method(rawValue: request.method) ?? Method.allCases[dice.roll(Method.allCases.count)]
        parameters(request, of: method)
    }

    /// Reads the parameters as any type.
    private static func parameters(_ request: Request, of method: Method) {
        do throws(WireError) {
            let parameters = try Parameters(request.params, for: method.description)
            for name in method.description.params.map(\.name) {
                _ = (parameters.string(name), parameters.double(name), parameters.integer(name))
                _ = (parameters.bool(name), parameters.strings(name), parameters.object(name))
            }
        } catch { refused(RequestError(id: request.id, error: error)) }
    }

    /// Expects one line of JSON, and returns its value.
    private static func message(_ line: [UInt8], deeper: Int = 0) -> JSON {
        require(line.firstIndex(of: UInt8(ascii: "\n")) == line.count - 1, "not one line")
        do throws(JSONError) {
            return try JSON(parsing: line[...], maximumDepth: Limits.nesting + deeper)
        } catch { fatalError("a reply that is not JSON, \(error.message)") }
    }
}

// MARK: Replies

extension MessageCheck {
    /// Reads every value in it as every type that a server sends.
    private static func shapes(in value: JSON) {
        survivesRoundTrip(value) { json throws(WireDecodingError) in try Joke(json: json) }
        survivesRoundTrip(value) { json throws(WireDecodingError) in try CardState(json: json) }
        survivesRoundTrip(value) { json throws(WireDecodingError) in try WireError(json: json) }
        for element in value.arrayValue ?? [] { shapes(in: element) }
        for member in value.objectValue ?? [:] { shapes(in: member.value) }
    }

    /// Expects that a value that is read survives writing and reading.
    private static func survivesRoundTrip<Value: JSONWritable & Equatable>(
        _ json: JSON, _ read: (JSON) throws(WireDecodingError) -> Value
    ) {
        guard let value = try? read(json) else { return }  // Most things are something else.
        let again = try? read(message(value.jsonLine))  // nil is the failure.
        require(again == value, "what was written is not read back")
    }
}
