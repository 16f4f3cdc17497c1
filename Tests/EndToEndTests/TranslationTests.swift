// SPDX-License-Identifier: MIT
import Glibc
import JokeTestSupport
import JokeWire
import Synchronization
import Testing

@Suite("Translations through all programs")
struct TranslationTests {
    @Test("a joke in both languages is shown in Spanish without a network or an engine, and in English again")
    func builtinJoke() throws {
        let pack = TemporaryDirectory()
        let jokes = (1...12).map {
            #"{"id": "own-\#($0)", "texts": {"en": {"value": "Mine \#($0)."}, "es": {"value": "Mío \#($0)."}}}"#
                + "\n"
        }
        try Files.write(jokes.joined(), to: "\(pack.path)/builtin.jsonl")
        let daemon = try TestDaemon.ready(
            environment: ["LANG": "en_US.UTF-8", "JOKESD_PACKS": "\(pack.path)/builtin.jsonl"])
        let plain = try daemon.jokectl("show").output
        #expect(try daemon.jokectl("translate", "on").succeeded)
        let shown = try daemon.jokectl("show").output
        #expect(
            shown
                == "Mi código se optimiza solo: primero quitó los errores, luego las funciones y, al final, a mí.\n"
        )
        #expect(try daemon.jokectl("like").output.contains("Mi código se optimiza solo"))
        #expect(try !daemon.jokectl("saved", "list").output.contains("Told in both languages by the pack"))
        let details = try daemon.jokectl("saved", "show", "mgdb9q1wqb6_gurzp_5bga").output
        #expect(details.contains("Told in both languages by the pack https://creativecommons.org/"))
        #expect(try daemon.jokectl("undo").succeeded)
        #expect(try daemon.jokectl("translate", "off").succeeded)
        #expect(try daemon.jokectl("show").output == plain)
        #expect(daemon.children.isEmpty)
    }

    @Test(
        "a Spanish user reads a joke in Spanish from the start, and its English text when translations are on"
    )
    func spanishUser() throws {
        let pack = TemporaryDirectory()
        try Files.write(
            #"{"id": "own", "texts": {"en": {"value": "Mine."}, "es": {"value": "Mío."}}}"# + "\n",
            to: "\(pack.path)/own.jsonl")
        let daemon = try TestDaemon.ready(
            configuration: #"{"sources": {"own": {"type": "pack", "path": "\#(pack.path)/own.jsonl"}}}"#,
            environment: ["LANG": "es_ES.UTF-8"])
        #expect(try daemon.jokectl("show").output.contains("Mi código se optimiza solo"))
        #expect(try daemon.jokectl("translate", "on").succeeded)
        #expect(try daemon.jokectl("show").output.contains("My code optimizes itself"))
        #expect(try daemon.jokectl("translate", "off").succeeded)
        #expect(try daemon.jokectl("next", "--source", "own").output.hasPrefix("Mío."))
        #expect(try daemon.jokectl("translate", "on").succeeded)
        #expect(try daemon.jokectl("show").output.hasPrefix("Mine."))
    }

    @Test("a joke in the language of translations is shown with a message that names translateTo")
    func sameLanguage() throws {
        let daemon = try TestDaemon.ready(
            configuration: #"{ "translateTo": "es" }"#, environment: ["LANG": "es_ES.UTF-8"])
        let shown = try daemon.jokectl("translate", "on")
        #expect(shown.succeeded && shown.output.contains("Mi código se optimiza solo"))
        #expect(shown.errors.contains("ya está en «es»") && shown.errors.contains("`translateTo`"))
        #expect(try daemon.jokectl("translate", "off").errors.isEmpty)
    }

    /// Returns a daemon with the untranslated joke of a program.
    private func daemon(_ translation: String, _ environment: [String: String] = [:]) throws -> TestDaemon {
        let daemon = try TestDaemon(
            configuration: """
                { "sources": { "builtin": { "enabled": false },
                    "mine": { "type": "command", "command": ["echo", "The cat eats."] } },
                  "translation": \(translation), "network": { "spread": 0 } }
                """,
            environment: environment.merging(["LANG": "en_US.UTF-8"]) { given, _ in given })
        try daemon.start()
        _ = try daemon.connect().call(.jokeNext, ["wait": true])
        return daemon
    }

    @Test("a server translates, and its failure is reported and leaves the joke")
    func translationServer() throws {
        let isBroken = Flag()
        let server = try LoopbackHTTP { request in
            isBroken.isSet
                ? LoopbackTranslator.refusal("500 Internal Server Error", "out of memory")
                : LoopbackTranslator().reply(to: request)
        }
        let daemon = try daemon(
            #"{ "engines": ["libretranslate"], "libretranslate": { "url": "\#(server.url)" } }"#)
        let client = try daemon.connect()
        isBroken.set(true)
        let failed = try daemon.jokectl("translate", "on")
        #expect(failed.errors.contains("out of memory") && failed.output.contains("The cat eats."))
        #expect(try client.call(.stateGet)["state"]?["error"]?["kind"] == "source_refused")
        isBroken.set(false)
        let again = try daemon.jokectl("--timeout", "20", "translate", "again").output
        #expect(
            again.contains("es: The cat eats.") && again.contains("(machine) https://"))
        #expect(try client.call(.stateGet)["state"]?["error"] == .null)
    }

    @Test("Apertium translates with a credit and a link", .rule(7), .enabled(if: isApertiumTested))
    func apertium() throws {
        let daemon = try daemon(#"{ "engines": ["pack", "apertium"] }"#)
        let shown = try daemon.jokectl("--timeout", "20", "translate", "on").output
        #expect(shown.contains("El gato come."))
        #expect(
            shown.contains("Translated by Apertium (machine) https://www.apertium.org/"))
    }
}

private let isApertiumTested =
    getenv("REQUIRE_APERTIUM") != nil || Files.exists("/usr/share/apertium/modes/eng-spa.mode")

/// A flag that the thread of a server reads.
private final class Flag: Sendable {
    private let value = Mutex(false)
    var isSet: Bool { value.withLock { $0 } }
    func set(_ isSet: Bool) { value.withLock { $0 = isSet } }
}
