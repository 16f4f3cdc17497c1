// SPDX-License-Identifier: MIT
import JokeClient
import JokeCommandLine
import JokeWire

extension Command {
    static let translate = Command(
        "translate", .desktop, "Which text is shown, everywhere",
        arguments: [
            Argument(
                "on|off|toggle|again", .one,
                "translations, the texts as they came, the other way round, or a new translation of this joke",
                kind: .words(["on", "off", "toggle", "again"]))
        ],
        details: [
            "Every front follows, and it holds over restarts. The joke is there at once; where its translation has to be "
                + "made, it follows. Who translated is shown with it, and that it was a machine.",
            "`again` has a machine translate the joke on the card anew, and waits for it.",
        ],
        examples: [
            Example("jokectl translate on", "this joke, and all that follow, in the second language"),
            Example("jokectl translate again", "after another engine was installed"),
        ]
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
        try context.console.write(
            Rendering.showing(joke, isShown: showing.isShown, context.appearance))
        // After a timeout, jokesd still finishes the translation and shows it later, so that is not an error.
        if let failure, failure.exitCode != .timedOut { throw failure }
        return .done
    }

    private static func translateAgain(_ context: CommandContext) throws(CommandError) -> ExitCode {
        let result = try context.ask(
            Method.translationRequest.rawValue, ["again": true], until: context.longPatience)
        let joke = try context.value(result, as: TranslationResponse.self).joke
        try context.show(result) { Rendering.showing(joke, isShown: true, $0) }
        return joke.translation == nil ? .no : .done
    }
}
