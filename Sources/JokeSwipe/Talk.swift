// SPDX-License-Identifier: MIT
package import JokeWire

/// What the front asked for, so that the answer can be understood.
package enum Call: Sendable, Hashable {
    case hello, subscribe
    case drag, release, reset
    case decide, next, undo, show
    /// A page of the saved jokes, for the list of this number: an older one's answer is too late.
    case page(list: Int)
    case delete
}

/// The front's end of the conversation: requests out, messages in.
package struct Talk: Sendable {
    package enum Message: Sendable {
        case answer(Call, Result<JSON, WireError>)
        case state(CardState, cause: Cause?)
        /// What the daemon says before it has read a request: why it cannot serve.
        case refusal(WireError)
        case closing
        /// Of a later daemon, or nothing for us.
        case other
    }

    /// Who changed the state.
    package struct Cause: Sendable, Hashable {
        package var method: String
        package var connection: Int
    }

    private var lastID = 0
    private var open: [Int: Call] = [:]

    package init() {}

    package mutating func request(_ call: Call, _ method: Method, _ params: JSONObject = [:]) -> [UInt8] {
        lastID += 1
        open[lastID] = call
        let params: JSON = params.isEmpty ? .null : .object(params)
        return Request(id: RequestID(lastID), method: method.rawValue, params: params).jsonLine
    }

    /// Whether all is answered.
    var isIdle: Bool { open.isEmpty }

    /// Whether such a call is not answered yet.
    package func waits(for call: Call) -> Bool { open.values.contains(call) }

    /// Its answer is not waited for any longer.
    mutating func forget(_ call: Call) { open = open.filter { $0.value != call } }

    package mutating func read(_ line: ArraySlice<UInt8>) throws(WireMismatch) -> Message {
        let json: JSON
        do throws(JSONError) { json = try JSON(parsing: line) } catch {
            throw WireMismatch(path: "line", expected: "JSON", found: "something else")
        }
        if json["method"] == "event" { return try Self.event(json["params"] ?? .null) }
        let error = try json["error"].map { (error) throws(WireMismatch) in
            try WireError(json: error, at: "error")
        }
        guard let id = json["id"]?.integerValue else { return error.map(Message.refusal) ?? .other }
        guard let call = open.removeValue(forKey: id) else { return .other }
        return .answer(call, error.map(Result.failure) ?? .success(json["result"] ?? .null))
    }

    private static func event(_ params: JSON) throws(WireMismatch) -> Message {
        if params["event"] == "closing" { return .closing }
        guard params["topic"] == "state", let state = params["state"] else { return .other }
        let cause = params["cause"].flatMap { cause -> Cause? in
            guard let method = cause["method"]?.stringValue,
                let connection = cause["connection"]?.integerValue
            else { return nil }
            return Cause(method: method, connection: connection)
        }
        return .state(try CardState(json: state, at: "state"), cause: cause)
    }
}
