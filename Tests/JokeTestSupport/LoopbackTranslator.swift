// SPDX-License-Identifier: MIT
import JokeWire

/// A LibreTranslate server for English and Spanish. A translation is the original after the code of the target
/// language.
package struct LoopbackTranslator: Sendable {
    /// The key that a client must send, or nil if none is needed.
    private let key: String?

    package init(key: String? = nil) { self.key = key }

    package func reply(to request: LoopbackHTTP.Request) -> LoopbackReply {
        guard request.method == "POST", request.path == "/translate",
            request.headers["content-type"] == "application/json",
            let body = try? JSON(parsing: request.body), let texts = body["q"]?.arrayValue
        else { return Self.refusal("400 Bad Request", "Invalid request: missing q parameter") }
        if let key {
            guard let given = body["api_key"]?.stringValue else {
                return Self.refusal(
                    "400 Bad Request", "Please contact the server operator to get an API key")
            }
            // Repeat the key as some real servers do, to test that jokesd-fetch removes it.
            guard given == key else { return Self.refusal("403 Forbidden", "Invalid API key \(given)") }
        }
        for name in ["source", "target"] {
            let language = body[name]?.stringValue ?? ""
            guard ["en", "es"].contains(language) else {
                return Self.refusal("400 Bad Request", "\(language) is not supported")
            }
        }
        let target = body["target"]?.stringValue ?? ""
        let made = texts.map { JSON.string("\(target): \($0.stringValue ?? "")") }
        return .json(JSON.object(["translatedText": .array(made)]).jsonText)
    }

    /// Returns an error in LibreTranslate's format.
    package static func refusal(_ status: String, _ error: String) -> LoopbackReply {
        .json(JSON.object(["error": .string(error)]).jsonText, status: status)
    }
}
