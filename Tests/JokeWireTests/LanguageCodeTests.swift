// SPDX-License-Identifier: MIT
import JokeWire
import Testing

@Suite("Codes of languages")
struct LanguageCodeTests {
    @Test(
        "a language has a code of two or three letters in lower case, without a region",
        arguments: [
            ("en", "en"), ("EN", "en"), ("gsw", "gsw"), ("en-GB", "en"), ("pt_BR", "pt"),
            ("zh-Hans-CN", "zh"),
            ("es_ES.UTF-8@euro", "es"), ("de.UTF-8", "de"), ("en-x1", "en"),
        ])
    func codes(_ name: String, _ code: String) {
        #expect(LanguageCode.of(name) == code)
    }

    @Test(
        "another text is no language",
        arguments: [
            "", "e", "e1", "english", "en-", "en--GB", "en GB", "C", "POSIX", "-GB", "en-abcdefghi", "ñn",
            "en\u{0}",
        ])
    func others(_ name: String) {
        #expect(LanguageCode.of(name) == nil)
    }

    @Test("a joke has no translation into its own language, whatever the region")
    func ownLanguage() {
        let attribution = Joke.Attribution(engine: "pack", text: "", url: "")
        for (language, isKept) in [("es", true), ("en", false), ("en-GB", false), ("EN", false)] {
            let joke = Joke(
                id: Joke.ID(rawValue: "a"), value: "A.", source: "s", language: "en-us",
                translation: .init(language: language, value: "B.", machine: false, attribution: attribution))
            #expect(joke.sanitized()?.language == "en")
            #expect((joke.sanitized()?.translation != nil) == isKept, "\(language)")
        }
    }
}
