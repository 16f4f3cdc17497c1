// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// The JSON texts in the database. Reading never fails: of an old or damaged text it returns what can be read.
enum JSONText {
    static func list(_ strings: [String]) -> String {
        var writer = JSONWriter()
        writer.beginArray()
        for string in strings { writer.string(string) }
        writer.endArray()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    static func strings(_ text: String) -> [String] {
        text == "[]" ? [] : (elements(text) ?? []).compactMap(\.stringValue)
    }

    static func history(_ steps: [UndoStep]) -> String {
        var writer = JSONWriter()
        writer.beginArray()
        for step in steps { write(step, to: &writer) }
        writer.endArray()
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    /// Returns the newest steps, back to the first one that cannot be read. Older steps are dropped, because they must
    /// not be undone before it.
    static func steps(_ text: String) -> [UndoStep] {
        var steps: [UndoStep] = []
        for element in (elements(text) ?? []).reversed() {
            guard let step = step(element) else { break }
            steps.append(step)
        }
        return steps.reversed()
    }

    private static func write(_ step: UndoStep, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("kind", step.kind.rawValue)
        writer.member("wasOnCard", step.wasOnCard)
        writer.key("before")
        writer.beginArray()
        for before in step.before {
            writer.beginObject()
            writer.member("id", before.id.rawValue)
            writer.member("savedAt", before.status.savedAt)
            writer.member("deletedAt", before.status.deletedAt)
            writer.member("buriedAt", before.status.dislikedAt)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }

    private static func step(_ json: JSON) -> UndoStep? {
        guard let kind = json["kind"]?.stringValue.flatMap(UndoStep.Kind.init(rawValue:)),
            let elements = json["before"]?.arrayValue, !elements.isEmpty
        else { return nil }
        let before = elements.compactMap(before)
        guard before.count == elements.count else { return nil }
        return UndoStep(kind: kind, before: before, wasOnCard: json["wasOnCard"]?.boolValue ?? false)
    }

    private static func before(_ json: JSON) -> UndoStep.Before? {
        guard let id = json["id"]?.stringValue else { return nil }
        let status = JokeStatus(
            savedAt: time(json["savedAt"]), deletedAt: time(json["deletedAt"]),
            dislikedAt: time(json["buriedAt"]))
        return UndoStep.Before(id: Joke.ID(rawValue: id), status: status)
    }

    private static func time(_ json: JSON?) -> WallTime? {
        json?.integerValue.map { WallTime(milliseconds: Int64($0)) }
    }

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
