// SPDX-License-Identifier: MIT
import Testing

@Suite("Counting in texts")
struct TextFeaturesTests {
    private func features(_ text: String, _ language: String) -> TextFeatures {
        TextFeatures(text, language: language)
    }

    @Test(
        "a text in the first person has its words outside of what others say",
        arguments: [
            ("I’ve been here.", "en", true), ("Somebody ate MY lunch.", "en", true),
            ("It’s all of us.", "en", true),
            ("The US is large.", "en", false), ("“I am,” he said. “We are.”", "en", false),
            ("A man says: “I can’t.”\nSo do we.", "en", true), ("Myth, mystery and usage.", "en", false),
            ("Ayer compré pan.", "es", true), ("Me lo dijo.", "es", true), ("Ella me mira.", "es", true),
            ("¿Qué café? Así está allí.", "es", false), ("El comité dijo que sí.", "es", false),
            ("—Yo no sé.\n—Ni yo.", "es", false), ("Vamos a ver.", "es", true),
            ("Últimos gramos.", "es", false),
            ("Los mismos, larguísimos.", "es", false), ("«Yo», dijo el eco.", "es", false),
            ("Le di la mano.", "es", true), ("Di la verdad.", "es", false),
            ("Su primo compra una mesa.", "es", false),
            ("«Uno\n—dos—\ntres» y yo.", "es", true),
        ] as [(String, String, Bool)])
    func firstPerson(text: String, language: String, isFirst: Bool) {
        #expect(features(text, language).isInFirstPerson == isFirst)
    }

    @Test(
        "a weekday counts in any form, and so does yesterday",
        arguments: [
            ("On Monday’s list", "en", true), ("Fridays", "en", true), ("Since yesterday.", "en", true),
            ("The sun, a son and today.", "en", false), ("El Martes.", "es", true), ("ayer", "es", true),
            ("sábados", "es", true), ("El planeta Marte, mañana.", "es", false),
        ] as [(String, String, Bool)])
    func weekdays(text: String, language: String, has: Bool) {
        #expect(features(text, language).hasWeekday == has)
    }

    @Test(
        "a quotation at the end is in marks, or a line after a narration",
        arguments: [
            ("He said: “No.”", "en", true), ("The sign says “No”.", "en", true),
            ("“No,” he said.", "en", false),
            ("Dijo: «No».", "es", true), ("«No», dijo.", "es", false), ("Entra un pez.\n—Hola.", "es", true),
            ("—Hola.\n—Adiós.", "es", false), ("—Hola —dijo.", "es", false), ("It’s late…", "en", false),
        ] as [(String, String, Bool)])
    func quotations(text: String, language: String, ends: Bool) {
        #expect(features(text, language).endsInQuotation == ends)
    }

    @Test(
        "a name is a capitalized word inside a sentence",
        arguments: [
            ("Bob met Ann’s dog. Then Bob left.", "en", ["Ann", "Bob"]), ("Nobody knew.", "en", []),
            ("A sign: “Keep Out” in Rome…\nNo. Yes? No! So.", "en", ["Out", "Rome"]),
            ("In May, on a Monday, I ran Linux on AI.", "en", []), ("Then {hero} met Mr Orr.", "en", ["Orr"]),
            ("—Hola —dijo Ana—. ¿Y Luis? «Ya», dijo.", "es", ["Ana", "Luis"]),
            ("Vive en el 2.º A.", "es", []),
            ("¿Y él? ¡No! Es Madrid.", "es", ["Madrid"]), ("1. Sit. 2. Stay.", "en", []),
        ] as [(String, String, Set<String>)])
    func names(text: String, language: String, names: Set<String>) {
        #expect(features(text, language).names == names)
    }

    @Test(
        "numbers count in digits and in words, but not one and two",
        arguments: [
            ("One, two, three and 11 of eleven.", "en", ["3", "11"]),
            ("Once upon 1,000 times.", "en", ["1000"]),
            ("At 3:00, 2.5 of 404.", "en", ["3:00", "2.5", "404"]),
            ("forty-four dozens", "en", ["40", "4", "12"]),
            ("Someone often freight.", "en", []), ("Once y 1.000, mil veces dos.", "es", ["11", "1000"]),
            ("Un par, una docena, uno.", "es", ["12"]), ("Treinta y tres.", "es", ["30", "3"]),
            ("Tresillo, mileto, dos, 2.", "es", []), ("Es siete veces Cien.", "es", ["7", "100"]),
        ] as [(String, String, Set<String>)])
    func numbers(text: String, language: String, numbers: Set<String>) {
        #expect(features(text, language).numbers == numbers)
    }
}
