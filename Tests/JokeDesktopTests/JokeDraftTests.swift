// SPDX-License-Identifier: MIT
import JokeCards
import JokeDesktop
import JokeTestSupport
import JokeWire
import Testing

@Suite("The editor on the desktop")
struct JokeDraftTests {
    private static let joke = Joke(
        id: Joke.ID(rawValue: "s1"), value: "Why?\nBecause.", setup: "Why?", punchline: "Because.",
        categories: ["dev"], source: "mine", language: "en")

    private func draft(_ text: String, _ punchline: String = "", _ categories: String = "") -> JokeDraft {
        var draft = JokeDraft()
        (draft.text, draft.punchline, draft.categories) = (text, punchline, categories)
        return draft
    }

    private func isEditing(_ driver: DesktopDriver) -> Bool {
        if case .editor = driver.picture.page { true } else { false }
    }

    @Test("a joke is added in one part or in two, and the editor closes when it is saved")
    func add() throws {
        var driver = try DesktopDriver()
        driver.take(.open(.editor(nil)))
        driver.take(.save(draft(" One part. \n", "", "a, b,")))
        let request = driver.takeRequests()[0]
        #expect(request["method"] == "joke.add")
        #expect(request["params"] == ["value": "One part.", "categories": ["a", "b"]])
        #expect(isEditing(driver))
        driver.answer(request, ["seq": 9, "changed": true])
        #expect(!isEditing(driver) && driver.picture.message?.text == "Added and saved the joke.")
        driver.take(.open(.editor(nil)))
        driver.take(.save(draft("Why?", "Because.")))
        #expect(driver.requests[0]["params"] == ["setup": "Why?", "punchline": "Because."])
    }

    @Test("an empty joke is not sent, and a refused one stays in the editor")
    func troubles() throws {
        var driver = try DesktopDriver()
        driver.take(.open(.editor(nil)))
        driver.take(.save(draft(" ")))
        #expect(driver.requests == [] && driver.picture.message?.isTrouble == true)
        driver.take(.save(draft("A joke.")))
        try driver.refuse(driver.takeRequests()[0], .storage)
        #expect(isEditing(driver) && driver.picture.message?.isTrouble == true)
    }

    @Test("only what was changed of a saved joke is sent, and nothing if it is as before")
    func edit() throws {
        var driver = try DesktopDriver()
        driver.take(.open(.editor(Self.joke)))
        guard case .editor(var draft, _, let isNew) = driver.picture.page else { throw NoEditor() }
        #expect(draft.text == "Why?" && draft.punchline == "Because." && draft.categories == "dev" && !isNew)
        draft.categories = "dev, pun"
        driver.take(.save(draft))
        let request = driver.takeRequests()[0]
        #expect(request["method"] == "saved.edit")
        #expect(request["params"] == ["categories": ["dev", "pun"], "joke": "s1"])
        driver.answer(request, ["seq": 9, "changed": true])
        #expect(!isEditing(driver) && driver.picture.message?.text == "Changed the joke.")
        driver.take(.open(.editor(Self.joke)))
        driver.take(.save(JokeDraft(Self.joke)))
        #expect(driver.requests == [] && !isEditing(driver))
        #expect(driver.picture.message?.text == "The joke is as it was.")
    }

    @Test("an edit that changes nothing says so")
    func unchanged() throws {
        var driver = try DesktopDriver()
        driver.take(.open(.editor(Self.joke)))
        driver.take(.save(draft("Why?", "Because.", "dev,")))
        driver.answer(driver.takeRequests()[0], ["seq": 9, "changed": false])
        #expect(!isEditing(driver) && driver.picture.message?.text == "The joke is as it was.")
    }

    @Test("a text that another program has written meanwhile is not replaced", arguments: [false, true])
    func changedMeanwhile(isChanged: Bool) throws {
        var driver = try DesktopDriver()
        driver.take(.open(.editor(Self.joke)))
        driver.take(.save(draft("Why not?", "Because.")))
        let request = driver.takeRequests()[0]
        #expect(request["method"] == "saved.get" && request["params"] == ["joke": "s1"])
        var present = Self.joke
        if isChanged { present.punchline = "Who knows?" }
        driver.answer(request, ["joke": try JSON(parsing: present.jsonBytes), "savedAt": .null])
        #expect(isEditing(driver))
        #expect(driver.takeRequests().map { $0["method"] } == (isChanged ? [] : ["saved.edit"]))
        #expect((driver.picture.message?.isTrouble == true) == isChanged)
    }

    @Test("the editor stays as it was left until it is opened for another joke, or the joke has another text")
    func leave() throws {
        var driver = try DesktopDriver()
        func open(_ joke: Joke?) throws -> Int {
            driver.take(.open(.editor(joke)))
            guard case .editor(_, let number, _) = driver.picture.page else { throw NoEditor() }
            driver.take(.close)
            return number
        }
        let first = try open(nil)
        #expect(try open(nil) == first)
        let edited = try open(Self.joke)
        #expect(edited != first)
        #expect(try open(Self.joke) == edited)
        var changed = Self.joke
        changed.punchline = "Who knows?"
        let other = try open(changed)
        #expect(other != edited)
        let second = try open(nil)
        #expect(![first, edited, other].contains(second))
        #expect(try open(nil) == second)
    }

    private struct NoEditor: Error {}
}
