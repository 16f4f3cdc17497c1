// SPDX-License-Identifier: MIT
package import JokeWire

/// A saved joke: an item of `saved.list`, the answer of `saved.get`.
package struct Saved: Sendable, Hashable {
    package var joke: Joke
    /// RFC 3339.
    package var savedAt: String
    /// Of one in the trash.
    package var deletedAt: String?
    /// Of one that was searched for.
    package var marks: Marks?

    package init(joke: Joke, savedAt: String, deletedAt: String? = nil, marks: Marks? = nil) {
        self.joke = joke
        self.savedAt = savedAt
        self.deletedAt = deletedAt
        self.marks = marks
    }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        joke = try shape.value("joke", Joke.init(json:at:))
        savedAt = try shape.string("savedAt")
        deletedAt = try shape.optionalString("deletedAt")
        marks = try shape.optionalValue("marks", Marks.init(json:at:))
    }
}

/// One page of `saved.list`.
package struct SavedPage: Sendable, Hashable {
    package var items: [Saved]
    /// Where the next page begins; nil after the last one.
    package var next: String?
    package var total: Int
    /// Whether there are just so many; else at least.
    package var isTotalExact: Bool

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        items = try shape.array("items", Saved.init(json:at:))
        next = try shape.optionalString("next")
        total = try shape.integer("total")
        isTotalExact = json["exact"]?.boolValue ?? true
    }
}

/// The answer of `saved.delete`.
package struct Deletion: Sendable, Hashable {
    package var deleted: [String]

    package init(deleted: [String]) { self.deleted = deleted }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        deleted = try ObjectReader(json, at: path).strings("deleted")
    }
}

/// The answer of `saved.restore`.
package struct Restoration: Sendable, Hashable {
    package var restored: [String]

    package init(restored: [String]) { self.restored = restored }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        restored = try ObjectReader(json, at: path).strings("restored")
    }
}

/// Saved jokes to be shown.
package struct SavedListing: Sendable, Hashable {
    package enum Kind: Sendable, Hashable { case list, trash }

    package var items: [Saved]
    /// How many there are; where that is more, a short id may fit one that is not shown.
    package var total: Int
    package var isTotalExact: Bool
    package var kind: Kind

    package init(items: [Saved], total: Int, isTotalExact: Bool = true, kind: Kind = .list) {
        self.items = items
        self.total = total
        self.isTotalExact = isTotalExact
        self.kind = kind
    }
}
