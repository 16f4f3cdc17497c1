// SPDX-License-Identifier: MIT
package import JokeWire

/// A line of an exported library (Protocol.md, "saved.export"), as sync compares it.
package struct SyncLine: Sendable, Hashable {
    /// The id of the joke.
    package let id: String
    /// The time of the last decision about the joke.
    package let changedAt: WallTime
    package let text: String
    /// A hash of the text. Two lines of the same time are compared by it.
    let hash: UInt64

    /// Returns nil if the text is no line of a library.
    package init?(_ text: String) { self.init(Array(text.utf8)[...]) }

    init?(_ bytes: ArraySlice<UInt8>) {
        guard let (id, changedAt) = Self.usualMembers(bytes) ?? Self.members(bytes) else { return nil }
        (self.id, self.changedAt) = (id, changedAt)
        text = String(decoding: bytes, as: UTF8.self)
        hash = Checksum.hash(bytes)
    }

    /// Finds the members at their usual places: jokesd writes the id first and `changedAt` last. Parsing the JSON of a
    /// large library takes much longer.
    private static func usualMembers(_ bytes: ArraySlice<UInt8>) -> (String, WallTime)? {
        guard bytes.starts(with: #"{"id":""#.utf8) else { return nil }
        let rest = bytes.dropFirst(7)
        guard let end = rest.firstIndex(of: UInt8(ascii: "\"")),
            !rest[..<end].contains(UInt8(ascii: "\\"))
        else { return nil }
        // ,"changedAt":"2026-11-21T09:30:00.000Z"}
        let tail = bytes.suffix(40)
        guard tail.count == 40, tail.starts(with: #","changedAt":""#.utf8), tail.hasClosing,
            let time = WallTime(rfc3339: String(decoding: tail.dropFirst(14).dropLast(2), as: UTF8.self))
        else { return nil }
        return (String(decoding: rest[..<end], as: UTF8.self), time)
    }

    private static func members(_ bytes: ArraySlice<UInt8>) -> (String, WallTime)? {
        guard let json = try? JSON(parsing: bytes), let id = json["id"]?.stringValue,
            let time = json["changedAt"]?.stringValue.flatMap(WallTime.init(rfc3339:))
        else { return nil }
        return (id, time)
    }
}

extension ArraySlice<UInt8> {
    fileprivate var hasClosing: Bool { suffix(2).elementsEqual(#""}"#.utf8) }
}
