// SPDX-License-Identifier: MIT
import JokeFetch
import JokeWire

/// A request without a network: the operations that it needs, and the results of their output.
struct ServiceExchange {
    private var job: FetchJob

    /// The address of the service.
    static let place = "https://jokes.example"
    /// The current time, in seconds since 1970: 2026-11-21, 10:00 UTC.
    static let now: Int64 = 1_795_255_200

    init(_ request: SourceRequest, seed: UInt64 = 0) throws { job = try FetchJob(request, seed: seed) }

    /// Returns the path and the query of the next URL, or nil if there is none or a program is run.
    mutating func target() -> String? {
        guard case .perform(.get(let url)) = job.next() else { return nil }
        return url.hasPrefix(Self.place) ? String(url.dropFirst(Self.place.count)) : url
    }

    /// Passes a response in, and returns the result if the request is complete.
    @discardableResult
    mutating func take(
        _ body: String, status: Int = 200, type: String = "application/json", retryAfter: String? = nil
    ) -> Result<SourceResult, SourceError>? {
        let output = OperationOutput(
            body: Array(body.utf8), status: status, contentType: type, retryAfter: retryAfter,
            place: "jokes.example")
        job.take(.success(output), now: Self.now)
        guard case .finished(let result) = job.next() else { return nil }
        return result
    }

    /// Returns the result of a request with one operation and this response.
    static func outcome(
        _ request: SourceRequest, _ body: String, status: Int = 200, type: String = "application/json",
        retryAfter: String? = nil
    ) throws -> Result<SourceResult, SourceError>? {
        var exchange = try Self(request)
        _ = exchange.target()
        return exchange.take(body, status: status, type: type, retryAfter: retryAfter)
    }

    static func request(
        _ source: String, _ kind: SourceRequest.Kind = .jokes(count: 1, categories: []),
        language: String = "en",
        _ change: (inout SourceSettings) -> Void = { _ in }
    ) -> SourceRequest {
        var settings = SourceSettings()
        settings.url = place
        change(&settings)
        return SourceRequest(source: source, kind: kind, language: language, settings: settings)
    }
}
