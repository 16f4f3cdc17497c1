// SPDX-License-Identifier: MIT
import JokeWire
import Testing

@Suite("Grease")
struct GreaseTests {
    private func mixed(_ line: String) throws -> [JSON] {
        let bytes = Grease.mixed(into: Array((line + "\n").utf8))
        #expect(bytes.last == UInt8(ascii: "\n"))
        return try bytes.split(separator: UInt8(ascii: "\n")).map { try JSON(parsing: $0) }
    }

    @Test("grease adds a member to every object, even an empty one, and changes no string")
    func greasedMembers() throws {
        let reply = try mixed(#"{"result":{"a":{},"b":[{"c":"{\"x\":{"}]}}"#)[0]
        #expect(reply["result"]?["a"]?[Grease.word] != nil)
        #expect(reply["result"]?["b"]?.arrayValue?[0][Grease.word] != nil)
        #expect(reply["result"]?["b"]?.arrayValue?[0]["c"] == #"{"x":{"#)
    }

    @Test("grease keeps an id as it was written")
    func keepsID() {
        let line = Grease.mixed(into: Array("{\"id\":1.50,\"result\":{}}\n".utf8))
        #expect(String(decoding: line, as: UTF8.self).contains(#""id":1.50,"#))
    }

    @Test("grease replaces neutral words by unknown ones only in members that tolerate them")
    func unknownWords() throws {
        let neutral = try mixed(#"{"result":{"backgroundColor":"gray","decisionState":"undecided"}}"#)[0]
        #expect(neutral["result"]?["backgroundColor"]?.stringValue == Grease.word)
        #expect(neutral["result"]?["decisionState"]?.stringValue == Grease.word)
        let liked = try mixed(#"{"result":{"backgroundColor":"green","decisionState":"liked"}}"#)[0]
        #expect(liked["result"]?["backgroundColor"] == "green")
        #expect(liked["result"]?["decisionState"] == "liked")
    }

    @Test("a greased state is read as the original state")
    func stateSurvives() throws {
        let state = Sample.state
        let line = String(decoding: Reply.success(id: RequestID(1), result: state).dropLast(), as: UTF8.self)
        let reply = try mixed(line)[0]
        #expect(try CardState(json: reply["result"] ?? .null) == state)
    }

    @Test("grease follows an event with unknown events of the same sequence number")
    func unknownEvents() throws {
        let messages = try mixed(
            #"{"jsonrpc":"2.0","method":"event","params":{"subscription":3,"topic":"log","seq":7,"event":"liked"}}"#
        )
        #expect(messages.map { $0["method"] } == ["event", "event", "event", .string(Grease.word)])
        #expect(messages.dropLast().allSatisfy { $0["params"]?["seq"] == 7 })
        #expect(messages[1]["params"]?["topic"]?.stringValue == Grease.word)
        #expect(messages[2]["params"]?["event"]?.stringValue == Grease.word)
        #expect(try mixed(#"{"id":1,"result":{"method":"event"}}"#).count == 1)
    }

    @Test("grease adds nothing to empty output")
    func emptyOutput() { #expect(Grease.mixed(into: []) == []) }
}
