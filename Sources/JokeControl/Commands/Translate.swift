// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Command {
    static let translate = Command(
        "translate", .desktop, "Choose which text to show",
        arguments: [
            Argument(
                "on|off|again", .one, "show translations or originals, or translate this joke again",
                kind: .words(["on", "off", "again"]))
        ],
        details: [
            "The choice applies to all clients and stays after a restart. If the joke has no translation "
                + "yet, jokectl waits for it, at most until --timeout expires. If it arrives later, clients "
                + "show it then. A translation by somebody else is shown with its translator, whether that is a "
                + "machine, and a link.",
            "`again` requests a new translation of the current joke from a translation engine, and waits for it.",
        ],
        exitStatus: "0 if a text is shown, 1 if `again` gets no translation",
        examples: [
            Example("jokectl translate on", "show jokes in your second language"),
            Example("jokectl translate again", "use a translation engine that you have just installed"),
        ],
        result: { invocation in
            invocation.arguments[0] == "again" ? TranslationResponse.schema : TranslationModeResponse.schema
        }
    ) { (invocation, context) throws(CommandError) in
        guard let show = TranslationSwitch(rawValue: invocation.arguments[0]) else {
            return try translateAgain(context)
        }
        return try turn(show, context)
    }

    private static func turn(_ show: TranslationSwitch, _ context: CommandContext) throws(CommandError)
        -> ExitCode
    {
        var connection = try context.connect()
        let result = try context.ask(
            Method.translationShow.rawValue, ["show": .string(show.rawValue)], on: &connection)
        let showing = try context.value(result, as: TranslationModeResponse.self)
        guard !context.isRaw else {
            try context.write(result)
            return .done
        }
        var joke = showing.joke
        var failure: CommandError?
        if showing.isShown, joke.translation == nil, !joke.isError {
            do throws(CommandError) {
                let request: JSONObject = ["joke": .string(joke.id.rawValue)]
                let made = try context.ask(
                    Method.translationRequest.rawValue, request, on: &connection)
                joke = try context.value(made, as: TranslationResponse.self).joke
            } catch {
                failure = error
            }
        }
        var page = Rendering.showing(joke, isShown: showing.isShown, context.appearance)
        if context.appearance.isTerminal, !context.appearance.isQuiet {
            page.blank()
            page.paragraph(
                showing.isShown ? localized("Translations are shown.") : localized("Originals are shown."))
        }
        try context.console.write(page)
        if !context.appearance.isQuiet { try context.reveal(joke, on: &connection) }
        // The text that is shown now is the original.
        if let failure {
            context.console.printError(
                failure.exitCode == .timedOut
                    ? localized("the translation has not arrived yet; `jokectl show` shows it when it has")
                    : failure.message)
        }
        if showing.isShown, failure == nil { explainMissing(of: joke, context) }
        return .done
    }

    /// Says why a joke that jokesd need not translate has no translation.
    private static func explainMissing(of joke: Joke, _ context: CommandContext) {
        guard joke.translation == nil, !joke.isError else { return }
        context.console.printError(
            localized(
                "the joke is already in '%s'; to see another language, set `translateTo` in the configuration",
                joke.language)
        )
    }

    private static func translateAgain(_ context: CommandContext) throws(CommandError) -> ExitCode {
        var connection = try context.connect()
        let result: JSON
        do throws(CommandError) {
            result = try context.ask(
                Method.translationRequest.rawValue, ["again": true], on: &connection,
                until: context.longPatience)
        } catch {
            // No engine has the language pair. The general code for `unsupported` is that of an older jokesd.
            guard error.wireError?.kind == .unsupported else { throw error }
            throw CommandError(.no, error.message)
        }
        let joke = try context.value(result, as: TranslationResponse.self).joke
        try context.show(result) { Rendering.showing(joke, isShown: true, $0) }
        if !context.isRaw, !context.appearance.isQuiet { try context.reveal(joke, on: &connection) }
        if !context.isRaw { explainMissing(of: joke, context) }
        return joke.translation == nil ? .no : .done
    }
}
