// SPDX-License-Identifier: MIT
import JokeCore
package import JokeWire

/// A joke of the saved list, or of the trash.
struct SavedItem: JSONWritable {
    let record: Record
    var marks: TextMarks?

    func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("joke", record.joke)
        writer.member("savedAt", record.standing.savedAt?.rfc3339)
        writer.member("deletedAt", record.standing.deletedAt?.rfc3339)
        writer.member("marks", marks)
        writer.endObject()
    }
}

extension TextMarks: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.key("value")
        Self.write(value, to: &writer)
        writer.key("translation")
        Self.write(translation, to: &writer)
        writer.endObject()
    }

    /// The first scalar and the number of them, of each run.
    private static func write(_ runs: [Range<Int>], to writer: inout JSONWriter) {
        writer.beginArray()
        for run in runs {
            writer.beginArray()
            writer.integer(run.lowerBound)
            writer.integer(run.count)
            writer.endArray()
        }
        writer.endArray()
    }
}

extension SavedPage: JSONWritable {
    package func write(to writer: inout JSONWriter) {
        writer.beginObject()
        let items = items.enumerated().map { place, record in
            SavedItem(record: record, marks: marks.isEmpty ? nil : marks[place])
        }
        writer.member("items", items)
        writer.member("next", next)
        writer.member("total", total)
        writer.member("exact", isTotalExact)
        writer.endObject()
    }
}
