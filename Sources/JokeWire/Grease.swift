// SPDX-License-Identifier: MIT

/// Adds unknown members and events to the lines of a connection, to test that a client ignores what it does not know
/// (Protocol.md, "Compatibility").
package enum Grease {
    /// The name of each added member, method and topic, and each added word.
    package static let word = "x-grease"

    /// Returns the line with unknown members, words and features.
    ///
    /// Every object gets an unknown member. Unknown words replace a neutral color and a neutral decision. An event is
    /// followed by events of an unknown topic and an unknown kind, and by a message of an unknown method.
    ///
    /// - Parameter line: A line of compact JSON with its newline, as `JSONWriter` writes it, or no bytes.
    package static func mixed(into line: [UInt8]) -> [UInt8] {
        var mixed = withUnknownMembers(in: withUnknownWords(in: line))
        guard let event = try? JSON(parsing: line), event["method"] == "event" else { return mixed }
        for params in unknownEvents(after: event["params"] ?? .null) { mixed += message("event", params) }
        return mixed + message(word, [word: [1, .null, "…"]])
    }

    private static func withUnknownMembers(in line: [UInt8]) -> [UInt8] {
        let member = Array("\"\(word)\":{\"\(word)\":[null]}".utf8)
        var mixed: [UInt8] = []
        var isInString = false
        var isEscaped = false
        for (place, byte) in line.enumerated() {
            mixed.append(byte)
            if isEscaped {
                isEscaped = false
            } else if isInString {
                isEscaped = byte == UInt8(ascii: "\\")
                isInString = byte != UInt8(ascii: "\"")
            } else if byte == UInt8(ascii: "\"") {
                isInString = true
            } else if byte == UInt8(ascii: "{") {
                mixed += member
                if line[place + 1] != UInt8(ascii: "}") { mixed.append(UInt8(ascii: ",")) }
            }
        }
        return mixed
    }

    /// Replaces the first `gray` and the first `undecided` by an unknown word, and adds an unknown feature.
    ///
    /// Clients read the word as `gray` or as `undecided`. The text of a joke never matches, because quotation marks in
    /// it are escaped.
    private static func withUnknownWords(in line: [UInt8]) -> [UInt8] {
        let words = [
            (#""backgroundColor":"gray""#, #""backgroundColor":"\#(word)""#),
            (#""decisionState":"undecided""#, #""decisionState":"\#(word)""#),
            (#""features":["#, #""features":["\#(word)","#),
        ]
        return words.reduce(line) { replacing($1.0, with: $1.1, in: $0) }
    }

    private static func replacing(_ known: String, with unknown: String, in line: [UInt8]) -> [UInt8] {
        let known = Array(known.utf8)
        guard let place = line.indices.first(where: { line[$0...].starts(with: known) }) else { return line }
        var replaced = line
        replaced.replaceSubrange(place..<place + known.count, with: unknown.utf8)
        return replaced
    }

    /// Returns the params of unknown events. They repeat the sequence number of the event before, so a client that
    /// ignores them misses no number.
    private static func unknownEvents(after params: JSON) -> [JSON] {
        let seq = params["seq"] ?? .null
        let subscription = params["subscription"] ?? .null
        var events: [JSON] = [["subscription": subscription, "topic": .string(word), "seq": seq]]
        if let topic = params["topic"], topic == "log" || topic == "feed" {
            events.append(
                ["subscription": subscription, "topic": topic, "seq": seq, "event": .string(word)])
        }
        return events
    }

    private static func message(_ method: String, _ params: JSON) -> [UInt8] {
        let message: JSON = ["jsonrpc": "2.0", "method": .string(method), "params": params]
        return Array(message.jsonText.utf8) + [UInt8(ascii: "\n")]
    }
}
