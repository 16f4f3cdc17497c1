// SPDX-License-Identifier: MIT
import JokeFetch
import JokeTestSupport
import JokeWire

/// Runs requests with libcurl, without spacing and with short timeouts.
enum Loopback {
    static func settings(_ change: (inout HTTPSettings) -> Void = { _ in }) -> HTTPSettings {
        var settings = HTTPSettings()
        // Long, because a loaded machine is slow.
        settings.timeout = 20_000
        change(&settings)
        return settings
    }

    static func request(
        _ source: String, at url: String, _ kind: SourceRequest.Kind = .jokes(count: 1, categories: []),
        _ change: (inout SourceRequest) -> Void = { _ in }
    ) -> SourceRequest {
        var request = SourceRequest(source: source, kind: kind)
        request.settings.url = url
        request.settings.spacing = 0
        change(&request)
        return request
    }

    static func run(
        _ request: SourceRequest, _ settings: HTTPSettings = settings()
    ) throws -> Result<SourceResult, SourceError> {
        let runner = try FetchJobRunner(settings)
        runner.begin(1, request)
        while true {
            if let outcome = runner.poll(watching: []).outcomes.first { return outcome.result }
        }
    }
}

extension Result where Success == SourceResult, Failure == SourceError {
    var answer: SourceResult? { try? get() }
    var failure: SourceError? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
