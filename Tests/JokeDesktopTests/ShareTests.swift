// SPDX-License-Identifier: MIT
import JokeCards
import JokeClient
import JokeDesktop
import JokeTestSupport
import JokeWire
import Testing

@Suite("Sharing on the desktop")
struct DesktopShareTests {
    private func opened() throws -> DesktopDriver {
        var driver = try DesktopDriver()
        driver.take(.readShareTargets)
        driver.answer(
            driver.takeRequests()[0],
            [
                "items": [
                    ["name": "mail", "url": "mailto:?body={text}"], ["name": "bad", "url": "file:///{text}"],
                ]
            ])
        return driver
    }

    @Test("a target opens its link with the joke on the card, or with that of the details")
    func targets() throws {
        var driver = try opened()
        #expect(driver.picture.shareTargets == ["mail", "bad"])
        driver.take(.share("mail"))
        var joke = CardState.sample.joke
        (joke.value, joke.translation) = ("Two words", nil)
        driver.take(.open(.details(joke)))
        driver.take(.share("mail"))
        #expect(driver.opened.count == 2 && driver.opened[0].hasPrefix("mailto:?body="))
        #expect(driver.opened[1] == "mailto:?body=Two%20words")
        #expect(driver.picture.message?.text == "Opened mail.")
    }

    @Test("a picture shows the whole joke, as jokectl makes it")
    func picture() throws {
        var joke = CardState.sample.joke
        (joke.value, joke.translation) = (String(repeating: "Long words. ", count: 200), nil)
        var driver = try DesktopDriver(.sample.with { $0.joke = joke })
        driver.take(.copyPicture)
        let picture = try #require(driver.pictures.last)
        #expect(picture == SharedJoke(joke, translated: false).svg(zoom: 2))
        #expect(picture.split(separator: "Long words.").count > 400, "in the lines and in the title")
        driver.take(.copiedPicture(true))
        #expect(driver.picture.message?.text == "Copied a picture of the joke.")
        driver.take(.copiedPicture(false))
        #expect(driver.picture.message?.isTrouble == true)
    }

    @Test("a target that is not a page or a mail, and a link that no program opens, are told")
    func troubles() throws {
        var driver = try opened()
        driver.take(.share("bad"))
        #expect(driver.opened == [] && driver.picture.message?.isTrouble == true)
        driver.take(.notOpened("no program is known"))
        #expect(driver.picture.message?.text == "No program opens the link: no program is known.")
    }
}
