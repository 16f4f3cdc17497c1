// SPDX-License-Identifier: MIT
package import JokeWire

/// A line of an exported library (docs/methods.md, "saved.export"), or of what was shown and learned
/// (docs/methods.md, "memory.export"), as sync compares it.
package struct SyncLine: Sendable, Hashable {
    /// The subject of the line. It is the id and the source of a joke with a space between them, `seen:` and the hash of a
    /// shown joke, or `taste:` and the id of a machine.
    package let key: String
    /// The time of the last decision about the joke, of its last showing, or of what was learned.
    package let changedAt: WallTime
    package let text: String
    /// A hash of the text. Two lines of the same time are compared by it.
    let hash: UInt64

    /// Returns nil if the text is no line of a library.
    package init?(_ text: String) { self.init(Array(text.utf8)[...]) }

    init?(_ bytes: ArraySlice<UInt8>) {
        guard
            let (key, changedAt) = Self.usualMembers(bytes) ?? Self.showing(bytes) ?? Self.members(bytes)
        else { return nil }
        (self.key, self.changedAt) = (key, changedAt)
        text = String(decoding: bytes, as: UTF8.self)
        hash = Checksum.hash(bytes)
    }

    private init(showing hash: String, at time: Int) {
        key = "seen:\(hash)"
        changedAt = WallTime(milliseconds: Int64(time))
        text = #"{"seen":"\#(hash)","at":\#(time)}"#
        self.hash = Checksum.hash(text.utf8)
    }

    /// Returns the lines of a payload with several showings, `{"seen":{"8c1f4e0b92d7a635":1795512600000,…}}`, or nil if it
    /// is something else.
    static func showings(_ payload: ArraySlice<UInt8>) -> [SyncLine]? {
        guard payload.starts(with: #"{"seen":{"#.utf8), let json = try? JSON(parsing: payload),
            let members = json["seen"]?.objectValue
        else { return nil }
        var lines: [SyncLine] = []
        for member in members {
            guard HexDigits.are16(member.name.utf8), let time = member.value.integerValue else { return nil }
            lines.append(SyncLine(showing: member.name, at: time))
        }
        return lines
    }

    /// Returns the member of a record with several showings for the line of one, or nil if it is another line.
    static func showingMember(_ line: String) -> Substring? {
        let bytes = line.utf8
        guard bytes.starts(with: seenPrefix.utf8) else { return nil }
        let rest = bytes.dropFirst(seenPrefix.utf8.count)
        let (hash, end) = (rest.prefix(16), rest.dropFirst(16))
        let time = end.dropFirst(7).dropLast()
        guard HexDigits.are16(hash), end.starts(with: #"","at":"#.utf8), end.last == UInt8(ascii: "}"),
            let number = Int64(Substring(time)), String(number).utf8.elementsEqual(time)
        else { return nil }
        return Substring("\"\(Substring(hash))\":\(Substring(time))")
    }

    /// Finds the members at their usual places: jokesd writes the id and the source first and `changedAt` last. Parsing
    /// the JSON of a large library takes much longer.
    private static func usualMembers(_ bytes: ArraySlice<UInt8>) -> (String, WallTime)? {
        guard bytes.starts(with: idMember.utf8),
            let id = string(bytes.dropFirst(idMember.utf8.count)),
            case let rest = bytes[id.endIndex...], rest.starts(with: sourceMember.utf8),
            let source = string(rest.dropFirst(sourceMember.utf8.count))
        else { return nil }
        // ,"changedAt":"2026-11-21T09:30:00.000Z"}
        let tail = bytes.suffix(40)
        guard tail.count == 40, tail.starts(with: #","changedAt":""#.utf8), tail.hasClosing,
            let time = WallTime(rfc3339: String(decoding: tail.dropFirst(14).dropLast(2), as: UTF8.self))
        else { return nil }
        return (key(id, source), time)
    }

    private static let idMember = #"{"id":""#
    private static let sourceMember = #"","source":""#

    /// Returns the bytes up to the next quotation mark, or nil if there is an escape sequence before it.
    private static func string(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\"")),
            !bytes[..<end].contains(UInt8(ascii: "\\"))
        else { return nil }
        return bytes[..<end]
    }

    /// Returns the key of a joke. An id has no space.
    private static func key(_ id: ArraySlice<UInt8>, _ source: ArraySlice<UInt8>) -> String {
        String(unsafeUninitializedCapacity: id.count + 1 + source.count) { buffer in
            var next = buffer.initialize(fromContentsOf: id)
            buffer.initializeElement(at: next, to: UInt8(ascii: " "))
            next += 1
            return buffer[next...].initialize(fromContentsOf: source)
        }
    }

    /// Finds the members of a showing at their usual places: `{"seen":"8c1f4e0b92d7a635","at":1795512600000}`
    private static func showing(_ bytes: ArraySlice<UInt8>) -> (String, WallTime)? {
        guard bytes.starts(with: seenPrefix.utf8) else { return nil }
        let rest = bytes.dropFirst(seenPrefix.utf8.count)
        let (hash, end) = (rest.prefix(16), rest.dropFirst(16))
        guard HexDigits.are16(hash), end.starts(with: #"","at":"#.utf8), end.last == UInt8(ascii: "}"),
            let time = Int64(String(decoding: end.dropFirst(7).dropLast(), as: UTF8.self))
        else { return nil }
        return ("seen:" + String(decoding: hash, as: UTF8.self), WallTime(milliseconds: time))
    }

    private static func members(_ bytes: ArraySlice<UInt8>) -> (String, WallTime)? {
        guard let json = try? JSON(parsing: bytes) else { return nil }
        if let id = json["id"]?.stringValue {
            let time = json["changedAt"]?.stringValue.flatMap(WallTime.init(rfc3339:))
            return time.map { ("\(id) \(json["source"]?.stringValue ?? "")", $0) }
        }
        guard let time = json["at"]?.integerValue.map({ WallTime(milliseconds: Int64($0)) }) else {
            return nil
        }
        if let hash = json["seen"]?.stringValue { return ("seen:\(hash)", time) }
        return json["taste"]?.stringValue.map { ("taste:\($0)", time) }
    }

    private static let seenPrefix = #"{"seen":""#
    /// The beginning of the line of what this machine has learned, as the library exports it.
    static let ownTastePrefix = #"{"taste":"","at":0,"#

    /// Returns the beginning of the line of what a machine has learned.
    static func tastePrefix(_ machine: String) -> String { #"{"taste":"\#(machine)","at":"# }

    /// Returns the line from the text of the joke on. jokesd writes it after the id and the source.
    static func value(of line: String) -> Substring.UTF8View {
        func rest(after count: Int, of bytes: Substring.UTF8View) -> Substring.UTF8View {
            let rest = bytes.dropFirst(count)
            return rest[(rest.firstIndex(of: UInt8(ascii: "\"")) ?? rest.startIndex)...]
        }
        let source = rest(after: idMember.utf8.count, of: line.utf8[...])
        return rest(after: sourceMember.utf8.count, of: source)
    }

    /// Whether the line is about what was shown and learned: the key of a joke has a space.
    var isMemory: Bool { !key.utf8.contains(UInt8(ascii: " ")) }

    /// Whether the line is about what was shown and learned, and not about the library.
    package static func isMemory(_ text: String) -> Bool {
        text.utf8.starts(with: seenPrefix.utf8) || text.utf8.starts(with: #"{"taste":"#.utf8)
    }
}

extension ArraySlice<UInt8> {
    fileprivate var hasClosing: Bool { suffix(2).elementsEqual(#""}"#.utf8) }
}
