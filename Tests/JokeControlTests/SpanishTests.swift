// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeControl
import JokeWire
import Testing

/// A process has one language, so each test needs its own.
@Suite("The notification in Spanish")
struct SpanishTests {
    @Test("the buttons are Spanish, their keys are not, and each fits a third of GNOME's notification")
    func buttons() async {
        await #expect(processExitsWith: .success) {
            Catalogue.choose { $0 == "LANG" ? "es_ES.UTF-8" : nil }
            let joke = Joke(
                id: Joke.ID(rawValue: "j1"), value: "a\nb", setup: "a", punchline: "b", source: "s",
                language: "en")
            let server = NotificationServer(capabilities: ["actions", "body"])
            let shown = [false, true].flatMap { isTranslated in
                Notification(
                    localized("Joke of the day"), of: joke, translated: isTranslated, revealed: false
                ).arguments(replacing: nil, on: server)
            }
            #expect(shown.contains("Chiste del día"))
            #expect([9_999, 10_000, 1_234_567].map(\.grouped) == ["9999", "10.000", "1.234.567"])
            let actions = shown.filter { $0.hasPrefix("--action=") }.map { $0.dropFirst("--action=".count) }
            #expect(
                Set(actions) == [
                    "reveal:j1=Cuéntamelo", "like:j1=Me gusta", "dislike:j1=No me gusta", "next:j1=Siguiente",
                    "translate:j1=Traducir", "original:j1=Original", "default=Leer",
                ])
            for action in actions { #expect(action.drop { $0 != "=" }.count <= 1 + 12) }
        }
    }

    @Test("the credit of a translation is Spanish")
    func credit() async {
        await #expect(processExitsWith: .success) {
            Catalogue.choose { $0 == "LANG" ? "es_ES.UTF-8" : nil }
            let translation = Joke.Translation(
                language: "es", value: "v", machine: true,
                attribution: Joke.Attribution(
                    engine: "apertium", text: "Translated by Apertium", url: "https://a.org"))
            var joke = Joke(id: Joke.ID(rawValue: "j1"), value: "a", source: "s", language: "en")
            joke.translation = translation
            #expect(joke.credit(translated: true)?.line == "Traducido por Apertium (máquina) https://a.org")
        }
    }

    @Test("doctor, sync and a bar speak Spanish, and what a pipe gets of them has English names")
    func reports() async {
        await #expect(processExitsWith: .success) {
            Catalogue.choose { $0 == "LANG" ? "es_ES.UTF-8" : nil }
            let checks = [
                DiagnosticCheck("files", []), DiagnosticCheck("units", [.wrong("k", "m", mend: "c")]),
            ]
            let page = Rendering.examinations(checks, Appearance(width: 80)).text
            #expect(page == "archivos  bien\nunidades  m\n          $ c\n\nHay un problema.\n")
            let cells = Rendering.examinations(checks, Appearance()).text
            #expect(cells == "units\tk\twrong\tm\tc\n")
            var status = SyncStatus(folder: "/f", machine: nil)
            status.problem = "p"
            #expect(Rendering.syncStatus(status, Appearance()).text == "folder\t/f\nproblem\tp\n")
            #expect(
                Rendering.syncStatus(status, Appearance(width: 80)).text
                    == "carpeta   /f\nproblema  p\nNingún otro equipo ha escrito aún en la carpeta.\n")
            #expect(BarCard(offline: "x").text == "sin jokesd")
        }
    }

    @Test("the days of a schedule are Spanish for people, and English for systemd")
    func schedule() async {
        await #expect(processExitsWith: .success) {
            Catalogue.choose { $0 == "LANG" ? "es_ES.UTF-8" : nil }
            let schedule = try NotificationSchedule(at: "8:30", on: "mon-wed,sun")
            #expect(schedule.dayNames == "de lunes a miércoles, domingo")
            #expect(schedule.calendar == "Mon,Tue,Wed,Sun *-*-* 08..21:30:00")
        }
    }
}
