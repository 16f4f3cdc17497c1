// SPDX-License-Identifier: MIT
import JokeCards
import JokeDesktop
import JokeTestSupport
import JokeWire
import Testing

/// scripts/catalogue.py checks the translations. Tests/Card/card.py sees them on the card.
@Suite("The texts of the card in the user's language")
struct LocalizedTests {
    @Test(
        "values replace their places, in any order",
        arguments: [
            ("%s of %s", "a of b"), ("%2$s of %1$s", "b of a"), ("%1$s, %1$s", "a, a"),
            ("100 % of %s", "100 % of a"), ("%s %s %s", "a b %s"), ("%3$s %d %", "%3$s %d %"), ("", ""),
        ])
    func places(text: String, filled: String) {
        #expect(Catalogue.fill(text, with: ["a", "b"]) == filled)
    }

    @Test("a value that looks like a place stays as it is")
    func valueWithPlace() {
        #expect(Catalogue.fill("%s and %s", with: ["%s", "%1$s"]) == "%s and %1$s")
    }

    @Test("without a catalogue the texts are English, with the form for the number")
    func withoutCatalogue() {
        #expect(localized("Joke: %s", "100 %") == "Joke: 100 %")
        #expect(localized("%s joke", "%s jokes", count: 1) == "1 joke")
        #expect(localized("%s joke", "%s jokes", count: 0) == "0 jokes")
    }

    @Test(
        "the undo of another client's change is confirmed, in the words of the terminal card",
        arguments: [
            (Method.jokeLike, "a like"), (.jokeDislike, "a dislike"), (.cardRelease, "a decision"),
            (.savedDelete, "a deletion"), (.savedRestore, "a restoration"), (.jokeAdd, "an added joke"),
            (.savedEdit, "an edit"), (.jokeUndo, "an undo"),
        ])
    func undoWarning(method: Method, change: String) throws {
        var driver = try DesktopDriver()
        try driver.receive(.sample.with { $0.decisionState = .liked }, by: method, of: 99)
        driver.take(.command(.undo))
        #expect(
            driver.picture.message?.text
                == "The newest change is \(change) by another client. Undo again to undo it, too.")
    }
}
