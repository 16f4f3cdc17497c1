// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

extension Command {
    static let call = Command(
        "call", .tinkering, "Call a method of the protocol",
        arguments: [
            Argument("METHOD", .one, "a method of Protocol.md", kind: .known(.methods)),
            Argument(
                "k=v|JSON", .any, "its parameters, or one JSON object with all parameters",
                kind: .known(.parameters)),
        ],
        details: [
            "A value is read as JSON (a number, true, false, null, an array, an object, or a string in "
                + "double quotes), or otherwise as a string. The result is printed as JSON."
        ],
        examples: [
            Example("jokectl call ping", "check that jokesd replies"),
            Example(
                "jokectl call card.drag translation=0.6 predictedEndX=414 width=414",
                "drag the card to the right"),
            Example("jokectl call saved.delete '{\"jokes\":[\"mgdb\"]}'", "give the parameters as JSON"),
        ],
        result: { Method.description(named: $0.arguments[0])?.result }
    ) { (invocation, context) throws(CommandError) in
        let params: JSONObject
        do throws(UsageError) {
            params = try CallParameters.read(invocation.arguments.dropFirst())
        } catch {
            throw CommandError(error)
        }
        do throws(CommandError) {
            try context.write(try context.ask(invocation.arguments[0], params))
        } catch {
            // A user who calls a method directly knows the names of methods and parameters: show the message of jokesd.
            guard let refusal = error.wireError else { throw error }
            throw CommandError(error.exitCode, TerminalText.trimmingFullStop(refusal.message))
        }
        return .done
    }
}

/// Parses the parameters of `call` from the command line.
enum CallParameters {
    static func read(_ words: ArraySlice<String>) throws(UsageError) -> JSONObject {
        if words.count == 1, let word = words.first, word.hasPrefix("{") { return try object(word) }
        var params: JSONObject = [:]
        for word in words {
            guard let equals = word.firstIndex(of: "="), equals > word.startIndex else {
                throw invalid(localized("'%s' is neither NAME=VALUE nor a single JSON object", word))
            }
            params.set(String(word[..<equals]), value(String(word[word.index(after: equals)...])))
        }
        return params
    }

    /// Parses a text that begins with a brace, which is an object or invalid JSON.
    private static func object(_ text: String) throws(UsageError) -> JSONObject {
        do throws(JSONError) {
            return try JSON(parsing: text.utf8).objectValue ?? [:]
        } catch {
            throw invalid(localized("the parameters are not valid JSON, %s", error.message))
        }
    }

    private static func invalid(_ problem: String) -> UsageError {
        UsageError(localized("%s; `jokectl help call` has examples", problem))
    }

    private static func value(_ text: String) -> JSON {
        // A value that is not JSON is a string.
        (try? JSON(parsing: text.utf8)) ?? .string(text)
    }
}
