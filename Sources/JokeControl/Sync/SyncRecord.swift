// SPDX-License-Identifier: MIT
package import JokeWire

/// The records of a file of sync (docs/sync.md, "Files").
///
/// A record is one line: the length of its payload in bytes, the CRC-32 of the payload as eight hexadecimal digits, and
/// the payload, which is JSON without a newline. The payload is a line of the library, or has several showings.
package enum SyncRecord {
    /// The newest format that this version reads and the one that it writes.
    package static let format = 1
    /// The longest line of a file, in bytes. A line of a library has at most about 30 KiB.
    package static let longestLine = 64 << 10

    /// Returns the bytes of a record.
    package static func bytes(_ payload: some StringProtocol) -> [UInt8] {
        let payload = Array(payload.utf8)
        return Array(prefix(of: payload)) + payload + [UInt8(ascii: "\n")]
    }

    /// The size in bytes after which a record takes no further showing. A damaged record loses all that it has.
    private static let fullGroup = 4 << 10

    /// Returns the records of lines of a library. Consecutive showings share a record.
    package static func bytes(of lines: [String]) -> [UInt8] {
        var (bytes, group): ([UInt8], String) = ([], "")
        func endGroup() {
            if !group.isEmpty { bytes += self.bytes(#"{"seen":{\#(group)}}"#) }
            group = ""
        }
        for line in lines {
            guard let showing = SyncLine.showingMember(line) else {
                endGroup()
                bytes += self.bytes(line)
                continue
            }
            if !group.isEmpty { group += "," }
            group += showing
            if group.utf8.count > fullGroup { endGroup() }
        }
        endGroup()
        return bytes
    }

    /// Returns the number of bytes that a line takes in a snapshot. Of a showing, these are the ones within its record.
    static func size(of line: String) -> Int {
        if let showing = SyncLine.showingMember(line) { return showing.utf8.count + 1 }
        let count = line.utf8.count
        return String(count).utf8.count + 11 + count
    }

    /// Returns the payload of a line without its newline, or nil if the line is damaged.
    static func payload(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard line.count <= longestLine, let space = line.firstIndex(of: UInt8(ascii: " ")),
            line.endIndex - space >= 10
        else { return nil }
        let payload = line[(space + 10)...]
        return line[..<(space + 10)].elementsEqual(prefix(of: payload)) ? payload : nil
    }

    /// Returns what precedes a payload in its line.
    private static func prefix(of payload: some Collection<UInt8>) -> String.UTF8View {
        "\(payload.count) \(Checksum.digits(Checksum.crc32(payload))) ".utf8
    }
}

/// The first record of a file. It says who wrote the file and in which format.
package struct SyncHeader: Sendable, Hashable {
    package var format = SyncRecord.format
    package var machine: String
    /// The name of the machine, for people, in at most 64 bytes.
    package var name: String
    package var number: Int
    package var created: WallTime

    package init(machine: String, name: String, number: Int, created: WallTime) {
        (self.machine, self.name, self.number, self.created) = (machine, name, number, created)
    }

    package var payload: String {
        let json: JSON = [
            "format": .integer(format), "machine": .string(machine), "name": .string(name),
            "number": .integer(number), "created": .string(created.rfc3339),
        ]
        return json.jsonText
    }

    /// Returns nil if the payload is no header.
    init?(_ payload: ArraySlice<UInt8>) {
        guard payload.starts(with: Self.beginning.utf8), let json = try? JSON(parsing: payload),
            let format = json["format"]?.integerValue
        else { return nil }
        self.init(
            machine: json["machine"]?.stringValue ?? "",
            name: json["name"]?.stringValue.flatMap { SanitizedText.line($0, limit: 64) } ?? "",
            number: json["number"]?.integerValue ?? 0,
            created: json["created"]?.stringValue.flatMap(WallTime.init(rfc3339:))
                ?? WallTime(milliseconds: 0))
        self.format = format
    }

    private static let beginning = #"{"format":"#
}

/// Reads the records of a file, or of a part of it, piece by piece. It keeps no line.
package struct SyncRecords: Sendable, Hashable {
    /// The last header, or nil if there is none. A file that was doubled has two.
    package private(set) var header: SyncHeader?
    /// The number of lines of the library.
    package private(set) var lines = 0
    /// The number of damaged lines.
    package private(set) var damaged = 0
    /// The number of bytes up to the end of the last complete line. The rest is a torn record, which may be completed
    /// later.
    package private(set) var length = 0
    /// The beginning of a line that has not ended, up to one byte more than the longest line, and the bytes of it that
    /// were read.
    private var (torn, tornLength): ([UInt8], Int) = ([], 0)

    package init() {}

    /// Whether a later version wrote the file. The records after such a header are not read.
    package var isNewer: Bool { header.map { $0.format > SyncRecord.format } ?? false }

    /// Reads the next bytes, and calls `visit` for each line. A damaged line is skipped: each record is checked by
    /// itself, and the order of records does not matter.
    package mutating func read(_ piece: ArraySlice<UInt8>, _ visit: (SyncLine) -> Void) {
        var start = piece.startIndex
        piece.withUnsafeBufferPointer { buffer in
            for place in buffer.indices where buffer[place] == UInt8(ascii: "\n") {
                let end = piece.startIndex + place
                take(piece[start..<end])
                length += tornLength + 1
                // The lines after a newer header may mean something else.
                if !isNewer { read(line: torn.isEmpty ? piece[start..<end] : torn[...], visit) }
                (torn, tornLength) = ([], 0)
                start = end + 1
            }
        }
        take(piece[start...])
        if tornLength > 0, torn.isEmpty { torn = Array(piece[start...].prefix(SyncRecord.longestLine + 1)) }
    }

    /// Adds a part of a line. A line within one piece is not copied.
    private mutating func take(_ part: ArraySlice<UInt8>) {
        tornLength += part.count
        if !torn.isEmpty { torn += part.prefix(SyncRecord.longestLine + 1 - torn.count) }
    }

    private mutating func read(line: ArraySlice<UInt8>, _ visit: (SyncLine) -> Void) {
        guard let payload = SyncRecord.payload(line) else { return damaged += 1 }
        if let header = SyncHeader(payload) { return self.header = header }
        guard let lines = SyncLine.showings(payload) ?? SyncLine(payload).map({ [$0] }) else {
            return damaged += 1
        }
        self.lines += lines.count
        lines.forEach(visit)
    }
}
