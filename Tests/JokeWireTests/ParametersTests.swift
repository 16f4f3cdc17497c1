// SPDX-License-Identifier: MIT

import JokeWire
import Testing

struct ParametersTests {
    private func parameters(_ text: String, _ method: Method) throws -> Parameters {
        try Parameters(try JSON(parsing: Array(text.utf8)), for: method.description)
    }

    /// Returns the paths of the texts without a limit in a schema.
    private static func unlimited(_ schema: ValueSchema, _ path: String) -> [String] {
        switch schema {
        case .any, .string: [path]
        case .array(let element): unlimited(element, "\(path)[]")
        case .object(let members): members.flatMap { unlimited($0.schema, "\(path).\($0.name)") }
        case .nullable(let schema): unlimited(schema, path)
        case .either(let one, let other): unlimited(one, path) + unlimited(other, path)
        case .shape(let shape): unlimited(shape.schema, path)
        case .boolean, .number, .integer, .range, .text, .words, .constant, .time, .date: []
        }
    }

    @Test("every text in the parameters has a limit", arguments: Method.allCases)
    func limits(of method: Method) {
        for parameter in method.description.params {
            #expect(Self.unlimited(parameter.schema, parameter.name) == [])
        }
    }

    @Test("values are read by name")
    func byName() throws {
        let drag = try parameters(#"{"translation":-0.6,"predictedEndX":-1,"width":414}"#, .cardDrag)
        #expect(drag.double("translation") == -0.6)
        #expect(drag.double("predictedEndX") == -1)
        #expect(drag.double("width") == 414)
        #expect(drag.string("ifJoke") == nil)
        let subscribe = try parameters(#"{"topics":["log"],"since":{"epoch":"e","seq":4}}"#, .stateSubscribe)
        #expect(subscribe.strings("topics") == ["log"])
        #expect(subscribe.object("since")?["seq"] == 4)
        #expect(try parameters(#"{"wait":true}"#, .jokeNext).bool("wait") == true)
        #expect(try parameters(#"{"limit":20}"#, .savedList).integer("limit") == 20)
    }

    @Test("values are read by position in the order of the description")
    func byPosition() throws {
        let drag = try parameters(#"[-0.6,7,414,"j9"]"#, .cardDrag)
        #expect(drag.double("predictedEndX") == 7)
        #expect(drag.string("ifJoke") == "j9")
        #expect(try parameters("[]", .ping).string("joke") == nil)
    }

    @Test("a null parameter is the same as none", arguments: ["null", "{}", #"{"joke":null}"#, "[null]"])
    func nullParameter(text: String) throws { #expect(try parameters(text, .jokeLike).string("joke") == nil) }

    @Test("the last of duplicate parameters counts")
    func duplicates() throws {
        #expect(try parameters(#"{"joke":1,"joke":"a"}"#, .jokeLike).string("joke") == "a")
    }

    @Test(
        "a wrong parameter is reported with the expected and the actual value",
        arguments: [
            (
                .cardDrag, #"{"translation":0,"predictedEndX":0,"width":"wide"}"#,
                "Parameter 'width': expected a number, found a string."
            ),
            (
                .cardDrag, #"{"translation":1e999,"predictedEndX":0,"width":1}"#,
                "Parameter 'translation': expected a number, found a number that is too large."
            ),
            (
                .cardDrag, #"{"translation":0,"predictedEndX":0}"#,
                "Parameter 'width' is missing: expected a number."
            ),
            (
                .cardDrag, #"{"translation":0,"predictedEndX":0,"width":null}"#,
                "Parameter 'width' is missing: expected a number."
            ),
            (
                .savedList, #"{"limit":2.5}"#,
                "Parameter 'limit': expected an integer from 1 to 200, found 2.5."
            ),
            (
                .savedList, #"{"limit":true}"#,
                "Parameter 'limit': expected an integer from 1 to 200, found a boolean."
            ),
            (
                .savedList, #"{"limit":-1e999}"#,
                "Parameter 'limit': expected an integer from 1 to 200, found a number that is too large."
            ),
            (
                .savedDelete, #"{"jokes":["a",1]}"#,
                "Parameter 'jokes[1]': expected a string, found 1."
            ),
            (
                .savedDelete, #"{"jokes":"a"}"#,
                "Parameter 'jokes': expected an array of strings, found a string."
            ),
            (
                .jokeNext, "{\"category\":\"\(String(repeating: "e\u{301}", count: 20_000))\"}",
                "Parameter 'category': expected at most 64 bytes, found 60000."
            ),
            (.savedList, #"{"limit":0}"#, "Parameter 'limit': expected an integer from 1 to 200, found 0."),
            (.stateSubscribe, #"{"since":[1]}"#, "Parameter 'since': expected an object, found an array."),
            (
                .stateSubscribe, #"{"since":{"epoch":"e","seq":"4"}}"#,
                "Parameter 'since.seq': expected an integer, found a string."
            ),
            (
                .stateSubscribe, #"{"since":{"seq":4}}"#,
                "Parameter 'since.epoch' is missing: expected a string."
            ),
            (
                .stateSubscribe, #"{"since":{"epoch":"e","seq":4,"sec":4}}"#,
                "Parameter 'since.sec': expected only epoch, seq, found a number."
            ),
            (
                .stateSubscribe, #"{"topics":["state","weather"]}"#,
                "Parameter 'topics[1]': expected one of state, log, feed, found 'weather'."
            ),
            (
                .stateSubscribe, #"[["weather"]]"#,
                "Parameter 'topics[0]': expected one of state, log, feed, found 'weather'."
            ),
            (
                .stateSubscribe, #"{"topics":"log"}"#,
                "Parameter 'topics': expected an array of strings, found a string."
            ),
            (.jokeNext, #"{"wait":"yes"}"#, "Parameter 'wait': expected a boolean, found a string."),
            (.jokeLike, #"{"ifJok":"a"}"#, "joke.like has no parameter 'ifJok': did you mean 'ifJoke'?"),
            (.jokeLike, #"{"colour":"a"}"#, "joke.like has no parameter 'colour': it takes joke, ifJoke."),
            (.ping, #"{"joke":"a"}"#, "ping has no parameter 'joke': it takes none."),
            (.ping, "[1]", "ping takes no parameters, but got 1."),
            (.jokeUndo, "[null,1]", "joke.undo takes at most one parameter, but got 2."),
            (.jokeLike, "[null,null,1]", "joke.like takes at most 2 parameters, but got 3."),
        ] as [(Method, String, String)])
    func wrong(method: Method, text: String, message: String) {
        let error = #expect(throws: WireError.self) { try parameters(text, method) }
        #expect(error?.kind == .invalidParams)
        #expect(error?.message == message)
    }

    @Test("the data of the error has the parameter's name")
    func errorData() {
        let error = #expect(throws: WireError.self) { try parameters(#"{"jokes":1}"#, .savedDelete) }
        #expect(error?.data == ["parameter": "jokes", "expected": "an array of strings"])
        let inner = #expect(throws: WireError.self) { try parameters(#"{"topics":["x"]}"#, .stateSubscribe) }
        #expect(inner?.data == ["parameter": "topics[0]", "expected": "one of state, log, feed"])
    }

    @Test("a long unknown name is shortened")
    func longName() {
        let name = String(repeating: "x", count: 5_000)
        let error = #expect(throws: WireError.self) { try parameters("{\"\(name)\":1}", .ping) }
        #expect((error?.message.count ?? .max) < 120)
    }

    @Test("every method has a description and is found by its name", arguments: Method.allCases)
    func describedMethods(method: Method) {
        let description = method.description
        #expect(Method(rawValue: description.name) == method)
        #expect(description.summary.hasSuffix("."))
        #expect(Set(description.params.map(\.name)).count == description.params.count)
        // By position, no required parameter may follow an optional one.
        #expect(description.params.drop(while: \.required).allSatisfy { !$0.required })
    }

    @Test("exactly the changes take ifJoke", arguments: Method.allCases)
    func methodsWithIfJoke(method: Method) {
        let description = method.description
        #expect(description.isChange == description.params.contains { $0.name == "ifJoke" })
    }

    @Test(
        "the nearest name is suggested if one is near",
        arguments: [
            ("likee", "like"), ("liek", "like"), ("LIKE", "like"), ("dislke", "dislike"), ("nxet", "next"),
            ("stauts", "status"),
            ("like", "like"), ("xyz", nil), ("", nil), ("zzzzzzzz", nil),
        ] as [(String, String?)])
    func nearestName(typed: String, meant: String?) {
        #expect(NearestName.of(typed, among: ["like", "dislike", "next", "status"]) == meant)
    }
}
