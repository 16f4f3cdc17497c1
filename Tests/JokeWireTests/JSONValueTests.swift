// SPDX-License-Identifier: MIT

import JokeWire
import Testing

struct JSONValueTests {
    @Test("the last of duplicate names counts")
    func duplicates() throws {
        let json = try JSON(parsing: Array(#"{"a":1,"b":2,"\u0061":3}"#.utf8))
        #expect(json["a"] == 3)
        #expect(json.objectValue?.names == ["a", "b", "a"])
    }

    @Test("setting a member keeps its position and removes its duplicates")
    func setMember() {
        var object: JSONObject = ["a": 1, "b": 2, "a": 3]
        object.set("a", 4)
        object.set("c", 5)
        #expect(object == ["a": 4, "b": 2, "c": 5])
    }

    @Test(
        "an integer value is exact or nil",
        arguments: [
            ("0", 0), ("-7", -7), ("7.0", 7), ("1e3", 1_000), ("9007199254740992", 1 << 53),
            ("-9007199254740992", -(1 << 53)),
            ("9007199254740994", nil), ("1.5", nil), ("1e300", nil), ("1e999", nil), ("\"1\"", nil),
            ("true", nil),
        ] as [(String, Int?)])
    func integers(text: String, value: Int?) throws {
        #expect(try JSON(parsing: Array(text.utf8)).integerValue == value)
    }

    @Test("a value is of exactly one kind")
    func oneKind() {
        let values: [JSON] = [.null, true, 1, "a", [1], ["a": 1]]
        #expect(values.map(\.isNull) == [true, false, false, false, false, false])
        #expect(values.compactMap(\.boolValue) == [true])
        #expect(values.compactMap(\.numberValue) == [1])
        #expect(values.compactMap(\.stringValue) == ["a"])
        #expect(values.compactMap(\.arrayValue) == [[1]])
        #expect(values.compactMap(\.objectValue) == [["a": 1]])
        #expect(
            values.map(\.typeName) == ["null", "a boolean", "a number", "a string", "an array", "an object"])
        #expect(values.compactMap { $0["a"] } == [1])
    }
}
