// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire
import Testing

@Suite("Backoff")
struct BackoffTests {
    @Test(
        "the backoff is between zero and a bound that doubles with each failure, up to its maximum",
        arguments: [
            (0, 30), (1, 30), (2, 60), (3, 120), (4, 240), (10, 15_360), (11, 21_600), (20, 21_600),
            (1_000_000, 21_600), (.max, 21_600),
        ] as [(Int, Int)])
    func bounds(failures: Int, seconds: Int) {
        var generator = SeededGenerator(seed: 7)
        let delays = (0..<500).map { _ in Backoff().delay(afterFailures: failures, using: &generator) }
        #expect(delays.allSatisfy { $0 >= .zero && $0 <= .seconds(seconds) })
        // Full jitter: the whole range is used.
        #expect((delays.min() ?? .zero) < .seconds(seconds) / 10)
        #expect((delays.max() ?? .zero) > .seconds(seconds) * 9 / 10)
    }
}

@Suite("The generator")
struct GeneratorTests {
    @Test("the generator returns the published numbers of SplitMix64")
    func publishedNumbers() {
        var generator = SeededGenerator(seed: 1_234_567)
        let numbers = (0..<5).map { _ in generator.next() }
        #expect(
            numbers == [
                6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
                4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
            ])
    }
}

@Suite("A joke's fingerprints")
struct FingerprintTests {
    @Test(
        "fingerprints ignore case, spacing and punctuation",
        arguments: [
            ("Knock, knock!", "knock knock"), ("Año nuevo.", "¡AÑO NUEVO!"), ("a-b c", "ABC"), ("2+2", "22"),
        ])
    func equalFingerprints(left: String, right: String) { #expect(TextHash.of(left) == TextHash.of(right)) }

    @Test(
        "different texts have different fingerprints",
        arguments: [
            ("año", "ano"), ("ab", "ba"), ("😂", "😭"), ("knock", "knock knock"), ("", "a"), ("1", "2"),
        ])
    func differentFingerprints(left: String, right: String) {
        #expect(TextHash.of(left) != TextHash.of(right))
    }

    @Test("ids from fingerprints have sixteen digits and never change")
    func stableIDs() {
        #expect(TextHash.id("mine-", of: "A ghost, a fish and a dog").rawValue == "mine-00714e601e58e28a")
        #expect(TextHash.id("", of: "Foo, bar!").rawValue == "85944171f73967e8")
    }

    @Test("fingerprints are FNV-1a and never change")
    func publishedHashes() {
        #expect(TextHash.bytes("".utf8) == 0xcbf2_9ce4_8422_2325)
        #expect(TextHash.bytes("a".utf8) == 0xaf63_dc4c_8601_ec8c)
        #expect(TextHash.bytes("foobar".utf8) == 0x8594_4171_f739_67e8)
        #expect(TextHash.of("Foo, bar!") == 0x8594_4171_f739_67e8)
    }

    @Test("a joke has a fingerprint of its source and id, and one of its text")
    func idAndText() {
        let joke = Joke.sample("a", "One.")
        let sameID = Seen.fingerprints(of: .sample("a", "Two."))
        let sameText = Seen.fingerprints(of: .sample("b", "One."))
        let otherSource = Seen.fingerprints(of: .sample("a", "Two.", source: "other"))
        let mine = Set(Seen.fingerprints(of: joke))
        #expect(mine.count == 2)
        #expect(mine.intersection(sameID).count == 1)
        #expect(mine.intersection(sameText).count == 1)
        #expect(mine.isDisjoint(with: otherSource))
    }
}

@Suite("The status of a joke")
struct JokeStatusTests {
    private let early = WallTime(milliseconds: 1)
    private let late = WallTime(milliseconds: 2)

    @Test("a saved joke is neither deleted nor disliked, and keeps its first date")
    func saved() {
        #expect(JokeStatus.undecided.saved(at: early) == JokeStatus(savedAt: early))
        #expect(JokeStatus(savedAt: early).saved(at: late) == JokeStatus(savedAt: early))
        #expect(JokeStatus(savedAt: early, deletedAt: early).saved(at: late) == JokeStatus(savedAt: late))
        #expect(JokeStatus(dislikedAt: early).saved(at: late) == JokeStatus(savedAt: late))
    }

    @Test("a disliked joke is not saved, and keeps its first date")
    func disliked() {
        #expect(JokeStatus.undecided.disliked(at: late) == JokeStatus(dislikedAt: late))
        #expect(JokeStatus(dislikedAt: early).disliked(at: late) == JokeStatus(dislikedAt: early))
        let both = JokeStatus(savedAt: early).disliked(at: late)
        #expect(both == JokeStatus(savedAt: early, deletedAt: late, dislikedAt: late))
        #expect(!both.isSaved)
        #expect(both.isDisliked)
    }

    @Test("a deleted joke is not saved")
    func deleted() {
        #expect(JokeStatus(savedAt: early).deleted(at: late) == JokeStatus(savedAt: early, deletedAt: late))
        #expect(!JokeStatus(savedAt: early).deleted(at: late).isSaved)
    }
}

@Suite("Built-in jokes")
struct SampleJokeTests {
    @Test("the starter joke has one category and a translation with the required link")
    func starterJoke() {
        #expect(Joke.starter.categories == ["dev"])
        #expect(
            Joke.starter.value
                == "My code optimizes itself: first it removed the bugs, then the features, then me.")
        #expect(Joke.starter.translation?.language == "es")
        #expect(Joke.starter.translation?.attribution.url.isEmpty == false)
    }

    @Test("the error joke has the message, no categories and no translation")
    func errorJoke() {
        let joke = Joke.error("No network.")
        #expect(joke.id.rawValue == "error")
        #expect(joke.value == "No network.")
        #expect(joke.categories.isEmpty)
        #expect(joke.translation == nil)
    }
}
