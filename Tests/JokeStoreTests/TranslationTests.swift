// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

/// Stored translations.
struct TranslationTests {
    private let directory = TemporaryDirectory()
    private let spanish = LanguagePair(from: "en", to: "es")

    private func kept(
        _ original: String, _ value: String, by engine: String = "near", version: String = "1"
    ) -> StoredTranslation {
        let attribution = Joke.Attribution(engine: engine, text: "By \(engine)", url: "https://example.org/")
        return StoredTranslation(
            original: original, from: "en",
            translation: Joke.Translation(
                language: "es", value: value, machine: true, attribution: attribution),
            version: version)
    }

    private func found(_ store: Store, _ texts: String...) async throws -> [[StoredTranslation]] {
        let keys = texts.map { TranslationKey($0, spanish) }
        guard case .translations(let found) = try await store.query(.translations(keys)).get() else {
            return []
        }
        return found
    }

    @Test("a translation is found by text and languages after a restart, the newest of each engine")
    func newestOfEachEngine() async throws {
        let store = try directory.store()
        let (uno, dos) = (kept("One.", "Uno."), kept("One.", "Un.", by: "far", version: "7"))
        try await store.commit(.translation(kept("One.", "Ono.")), .translation(dos), .translation(uno)).get()
        store.close()
        let next = try directory.store()
        defer { next.close() }
        #expect(try await found(next, "Two.", "One.") == [[], [dos, uno]])
        let key = TranslationKey("One.", LanguagePair(from: "en", to: "de"))
        #expect(try await next.query(.translations([key])).get() == .translations([[]]))
    }

    @Test("the oldest translations are removed")
    func removesOldest() async throws {
        var limits = StoreLimits()
        limits.translations = 2
        let store = try directory.store(limits: limits)
        defer { store.close() }
        for text in ["a", "b", "c"] { try await store.commit(.translation(kept(text, text + text))).get() }
        #expect(try await found(store, "a", "b", "c").map(\.count) == [0, 1, 1])
    }

    @Test("a joke that is written again without its translation keeps it unless its text changed")
    func jokeWrittenAgain() async throws {
        let store = try directory.store()
        defer { store.close() }
        var joke = Joke.test("a")
        joke.translation = kept(joke.value, "Uno.").translation
        let translated = joke
        try await store.commit(.upsertJoke(translated)).get()
        joke.translation = nil
        joke.categories = ["new"]
        try await store.commit(.upsertJoke(joke)).get()
        let again = try #require(try await store.records(.jokes([joke.id])).first?.joke)
        #expect(again.translation == translated.translation && again.categories == ["new"])
        joke.value = joke.value.uppercased()
        try await store.commit(.upsertJoke(joke)).get()
        #expect(try await store.records(.jokes([joke.id])).first?.joke.translation == nil)
    }

    @Test("saved jokes without a translation are found in batches")
    func untranslatedBatches() async throws {
        let store = try directory.store()
        defer { store.close() }
        var done = Joke.test("b")
        done.translation = kept("b", "be").translation
        for joke in [.test("a"), done, .test("c"), .test("d"), .test("e")] {
            try await store.commit(.upsertJoke(joke)).get()
        }
        for id in ["a", "b", "c", "d"] {
            try await store.commit(.setStatus(Joke.ID(rawValue: id), .saved)).get()
        }
        let first = try await store.records(.untranslated(after: nil, limit: 2))
        #expect(ids(first) == ["a", "c"])
        #expect(
            ids(try await store.records(.untranslated(after: first.last?.joke.id, limit: 2))) == ["d"])
    }
}
