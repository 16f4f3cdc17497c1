// SPDX-License-Identifier: MIT

/// Mixes into a line what a later minor version might add, so that a client finds out whether it ignores what it
/// does not know (Protocol.md, "Compatibility").
package enum Grease {
    /// Of every name and word that is mixed in.
    package static let word = "x-grease"

    /// The line with an unknown member in every object, an unknown word in place of a neutral one and among the
    /// features; after an event, others of an unknown topic and kind, and a message of an unknown method.
    ///
    /// - Parameter line: valid compact JSON and its newline, as our writer makes it; or nothing.
    package static func mixed(into line: [UInt8]) -> [UInt8] {
        var mixed = withUnknownMembers(in: withUnknownWords(in: line))
        guard let event = try? JSON(parsing: line), event["method"] == "event" else { return mixed }
        for params in strangers(like: event["params"] ?? .null) { mixed += message("event", params) }
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

    /// An unknown colour is to be read as gray, and an unknown decision as none. (Inside of a text a quotation mark
    /// is escaped: no joke can look like this.)
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
        return Array(line[..<place]) + unknown.utf8 + line[(place + known.count)...]
    }

    /// Events with the number of the one before, which nobody has missed who does not know them.
    private static func strangers(like params: JSON) -> [JSON] {
        let seq = params["seq"] ?? .null
        let subscription = params["subscription"] ?? .null
        var strangers: [JSON] = [["subscription": subscription, "topic": .string(word), "seq": seq]]
        if let topic = params["topic"], topic == "log" || topic == "feed" {
            strangers.append(
                ["subscription": subscription, "topic": topic, "seq": seq, "event": .string(word)])
        }
        return strangers
    }

    private static func message(_ method: String, _ params: JSON) -> [UInt8] {
        let message: JSON = ["jsonrpc": "2.0", "method": .string(method), "params": params]
        return Array(message.jsonText.utf8) + [UInt8(ascii: "\n")]
    }
}
