// SPDX-License-Identifier: MIT
import JokeDesktop
import JokeTestSupport
import JokeWire
import Testing

@Suite("The details of a joke on the desktop")
struct JokeDetailsTests {
    private static let joke = Joke(
        id: Joke.ID(rawValue: "j1"), value: "A joke.", categories: ["dev", "web"], source: "service",
        language: "en", url: "https://example.com/a b",
        translation: Joke.Translation(
            language: "es", value: "Un chiste.", machine: true,
            attribution: Joke.Attribution(engine: "x", text: "Translated by X", url: "https://x.example")))

    @Test("they name the source, the categories, both languages, the translator and the links")
    func facts() {
        let details = JokeDetails(Self.joke, translated: false)
        #expect(details.text == "A joke." && details.otherText == "Un chiste.")
        #expect(
            details.facts.map { "\($0.name): \($0.text)" } == [
                "Source: service", "Categories: dev, web", "Language: en", "Translation: es",
                "Credit: Translated by X (machine)", "Address: https://example.com/a%20b", "Id: j1",
            ])
        #expect(
            details.facts.compactMap(\.link) == ["https://x.example", "https://example.com/a%20b"])
        #expect(JokeDetails(Self.joke, translated: true).text == "Un chiste.")
    }

    @Test("they do not tell a punch line that the card holds back")
    func heldPunchline() throws {
        var joke = Self.joke
        (joke.value, joke.setup, joke.punchline) = ("Why?\nBecause.", "Why?", "Because.")
        let held = JokeDetails(joke, translated: false, revealed: false)
        #expect(held.text == "Why?" && held.otherText == nil)
        #expect(JokeDetails(joke, translated: false).text == "Why?\nBecause.")
        #expect(JokeDetails(Self.joke, translated: false, revealed: false).otherText == "Un chiste.")
        var driver = try DesktopDriver()
        try driver.receive(
            CardState.sample.with {
                $0.joke = joke
                $0.revealed = false
            })
        driver.take(.open(.details(nil)))
        guard case .details(let details) = driver.picture.page else { throw NoDetails() }
        #expect(details.text == "Why?")
    }

    @Test("an address that is not one of a web page is not a link")
    func noLink() {
        var joke = Self.joke
        (joke.url, joke.translation) = ("javascript:alert(1)", nil)
        #expect(JokeDetails(joke, translated: false).facts.compactMap(\.link) == [])
    }

    @Test("closing the details returns to the list from which they were opened")
    func back() throws {
        var driver = try DesktopDriver()
        driver.take(.open(.saved))
        driver.take(.open(.details(Self.joke)))
        guard case .details(let details) = driver.picture.page else { throw NoDetails() }
        #expect(details.id == "j1")
        driver.take(.close)
        #expect(driver.savedPage != nil)
        driver.take(.open(.details(nil)))
        driver.take(.open(.feed))
        driver.take(.close)
        #expect(driver.picture.page == nil)
    }

    private struct NoDetails: Error {}
}
