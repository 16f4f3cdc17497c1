// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire

/// A source that returns jokes of a corpus that are neither seen, saved nor disliked, or none when there are no more.
package final class PoolSource: JokeSource {
    private let corpus: any Corpus
    private let store: Store

    init(corpus: any Corpus, store: Store) {
        self.corpus = corpus
        self.store = store
    }

    package func perform(_ request: SourceRequest, completion: @escaping Completion) {
        store.perform(request, on: corpus, completion: completion)
    }
}
