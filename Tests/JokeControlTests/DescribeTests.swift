// SPDX-License-Identifier: MIT
import JokeControl
import JokeWire
import Testing

@Suite("A method's description")
struct DescribeTests {
    @Test("each form of schema has a description in words")
    func schemaWording() throws {
        let schemas: [(JSON, String)] = [
            (["type": "string"], "string"),
            (["type": "string", "enum": ["state", "log"]], "state|log"),
            (["type": "array", "items": ["type": "string"]], "array of string"),
            (["type": "integer", "minimum": 1, "maximum": 200], "integer from 1 to 200"),
            (["type": ["string", "null"]], "string or null"),
            (["$ref": "#/components/schemas/Joke"], "Joke"),
            (["anyOf": [["$ref": "#/a/Joke"], ["type": "null"]]], "Joke or null"),
            (["type": "object", "properties": ["epoch": [:], "seq": [:]]], "{epoch, seq}"),
            ([:], "any"),
        ]
        for (schema, words) in schemas {
            let json: JSON = ["name": "m", "params": [["name": "p", "schema": schema]]]
            #expect(try MethodDocument(json: json, at: "").parameters == [.init("p", words)])
        }
    }

    @Test("references to errors are resolved")
    func resolvedReferences() throws {
        let document: JSON = [
            "components": [
                "errors": ["empty": ["code": -1, "message": "Nothing.", "data": ["kind": "empty"]]]
            ]
        ]
        let json: JSON = [
            "name": "m", "params": [],
            "errors": [["$ref": "#/components/errors/empty"], ["$ref": "#/x/later"]],
        ]
        var method = try MethodDocument(json: json, at: "")
        method.resolve(in: document)
        #expect(
            method.errors == [.init(kind: "empty", message: "Nothing."), .init(kind: "later", message: "")])
    }
}
