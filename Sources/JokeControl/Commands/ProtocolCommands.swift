// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let call = Command(
        "call", "Call a method of the protocol by hand",
        arguments: [
            Argument("METHOD", .one, "a method of Protocol.md", values: .methods),
            Argument(
                "k=v|JSON", .any, "its parameters, or one JSON object with all of them", values: .parameters),
        ],
        details: [
            "A value that is JSON (a number, true, false, null, an array, an object, a string in double quotes) is "
                + "that; all else is a string. The result is printed as JSON."
        ],
        examples: [
            Example("jokectl call ping", "is somebody there?"),
            Example(
                "jokectl call card.drag translation=0.6 predictedEndX=414 width=414", "the card turns green"),
            Example("jokectl call saved.delete '{\"jokes\":[\"mgdb\"]}'", "parameters as JSON"),
        ]
    ) { (invocation, session) throws(Failure) in
        let params: JSONObject
        do throws(UsageError) {
            params = try CallParameters.read(invocation.arguments.dropFirst(), for: invocation.command)
        } catch {
            throw Failure(error)
        }
        try session.write(try session.ask(invocation.arguments[0], params))
        return .done
    }
}

/// The parameters of `call`, as they are typed.
enum CallParameters {
    static func read(_ words: ArraySlice<String>, for command: Command) throws(UsageError) -> JSONObject {
        if words.count == 1, let word = words.first, word.hasPrefix("{") {
            return try object(word, for: command)
        }
        var params: JSONObject = [:]
        for word in words {
            guard let equals = word.firstIndex(of: "="), equals > word.startIndex else {
                throw .invalidArgument("'\(word)' is not name=value, and not the only JSON object", command)
            }
            params.set(String(word[..<equals]), value(String(word[word.index(after: equals)...])))
        }
        return params
    }

    /// `text` begins with a brace: it is an object, or no JSON.
    private static func object(_ text: String, for command: Command) throws(UsageError) -> JSONObject {
        do throws(JSONError) {
            return try JSON(parsing: text.utf8).objectValue ?? [:]
        } catch {
            throw .invalidArgument("the parameters are not JSON, \(error.message)", command)
        }
    }

    private static func value(_ text: String) -> JSON {
        // What is no JSON is meant as a string.
        (try? JSON(parsing: text.utf8)) ?? .string(text)
    }
}

extension Command {
    static let describe = Command(
        "describe", "The methods of the protocol, or all about one",
        arguments: [Argument("METHOD", .optional, "the method that is meant", values: .methods)],
        details: [
            "The description is the running daemon's own. With --json it is the OpenRPC document, or the method's "
                + "part of it."
        ],
        examples: [
            Example("jokectl describe", "what there is to call"),
            Example("jokectl describe joke.like", "what it takes and answers"),
            Example("jokectl describe --json > openrpc.json", "for a generator of clients"),
        ]
    ) { (invocation, session) throws(Failure) in
        let document = try session.ask(.rpcDiscover)
        guard let name = invocation.arguments.first else {
            try session.show(document, as: MethodDocument.all(json:at:), Rendering.methods)
            return .done
        }
        let methods = document["methods"]?.arrayValue ?? []
        guard let method = methods.first(where: { $0["name"] == .string(name) }) else {
            let known = methods.compactMap { $0["name"]?.stringValue }
            throw Failure(UsageError.unknownMethod(name, known: known))
        }
        var page = try session.value(method, as: MethodDocument.init(json:at:))
        page.resolve(in: document)
        try session.show(method) { Rendering.method(page, $0) }
        return .done
    }
}
