// SPDX-License-Identifier: MIT
import JokeCards
import JokeDesktop
import JokeTestSupport
import JokeWire
import Testing

@Suite("The warning before an undo of another client's change")
struct UndoWarningTests {
    @Test(
        "it says what the change is",
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
