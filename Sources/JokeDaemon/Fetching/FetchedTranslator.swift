// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeFetchProtocol
import JokeWire

/// The engines that translate, which jokesd-fetch asks.
package final class FetchedTranslator: Translator {
    private let engines: [Configuration.Engine]
    private let fetcher: Fetcher

    package init(_ engines: [Configuration.Engine], over fetcher: Fetcher) {
        self.engines = engines
        self.fetcher = fetcher
    }

    package func translate(
        _ order: TranslationOrder,
        completion: @escaping @Sendable (Result<TranslationDelivery, SourceError>) -> Void
    ) {
        let asked = SourceOrder(
            source: order.engine, wish: .translation(order.texts, into: order.pair.to),
            language: order.pair.from,
            settings: engines.first { $0.name == order.engine }?.settings ?? SourceSettings())
        fetcher.post(asked) { outcome in completion(Self.delivery(outcome, of: order)) }
    }

    /// What came of it, as the core takes it.
    private static func delivery(
        _ outcome: Result<SourceAnswer, SourceError>, of order: TranslationOrder
    ) -> Result<TranslationDelivery, SourceError> {
        switch outcome {
        case .failure(let error): return .failure(error)
        case .success(let answer):
            guard let translation = answer.translation, translation.texts.count == order.texts.count else {
                return .failure(
                    SourceError(
                        .nonsense, "'\(order.engine)' did not answer with a translation of each text.",
                        requests: answer.requests))
            }
            let nothing = SourceError(
                .empty, "The translation engine '\(order.engine)' made nothing of this joke.", requests: 0)
            return .success(
                TranslationDelivery(
                    translation.texts.map { $0.map(Result.success) ?? .failure(nothing) },
                    version: translation.version,
                    attribution: Joke.Attribution(
                        engine: order.engine, text: translation.credit, url: translation.url),
                    requests: answer.requests))
        }
    }
}
