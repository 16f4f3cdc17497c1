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
    ) { (invocation, session) throws(CommandError) in
        guard let show = TranslationSwitch(rawValue: invocation.arguments[0]) else {
            return try translateAgain(session)
        }
        return try turn(show, session)
    }

    private static func turn(_ show: TranslationSwitch, _ session: Session) throws(CommandError) -> ExitCode {
        var connection = try session.connect()
        let result = try session.ask(
            Method.translationShow.rawValue, ["show": .string(show.rawValue)], on: &connection)
        let showing = try session.value(result, as: Showing.init(json:at:))
        guard !session.isRaw else {
            try session.write(result)
            return .done
        }
        var joke = showing.joke
        var failure: CommandError?
        if showing.isShown, joke.translation == nil, !joke.isError {
            do throws(CommandError) {
                let request: JSONObject = ["joke": .string(joke.id.rawValue)]
                let made = try session.ask(
                    Method.translationRequest.rawValue, request, on: &connection)
                joke = try session.value(made, as: Showing.joke)
            } catch {
                failure = error
            }
        }
        try session.console.write(
            Rendering.showing(joke, isShown: showing.isShown, session.appearance))
        // It follows: the next look at the card has it.
        if let failure, failure.exitCode != .timedOut { throw failure }
        return .done
    }

    private static func translateAgain(_ session: Session) throws(CommandError) -> ExitCode {
        let result = try session.ask(
            Method.translationRequest.rawValue, ["again": true], until: session.longPatience)
        let joke = try session.value(result, as: Showing.joke)
        try session.show(result) { Rendering.showing(joke, isShown: true, $0) }
        return joke.translation == nil ? .no : .done
    }
}
