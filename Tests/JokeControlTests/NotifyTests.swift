// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

/// Runs with the real notify-send, a real message bus and the notification server of python-dbusmock.
@Suite("jokectl notify")
struct NotifyTests {
    private static let hostile = #"<b>Bold</b> & C:\new \101 'x' "y" -- 🤣"# + "\nü"

    private static func joke(_ id: String, _ value: String = "Plain.", translated: Bool = false) -> JSON {
        let translation: JSON = [
            "language": "es", "value": "Chiste.", "machine": false,
            "attribution": ["engine": "e", "text": "A person", "url": "https://example.org"],
        ]
        return [
            "id": .string(id), "value": .string(value), "categories": [], "source": "builtin",
            "language": "en", "translation": translated ? translation : .null,
        ]
    }

    private static func daily(_ joke: JSON = joke("j1")) -> ScriptedServer.Step {
        .answer(["date": "2001-11-21", "joke": joke])
    }

    /// Returns the requests except hello.
    private func receivedRequests(_ server: ScriptedServer) -> [String] {
        server.finish().filter(\.wantsReply).map { "\($0.method) \($0.params.jsonText)" }
    }

    /// A whole run whose notification is closed as soon as it is there; gives what it was.
    ///
    /// - Parameters:
    ///   - order: which of the notifications on this desktop it is: the first, the second.
    ///   - id: the server's number for it, which one that takes another's place has from that.
    private func seen(
        _ order: Int = 1, id: Int = 1, of words: String..., on desktop: NotificationDesktop,
        from server: ScriptedServer, changing changes: [(name: String, value: String)] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> JSON {
        let run = desktop.start(["notify"] + words, at: server.path, changing: changes)
        let shown = try desktop.shown(order)
        desktop.close(notification: id)
        #expect(run.end().code == .done, sourceLocation: sourceLocation)
        return shown
    }

    @Test("a joke is shown as text, and its button likes it")
    func likeButton() throws {
        let desktop = NotificationDesktop()
        let liked: JSON = ["seq": 1, "changed": true, "joke": Self.joke("j2"), "decided": Self.joke("j1")]
        let server = ScriptedServer([[Self.daily(Self.joke("j1", Self.hostile))], [.answer(liked)]])
        let run = desktop.start("notify", at: server.path)
        let shown = try desktop.shown(1)
        #expect(
            shown["body"] == .string(#"&lt;b&gt;Bold&lt;/b&gt; &amp; C:\new \101 'x' "y" -- 🤣"# + "\nü"))
        #expect(shown["hints"]?["desktop-entry"] == "jokesd")
        // Since libnotify 0.8.4, notify-send puts the icon into a hint.
        let icons = [shown["icon"], shown["hints"]?["image_path"], shown["hints"]?["image-path"]]
        #expect(icons.contains("jokesd"))
        #expect(shown["app"] == "Jokes")
        desktop.press("like:j1", on: 1)
        #expect(run.end() == Output(code: .done, data: "", errors: ""))
        #expect(receivedRequests(server) == ["daily.get null", #"joke.like {"joke":"j1"}"#])
    }

    @Test("a click on the text opens the joke in the card on the desktop, if there is one")
    func opensCard() throws {
        let server = ScriptedServer([[Self.daily(Self.joke("-j 1"))]])
        let desktop = NotificationDesktop("actions body card")
        let run = desktop.start("notify", at: server.path)
        let shown = try desktop.shown(1)
        #expect(shown["actions"]?.arrayValue?.suffix(2) == ["default", "Read"])
        #expect(shown["hints"]?["desktop-entry"] == "io.github.jokesd.Card")
        desktop.press("default", on: 1)
        #expect(run.end() == Output(code: .done, data: "", errors: ""))
        #expect(try desktop.opened() == ["joke", ["-j 1"], [:]])
    }

    @Test("without that card, a click on the text shows the joke again, until the user closes it")
    func readsAgain() throws {
        let desktop = NotificationDesktop()
        let next: JSON = ["seq": 1, "changed": true, "joke": Self.joke("j2"), "decided": .null]
        let server = ScriptedServer([[Self.daily()], [], [.answer(next)]])
        let run = desktop.start("notify", at: server.path)
        let first = try desktop.shown(1)
        #expect(first["hints"]?["resident"] == 1 && first["hints"]?["urgency"] == 1)
        desktop.press("default", on: 1)
        let second = try desktop.shown(2)
        #expect(second["body"] == "Plain." && second["replaces"] == 0)
        #expect(second["hints"]?["urgency"] == 2)
        #expect(second["actions"] == first["actions"])
        desktop.press("next:j1", on: 2)
        #expect(try desktop.shown(3)["hints"]?["urgency"] == 2)
        desktop.close(notification: 3)
        #expect(run.end() == Output(code: .done, data: "", errors: ""))
        #expect(receivedRequests(server) == ["daily.get null", "joke.next null"])
    }

    @Test("a long joke comes without its punch line, which Tell me tells alone")
    func longJoke() throws {
        let desktop = NotificationDesktop()
        let setup = String(repeating: "and then ", count: 33)
        let long: JSON = [
            "id": "j1", "value": .string("\(setup)\nThe end."), "setup": .string(setup),
            "punchline": "The end.",
            "categories": [], "source": "builtin", "language": "en",
        ]
        let state: JSON = ["epoch": "e", "seq": 1, "state": .object(RunTests.state.objectValue ?? [:])]
        let revealed: JSON = ["seq": 1, "changed": true]
        let server = ScriptedServer([[Self.daily(long), .answer(state)], [.answer(revealed)], []])
        let run = desktop.start("notify", at: server.path)
        let first = try desktop.shown(1)
        #expect(first["body"] == .string(setup))
        #expect(first["actions"]?.arrayValue?.prefix(2) == ["reveal:j1", "Tell me"])
        desktop.press("reveal:j1", on: 1)
        #expect(try desktop.shown(2)["body"] == "The end.")
        desktop.press("default", on: 2)
        #expect(try desktop.shown(3)["body"] == .string(setup))
        desktop.close(notification: 3)
        #expect(run.end() == Output(code: .done, data: "", errors: ""))
        #expect(
            receivedRequests(server) == ["daily.get null", "state.get null", #"joke.reveal {"ifJoke":"j1"}"#])
    }

    @Test("with --wait, the joke appears when a notification server does")
    func waitsForServer() throws {
        let desktop = NotificationDesktop("later actions body")
        let server = ScriptedServer([[Self.daily()]])
        let run = desktop.start("notify", "--wait", at: server.path)
        desktop.startServer()
        #expect(try desktop.shown(1)["body"] == "Plain.")
        desktop.close(notification: 1)
        #expect(run.end() == Output(code: .done, data: "", errors: ""))
        #expect(receivedRequests(server) == ["daily.get null"])
    }

    // A server may still be closing the notification of the pressed button, and would close its successor, too.
    @Test("with --wait, the joke appears when a session bus does")
    func waitsForBus() throws {
        let desktop = NotificationDesktop()
        let server = ScriptedServer([[Self.daily()]])
        let bus = "\(desktop.directory)/late/bus"
        mkdir("\(desktop.directory)/late", 0o700)
        let run = try desktop.startProcess(
            "notify", "--wait", at: server.path,
            changing: ["DBUS_SESSION_BUS_ADDRESS": "unix:path=\(bus);unix:path=/nowhere"])
        try ObservedProcess(run.pid).awaitWatch()
        // Another entry of the directory is no bus.
        mkdir("\(desktop.directory)/late/other", 0o700)
        symlink("\(desktop.directory)/bus", bus)
        #expect(try desktop.shown(1)["body"] == "Plain.")
        desktop.close(notification: 1)
        #expect(try run.wait() == .exited(0))
        #expect(receivedRequests(server) == ["daily.get null"])
    }

    @Test("a run of the timer on another day shows nothing and does not mark the day")
    func missedRun() {
        let desktop = NotificationDesktop()
        let server = ScriptedServer()
        // Not today, and not tomorrow, if the day ends during the test.
        desktop.schedule("OnCalendar=\nOnCalendar=\(Self.day(after: 3)) *-*-* 00..21:00:00")
        let run = desktop.start("notify", "--wait", at: server.path, changing: desktop.startedByTimer).end()
        #expect(run == Output(code: .done, data: "", errors: ""))
        #expect(access(desktop.markPath, F_OK) != 0)
        #expect(receivedRequests(server).isEmpty)
    }

    @Test(
        "a run of the timer at its time, of another unit, or with times of the user's own shows the joke",
        arguments: [
            ("schedule.conf", "OnCalendar=*-*-* 00..21:00:00", "jokesd-notify.timer"),
            ("schedule.conf", "OnCalendar=\(day(after: 3)) *-*-* 00..21:00:00", "other.timer"),
            ("schedule.conf", "OnCalendar=\(day(after: 3))", "jokesd-notify.timer"),
            ("override.conf", "OnCalendar=*-*-* 00:00:00", "jokesd-notify.timer"),
        ])
    func timelyRun(file: String, line: String, unit: String) throws {
        let desktop = NotificationDesktop("body")
        let server = ScriptedServer([[Self.daily()]])
        desktop.schedule("OnCalendar=\n\(line)", in: file)
        let run = desktop.start(
            "notify", at: server.path,
            changing: desktop.startedByTimer.map { $0.name == "TRIGGER_UNIT" ? ($0.name, unit) : $0 }
        ).end()
        #expect(run.code == .done)
        #expect(try desktop.shown(1)["body"] == "Plain.")
        _ = server.finish()
    }

    /// The name of a day for systemd, such as `Mon`.
    private static func day(after days: Int) -> String {
        var (later, local) = (time(nil) + time_t(days * 86_400), tm())
        localtime_r(&later, &local)
        return ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"][Int(local.tm_wday)]
    }

    @Test("the next joke and the translation come with new buttons, and under new numbers")
    func nextAndTranslateButtons() throws {
        let desktop = NotificationDesktop()
        let next: JSON = ["seq": 1, "changed": true, "joke": Self.joke("j2"), "decided": .null]
        let showing: JSON = ["seq": 2, "changed": true, "showTranslation": true, "joke": Self.joke("j2")]
        let translated: JSON = ["seq": 2, "changed": false, "joke": Self.joke("j2", translated: true)]
        let disliked: JSON = ["seq": 3, "changed": true, "joke": Self.joke("j3"), "decided": Self.joke("j2")]
        let server = ScriptedServer([
            [Self.daily()], [.answer(next)], [.answer(showing), .answer(translated)], [.answer(disliked)],
        ])
        let run = desktop.start("notify", at: server.path)
        #expect(try desktop.shown(1)["replaces"] == 0)
        desktop.press("next:j1", on: 1)
        #expect(try desktop.shown(2)["replaces"] == 0)
        desktop.press("translate:j2", on: 2)
        let third = try desktop.shown(3)
        #expect(third["replaces"] == 0)
        #expect(third["body"] == "Chiste.\n\nA person https://example.org")
        desktop.press("dislike:j2", on: 3)
        #expect(run.end().code == .done)
        #expect(
            receivedRequests(server) == [
                "daily.get null", "joke.next null", #"translation.show {"show":"on"}"#,
                #"translation.request {"joke":"j2"}"#, #"joke.dislike {"joke":"j2"}"#,
            ])
    }

    @Test("a held punch line is told in the place of its setup, also if the joke is not on the card")
    func heldPunchline() throws {
        let desktop = NotificationDesktop()
        let parted: JSON = [
            "id": "j1", "value": "Why?\nBecause.", "setup": "Why?", "punchline": "Because.",
            "categories": [], "source": "builtin", "language": "en",
        ]
        guard case .object(var state) = RunTests.state else { return }
        state.append("holdPunchline", true)
        let stale = WireError(.staleJoke, "Another joke is on the card.", data: ["current": "j9"])
        let server = ScriptedServer([
            [Self.daily(parted), .answer(["epoch": "e", "seq": 1, "state": .object(state)])],
            [.refuse(stale)],
        ])
        let run = desktop.start("notify", at: server.path)
        let first = try desktop.shown(1)
        #expect(first["body"] == "Why?")
        desktop.press("reveal:j1", on: 1)
        let second = try desktop.shown(2)
        #expect(second["body"] == "Why?\nBecause.")
        desktop.close(notification: 2)
        #expect(run.end() == Output(code: .done, data: "", errors: ""))
        #expect(
            receivedRequests(server)
                == ["daily.get null", "state.get null", #"joke.reveal {"ifJoke":"j1"}"#])
    }

    @Test("while translations are shown, a joke without one has the button Translate")
    func withoutTranslation() throws {
        let desktop = NotificationDesktop()
        let parted: JSON = [
            "id": "j1", "value": "Why?\nBecause.", "setup": "Why?", "punchline": "Because.",
            "categories": [], "source": "builtin", "language": "en",
        ]
        guard case .object(var state) = RunTests.state else { return }
        state.set("showTranslation", true)
        let server = ScriptedServer([
            [Self.daily(parted), .answer(["epoch": "e", "seq": 1, "state": .object(state)])]
        ])
        let actions = try seen(on: desktop, from: server)["actions"]?.arrayValue ?? []
        #expect(actions.contains("translate:j1") && !actions.contains("original:j1"))
        _ = server.finish()
    }

    @Test("a button of another joke's notification has no effect, and closing exits with 0")
    func staleButton() throws {
        let desktop = NotificationDesktop()
        let server = ScriptedServer([[Self.daily()]])
        let run = desktop.start("notify", at: server.path)
        _ = try desktop.shown(1)
        desktop.press("like:j0", on: 1)
        desktop.close(notification: 1)
        #expect(run.end() == Output(code: .done, data: "", errors: ""))
        #expect(receivedRequests(server) == ["daily.get null"])
    }

    @Test("the joke is shown once a day, and the date is stored with mode 0600")
    func onceADay() throws {
        let desktop = NotificationDesktop()
        let tomorrow: ScriptedServer.Step = .answer(["date": "2001-11-22", "joke": Self.joke("j2")])
        let server = ScriptedServer([[Self.daily()], [Self.daily()], [tomorrow], [tomorrow]])
        _ = try seen(on: desktop, from: server)
        var status = stat()
        #expect(stat(desktop.markPath, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let silent = desktop.start("notify", at: server.path).end()
        #expect(silent == Output(code: .done, data: "", errors: ""))
        #expect(try seen(2, on: desktop, from: server)["replaces"] == 1)
        _ = try seen(3, of: "--again", on: desktop, from: server)
        _ = server.finish()
    }

    @Test("a run replaces the notification that is shown, also after a button, and only that run acts then")
    func replacedRun() throws {
        let desktop = NotificationDesktop()
        let next: JSON = ["seq": 1, "changed": true, "joke": Self.joke("j2"), "decided": .null]
        let server = ScriptedServer([[Self.daily()], [Self.daily()], [.answer(next)], [Self.daily()]])
        let former = desktop.start("notify", at: server.path)
        _ = try desktop.shown(1)
        let latter = desktop.start("notify", "--again", at: server.path)
        #expect(try desktop.shown(2)["replaces"] == 1)
        desktop.press("next:j1", on: 1)
        #expect(former.end() == Output(code: .done, data: "", errors: ""))
        #expect(try desktop.shown(3)["replaces"] == 0)
        let last = desktop.start("notify", "--again", at: server.path)
        #expect(try desktop.shown(4)["replaces"] == 2)
        desktop.close(notification: 2)
        for run in [latter, last] { #expect(run.end() == Output(code: .done, data: "", errors: "")) }
        let methods = receivedRequests(server).map { $0.split(separator: " ")[0] }
        #expect(methods == ["daily.get", "daily.get", "joke.next", "daily.get"])
    }

    @Test("of three runs at the same moment, one shows the joke")
    func atOnce() throws {
        let desktop = NotificationDesktop()
        let server = ScriptedServer([[Self.daily()], [Self.daily()], [Self.daily()], [Self.daily()]])
        let runs = (1...3).map { _ in desktop.start("notify", at: server.path) }
        _ = try desktop.shown(1)
        // If others had shown it, they would wait until theirs are closed.
        desktop.close(notification: 1)
        for run in runs { #expect(run.end() == Output(code: .done, data: "", errors: "")) }
        #expect(try seen(2, of: "--again", on: desktop, from: server)["replaces"] == 1)
        _ = server.finish()
    }

    @Test("a signal closes the notification, and then ends jokectl", arguments: [SIGINT, SIGTERM, SIGHUP])
    func signals(_ number: Int32) throws {
        let desktop = NotificationDesktop()
        let server = ScriptedServer([[Self.daily()]])
        let process = try desktop.startProcess("notify", at: server.path)
        _ = try desktop.shown(1)
        process.send(number)
        #expect(desktop.closed() == "1")
        #expect(try process.wait() == .signaled(number))
        _ = server.finish()
    }

    @Test(
        "a translation that fails or is late is told in the notification, whose button stays Translate",
        arguments: [
            (
                ScriptedServer.Step.refuse(WireError(.sourceEmpty, "The engine failed; add another one.")),
                "No translation: The engine failed; add another one"
            ), (.waitForHangUp, "The translation has not arrived yet. Press Translate again later."),
        ])
    func failedTranslation(reply: ScriptedServer.Step, note: String) throws {
        let desktop = NotificationDesktop()
        let showing: JSON = ["seq": 2, "changed": true, "showTranslation": true, "joke": Self.joke("j1")]
        let server = ScriptedServer([[Self.daily()], [.answer(showing), reply]])
        let run = desktop.start("--timeout", "2", "notify", at: server.path)
        _ = try desktop.shown(1)
        desktop.press("translate:j1", on: 1)
        let second = try desktop.shown(2)
        #expect(second["body"] == .string("Plain.\n\n\(note)"))
        #expect(second["actions"]?.arrayValue?.contains("translate:j1") == true)
        desktop.close(notification: 2)
        #expect(run.end() == Output(code: .done, data: "", errors: ""))
        _ = server.finish()
    }

    @Test("a second run on the same day does not ask jokesd")
    func secondRunSameDay() {
        let desktop = NotificationDesktop("none")
        desktop.mark(LastNotification(date: NotificationDesktop.today, notification: 5, server: nil))
        let output = desktop.start("notify", "-v", at: "/nowhere/socket").end()
        #expect(output.code == .done)
        #expect(
            output.errors == "jokectl: the joke of the day (\(NotificationDesktop.today)) was already shown; "
                + "`jokectl notify --again` shows it again\n")
    }

    @Test("a pipe in the place of the last notification is replaced by the file")
    func pipeAsRecord() throws {
        let desktop = NotificationDesktop("body")
        let server = ScriptedServer([[Self.daily()]])
        #expect(mkdir(desktop.directory + "/state", 0o700) == 0)
        #expect(mkdir(desktop.directory + "/state/jokesd", 0o700) == 0)
        #expect(mkfifo(desktop.markPath, 0o600) == 0)
        _ = desktop.start("notify", at: server.path).end()
        #expect(LastNotification(at: desktop.markPath)?.date == "2001-11-21")
        _ = server.finish()
    }

    @Test("an id of another run of the server is ignored")
    func otherServerRun() throws {
        let desktop = NotificationDesktop()
        let server = ScriptedServer([[Self.daily()]])
        desktop.mark(LastNotification(date: "2001-11-20", notification: 5, server: ":1.2 another"))
        #expect(try seen(on: desktop, from: server)["replaces"] == 0)
        _ = server.finish()
    }

    @Test("a server without buttons shows the joke, and the alternative is printed")
    func serverWithoutButtons() throws {
        let desktop = NotificationDesktop("body")
        let server = ScriptedServer([[Self.daily(Self.joke("j1", "a < b"))]])
        let output = desktop.start("notify", at: server.path).end()
        #expect(output.code == .done)
        #expect(
            output.errors
                == "jokectl: this notification server (mock-notify) shows no buttons; use `jokectl like daily` to save the joke of the day\n"
        )
        #expect(try desktop.shown(1)["actions"] == [])
        #expect(try desktop.shown(1)["body"] == "a < b")
        #expect(access(desktop.markPath, F_OK) == 0)
        _ = server.finish()
    }

    @Test("without a server, a bus or notify-send it says what to do and does not store the date")
    func noServer() {
        let desktop = NotificationDesktop("none")
        let server = ScriptedServer()
        let noServer = desktop.start("notify", at: server.path).end()
        #expect(noServer.code == .unreachable)
        #expect(noServer.errors.hasPrefix("jokectl: no notification server is running ("))
        #expect(noServer.errors.hasSuffix("start one, such as dunst or mako, or log in to a desktop\n"))
        let noBus = desktop.start(
            "notify", at: server.path,
            changing: [(name: "DBUS_SESSION_BUS_ADDRESS", value: "unix:path=\(desktop.directory)/none")]
        ).end()
        #expect(noBus.code == .unreachable)
        #expect(noBus.errors.contains("No such file or directory"))
        let noProgram = desktop.start(
            "notify", at: server.path, changing: [(name: "PATH", value: "/nowhere")]
        )
        .end()
        #expect(
            noProgram
                == Output(
                    code: .unreachable, data: "",
                    errors:
                        "jokectl: notify-send is not installed; install libnotify (on Debian, libnotify-bin)\n"
                )
        )
        #expect(access(desktop.markPath, F_OK) != 0)
        #expect(receivedRequests(server).isEmpty)
    }

    @Test("without busctl the joke is shown, and notify-send reports errors")
    func withoutBusctl() throws {
        let few = TemporaryDirectory()
        defer { withExtendedLifetime(few) {} }
        for program in ["notify-send", "stdbuf"] { few.link(program, to: "/usr/bin/\(program)") }
        let path = [(name: "PATH", value: few.path)]
        let server = ScriptedServer([[Self.daily()], [Self.daily()]])
        let withoutServer = NotificationDesktop("none")
        let refused = withoutServer.start("notify", at: server.path, changing: path).end()
        #expect(refused.code == .unreachable)
        #expect(refused.errors.hasPrefix("jokectl: no notification server is running ("))
        #expect(access(withoutServer.markPath, F_OK) != 0)
        let desktop = NotificationDesktop()
        #expect(try seen(on: desktop, from: server, changing: path)["body"] == "Plain.")
        _ = server.finish()
    }

    @Test("a joke whose date cannot be stored is not shown")
    func unstoredDate() {
        let desktop = NotificationDesktop()
        let output = desktop.start(
            "notify", at: "/nowhere/socket", changing: [(name: "XDG_STATE_HOME", value: "/proc/self")]
        ).end()
        #expect(output.code == .disk)
        #expect(output.errors.contains("/proc/self/jokesd/notified.json cannot be written"))
    }

    @Test("a button that finds no jokesd is reported in the journal and on the desktop")
    func buttonWithoutDaemon() throws {
        let desktop = NotificationDesktop()
        let server = ScriptedServer([[Self.daily()]])
        let run = desktop.start("notify", at: server.path)
        _ = try desktop.shown(1)
        _ = server.finish()
        unlink(server.path)
        desktop.press("like:j1", on: 1)
        let notification = try desktop.shown(2)
        #expect(notification["body"]?.stringValue?.hasPrefix("no jokesd listens at ") == true)
        #expect(notification["actions"] == [])
        desktop.close(notification: 2)
        let output = run.end()
        #expect(output.code == .unreachable)
        #expect(output.errors.hasPrefix("jokectl: no jokesd listens at "))
    }

    @Test("a recovered store is reported once in its own notification")
    func recoveredStore() throws {
        let desktop = NotificationDesktop()
        let words = "The store was damaged; the backup of 2001-11-20 took its place."
        let status: ScriptedServer.Step = .answer([
            "restoration": ["restoredAt": "2001-11-21T08:00:00Z", "message": .string(words), "damaged": ""]
        ])
        let tomorrow: ScriptedServer.Step = .answer(["date": "2001-11-22", "joke": Self.joke("j2")])
        let server = ScriptedServer([[Self.daily(), status], [tomorrow, status]])
        let run = desktop.start("notify", at: server.path)
        #expect(try desktop.shown(2)["body"] == "Plain.")
        let notification = try desktop.shown(1)
        #expect(notification["body"] == .string(words))
        #expect(notification["actions"] == [])
        desktop.close(notification: 2)
        desktop.close(notification: 1)
        #expect(run.end() == Output(code: .done, data: "", errors: ""))
        #expect(try seen(3, id: 2, on: desktop, from: server)["replaces"] == 2)
        _ = server.finish()
    }

    @Test("a day without a joke is reported, and its date is not stored")
    func dayWithoutJoke() {
        let desktop = NotificationDesktop()
        let server = ScriptedServer([[Self.daily(Self.joke("error", "No network."))]])
        let output = desktop.start("notify", at: server.path).end()
        #expect(output.code == .tryLater)
        #expect(output.errors == "jokectl: no joke of the day: No network.\n")
        #expect(access(desktop.markPath, F_OK) != 0)
        _ = server.finish()
    }

    @Test("a dry run prints the command and shows nothing")
    func dryRun() {
        let server = ScriptedServer([[Self.daily()]])
        let output = jokectl("notify", "--dry-run", at: server.path)
        #expect(output.code == .done)
        #expect(output.data.hasSuffix(" -- 'Joke of the day' Plain.\n"))
        _ = server.finish()
    }
}
