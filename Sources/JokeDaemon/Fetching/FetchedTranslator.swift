// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire

/// The translation engines, which jokesd-fetch calls.
package final class FetchedTranslator: JokeSource {
    private let engines: [Configuration.TranslationEngine]
    private let fetcher: Fetcher

    package init(_ engines: [Configuration.TranslationEngine], using fetcher: Fetcher) {
        self.engines = engines
        self.fetcher = fetcher
    }

    package func perform(_ request: SourceRequest, completion: @escaping Completion) {
        var request = request
        request.settings = engines.first { $0.name == request.source }?.settings ?? SourceSettings()
        fetcher.post(request) { completion($0) }
    }
}
