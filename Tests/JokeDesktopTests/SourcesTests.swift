// SPDX-License-Identifier: MIT
import JokeCards
import JokeClient
import JokeDesktop
import JokeTestSupport
import JokeWire
import Testing

@Suite("The sources on the desktop")
struct SourcesTests {
    private static let sources: JSON = [
        "items": [
            ["name": "builtin", "type": "builtin", "enabled": true, "state": "ready"],
            [
                "name": "web", "type": "jokeapi", "enabled": true, "state": "failing",
                "message": "The network cannot be reached.", "retryAt": "2026-11-23T17:30:00Z",
                "budget": ["limit": 100, "used": 7],
            ],
            ["name": "fortune", "type": "fortune", "enabled": false, "configured": true],
        ]
    ]

    private func opened() throws -> DesktopDriver {
        var driver = try DesktopDriver()
        driver.take(.open(.sources))
        #expect(rows(driver) == nil)
        driver.answer(driver.takeRequests()[0], Self.sources)
        return driver
    }

    private func rows(_ driver: DesktopDriver) -> [SourceRow]? {
        if case .sources(let rows) = driver.picture.page { rows } else { nil }
    }

    @Test("each source says its state, its error, the next attempt and what the user chose")
    func states() throws {
        let driver = try opened()
        let states = try #require(rows(driver))
        #expect(
            states.map(\.isOn) == [true, true, false] && states.map(\.isTrouble) == [false, true, false])
        #expect(
            states.map(\.facts) == [
                "ready",
                "failing · The network cannot be reached · next try: 2026-11-23 17:30 · 7 of 100 requests today",
                "off · turned off by you (the configuration says on)",
            ])
    }

    @Test("a switch enables or disables the source, and the sources are read again")
    func toggle() throws {
        var driver = try opened()
        driver.take(.source("fortune", isOn: true))
        let request = driver.takeRequests()[0]
        #expect(request["method"] == "sources.enable" && request["params"]?["source"] == "fortune")
        driver.answer(request, ["seq": 9, "changed": true])
        #expect(driver.takeRequests().map { $0["method"] } == ["sources.list"])
        driver.take(.source("web", isOn: false))
        let refused = driver.takeRequests()[0]
        #expect(refused["method"] == "sources.disable")
        try driver.refuse(refused, .storage)
        #expect(driver.picture.message?.isTrouble == true)
    }

    @Test("a switch stays where the user moved it until jokesd replies, refuses or goes away")
    func moved() throws {
        var driver = try opened()
        func isSwitchedOn() -> Bool? { rows(driver)?.first { $0.name == "web" }?.isSwitchedOn }
        driver.take(.source("web", isOn: false))
        #expect(isSwitchedOn() == false && rows(driver)?[1].isOn == true)
        try driver.refuse(driver.takeRequests()[0], .storage)
        #expect(isSwitchedOn() == true)
        driver.answer(driver.takeRequests()[0], Self.sources)
        driver.take(.source("web", isOn: false))
        driver.answer(driver.takeRequests()[0], ["seq": 9, "changed": true])
        #expect(isSwitchedOn() == false)
        driver.answer(driver.takeRequests()[0], Self.sources)
        #expect(isSwitchedOn() == true, "the list says what the source is")
        driver.take(.source("web", isOn: false))
        driver.take(.connection(.ended))
        #expect(isSwitchedOn() == true)
        driver.take(.source("web", isOn: false))
        #expect(isSwitchedOn() == true)
    }

    @Test(
        "the sources are read again after a change of the state, once at a time, and after a lost connection")
    func changes() throws {
        var driver = try opened()
        try driver.receive(.sample.with { $0.fetching = true }, by: .jokeNext, of: 99)
        try driver.receive(.sample.with { $0.fetching = false }, by: .jokeNext, of: 99)
        let requests = driver.takeRequests()
        #expect(requests.map { $0["method"] } == ["sources.list"])
        driver.answer(requests[0], Self.sources)
        #expect(driver.takeRequests().map { $0["method"] } == ["sources.list"])
        driver.take(.connection(.ended))
        driver.advance(.seconds(10))
        driver.take(.connection(.opened))
        #expect(driver.methods.contains("sources.list"))
    }
}
