// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import Testing

/// scripts/catalogue.py checks the translations.
@Suite("The texts in the user's language")
struct LocalizedTests {
    @Test(
        "values replace their places, in any order",
        arguments: [
            ("%s of %s", "a of b"), ("%2$s of %1$s", "b of a"), ("%1$s, %1$s", "a, a"),
            ("100 % of %s", "100 % of a"), ("%s %s %s", "a b %s"), ("%3$s %d %", "%3$s %d %"), ("", ""),
            ("«%s» añadido", "«a» añadido"),
        ])
    func places(text: String, filled: String) { #expect(Catalogue.fill(text, with: ["a", "b"]) == filled) }

    @Test("a value that looks like a place stays as it is")
    func valueWithPlace() { #expect(Catalogue.fill("%s and %s", with: ["%s", "%1$s"]) == "%s and %1$s") }

    @Test("without a catalogue the texts are English, with the form for the number")
    func withoutCatalogue() {
        #expect(localized("Joke: %s", "100 %") == "Joke: 100 %")
        #expect(localized("%s joke", "%s jokes", count: 1) == "1 joke")
        #expect([0, 999, 1_000, -1_234_567].map(\.grouped) == ["0", "999", "1,000", "-1,234,567"])
        #expect(localized("%s joke", "%s jokes", count: 10_000) == "10,000 jokes")
    }

    private static let sample = Catalogue(
        records: """
            %s joke^%s chiste^%s chistes
            Like^Me gusta
            Like (+)^Me gusta (+)
            Liked^Ya
            añadir^Añadir

            """)

    @Test(
        "each text of a catalogue is found, and no other one",
        arguments: [
            ("%s joke", "%s chiste"), ("Like", "Me gusta"), ("Like (+)", "Me gusta (+)"), ("Liked", "Ya"),
            ("añadir", "Añadir"), ("", nil), ("Lik", nil), ("Like (", nil), ("Likes", nil), ("Zoo", nil),
            ("A", nil), ("ñ", nil), ("Me gusta", nil),
        ])
    func lookup(text: String, translation: String?) {
        #expect(Self.sample.translation(of: text) == translation)
    }

    @Test("a text without plural forms has one translation")
    func pluralForms() {
        #expect(Self.sample.translation(of: "%s joke", isPlural: true) == "%s chistes")
        #expect(Self.sample.translation(of: "Like", isPlural: true) == "Me gusta")
    }

    @Test(
        "the language is the one that gettext would choose, in each of its regions",
        arguments: [
            ([:], nil), (["LANG": "es_ES.UTF-8"], "es"), (["LANG": "es"], "es"),
            (["LANG": "en_US.UTF-8"], nil),
            (["LANG": "es_MX.UTF-8@euro"], "es"), (["LANG": "est_EE"], nil), (["LANG": "de_DE"], nil),
            (["LANG": "es_ES", "LC_MESSAGES": "en_GB"], nil), (["LC_MESSAGES": "es_AR"], "es"),
            (["LANG": "en_US", "LC_MESSAGES": "", "LC_ALL": "es_CL.UTF-8"], "es"),
            (["LANG": "es_ES.UTF-8", "LC_ALL": "C.UTF-8"], nil), (["LANG": "POSIX", "LANGUAGE": "es"], nil),
            (["LANG": "en_US.UTF-8", "LANGUAGE": "es"], "es"),
            (["LANG": "de_DE", "LANGUAGE": "fr:es_MX"], "es"),
            (["LANG": "es_ES", "LANGUAGE": "en:es"], nil), (["LANG": "es_ES", "LANGUAGE": "fr"], "es"),
            (["LANG": "es_ES", "LANGUAGE": ""], "es"),
        ])
    func language(environment: [String: String], language: String?) {
        #expect(Catalogue.language { environment[$0] } == language)
    }

    @Test("a program that chose Spanish has Spanish texts, until it chooses English")
    func spanish() async {
        // A process has one language, so this needs its own.
        await #expect(processExitsWith: .success) {
            Catalogue.choose { $0 == "LANG" ? "es_ES.UTF-8" : nil }
            #expect(localized("Joke: %s", "…") == "Chiste: …")
            #expect(localized("%1$s of %2$s requests today", "3", "9") == "3 de 9 peticiones hoy")
            #expect(localized("%s joke selected", "%s jokes selected", count: 1) == "1 chiste seleccionado")
            #expect(localized("%s joke selected", "%s jokes selected", count: 0) == "0 chistes seleccionados")
            Catalogue.chooseEnglish()
            #expect(localized("Joke: %s", "…") == "Joke: …")
        }
    }
}
