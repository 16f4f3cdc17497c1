// SPDX-License-Identifier: MIT
package import JokeWire

/// The answer of `saved.export`.
package struct ExportedPart: Sendable, Hashable {
    package var lines: [String]
    package var next: String?

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        lines = try shape.strings("lines")
        next = try shape.optionalString("next")
    }
}

/// The answer of `saved.import` while more lines are to come.
package struct ImportPartResponse: Sendable, Hashable {
    package var number: Int

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        number = try ObjectReader(json, at: path).integer("import")
    }
}

/// The answer of `saved.import` to the last lines.
package struct Importing: Sendable, Hashable {
    package var added: Int
    package var updated: Int
    package var unchanged: Int
    package var skipped: Int

    package init(added: Int, updated: Int, unchanged: Int, skipped: Int) {
        (self.added, self.updated, self.unchanged, self.skipped) = (added, updated, unchanged, skipped)
    }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        added = try shape.integer("added")
        updated = try shape.integer("updated")
        unchanged = try shape.integer("unchanged")
        skipped = try shape.integer("skipped")
    }
}
