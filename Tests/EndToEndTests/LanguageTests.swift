// SPDX-License-Identifier: MIT
import JokeLinux
import JokeTestSupport
import Testing

/// The locales need not be installed.
@Suite("The language of the programs")
struct LanguageTests {
    private let directory = TemporaryDirectory()

    private func jokectl(_ words: String..., variables: [String: String]) throws -> ProgramRun {
        try ProgramRun(
            Programs.path(of: "jokectl"), words + ["--socket", "\(directory.path)/socket"],
            environment: variables)
    }

    @Test(
        "jokectl speaks the user's language",
        arguments: [
            (["LANG": "es_ES.UTF-8"], "ningún jokesd escucha en "),
            (["LANG": "en_US.UTF-8", "LANGUAGE": "fr:es_MX"], "ningún jokesd escucha en "),
            (["LANG": "C"], "no jokesd listens at "), ([:], "no jokesd listens at "),
            (["LANG": "es_ES.UTF-8", "LC_ALL": "C"], "no jokesd listens at "),
        ])
    func languages(variables: [String: String], message: String) throws {
        let run = try jokectl("status", variables: variables)
        #expect(run.errors.hasPrefix("jokectl: \(message)"))
        #expect(run.end == .exited(69))
    }

    @Test("output for programs, and the messages beside it, are the same in each language")
    func outputForPrograms() throws {
        let daemon = try TestDaemon.ready()
        func run(_ words: [String], _ language: String) throws -> ProgramRun {
            try ProgramRun(
                Programs.path(of: "jokectl"), words,
                environment: daemon.environment.merging(["LANG": language]) { $1 })
        }
        #expect(try run(["like"], "es_ES.UTF-8").output.hasPrefix("Guardado: "))
        #expect(try run(["undo"], "es_ES.UTF-8").output.hasPrefix("Deshecho: el «Me gusta» de «"))
        #expect(try run(["like"], "en_US.UTF-8").output.hasPrefix("Saved: "))
        for words in [
            ["queue", "--json"], ["history", "--format", "{{joke.id}} {{savedAt}}"],
            ["saved", "show", "x", "--json=joke.id"], ["saved", "show", "--format", "{{"], ["queue"],
            ["history"], ["saved", "list"], ["sources"], ["taste"], ["help", "--man"],
            ["sync", "status", "--json"],
        ] {
            let (spanish, english) = (try run(words, "es_ES.UTF-8"), try run(words, "en_US.UTF-8"))
            #expect(spanish.output == english.output, "\(words)")
            if words.count > 2 { #expect(spanish.errors == english.errors, "\(words)") }
        }
        let names = { (run: ProgramRun) in run.lines.map { $0.prefix { $0 != "\t" } } }
        #expect(names(try run(["status"], "es_ES.UTF-8")) == names(try run(["status"], "en_US.UTF-8")))
    }

    @Test("the events of follow are the same in each language, and the line of a bar is not")
    func events() throws {
        func line(_ words: String) throws -> String {
            let jokectl = try Programs.path(of: "jokectl")
            let line = "'\(jokectl)' \(words) --socket '\(directory.path)/socket' | head -n 1"
            return try ProgramRun(
                "/bin/sh", ["-c", line], environment: ["LANG": "es_ES.UTF-8", "PATH": "/usr/bin:/bin"]
            ).output
        }
        #expect(try line("follow").contains(#""message":"no jokesd listens at "#))
        #expect(try line("follow --for plain") == "sin jokesd\n")
    }

    @Test("help and the descriptions of completions are in the user's language")
    func help() throws {
        let variables = ["LANG": "es_ES.UTF-8"]
        #expect(try jokectl("help", "next", variables: variables).output.hasPrefix("Uso: jokectl next ["))
        #expect(try jokectl("next", "--help", variables: variables).output.hasPrefix("Uso: jokectl next ["))
        let run = try ProgramRun(
            Programs.path(of: "jokectl"), ["complete", "--", "next", "--json", "--wai"],
            environment: variables)
        #expect(run.output == "--wait\tobtén un chiste nuevo en vez de tomar uno de la cola\n")
    }

    @Test("the card in the terminal speaks the user's language")
    func swipe() throws {
        let run = try ProgramRun(
            Programs.path(of: "jokesd-swipe"), [], environment: ["LANG": "es_ES.UTF-8"])
        #expect(run.end == .exited(64) && run.errors.contains("la tarjeta necesita una terminal"))
    }
}
