// SPDX-License-Identifier: MIT
import JokeWire

/// The provider for a LibreTranslate server: translates all texts in one request.
///
/// Many servers require a key. It is sent in the body, and only over https or to this machine. No message contains it.
struct LibreTranslate: Provider {
    private let url: String
    private let texts: [String]
    private let from: String
    private let target: String
    private let key: Secret?

    init(
        _ texts: [String], from: String, into target: String, _ settings: SourceSettings
    ) throws(SourceError) {
        guard let base = settings.url else {
            throw SourceError(
                .unsupported,
                "no LibreTranslate server is configured; set translation.libretranslate.url")
        }
        url = try Endpoint(base, usual: base).url("/translate")
        key = try Self.key(named: settings.key)
        guard key == nil || url.lowercased().hasPrefix("https://") || Self.isLocal(url) else {
            throw SourceError(
                .unsupported,
                "the key would be sent to \(Endpoint.place(of: url)) without encryption; use https")
        }
        (self.texts, self.from, self.target) = (texts, from, target)
    }

    /// Returns the key, or nil if no key is configured and the secret `libretranslate` does not exist.
    private static func key(named name: String?) throws(SourceError) -> Secret? {
        do throws(SecretError) {
            return try Secret(named: name ?? "libretranslate", environment: Secret.environment)
        } catch {
            if case .absent = error, name == nil { return nil }
            throw SourceError(.unsupported, "cannot use the key of LibreTranslate: \(error.message)")
        }
    }

    private static func isLocal(_ url: String) -> Bool {
        let place = Endpoint.place(of: url)
        return ["localhost", "127.0.0.1", "[::1]"].contains { place == $0 || place.hasPrefix("\($0):") }
    }

    func maximumOperations(for kind: SourceRequest.Kind) -> Int { 1 }

    func operation(for kind: SourceRequest.Kind, after result: SourceResult) throws(SourceError)
        -> FetchOperation
    {
        var body: JSONObject = [
            "q": .array(texts.map { .string($0) }), "source": .string(from), "target": .string(target),
            "format": "text",
        ]
        if let key { body.append("api_key", .string(key.value)) }
        return .post(url, .object(body))
    }

    func read(
        _ output: OperationOutput, for kind: SourceRequest.Kind, into result: inout SourceResult
    ) throws(SourceError) {
        let made = try output.reading { (json) throws(WireDecodingError) in
            try ObjectReader(json).read("translatedText") as [String]
        }
        guard made.count == texts.count else {
            throw output.nonsense("\(made.count) translations of \(texts.count) texts")
        }
        result.translation = TranslationOutput(
            texts: made, version: "1", credit: "Translated by LibreTranslate",
            url: "https://libretranslate.com/")
    }

    /// Returns the server's explanation without the key, which the server may repeat in it.
    func complaint(in error: JSON) -> String? {
        guard let complaint = error["error"]?.stringValue else { return nil }
        guard let key else { return complaint }
        return complaint.replacing(key.value, with: "…")
    }

    /// Reports languages that the server does not have as `unsupported`, because they are no failure of the server.
    func explained(_ failure: SourceError) -> SourceError {
        guard failure.status == 400, failure.message.contains("not supported") else { return failure }
        var failure = failure
        failure.kind = .unsupported
        return failure
    }
}

extension String {
    /// Returns the text with `other` in place of each occurrence of `part`. The standard library's method would link
    /// its regex engine.
    fileprivate func replacing(_ part: String, with other: String) -> String {
        let (text, part) = (Array(utf8), Array(part.utf8))
        guard !part.isEmpty else { return self }
        var result: [UInt8] = []
        var place = 0
        while place < text.count {
            if text[place...].starts(with: part) {
                result += Array(other.utf8)
                place += part.count
            } else {
                result.append(text[place])
                place += 1
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
