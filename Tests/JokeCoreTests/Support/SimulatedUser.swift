// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// A simulated user with a taste, with the real core and sources that always have jokes.
final class SimulatedUser {
    let driver: ModelDriver
    /// The categories of the jokes of each source, in rotation, or nil for none.
    private let supplies: [String: [String?]]
    private var deliveredCounts: [String: Int] = [:]
    private var generator: SeededGenerator

    init(
        seed: UInt64, _ sources: [Settings.Source], supplies: [String: [String?]], isTasteOn: Bool = true,
        categoryWeights: [String: Double] = [:]
    ) {
        self.supplies = supplies
        generator = SeededGenerator(seed: seed &* 104_729)
        driver = ModelDriver(
            Settings(
                sources: sources, spread: .zero, isTasteOn: isTasteOn, categoryWeights: categoryWeights),
            seed: seed)
    }

    /// Shows jokes to the user and decides on each: the user likes nine of ten favorites, and one of ten others.
    ///
    /// - Returns: The fraction of the jokes that were favorites.
    @discardableResult
    func watch(_ count: Int, favorite isFavorite: (Joke) -> Bool) -> Double {
        var favorites = 0
        for _ in 0..<count {
            supply()
            let joke = driver.state.joke
            if isFavorite(joke) { favorites += 1 }
            let isLiked = Double.random(in: 0..<1, using: &generator) < (isFavorite(joke) ? 0.9 : 0.1)
            driver.request(.decide(isLiked ? .like : .dislike, .card))
        }
        return Double(favorites) / Double(count)
    }

    private func supply() {
        while let request = driver.pending.first {
            driver.deliver(
                (0..<request.candidates).map { _ in newJoke(of: request.source) }, from: request.source)
            driver.pass(.seconds(2))
        }
    }

    private func newJoke(of source: String) -> Joke {
        let number = deliveredCounts[source, default: 0]
        deliveredCounts[source] = number + 1
        let categories = supplies[source] ?? []
        let category = categories.isEmpty ? nil : categories[number % categories.count]
        return .sample(
            "\(source)-\(number)", categories: [category].compactMap { $0 }, source: source)
    }
}
