// SPDX-License-Identifier: MIT
import JokeWire
import Testing

@Suite("The pattern of a transcript")
struct PatternTests {
    @Test(
        "a matching message is accepted",
        arguments: [
            (#"{"a":1,"b":[true,null]}"#, #"{"b":[true,null],"a":1.0}"#),
            (#"{"a":"*"}"#, #"{"a":{"b":1}}"#),
            (#"["$x","$x"]"#, #"[{"a":1,"b":2},{"b":2,"a":1}]"#),
            (#"{"a":1,"…":"*"}"#, #"{"a":1,"b":2}"#),
            (#"[1,"…"]"#, "[1,2,3]"),
            (#"["why …"]"#, #"["why not?"]"#),
        ])
    func acceptedMessage(_ expected: String, _ found: String) throws {
        #expect(try mismatch(expected, found) == nil)
    }

    @Test(
        "a mismatch is reported with its path",
        arguments: [
            (#"{"a":1}"#, #"{"a":2}"#, ".a: expected 1, found 2"),
            (#"{"a":1}"#, #"{"a":1,"b":2}"#, ": has b as well"),
            (#"{"a":"*"}"#, "{}", ": has no a"),
            (#"["$x","$x"]"#, "[1,2]", "[1]: $x was 1, is 2"),
            (#"{"a":[1,"…"]}"#, #"{"a":[]}"#, ".a: expected 1 elements, found 0"),
            (#"[1]"#, "[1,2]", ": expected 1 elements, found 2"),
            (#"["why …"]"#, #"["how"]"#, #"[0]: expected "why …", found "how""#),
        ])
    func reportedMismatch(_ expected: String, _ found: String, _ what: String) throws {
        #expect(try mismatch(expected, found) == what)
    }

    private func mismatch(_ expected: String, _ found: String) throws -> String? {
        var pattern = Pattern()
        return pattern.mismatch(try JSON(parsing: expected.utf8), try JSON(parsing: found.utf8))
    }
}
