// SPDX-License-Identifier: MIT
import JokeWire

/// JSON of Protocol.md as a ``Pattern``: `…` is left out, and each value that differs from daemon to daemon is a name.
/// Equal values have the same name.
enum Abbreviated {
    /// The kind of a value that differs from daemon to daemon.
    private enum Sort: String {
        /// An increasing number: the order of two values is the same in the page and in the reply.
        case seq
        /// An identifier: different values in the page stand for different values.
        case joke, epoch, connection, subscription
        /// A value that is the same each time.
        case text, time, cursor
        /// A value that may differ each time.
        case any
    }

    private static let sorts: [String: Sort] = [
        "seq": .seq, "from": .seq, "to": .seq,
        "epoch": .epoch, "connection": .connection, "subscription": .subscription,
        "joke": .joke, "jokes": .joke, "deleted": .joke, "ifJoke": .joke, "current": .joke, "id": .joke,
        "value": .text, "savedAt": .time, "dislikedAt": .time, "date": .time, "time": .time, "retryAt": .time,
        "next": .cursor, "cursor": .cursor,
        "version": .any, "pid": .any, "uptime": .any, "socket": .any, "data": .any, "connections": .any,
        "requests": .any, "path": .any, "bytes": .any, "madeAt": .any, "received": .any, "sent": .any,
        "connectedFor": .any,
    ]

    /// Returns the JSON of a line, with each `…` as a text that a pattern understands.
    static func json(_ line: String) throws -> JSON { try JSON(parsing: spelledOut(line).utf8) }

    /// Returns the pattern of a line of the server.
    static func pattern(_ line: String) throws -> JSON {
        var count = 0
        return try named(json(line), nil, isMessage: true) { name in
            guard name.hasPrefix("$any:") else { return name }
            count += 1
            return "$any\(count):\(name.dropFirst(5))"
        }
    }

    /// Returns the request of a line of the client. A value that `pattern` does not know is sent as it is.
    static func request(_ json: JSON, _ pattern: inout Pattern) -> JSON {
        // The members that a client sends about itself are sent as they are.
        let named = named(json, nil, isMessage: true) { $0.hasPrefix("$any:") ? nil : $0 }
        bindUnknown(in: named, as: json, &pattern)
        return pattern.filled(named)
    }

    private static func named(
        _ json: JSON, _ member: String?, isMessage: Bool, name: (String) -> String?
    ) -> JSON {
        switch json {
        case .object(let object):
            return .object(
                JSONObject(
                    members: object.map {
                        // The client chooses the id of a message, and the reply repeats it.
                        let isID = isMessage && $0.name == "id"
                        let value = named($0.value, isID ? nil : $0.name, isMessage: false, name: name)
                        return .init(name: $0.name, value: value)
                    }))
        case .array(let elements):
            return .array(elements.map { named($0, member, isMessage: isMessage, name: name) })
        case .string("…"), .string("*"), .null, .bool: return json
        case .string(let text):
            return member.flatMap { sorts[$0] }.flatMap { name("$\($0.rawValue):\(text)") }.map(JSON.string)
                ?? json
        case .number:
            return member.flatMap { sorts[$0] }.flatMap { name("$\($0.rawValue):\(json.jsonText)") }.map(
                JSON.string) ?? json
        }
    }

    private static func bindUnknown(in named: JSON, as json: JSON, _ pattern: inout Pattern) {
        switch (named, json) {
        case (.object(let named), .object(let json)):
            for (name, value) in zip(named, json) { bindUnknown(in: name.value, as: value.value, &pattern) }
        case (.array(let named), .array(let json)):
            for (name, value) in zip(named, json) { bindUnknown(in: name, as: value, &pattern) }
        case (.string(let name), _) where named != json && pattern.names[name] == nil:
            pattern.bind(name, to: json)
        default: break
        }
    }
}

// MARK: Contradictions

extension Abbreviated {
    /// Returns the contradictions between the values of the page and those of the replies.
    static func contradictions(_ names: [String: JSON]) -> [String] {
        let bound = names.compactMap { name, value -> Bound? in Bound(name, value) }
        return bound.filter { !$0.isAlike }.map { "\($0.written) stands for \($0.value.jsonText)" }
            + bound.flatMap { one in
                bound.filter { one.contradicts($0) }.map {
                    "\(one.sort) \(one.written) and \($0.written) stand for \(one.value.jsonText) and \($0.value.jsonText)"
                }
            }
    }

    private struct Bound {
        let sort: String
        let written: String
        let value: JSON

        init?(_ name: String, _ value: JSON) {
            guard let colon = name.firstIndex(of: ":") else { return nil }
            sort = String(name[name.index(after: name.startIndex)..<colon])
            written = String(name[name.index(after: colon)...])
            self.value = value
        }

        /// Whether both values are of the same kind.
        var isAlike: Bool {
            switch value {
            case .number: Double(written) != nil
            case .string(let text):
                sort == Sort.time.rawValue ? Self.form(text) == Self.form(written) : true
            case .null, .bool, .array, .object: false
            }
        }

        func contradicts(_ other: Bound) -> Bool {
            guard sort == other.sort, written != other.written else { return false }
            switch Sort(rawValue: sort) {
            case .seq:
                guard let mine = Int(written), let others = Int(other.written) else { return true }
                guard let one = value.integerValue, let another = other.value.integerValue else {
                    return true
                }
                return mine < others && one >= another
            case .joke, .epoch, .connection, .subscription: return value == other.value
            case .text, .time, .cursor, .any, nil: return false
            }
        }

        private static func form(_ text: String) -> String {
            String(text.map { $0.isNumber ? "0" : $0 })
        }
    }
}

// MARK: Expanding

extension Abbreviated {
    /// Returns `{…}`, `[1,…]` and `"joke":…` as JSON.
    private static func spelledOut(_ line: String) -> String {
        var result = ""
        var open: [Character] = []
        var (isInString, isEscaped) = (false, false)
        var before: Character = " "
        for character in line {
            if isInString {
                result.append(character)
                if isEscaped {
                    isEscaped = false
                } else if character == "\\" {
                    isEscaped = true
                } else if character == "\"" {
                    isInString = false
                }
                continue
            }
            switch character {
            case "\"": isInString = true
            case "{", "[": open.append(character)
            case "}", "]": _ = open.popLast()
            default: break
            }
            result += character == "…" ? spelledOut(after: before, in: open.last) : String(character)
            if character != " " { before = character }
        }
        return result
    }

    private static func spelledOut(after before: Character, in container: Character?) -> String {
        switch container {
        case "{" where before != ":": #""…":"*""#
        case "[": #""…""#
        default: #""*""#
        }
    }
}
