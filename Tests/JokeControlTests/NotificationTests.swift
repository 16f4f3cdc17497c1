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
            .arguments(replacing: nil, on: server(markup ? ["body-markup"] : [])).last
    }

    private static func server(_ capabilities: [String]) -> NotificationServer {
        NotificationServer(capabilities: ["actions", "body"] + capabilities)
    }

    @Test("the joke follows all flags, with a button for each action")
    func arguments() {
        let notification = Notification("Joke of the day", of: Self.joke("-x\nSecond."), translated: false)
        #expect(
            notification.arguments(replacing: 7, on: Self.server(["body-markup"])) == [
                "--app-name=Jokes", "--icon=jokesd", "--hint=string:desktop-entry:jokesd", "--print-id",
                "--replace-id=7", "--hint=boolean:resident:true", "--action=like:j1=Like",
                "--action=dislike:j1=Dislike", "--action=next:j1=Next", "--action=translate:j1=Translate",
                "--action=default=Read", "--", "Joke of the day", "-x\nSecond.",
            ])
    }

    @Test("without buttons, notify-send waits, because GNOME removes the notification when it ends")
    func withoutButtons() {
        let message = Notification(summary: "jokesd", body: "It failed.")
        let shown = message.arguments(replacing: nil, on: Self.server([]))
        #expect(shown.contains("--wait") && !shown.contains { $0.hasPrefix("--action") })
        var joke = Notification("Joke of the day", of: Self.joke("x"), translated: false)
        joke.isUrgent = true
        let other = joke.arguments(replacing: nil, on: NotificationServer(capabilities: ["body"]))
        #expect(other.contains("--wait") && !other.contains { $0.hasPrefix("--action") })
        #expect(other.contains("--urgency=critical") && !shown.contains("--urgency=critical"))
    }

    @Test("on dunst, a joke that is read stays without being critical")
    func readOnDunst() {
        var server = Self.server(["actions"])
        server.name = "dunst"
        var joke = Notification("Joke of the day", of: Self.joke("x"), translated: false)
        #expect(!joke.arguments(replacing: nil, on: server).contains("--expire-time=0"))
        joke.isUrgent = true
        let shown = joke.arguments(replacing: nil, on: server)
        #expect(shown.contains("--expire-time=0") && !shown.contains("--urgency=critical"))
    }

    @Test("if the card is installed, the notification is from its desktop entry")
    func desktopEntry() {
        var server = Self.server([])
        server.hasCard = true
        #expect(
            Notification(summary: "a", body: "b").arguments(replacing: nil, on: server)
                .contains("--hint=string:desktop-entry:io.github.jokesd.Card"))
    }

    @Test("a joke that a server may cut off is told in two parts")
    func longJoke() {
        let (setup, punchline) = (String(repeating: "setup ", count: 44), "The end.")
        var joke = Self.joke("\(setup)\n\(punchline)")
        (joke.setup, joke.punchline) = (setup, punchline)
        #expect(!Notification.fits(joke, translated: false))
        #expect(Notification("Another joke", of: joke, translated: false).body == punchline)
        #expect(Notification("Another joke", of: joke, translated: false, revealed: false).body == setup)
        #expect(Notification.fits(Self.joke(String(repeating: "x", count: 270)), translated: false))
        #expect(!Notification.fits(Self.joke(String(repeating: "x", count: 271)), translated: false))
        #expect(!Notification.fits(Self.joke("1\n2\n3\n4\n5\n6\n7"), translated: false))
    }

    @Test(
        "a schedule is a time of systemd, and is described for people",
        arguments: [
            ("8:30", "mon-fri", "Mon,Tue,Wed,Thu,Fri *-*-* 08..21:30:00", "8:30", "Monday to Friday"),
            ("22:05", nil, "*-*-* 22:05:00", "22:05", "every day"),
            (nil, "sun,sat", "Sat,Sun *-*-* 09..21:00:00", "9:00", "Saturday, Sunday"),
            (
                "21", "Friday-MON,wedn", "Mon,Wed,Fri,Sat,Sun *-*-* 21:00:00", "21:00",
                "Monday, Wednesday, Friday to Sunday"
            ),
            ("0:00", "mon-sun", "*-*-* 00..21:00:00", "0:00", "every day"),
        ] as [(String?, String?, String, String, String)])
    func schedule(at time: String?, on days: String?, calendar: String, shown: String, names: String) throws {
        let schedule = try NotificationSchedule(at: time, on: days)
        #expect(schedule.calendar == calendar)
        #expect(schedule.time == shown && schedule.dayNames == names)
    }

    @Test(
        "a schedule includes its days, from its time on",
        arguments: [
            (5, 8, 29, false), (5, 8, 30, true), (5, 9, 0, true), (5, 23, 59, true), (6, 9, 0, false),
            (0, 9, 0, false), (1, 0, 0, false), (1, 8, 30, true),
        ] as [(Int32, Int32, Int32, Bool)])
    func moment(weekday: Int32, hour: Int32, minute: Int32, isIncluded: Bool) throws {
        let schedule = try NotificationSchedule(at: "8:30", on: "mon-fri")
        var local = tm()
        (local.tm_wday, local.tm_hour, local.tm_min) = (weekday, hour, minute)
        #expect(schedule.includes(local) == isIncluded)
    }

    @Test("a part of a schedule keeps the other part, and a file that jokectl did not write keeps nothing")
    func keptSchedule() throws {
        for (time, days) in [("8:30", "mon-fri"), ("22:05", "mon-sun"), ("0:00", "sun,sat")] {
            let former = try NotificationSchedule(at: time, on: days)
            #expect(NotificationSchedule(calendar: former.calendar[...]) == former)
            let later = try NotificationSchedule(at: "21", on: nil, keeping: former)
            #expect(later.time == "21:00" && later.dayNames == former.dayNames)
            let other = try NotificationSchedule(at: nil, on: "wed", keeping: former)
            #expect(other.time == former.time && other.dayNames == "Wednesday")
        }
        for calendar in [
            "", "daily", "*-*-* 08:30", "*-*-* 08..20:30:00", "*-12-* 08..21:30:00", "Foo *-*-* 22:05:00",
        ] {
            #expect(NotificationSchedule(calendar: calendar[...]) == nil)
        }
    }

    @Test(
        "a schedule that is none is refused",
        arguments: [
            ("24:00", nil), ("8:60", nil), ("8:5", nil), ("", nil), ("8:30:00", nil), ("-1", nil),
            ("half past", nil),
            ("٣:٣٠", nil), (nil, ""), (nil, "mo"), (nil, "mon-"), (nil, "mon-fri-sun"), (nil, "weekdays"),
            (nil, "mon, tue"),
        ] as [(String?, String?)])
    func invalidSchedule(at time: String?, on days: String?) {
        #expect(throws: CommandError.self) { try NotificationSchedule(at: time, on: days) }
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

    @Test("GNOME gets line breaks that it shows")
    func gnomeLineBreak() {
        var server = Self.server(["body-markup"])
        server.name = "gnome-shell"
        let notification = Notification("Joke of the day", of: Self.joke("One.\nTwo."), translated: false)
        #expect(notification.arguments(replacing: nil, on: server).last == "One.\u{2029}Two.")
    }

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
            notification.arguments(replacing: nil, on: Self.server(["body-markup"])).last
                == "Chiste.\n\nApertium (machine) https://www.apertium.org/?a&amp;b")
        #expect(notification.buttons.map(\.deed) == [.like, .dislike, .next, .original, .read])
    }

    @Test("a held punch line is left out, and a button tells it")
    func heldPunchline() {
        var joke = Self.joke("Why?\nBecause.")
        (joke.setup, joke.punchline) = ("Why?", "Because.")
        let held = Notification("Another joke", of: joke, translated: false, revealed: false)
        #expect(held.body == "Why?")
        #expect(held.arguments(replacing: nil, on: nil).contains("--action=reveal:j1=Tell me"))
        let told = Notification("Another joke", of: joke, translated: false, revealed: true)
        #expect(told.body == "Why?\nBecause.")
        #expect(told.buttons.map(\.deed) == [.like, .dislike, .next, .translate, .read])
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
        #expect(line.hasPrefix("notify-send --app-name=Jokes "))
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

    @Test("a pipe in the place of the last notification counts as none, without a wait for its writer")
    func pipeAsDateFile() {
        let directory = TemporaryDirectory()
        let path = directory.path + "/pipe"
        #expect(mkfifo(path, 0o600) == 0)
        #expect(LastNotification(at: path) == nil)
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
