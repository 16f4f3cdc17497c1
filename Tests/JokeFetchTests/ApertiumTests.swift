// SPDX-License-Identifier: MIT
import Glibc
import JokeFetch
import JokeTestSupport
import JokeWire
import Testing

/// Whether to test Debian's `apertium` and `apertium-eng-spa`: if they are installed, or if they are required.
private let isApertiumTested =
    getenv("REQUIRE_APERTIUM") != nil || access("/usr/share/apertium/modes/eng-spa.mode", F_OK) == 0

@Suite("Apertium", .enabled(if: isApertiumTested))
struct ApertiumTests {
    private func translation(
        _ texts: String..., from: String = "en", into target: String = "es"
    ) throws -> Result<SourceResult, SourceError> {
        try Loopback.run(
            SourceRequest(source: "apertium", kind: .translation(texts, into: target), language: from))
    }

    @Test("several texts are translated at once")
    func severalTexts() throws {
        let answer = try #require(
            try translation(
                "The cat eats", "An octopus has three hearts.\n\nAnd [900001] no time", "who is there?"
            )
            .answer)
        #expect(
            answer.translation?.texts == [
                "El gato come", "Un pulpo tiene tres corazones.\n\nY [900001] ningún tiempo",
                "¿Quién es allí?",
            ])
        #expect(answer.translation?.version.hasPrefix("3.") == true)
    }

    @Test("a name is not translated")
    func namesAreKept() throws {
        let answer = try translation("Chuck Norris's dog ate the cat. I saw Chuck Norris.").answer
        #expect(answer?.translation?.texts == ["El perro de Chuck Norris comió el gato. Vi Chuck Norris."])
    }

    @Test("tags, addresses and functions are not translated")
    func tokensAreKept() throws {
        let answer = try translation("I like #coding a lot, and printf() as well.").answer
        #expect(answer?.translation?.texts.first??.contains("#coding") == true)
        #expect(answer?.translation?.texts.first??.contains("printf()") == true)
    }

    @Test("Spanish is translated into English")
    func spanishToEnglish() throws {
        let answer = try translation("El gato come.", from: "es", into: "en").answer
        #expect(answer?.translation?.texts == ["The cat eats."])
    }

    @Test("a missing locale does not prevent a translation")
    func missingLocale() throws {
        let run = try ProgramRun(
            try Programs.path(of: "jokesd-fetch"), ["translate", "--into", "es", "--", "The cat eats."],
            environment: ["PATH": "/usr/bin:/bin", "LANG": "xx_YY.UTF-8"])
        #expect(run.output.hasPrefix("El gato come.\n"))
    }

    @Test("a language pair that is not installed is reported with the installed ones")
    func unknownPair() throws {
        let failure = try #require(try translation("Hello.", into: "xx").failure)
        #expect(failure.kind == .unsupported && failure.message.contains("eng-spa"))
    }
}

@Suite("A simulated Apertium")
struct SimulatedApertiumTests {
    private func failure(_ program: String) throws -> SourceError? {
        var request = SourceRequest(source: "apertium", kind: .translation(["One."], into: "es"))
        request.settings.command = [program]
        return try Loopback.run(request).failure
    }

    @Test("a missing Apertium is reported with what to install")
    func missingApertium() throws {
        let failure = try #require(try failure("/nonexistent/apertium"))
        #expect(failure.kind == .unsupported && failure.message.contains("apertium-eng-spa"))
    }

    @Test("if Debian has no package for the languages, the message says so")
    func noPackage() throws {
        var request = SourceRequest(source: "apertium", kind: .translation(["One."], into: "de"))
        request.settings.command = ["/nonexistent/apertium"]
        let message = try #require(try Loopback.run(request).failure).message
        #expect(message.contains("Debian has no Apertium package") && message.contains("LibreTranslate"))
    }

    @Test("output in the wrong order is dropped for the affected texts")
    func wrongOrder() {
        let batch = TranslationBatch(plain: ["a", "b", "c"])
        let output = "[900000]\n\nA\n\n[900001]\n\nB\n\nB again\n\n[900002]\n\nC\n\n[900003]\n"
        #expect(batch.translations(of: output, into: "de") == ["A", nil, "C"])
        #expect(batch.translations(of: "", into: "de") == [nil, nil, nil])
        #expect(batch.translations(of: "[900000]\n[900001]\nB\n", into: "de") == [nil, nil, nil])
    }

    @Test("a number that is in a text is not used as a separator")
    func numbersInText() {
        let batch = TranslationBatch(plain: ["See [900000]."])
        #expect(batch.input.hasPrefix("[800000]\n"))
    }
}

@Suite("Text preparation for an engine")
struct TranslationTextTests {
    private func lexicon(unknown: String...) -> Lexicon {
        let known = ["Peter", "Robert", "Thursday"]
        return Lexicon(
            questions: known + ["thursday"] + unknown,
            answers: known + ["*thursday"] + unknown.map { "*\($0)" })
    }

    @Test(
        "names and tags are replaced by placeholders",
        arguments: [
            ("Chuck Norris can.", "Peter can."), ("I saw Norris's dog.", "I saw Peter's dog."),
            ("When Norris came, we saw Norris.", "When Peter came, we saw Peter."),
            ("“Norris Gill,” he said.", "“Peter,” he said."),
            ("I like #fun and #FUN!", "I like Peter and Robert!"),
            ("The Norris is a car.", "The Norris is a car."), ("Norris came.", "Norris came."),
            ("Merry Christmas, London.", "Merry Christmas, London."), ("NO NORRIS HERE", "NO NORRIS HERE"),
            ("Call f() at http://a.b/c?d.", "Call Peter at Robert."),
            ("One Thursday Norris sang to Mrs Norris.", "One Thursday Peter sang to Mrs Peter."),
            ("Two  blanks\n\nNorris Gill", "Two  blanks\n\nPeter"),
        ])
    func placeholders(text: String, expected: String) {
        let text = ProtectedText(text, in: "en", lexicon(unknown: "Norris"))
        #expect(text.text == expected)
        #expect(text.restored(text.text) == text.original)
    }

    @Test("a missing or repeated placeholder is detected")
    func missingPlaceholder() {
        let text = ProtectedText("I saw Norris.", in: "en", lexicon(unknown: "Norris"))
        #expect(text.restored("Vi a alguien.") == nil && text.restored("Peter, Peter.") == nil)
    }

    @Test("a name in the text is not used as a placeholder")
    func namesLikePlaceholders() {
        let text = ProtectedText("Peter saw Norris.", in: "en", lexicon(unknown: "Norris"))
        #expect(text.text == "Peter saw Robert.")
    }

    @Test(
        "Spanish sentences begin with the opening mark of their last one",
        arguments: [
            ("Quién es? Yo!", "¿Quién es? ¡Yo!"), ("Dijo: “Qué?” Nada.", "Dijo: “¿Qué?” Nada."),
            ("Hola. Oye, quién?", "Hola. ¿Oye, quién?"), ("¿Ya? ¡Sí!", "¿Ya? ¡Sí!"), ("Qué?!", "¡¿Qué?!"),
            ("Vio al Sr. Gil?", "¿Vio al Sr. Gil?"), ("Ve a http://a.b/?c=d.", "Ve a http://a.b/?c=d."),
            ("Espera... qué?", "Espera... ¿qué?"), ("!", "!"),
        ])
    func openingMarks(text: String, expected: String) {
        #expect(TranslationCleanup.cleanedUp(text, like: "x", "es") == expected)
    }

    @Test(
        "blanks, the first capital and the last full stop are restored",
        arguments: [
            (" hola  mundo . Sí", "Hello world. Yes.", "Hola mundo. Sí."),
            ("“ es eso ”", "“It is.”", "“Es eso”"),
            ("Uno. dos. Tres", "One. Two. Three.", "Uno. Dos. Tres."), ("uno. dos", "one. two", "uno. dos"),
            ("me gusta .NET", "i like .NET", "me gusta .NET"),
        ])
    func restoredPunctuation(text: String, original: String, expected: String) {
        #expect(TranslationCleanup.cleanedUp(text, like: original, "de") == expected)
    }

    @Test("the lines of one sentence are joined, and others are not")
    func joinedLines() {
        let text = "If you practice\n  being fictional,\nthat is it.\nthen\n\nA: One\nB: Two"
        let expected = "If you practice being fictional, that is it.\nthen\n\nA: One\nB: Two"
        #expect(TranslationCleanup.unwrapped(text) == expected)
    }

    @Test("opening marks are removed from English")
    func withoutOpeningMarks() {
        #expect(TranslationCleanup.cleanedUp("¿Who? ¡Me!", like: "¿Quién? ¡Yo!", "en") == "Who? Me!")
    }
}
