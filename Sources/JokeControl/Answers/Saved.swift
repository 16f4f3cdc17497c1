// SPDX-License-Identifier: MIT
package import JokeWire

/// A saved joke: an item of `saved.list`, the answer of `saved.get`.
package struct Saved: Sendable, Hashable {
    package var joke: Joke
    /// RFC 3339.
    package var savedAt: String

    package init(joke: Joke, savedAt: String) {
        self.joke = joke
        self.savedAt = savedAt
    }

    package init(json: JSON, at path: String) throws(WireMismatch) {
        let shape = try Shape(json, at: path)
        joke = try shape.value("joke", Joke.init(json:at:))
        savedAt = try shape.string("savedAt")
    }
}

/// One page of `saved.list`.
package struct SavedPage: Sendable, Hashable {
    package var items: [Saved]
    /// Where the next page begins; nil after the last one.
    package var next: String?
    package var total: Int

    package init(json: JSON, at path: String) throws(WireMismatch) {
        let shape = try Shape(json, at: path)
        items = try shape.array("items", Saved.init(json:at:))
        next = try shape.optionalString("next")
        total = try shape.integer("total")
    }
}

/// The answer of `saved.delete`.
package struct Deletion: Sendable, Hashable {
    package var deleted: [String]

    package init(deleted: [String]) { self.deleted = deleted }

    package init(json: JSON, at path: String) throws(WireMismatch) {
        deleted = try Shape(json, at: path).strings("deleted")
    }
}
