// SPDX-License-Identifier: MIT
import JokeDesktop
import JokeTestSupport
import JokeWire
import Testing

@Suite("The taste on the desktop")
struct TasteTests {
    private static let taste: JSON = [
        "enabled": true,
        "arms": [
            [
                "kind": "source", "name": "builtin", "weight": 1, "likes": 3, "dislikes": 1, "mean": 0.667,
                "share": 0.8,
            ],
            [
                "kind": "category", "name": "dev", "weight": 1, "likes": 0, "dislikes": 0, "mean": 0.5,
                "share": 0.2,
            ],
        ],
    ]

    private func picture(_ driver: DesktopDriver) -> TastePicture? {
        if case .taste(let picture) = driver.picture.page { picture } else { nil }
    }

    @Test("the chance of a like is a bar, and the share and the decisions are words")
    func bars() throws {
        var driver = try DesktopDriver()
        driver.take(.open(.taste))
        #expect(picture(driver)?.note == "Reading the taste…")
        driver.answer(driver.takeRequests()[0], Self.taste)
        let taste = try #require(picture(driver))
        #expect(taste.sources.map(\.name) == ["builtin"] && taste.sources.map(\.chance) == [0.667])
        #expect(taste.sources.map(\.facts) == ["67 % likely · 80 % of the next jokes · 🤣\u{A0}3 👎\u{A0}1"])
        #expect(taste.categories.map(\.facts) == ["50 % likely · 20 % of the next jokes"])
    }

    @Test("a decision of any client reads the taste again")
    func decisions() throws {
        var driver = try DesktopDriver()
        driver.take(.open(.taste))
        driver.answer(driver.takeRequests()[0], Self.taste)
        try driver.receive(.sample.with { $0.decisionState = .disliked }, by: .jokeDislike, of: 99)
        #expect(driver.takeRequests().map { $0["method"] } == ["taste.get"])
    }
}
