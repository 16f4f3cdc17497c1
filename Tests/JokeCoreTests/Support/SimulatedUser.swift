// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// A simulated user with a taste, with the real core and sources that always have jokes.
final class SimulatedUser {
    let driver: ModelDriver
    /// The categories of the jokes of each source, in rotation, or nil for none.
    private let supplies: [String: [String?]]
    private var given: [String: Int] = [:]
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
    func watch(_ count: Int, favourite isFavourite: (Joke) -> Bool) -> Double {
        var favourites = 0
        for _ in 0..<count {
            supply()
            let joke = driver.state.joke
            if isFavourite(joke) { favourites += 1 }
            let isLiked = Double.random(in: 0..<1, using: &generator) < (isFavourite(joke) ? 0.9 : 0.1)
            driver.request(.decide(isLiked ? .like : .dislike, .card))
        }
        return Double(favourites) / Double(count)
    }

    private func supply() {
        while let order = driver.pending.first {
            driver.deliver((0..<order.candidates).map { _ in newJoke(of: order.source) }, from: order.source)
            driver.pass(.seconds(2))
        }
    }

    private func newJoke(of source: String) -> Joke {
        let number = given[source, default: 0]
        given[source] = number + 1
        let categories = supplies[source] ?? []
        let category = categories.isEmpty ? nil : categories[number % categories.count]
        return .sample(
            "\(source)-\(number)", categories: [category].compactMap { $0 }, source: source)
    }
}
