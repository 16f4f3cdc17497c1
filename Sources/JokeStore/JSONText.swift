// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// The JSON texts in the database. Reading never fails: an unreadable text counts as empty.
enum JSONText {
    static func list(_ strings: [String]) -> String {
        var writer = JSONWriter()
        writer.beginArray()
        for string in strings { writer.string(string) }
        writer.endArray()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    static func list(_ numbers: [Int64]) -> String { "[\(numbers.map(String.init).joined(separator: ","))]" }

    static func strings(_ text: String) -> [String] {
        text == "[]" ? [] : (elements(text) ?? []).compactMap(\.stringValue)
    }

    /// Returns the text of a joke, without the one that it was edited from.
    static func joke(_ joke: Joke) -> String { String(decoding: joke.jsonBytes, as: UTF8.self) }

    static func joke(_ text: String) -> Joke? {
        (try? JSON(parsing: text.utf8)).flatMap { try? Joke(json: $0) }
    }

    static func statuses(_ statuses: [UndoStep.Before]) -> String {
        var writer = JSONWriter()
        writer.beginArray()
        for before in statuses {
            writer.beginObject()
            writer.member("id", before.id.rawValue)
            writer.member("savedAt", before.status.savedAt)
            writer.member("deletedAt", before.status.deletedAt)
            writer.member("buriedAt", before.status.dislikedAt)
            writer.member("lesson", before.status.lesson.map { Int($0.column) })
            if before.isOther { writer.member("other", true) }
            if before.isSuperseded { writer.member("superseded", true) }
            if let joke = before.joke {
                writer.member("joke", joke)
                writer.member("original", joke.original?.joke)
            }
            writer.endObject()
        }
        writer.endArray()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns nil unless all elements can be read.
    static func statuses(_ text: String) -> [UndoStep.Before]? {
        guard let elements = elements(text) else { return nil }
        let statuses = elements.compactMap(before)
        return statuses.count == elements.count ? statuses : nil
    }

    static func tallies(_ tallies: [Taste.Arm: Taste.Tally]) -> String {
        var writer = JSONWriter()
        writer.beginArray()
        for (arm, tally) in tallies.sorted(by: { $0.key < $1.key }) {
            writer.beginObject()
            writer.member("kind", arm.kind.rawValue)
            writer.member("name", arm.name)
            writer.member("decisions", String(tally.decisions, radix: 16))
            writer.member("count", tally.count)
            writer.member("usedAt", tally.usedAt)
            writer.endObject()
        }
        writer.endArray()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    static func tallies(_ text: String) -> [Taste.Arm: Taste.Tally] {
        var tallies: [Taste.Arm: Taste.Tally] = [:]
        for json in elements(text) ?? [] {
            guard let kind = json["kind"]?.stringValue.flatMap(Taste.Arm.Kind.init),
                let name = json["name"]?.stringValue,
                let decisions = json["decisions"]?.stringValue.flatMap({ UInt64($0, radix: 16) })
            else { continue }
            tallies[Taste.Arm(kind, name)] = Taste.Tally(
                decisions: decisions, count: json["count"]?.integerValue ?? 0,
                usedAt: json["usedAt"]?.integerValue ?? 0)
        }
        return tallies
    }

    private static func before(_ json: JSON) -> UndoStep.Before? {
        guard let id = json["id"]?.stringValue else { return nil }
        let status = JokeStatus(
            savedAt: time(json["savedAt"]), deletedAt: time(json["deletedAt"]),
            dislikedAt: time(json["buriedAt"]),
            lesson: json["lesson"]?.integerValue.flatMap { Taste.Lesson(column: Int64($0)) })
        var joke = json["joke"].flatMap { try? Joke(json: $0) }
        joke?.original = json["original"].flatMap { try? Joke(json: $0) }.map(Joke.Original.joke)
        return UndoStep.Before(
            id: Joke.ID(rawValue: id), status: status, joke: joke, isOther: json["other"]?.boolValue == true,
            isSuperseded: json["superseded"]?.boolValue == true)
    }

    private static func time(_ json: JSON?) -> WallTime? { json?.integerValue.map { WallTime(clamping: $0) } }

    /// Returns the elements of a JSON array, or nil if the text is none.
    private static func elements(_ text: String) -> [JSON]? {
        // Invalid JSON counts as empty.
        (try? JSON(parsing: text.utf8))?.arrayValue
    }
}

extension JSONWriter {
    fileprivate mutating func member(_ name: StaticString, _ time: WallTime?) {
        member(name, time.map { Int($0.milliseconds) })
    }
}
