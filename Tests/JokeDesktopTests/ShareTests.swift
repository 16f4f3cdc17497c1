// SPDX-License-Identifier: MIT
import JokeCards
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

    @Test("a target that is not a page or a mail, and a link that no program opens, are told")
    func troubles() throws {
        var driver = try opened()
        driver.take(.share("bad"))
        #expect(driver.opened == [] && driver.picture.message?.isTrouble == true)
        driver.take(.notOpened("no program is known"))
        #expect(driver.picture.message?.text == "No program opens the link: no program is known.")
    }
}
