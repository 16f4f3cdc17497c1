// SPDX-License-Identifier: MIT
package import JokeWire

/// A place in the log of a library (Protocol.md, "Resuming"), and among its showings (docs/methods.md,
/// "memory.export").
package struct SyncPosition: Sendable, Hashable {
    package var epoch: String
    package var seq: Int
    package var seen: Int

    package init(epoch: String, seq: Int, seen: Int = -1) {
        (self.epoch, self.seq, self.seen) = (epoch, seq, seen)
    }
}

/// The memory of a machine between two runs. If it is lost, the next run compares the whole library with the folder.
package struct SyncState: Sendable, Hashable {
    /// A file of the folder, and how far it was read.
    package struct File: Sendable, Hashable {
        package var size = 0
        package var changed: Int64 = 0
        /// The number of bytes that were read: complete records.
        package var offset = 0
        /// The checksum of the bytes before the offset. If it differs, the file was replaced.
        package var mark: UInt32 = 0
        package var lines = 0
        package var damaged = 0
        package var isNewer = false
        /// Why the file cannot be read, or nil if it can: the text for an `errno`, or one of those below.
        package var problem: String?
        package static let tooManyFiles = "too many files"
        package static let tooManyLines = "too many jokes"
        /// The name of the machine that wrote it.
        package var title = ""
        /// When a record was read last.
        package var readAt = WallTime(milliseconds: 0)
        /// When the file was first missed, or nil if it exists.
        package var missingSince: WallTime?

        package init() {}
    }

    package var position: SyncPosition?
    /// The number of this machine's newest file. 0: none was written.
    package var number = 0
    /// The size of this machine's newest file as it was written, and the checksum of its end.
    package var (size, mark): (Int, UInt32) = (0, 0)
    /// When the whole library was compared last.
    package var comparedAt = WallTime(milliseconds: 0)
    /// Whether the next run must compare the whole library.
    package var isDue = false
    /// The number of bytes written and read since the last comparison.
    package var bytes = 0
    /// The size in bytes that all lines of the library had in files at the last comparison.
    package var data = 0
    /// The files of the folder except this machine's newest one.
    package var files: [String: File] = [:]
    package var ranAt: WallTime?
    /// Why the last run failed, or nil if it succeeded.
    package var problem: String?

    package init() {}

    /// The number of bytes before an offset that ``File/mark`` covers.
    static let markSize = 1_024
}

extension SyncState {
    /// Creates the state from its JSON, or nil if it is damaged.
    package init?(json: JSON) {
        guard json["format"]?.integerValue == 1, let number = json["number"]?.integerValue,
            SyncFileName.numbers ~= number, let size = json["size"]?.integerValue,
            let mark = json["mark"]?.integerValue.flatMap(UInt32.init(exactly:)),
            let compared = json["comparedAt"]?.integerValue, let files = json["files"]?.objectValue
        else { return nil }
        self.init()
        if let epoch = json["epoch"]?.stringValue, let seq = json["seq"]?.integerValue,
            let seen = json["seen"]?.integerValue
        {
            position = SyncPosition(epoch: epoch, seq: seq, seen: seen)
        }
        (self.number, self.size, self.mark) = (number, size, mark)
        comparedAt = WallTime(milliseconds: Int64(compared))
        isDue = json["due"]?.boolValue ?? false
        bytes = json["bytes"]?.integerValue ?? 0
        data = json["data"]?.integerValue ?? 0
        for member in files {
            guard let file = File(json: member.value) else { return nil }
            self.files[member.name] = file
        }
        ranAt = json["ranAt"]?.integerValue.map { WallTime(milliseconds: Int64($0)) }
        problem = json["problem"]?.stringValue
    }

    package var json: JSON {
        let sorted = files.sorted { $0.key < $1.key }
        return [
            "format": 1, "epoch": position.map { .string($0.epoch) } ?? .null,
            "seq": position.map { .integer($0.seq) } ?? .null,
            "seen": position.map { .integer($0.seen) } ?? .null, "number": .integer(number),
            "size": .integer(size),
            "mark": .integer(Int(mark)), "comparedAt": .integer(Int(comparedAt.milliseconds)),
            "due": .bool(isDue),
            "bytes": .integer(bytes), "data": .integer(data),
            "files": .object(
                JSONObject(members: sorted.map { JSONObject.Member(name: $0.key, value: $0.value.json) })),
            "ranAt": ranAt.map { .integer(Int($0.milliseconds)) } ?? .null,
            "problem": problem.map { .string($0) } ?? .null,
        ]
    }
}

extension SyncState.File {
    fileprivate init?(json: JSON) {
        guard let size = json["size"]?.integerValue,
            let changed = json["changed"]?.stringValue.flatMap(Int64.init),
            let offset = json["offset"]?.integerValue, offset >= 0,
            let mark = json["mark"]?.integerValue.flatMap(UInt32.init(exactly:))
        else { return nil }
        self.init()
        (self.size, self.changed, self.offset, self.mark) = (size, changed, offset, mark)
        lines = json["lines"]?.integerValue ?? 0
        damaged = json["damaged"]?.integerValue ?? 0
        isNewer = json["newer"]?.boolValue ?? false
        problem = json["problem"]?.stringValue
        title = json["name"]?.stringValue ?? ""
        readAt = WallTime(milliseconds: Int64(json["readAt"]?.integerValue ?? 0))
        missingSince = json["missingSince"]?.integerValue.map { WallTime(milliseconds: Int64($0)) }
    }

    fileprivate var json: JSON {
        [
            // Nanoseconds are not exact as a number of JSON.
            "size": .integer(size), "changed": .string(String(changed)), "offset": .integer(offset),
            "mark": .integer(Int(mark)), "lines": .integer(lines), "damaged": .integer(damaged),
            "newer": .bool(isNewer), "problem": problem.map { .string($0) } ?? .null, "name": .string(title),
            "readAt": .integer(Int(readAt.milliseconds)),
            "missingSince": missingSince.map { .integer(Int($0.milliseconds)) } ?? .null,
        ]
    }
}
