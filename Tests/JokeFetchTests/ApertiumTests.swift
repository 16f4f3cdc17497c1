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
                "Quién es allí?",
            ])
        #expect(answer.translation?.version.hasPrefix("3.") == true)
    }

    @Test("Spanish is translated into English")
    func spanishToEnglish() throws {
        let answer = try translation("El gato come.", from: "es", into: "en").answer
        #expect(answer?.translation?.texts == ["The cat eats."])
    }

    @Test("a missing locale does not prevent a translation")
    func missingLocale() throws {
        let request = SourceRequest(source: "apertium", kind: .translation(["The cat eats."], into: "es"))
        let result = try FetchProcess.result(of: request, ["LANG": "xx_YY.UTF-8"])
        #expect(result.answer?.translation?.texts == ["El gato come."])
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
        let batch = TranslationBatch(["a", "b", "c"])
        let output = "[900000]\n\nA\n\n[900001]\n\nB\n\nB again\n\n[900002]\n\nC\n\n[900003]\n"
        #expect(batch.translations(of: output) == ["A", nil, "C"])
        #expect(batch.translations(of: "") == [nil, nil, nil])
        #expect(batch.translations(of: "[900000]\n[900001]\nB\n") == [nil, nil, nil])
    }

    @Test("a number that is in a text is not used as a separator")
    func numbersInText() {
        let batch = TranslationBatch(["See [900000]."])
        #expect(batch.input.hasPrefix("[800000]\n"))
    }
}
