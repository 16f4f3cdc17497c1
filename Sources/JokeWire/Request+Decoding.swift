// SPDX-License-Identifier: MIT

extension Request {
    /// Decodes a line, which is a request or a batch. A syntax error is one of the whole line.
    package static func decode(_ line: ArraySlice<UInt8>) -> Incoming {
        line.withUnsafeBufferPointer { bytes in
            var reader = JSONReader(bytes)
            do throws(JSONError) {
                let incoming = try incoming(from: &reader)
                try reader.end()
                return incoming
            } catch {
                return .single(.failure(RequestError(error: WireError(notJSON: error))))
            }
        }
    }

    package static func decode(_ line: [UInt8]) -> Incoming { decode(line[...]) }

    private static func incoming(from reader: inout JSONReader) throws(JSONError) -> Incoming {
        guard try reader.peek() == UInt8(ascii: "[") else { return .single(try request(from: &reader)) }
        var requests: [Result<Request, RequestError>] = []
        try reader.enterArray()
        while try reader.nextElement() { requests.append(try request(from: &reader)) }
        guard requests.isEmpty else { return .batch(requests) }
        return .single(
            .failure(RequestError(error: WireError(.invalidRequest, "A batch must not be empty."))))
    }

    private static func request(from reader: inout JSONReader) throws(JSONError) -> Result<
        Request, RequestError
    > {
        guard try reader.peek() == UInt8(ascii: "{") else {
            try reader.skipValue()
            return .failure(
                RequestError(error: WireError(.invalidRequest, "A request must be a JSON object.")))
        }
        var draft = Draft()
        try reader.enterObject()
        while let name = try reader.nextScannedName() { try draft.take(name, from: &reader) }
        return draft.request()
    }
}

/// The members of a request while they are read. The last one of duplicates counts. Only the members that `request()`
/// returns are copied out of the line.
private struct Draft: ~Copyable {
    /// A member that may have the wrong type.
    enum Member<Value> {
        case missing, wrong
        case right(Value)
    }

    var version: Member<Void> = .missing
    var id: Member<RequestID> = .missing
    var method: Member<ScannedString> = .missing
    var params: JSON?

    mutating func take(_ name: ScannedString, from reader: inout JSONReader) throws(JSONError) {
        switch name {
        case "jsonrpc":
            version = if let text = try string(from: &reader), "2.0" ~= text { .right(()) } else { .wrong }
        case "id":
            let range = try reader.skipValue()
            id = RequestID(validated: reader.bytes[range]).map { .right($0) } ?? .wrong
        case "method": method = if let text = try string(from: &reader) { .right(text) } else { .wrong }
        case "params": params = try reader.value()
        default: try reader.skipValue()
        }
    }

    /// Reads the next value. Returns nil if it is not a string.
    private func string(from reader: inout JSONReader) throws(JSONError) -> ScannedString? {
        guard try reader.peek() == UInt8(ascii: "\"") else {
            try reader.skipValue()
            return nil
        }
        return try reader.scanString()
    }

    consuming func request() -> Result<Request, RequestError> {
        let knownID: RequestID?
        switch id {
        case .missing: knownID = nil
        case .wrong: return invalid("An id must be a string, a number or null.", id: nil)
        case .right(let id): knownID = id
        }
        let isStrict: Bool
        switch version {
        case .missing: isStrict = false
        case .wrong: return invalid("The member jsonrpc must be \"2.0\" or be left out.", id: knownID)
        case .right: isStrict = true
        }
        guard case .right(let name) = method else {
            return invalid("A request needs a method, as a string.", id: knownID)
        }
        switch params {
        case nil, .object, .array: break
        case .null where !isStrict: break
        default: return invalid("The params must be an object or an array.", id: knownID)
        }
        return .success(
            Request(id: knownID, method: name.text, params: params ?? .null, isStrict: isStrict))
    }

    private func invalid(_ message: String, id: RequestID?) -> Result<Request, RequestError> {
        .failure(RequestError(id: id, error: WireError(.invalidRequest, message)))
    }
}

extension WireError {
    fileprivate init(notJSON error: JSONError) {
        // A line that is nested too deeply may be JSON.
        let problem =
            error.reason == .tooDeep
            ? "This line has more than \(Limits.nesting) levels" : "This line is not JSON"
        self.init(.parseError, "\(problem), \(error.message).", data: ["offset": .integer(error.offset)])
    }
}
