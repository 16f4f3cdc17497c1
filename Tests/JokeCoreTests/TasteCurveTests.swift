// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

/// A thousand jokes with one or two categories each, and a user who likes exactly one of the categories.
///
/// `JOKESD_CURVE=1` prints the curve of docs/decisions.md.
@Suite("The curve of the taste")
struct TasteCurveTests {
    /// The categories and their parts of the pack, in thousandths.
    private static let parts = [
        ("family", 180), ("home", 140), ("office", 120), ("travel", 100), ("food", 90), ("animals", 85),
        ("science", 75), ("history", 75), ("programming", 70), ("technology", 70), ("art", 65), ("money", 65),
        ("language", 60), ("music", 60), ("sport", 60), ("school", 50),
    ]

    /// Returns for each of the first jokes whether it is of the favorite category, with the real core.
    private func watch(_ count: Int, favorite: String, seed: UInt64) -> [Bool] {
        var generator = SeededGenerator(seed: seed &* 7919)
        let names = Self.parts.flatMap { Array(repeating: $0.0, count: $0.1) }
        let pack = (0..<1000).map { number in
            // A half has a second category, as in the built-in pack.
            let other = number % 2 == 0 ? [names.randomElement(using: &generator) ?? ""] : []
            let first = names.randomElement(using: &generator) ?? ""
            return Joke.sample(
                "\(number)", categories: [first] + other.filter { $0 != first }, source: "pack")
        }
        let driver = ModelDriver(.with(.pack), seed: seed)
        var (position, seen) = (0, Set<Joke.ID>())
        var isFavorite: [Bool] = []
        driver.next()
        while isFavorite.count < count {
            while let request = driver.pending.first {
                // As from a file, a half comes from the beginning of the round, the others from a position.
                var jokes = Array(
                    pack.lazy.filter { !seen.contains($0.id) }.prefix(request.candidates / 2))
                for step in 0..<pack.count where jokes.count < request.candidates {
                    let joke = pack[(position + step) % pack.count]
                    if !seen.contains(joke.id), !jokes.contains(joke) { jokes.append(joke) }
                }
                position = (Int(jokes.last?.id.rawValue ?? "") ?? 0) + 1
                driver.deliver(jokes, from: request.source)
            }
            let joke = driver.state.joke
            guard joke.source == "pack" else {
                driver.next()
                continue
            }
            seen.insert(joke.id)
            isFavorite.append(joke.categories.contains(favorite))
            driver.request(.decide(isFavorite.last == true ? .like : .dislike, .card))
        }
        return isFavorite
    }

    private static let favorites = ["programming", "family", "music"]

    @Test(
        "of the jokes 61 to 100, at least a half are of the one category that is liked, and a fifth are others",
        .rule(8),
        arguments: favorites)
    func half(favorite: String) {
        let seeds = 1...8 as ClosedRange<UInt64>
        let share = seeds.reduce(0) { $0 + watch(100, favorite: favorite, seed: $1).suffix(40).count { $0 } }
        #expect(160...256 ~= share, "\(share) of 320")
    }

    @Test("the curve is printed", .enabled(if: getenv("JOKESD_CURVE") != nil))
    func curve() {
        for favorite in Self.favorites {
            let runs = (1...40 as ClosedRange<UInt64>).map { watch(120, favorite: favorite, seed: $0) }
            let means = stride(from: 0, to: 120, by: 10).map { start in
                runs.reduce(0) { $0 + $1[start..<start + 10].count { $0 } } * 100 / (10 * runs.count)
            }
            let shares = runs.map { $0[60..<100].count { $0 } * 100 / 40 }
            print(
                "\(favorite): \(means) % of each ten; 61 to 100: \(shares.min() ?? 0) to \(shares.max() ?? 0) %"
            )
        }
    }
}
