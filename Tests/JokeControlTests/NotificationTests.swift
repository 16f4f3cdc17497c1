// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import JokeTestSupport
import JokeWire
import Testing

@Suite("Notifications: what notify-send gets")
struct NotificationTests {
    private static func joke(_ value: String, id: String = "j1") -> Joke {
        Joke(id: Joke.ID(rawValue: id), value: value, source: "builtin", language: "en")
    }

    private static func body(_ value: String, markup: Bool = true) -> String? {
        Notification("Joke of the day", of: joke(value), translated: false)
            .arguments(replacing: nil, markup: markup).last
    }

    @Test("its words are the joke's, behind all flags, with a button for each deed")
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
        "nothing in a joke acts: neither markup, nor escapes of C, nor control characters",
        arguments: [
            ("<b>bold</b> & <img src=\"x\"/>", "&lt;b&gt;bold&lt;/b&gt; &amp; &lt;img src=\"x\"/&gt;"),
            ("&lt;b&gt;", "&amp;lt;b&amp;gt;"), ("<a href='javascript:x'>", "&lt;a href='javascript:x'&gt;"),
            (#"C:\new \101 \"#, #"C:\\new \\101 \\"#), ("a\u{1B}[31mb\u{202E}c\u{0}d\r\ne\tf", "abcd\ne f"),
            ("%s %n %b $(id) `id`", "%s %n %b $(id) `id`"), ("<\u{200B}b\u{200B}>", "&lt;b&gt;"), ("", "N/A"),
        ])
    func hostile(_ value: String, _ body: String) { #expect(Self.body(value) == body) }

    @Test("a server that takes no markup gets none")
    func withoutMarkup() { #expect(Self.body("<b> & \\n", markup: false) == "<b> & \\\\n") }

    @Test("an id stands in a button's key such that nothing of it ends the key")
    func key() {
        let id = Joke.ID(rawValue: "a=b:c d\u{1B}ü")
        #expect(Notification.Button(.like, id).key == "like:a%3Db%3Ac%20d%1B%C3%BC")
    }

    @Test("a translation has who made it below it, and the way back")
    func translation() {
        var joke = Self.joke("Plain.")
        joke.translation = Joke.Translation(
            language: "es", value: "Chiste.", machine: true,
            attribution: .init(engine: "apertium", text: "Apertium", url: "https://www.apertium.org/?a&b"))
        let notification = Notification("Another joke", of: joke, translated: true)
        #expect(
            notification.arguments(replacing: nil, markup: true).last
                == "Chiste.\n\nMachine translation, en to es. Apertium https://www.apertium.org/?a&amp;b")
        #expect(notification.buttons.map(\.deed) == [.like, .dislike, .next, .original])
    }

    @Test("the error joke can be followed by another one, and nothing else")
    func errorJoke() {
        let notification = Notification(
            "Another joke", of: Self.joke("No network.", id: "error"), translated: false)
        #expect(notification.buttons.map(\.deed) == [.next])
    }

    @Test("the command line that is printed means the same to a shell")
    func commandLine() {
        let line = Notification("Joke of the day", of: Self.joke("It's $(id)\n`x`"), translated: false)
            .commandLine
        #expect(line.hasPrefix("notify-send --app-name=jokesd "))
        #expect(line.hasSuffix(#" -- 'Joke of the day' 'It'\''s $(id)"# + "\n`x`'"))
    }

    @Test(
        "a mark that is broken, or that is none, counts as none", arguments: ["", "{", "5", "{\"date\":5}\n"])
    func brokenMark(_ text: String) {
        let directory = TemporaryDirectory()
        #expect(LastNotification(at: directory.write(text, to: "mark")) == nil)
        #expect(LastNotification(at: directory.path + "/none") == nil)
    }

    @Test("the mark's file is in the user's directory for state")
    func markPath() throws {
        #expect(
            try LastNotification.path(["XDG_STATE_HOME": "/s", "HOME": "/h"]) == "/s/jokesd/notified.json")
        #expect(
            try LastNotification.path(["XDG_STATE_HOME": "s", "HOME": "/h"])
                == "/h/.local/state/jokesd/notified.json")
        #expect(throws: CommandError.self) { try LastNotification.path([:]) }
    }
}
