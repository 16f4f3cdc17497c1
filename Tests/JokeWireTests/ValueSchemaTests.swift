// SPDX-License-Identifier: MIT

import JokeWire
import Testing

struct ValueSchemaTests {
    private static let point: ValueSchema = .object([
        .init("x", .integer), .init("tags", .array(of: .words(["a", "b"]))),
        .init("note", .string, isRequired: false), .init("inner", .nullable(.object([.init("at", .time)]))),
    ])

    private func json(_ text: String) throws -> JSON { try JSON(parsing: Array(text.utf8)) }

    @Test(
        "a matching value is accepted",
        arguments: [
            (.any, "null"), (.any, "[1]"), (.boolean, "false"), (.number, "0.5"),
            (.integer, "9007199254740992"), (.range(1...200), "1"), (.range(1...200), "200"),
            (.string, #""""#), (.words(["a", "b"]), #""b""#), (.constant("a"), #""a""#),
            (.time, #""2024-01-02T03:04:05Z""#), (.time, #""2024-01-02T03:04:05.25+01:30""#),
            (.date, #""2024-01-02""#), (.array(of: .string), "[]"), (.array(of: .string), #"["a"]"#),
            (.nullable(.integer), "null"), (.nullable(.integer), "1"),
            (.either(.string, .integer), "1"), (.either(.string, .integer), #""a""#),
            (point, #"{"x":1,"tags":["a"],"inner":null}"#),
            (point, #"{"x":1,"tags":[],"note":null,"inner":{"at":"2024-01-02T03:04:05Z"}}"#),
            (point, #"{"x":"no","x":1,"tags":[],"note":"n","inner":null}"#),
        ] as [(ValueSchema, String)])
    func fits(schema: ValueSchema, text: String) throws {
        #expect(schema.mismatch(in: try json(text)) == nil)
    }

    @Test(
        "a mismatch is reported with the path, the expected and the actual value",
        arguments: [
            (.boolean, "1", "expected a boolean, found 1"),
            (.number, "1e999", "expected a number, found a number that is too large"),
            (.number, #""1""#, "expected a number, found a string"),
            (.integer, "0.5", "expected an integer, found 0.5"),
            (.integer, "9007199254740994", "expected an integer, found 9007199254740994"),
            (.range(1...200), "0", "expected an integer from 1 to 200, found 0"),
            (.range(1...200), "201", "expected an integer from 1 to 200, found 201"),
            (.range(1...200), "true", "expected an integer from 1 to 200, found a boolean"),
            (.string, "null", "expected a string, found null"),
            (.words(["a", "b"]), #""c""#, "expected one of a, b, found 'c'"),
            (.words(["a", "b"]), "{}", "expected one of a, b, found an object"),
            (.constant("a"), #""b""#, "expected 'a', found 'b'"),
            (
                .time, #""2024-01-02 03:04:05Z""#,
                "expected an RFC 3339 time, such as 2026-11-21T09:30:00Z, found '2024-01-02 03:04:05Z'"
            ),
            (
                .time, #""2024-01-02T03:04:05""#,
                "expected an RFC 3339 time, such as 2026-11-21T09:30:00Z, found '2024-01-02T03:04:05'"
            ),
            (
                .time, #""2024-01-02T03:04:05.Z""#,
                "expected an RFC 3339 time, such as 2026-11-21T09:30:00Z, found '2024-01-02T03:04:05.Z'"
            ),
            (
                .time, #""2024-02-30T03:04:05Z""#,
                "expected an RFC 3339 time, such as 2026-11-21T09:30:00Z, found '2024-02-30T03:04:05Z'"
            ),
            (.date, #""2023-02-29""#, "expected a date, YYYY-MM-DD, found '2023-02-29'"),
            (.date, #""24-01-02""#, "expected a date, YYYY-MM-DD, found '24-01-02'"),
            (.array(of: .string), #""a""#, "expected an array of strings, found a string"),
            (.array(of: .string), #"["a",1]"#, "[1]: expected a string, found 1"),
            (.array(of: .array(of: .integer)), "[[],[1,null]]", "[1][1]: expected an integer, found null"),
            (.nullable(.integer), "true", "expected an integer, found a boolean"),
            (.either(.string, .integer), "[]", "expected an integer, found an array"),
            (point, "[]", "expected an object, found an array"),
            (point, #"{"tags":[],"inner":null}"#, "x: expected an integer, found nothing"),
            (point, #"{"x":null,"tags":[],"inner":null}"#, "x: expected an integer, found null"),
            (point, #"{"x":1,"tags":["a","c"],"inner":null}"#, "tags[1]: expected one of a, b, found 'c'"),
            (point, #"{"x":1,"tags":[],"note":1,"inner":null}"#, "note: expected a string, found 1"),
            (point, #"{"x":1,"tags":[]}"#, "inner: expected an object or null, found nothing"),
            (
                point, #"{"x":1,"tags":[],"inner":{"at":"noon"}}"#,
                "inner.at: expected an RFC 3339 time, such as 2026-11-21T09:30:00Z, found 'noon'"
            ),
            (
                point, #"{"x":1,"tags":[],"inner":null,"y":1}"#,
                "y: expected only x, tags, note, inner, found a number"
            ),
            (.object([]), #"{"y":1}"#, "y: expected no member, found a number"),
        ] as [(ValueSchema, String, String)])
    func doesNotFit(schema: ValueSchema, text: String, message: String) throws {
        #expect(schema.mismatch(in: try json(text))?.message == message)
    }

    @Test("a long value of a peer is shortened")
    func longValue() throws {
        let long = JSON.string(String(repeating: "x", count: 5_000))
        #expect((ValueSchema.words(["a"]).mismatch(in: long)?.message.count ?? .max) < 100)
        let name = JSON.object(
            JSONObject(members: [.init(name: String(repeating: "x", count: 5_000), value: 1)]))
        #expect((ValueSchema.object([]).mismatch(in: name)?.message.count ?? .max) < 100)
    }

    @Test(
        "a schema has a description in words",
        arguments: [
            (.any, "any value"), (.array(of: .any), "an array of values"),
            (.array(of: .words(["a"])), "an array of strings"),
            (.array(of: .range(1...3)), "an array of integers from 1 to 3"),
            (.array(of: .array(of: .boolean)), "an array of arrays"),
            (.array(of: .either(.number, .date)), "an array of numbers or dates"),
            (.array(of: .nullable(.time)), "an array of times or nulls"),
            (.array(of: Joke.schema), "an array of objects"),
            (.nullable(.string), "a string or null"), (.either(.string, .integer), "a string or an integer"),
            (.either(ChangeResponse.schema, DecisionResponse.schema), "an object"),
        ] as [(ValueSchema, String)])
    func schemaWording(schema: ValueSchema, wording: String) { #expect(schema.wording == wording) }

    @Test(
        "the JSON Schema of a parameter is closed, and that of a result is open",
        arguments: [
            (.any, "{}", "{}"),
            (.integer, #"{"type":"integer"}"#, #"{"type":"integer"}"#),
            (
                .range(1...200), #"{"type":"integer","minimum":1,"maximum":200}"#,
                #"{"type":"integer","minimum":1,"maximum":200}"#
            ),
            (
                .words(["a"]), #"{"type":"string","enum":["a"]}"#, #"{"type":"string","examples":["a"]}"#
            ),
            (.constant("a"), #"{"const":"a"}"#, #"{"const":"a"}"#),
            (.time, #"{"type":"string","format":"date-time"}"#, #"{"type":"string","format":"date-time"}"#),
            (.nullable(.number), #"{"type":["number","null"]}"#, #"{"type":["number","null"]}"#),
            (
                .nullable(Joke.schema),
                ##"{"anyOf":[{"$ref":"#/components/schemas/Joke"},{"type":"null"}]}"##,
                ##"{"anyOf":[{"$ref":"#/components/schemas/Joke"},{"type":"null"}]}"##
            ),
            (
                .object([.init("a", .array(of: .date), "Days."), .init("b", .boolean, isRequired: false)]),
                #"{"type":"object","properties":{"a":{"description":"Days.","type":"array","#
                    + #""items":{"type":"string","format":"date"}},"b":{"type":"boolean"}},"required":["a"],"#
                    + #""additionalProperties":false}"#,
                #"{"type":"object","properties":{"a":{"description":"Days.","type":"array","#
                    + #""items":{"type":"string","format":"date"}},"b":{"type":"boolean"}},"required":["a"],"#
                    + #""additionalProperties":true}"#
            ),
        ] as [(ValueSchema, String, String)])
    func jsonSchema(schema: ValueSchema, strict: String, tolerant: String) {
        for (reading, text) in [(ValueSchema.Reading.strict, strict), (.tolerant, tolerant)] {
            #expect(schema.json(reading).jsonText == text)
        }
    }
}
