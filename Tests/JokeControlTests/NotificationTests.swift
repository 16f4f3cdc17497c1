// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import JokeTestSupport
import JokeWire
import Testing

@Suite("The command line of notify-send")
struct NotificationTests {
    private static func joke(_ value: String, id: String = "j1") -> Joke {
        Joke(id: Joke.ID(rawValue: id), value: value, source: "builtin", language: "en")
    }

    private static func body(_ value: String, markup: Bool = true) -> String? {
        Notification("Joke of the day", of: joke(value), translated: false)
            .arguments(replacing: nil, markup: markup).last
    }

    @Test("the joke follows all flags, with a button for each action")
    func arguments() {
        let notification = Notification("Joke of the day", of: Self.joke("-x\nSecond."), translated: false)
        #expect(
            notification.arguments(replacing: 7, markup: true) == [
                "--app-name=jokesd", "--icon=jokesd", "--hint=string:desktop-entry:jokesd", "--print-id",
                "--replace-id=7", "--action=like:j1=Like", "--action=dislike:j1=Dislike",
                "--action=next:j1=Next", "--action=translate:j1=Translate", "--", "Joke of the day",
                "-x\nSecond.",
            ])
    }

    @Test(
        "markup, escapes and control characters of a joke have no effect",
        arguments: [
            ("<b>bold</b> & <img src=\"x\"/>", "&lt;b&gt;bold&lt;/b&gt; &amp; &lt;img src=\"x\"/&gt;"),
            ("&lt;b&gt;", "&amp;lt;b&amp;gt;"), ("<a href='javascript:x'>", "&lt;a href='javascript:x'&gt;"),
            (#"C:\new \101 \"#, #"C:\\new \\101 \\"#), ("a\u{1B}[31mb\u{202E}c\u{0}d\r\ne\tf", "abcd\ne f"),
            ("%s %n %b $(id) `id`", "%s %n %b $(id) `id`"), ("<\u{200B}b\u{200B}>", "&lt;b&gt;"), ("", "N/A"),
        ])
    func hostileJoke(_ value: String, _ body: String) { #expect(Self.body(value) == body) }

    @Test("a server without markup gets plain text")
    func withoutMarkup() { #expect(Self.body("<b> & \\n", markup: false) == "<b> & \\\\n") }

    @Test("the key of a button contains any id")
    func buttonKey() {
        let id = Joke.ID(rawValue: "a=b:c d\u{1B}ü")
        #expect(Notification.Button(.like, id).key == "like:a%3Db%3Ac%20d%1B%C3%BC")
    }

    @Test("a translation has its credit and a button for the original")
    func translationCredit() {
        var joke = Self.joke("Plain.")
        joke.translation = Joke.Translation(
            language: "es", value: "Chiste.", machine: true,
            attribution: .init(engine: "apertium", text: "Apertium", url: "https://www.apertium.org/?a&b"))
        let notification = Notification("Another joke", of: joke, translated: true)
        #expect(
            notification.arguments(replacing: nil, markup: true).last
                == "Chiste.\n\nApertium (machine) https://www.apertium.org/?a&amp;b")
        #expect(notification.buttons.map(\.deed) == [.like, .dislike, .next, .original])
    }

    @Test("a held punch line is left out, and a button tells it")
    func heldPunchline() {
        var joke = Self.joke("Why?\nBecause.")
        (joke.setup, joke.punchline) = ("Why?", "Because.")
        let held = Notification("Another joke", of: joke, translated: false, revealed: false)
        #expect(held.body == "Why?")
        #expect(held.arguments(replacing: nil, markup: true).contains("--action=reveal:j1=Tell me"))
        let told = Notification("Another joke", of: joke, translated: false, revealed: true)
        #expect(told.body == "Why?\nBecause.")
        #expect(told.buttons.map(\.deed) == [.like, .dislike, .next, .translate])
    }

    @Test("the error joke has only the button for the next joke")
    func errorJoke() {
        let notification = Notification(
            "Another joke", of: Self.joke("No network.", id: "error"), translated: false)
        #expect(notification.buttons.map(\.deed) == [.next])
    }

    @Test("the printed command line is quoted for a shell")
    func commandLine() {
        let line = Notification("Joke of the day", of: Self.joke("It's $(id)\n`x`"), translated: false)
            .commandLine
        #expect(line.hasPrefix("notify-send --app-name=jokesd "))
        #expect(line.hasSuffix(#" -- 'Joke of the day' 'It'\''s $(id)"# + "\n`x`'"))
    }

    @Test(
        "an invalid file of the last notification counts as none",
        arguments: ["", "{", "5", "{\"date\":5}\n"])
    func invalidDateFile(_ text: String) {
        let directory = TemporaryDirectory()
        #expect(LastNotification(at: directory.write(text, to: "mark")) == nil)
        #expect(LastNotification(at: directory.path + "/none") == nil)
    }

    @Test("the file of the last notification is in the user's state directory")
    func dateFilePath() throws {
        #expect(
            try LastNotification.path(["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/jokesd/notified.json")
        #expect(
            try LastNotification.path(["XDG_STATE_HOME": "s", "HOME": "/h"])
                == "/h/.local/state/jokesd/notified.json")
        #expect(throws: CommandError.self) { try LastNotification.path([:]) }
    }
}
