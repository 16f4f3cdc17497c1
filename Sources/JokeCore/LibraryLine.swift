// SPDX-License-Identifier: MIT
package import JokeWire

/// A line of an exported library: a joke with its status, or the tombstone of a joke whose text was removed.
///
/// The members of its JSON have a fixed order and all of them are written, so equal libraries are exported as equal
/// bytes (docs/methods.md, "saved.export").
package struct LibraryLine: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        /// A joke with the id and the source of its key.
        case joke(Joke)
        /// A tombstone: a joke whose text was removed with the trash, and the number of its duplicate group.
        case emptied(JokeKey, textClass: UInt64)
    }

    package let key: JokeKey
    package let content: Content
    package let status: JokeStatus
    /// The time of the last decision about the joke.
    package private(set) var changedAt: WallTime
    /// Whether the line claimed a decision that lies more than a day ahead. Such a decision would win for ever.
    package private(set) var isPostdated = false
    /// Whether another program wrote the line of a joke without its source.
    package private(set) var lacksSource = false

    /// Creates the line of a joke that has its id in a library, or in a line of an export.
    package init(_ joke: Joke, status: JokeStatus, changedAt: WallTime) {
        key = joke.key
        content = .joke(joke.named(key.id, of: key.source))
        (self.status, self.changedAt) = (status, changedAt)
    }

    /// Creates a tombstone.
    package init(emptied key: JokeKey, textClass: UInt64, status: JokeStatus, changedAt: WallTime) {
        self.key = key
        content = .emptied(key, textClass: textClass)
        (self.status, self.changedAt) = (status, changedAt)
    }

    /// The number of the joke's duplicate group.
    package var textClass: UInt64 {
        switch content {
        case .joke(let joke): DuplicateGroup.of(joke)
        case .emptied(_, let textClass): textClass
        }
    }

    /// Returns the line with a decision that is later than a time.
    package func later(than time: WallTime) -> LibraryLine {
        var line = self
        line.changedAt = max(changedAt, time.next)
        return line
    }

    /// Returns the line of a joke with another source.
    package func named(after source: String) -> LibraryLine {
        guard case .joke(let joke) = content else { return self }
        return LibraryLine(joke.named(joke.id, of: source), status: status, changedAt: changedAt)
    }

    /// Returns the source with which a library stores the joke under an id.
    ///
    /// - Parameter ownSource: The name of the source of the user's own jokes in this library. In another one, it may be
    ///   another one of `Joke.ownSources`.
    package func source(for id: Joke.ID, ownSource: String) -> String {
        id.isOwn && key.source == Joke.ownSources[0] ? ownSource : key.source
    }

    /// Whether the line removes the joke, dislikes it or takes a decision back, so that it adds nothing.
    package var isRemoval: Bool {
        isEmptied || status.savedAt == nil || status.deletedAt != nil || status.isDisliked
    }

    package var isEmptied: Bool { if case .emptied = content { true } else { false } }

    /// Returns whether this line replaces another line with the same key. The order in which they are merged does not
    /// matter.
    ///
    /// The newer line wins. Of two lines without a time, which have that of 1970, it is the one that removes nothing. Of
    /// two equally new lines it is the tombstone. Of two lines with the same joke it is the one that was saved first:
    /// without a time in the line, a repeated import would set it to now. Otherwise it is the line whose JSON is greater
    /// in byte order.
    package func supersedes(_ other: LibraryLine) -> Bool {
        if changedAt != other.changedAt { return changedAt > other.changedAt }
        if changedAt.milliseconds == 0, isRemoval != other.isRemoval { return other.isRemoval }
        if isEmptied != other.isEmptied { return isEmptied }
        if content == other.content, let savedAt = status.savedAt, let earlier = other.status.savedAt,
            savedAt != earlier
        {
            return savedAt < earlier
        }
        return other.text.utf8.lexicographicallyPrecedes(text.utf8)
    }
}

// MARK: JSON

extension LibraryLine {
    /// The line as JSON, without the newline.
    package var text: String {
        var writer = JSONWriter(reserving: 512)
        writer.beginObject()
        let id = key.exportedID
        writer.member("id", id.rawValue)
        writer.member("source", key.source)
        switch content {
        case .joke(let joke):
            writer.member("value", joke.value)
            writer.member("setup", joke.setup)
            writer.member("punchline", joke.punchline)
            writer.member("categories", joke.categories)
            writer.member("language", joke.language)
            writer.member("url", joke.url)
            writer.member("translation", joke.translation)
            if var original = joke.original?.joke {
                original.id = id
                writer.member("original", original)
            }
        case .emptied(_, let textClass): writer.member("emptied", String(textClass, radix: 16))
        }
        writer.member("savedAt", status.savedAt?.rfc3339WithMilliseconds)
        writer.member("deletedAt", status.deletedAt?.rfc3339WithMilliseconds)
        writer.member("buriedAt", status.dislikedAt?.rfc3339WithMilliseconds)
        writer.member("changedAt", changedAt.rfc3339WithMilliseconds)
        writer.endObject()
        return String(decoding: writer.take(), as: UTF8.self)
    }

    /// A sentence for people: why a line cannot be imported.
    package struct ParseError: Error, Sendable, Hashable {
        package var message: String
        package init(_ message: String) { self.message = message }
    }

    /// Reads a line that jokesd exported, or one that another program wrote. That one needs a text: `value`, `joke`, or
    /// `setup` and `punchline`.
    ///
    /// A line without `changedAt` is older than every decision, and so is one with a time that is more than a day after
    /// `now`: its later times become the start of 1970, so that reading it again changes nothing. If it has no status either, it was saved at `now`. If it
    /// has no id and its source is that of the user's own jokes, it is one of them, as if it were added.
    package init(parsing text: String, at now: WallTime) throws(ParseError) {
        guard let json = try? JSON(parsing: text.utf8), let object = json.objectValue else {
            throw ParseError("is no JSON object")
        }
        var dates = try Dates(object)
        let isPostdated = dates.takeBack(after: now.latestElsewhere)
        let ownID = try Self.string("id", object)
        if let emptied = try Self.string("emptied", object) {
            guard let ownID, let changedAt = dates.changedAt, let textClass = UInt64(emptied, radix: 16)
            else { throw ParseError("says that its text has gone, but not of what or when") }
            let source = try Self.string("source", object).flatMap(SanitizedText.name)
            self.init(
                emptied: JokeKey(try Self.id(ownID, of: source ?? ""), of: source ?? ""),
                textClass: textClass, status: dates.status, changedAt: changedAt)
            self.isPostdated = isPostdated
            return
        }
        var joke = try Self.joke(object)
        let lacksSource = joke.source.isEmpty
        if joke.source.isEmpty { joke.source = Joke.importSource }
        if joke.language.isEmpty { joke.language = "en" }
        if let ownID {
            joke.id = try Self.id(ownID, of: joke.source)
        } else {
            // No leading zeros, unlike TextHash.id(_:of:): a file that was imported before must get the same ids again.
            joke.id =
                Joke.ownSources.contains(joke.source)
                ? TextHash.id(Joke.ID.ownPrefix, of: joke.value)
                : Joke.ID(rawValue: "import-" + String(TextHash.forID(of: joke.value), radix: 16))
        }
        if let original = object["original"]?.objectValue { joke.original = .joke(try Self.joke(original)) }
        if let changedAt = dates.changedAt {
            self.init(joke, status: dates.status, changedAt: changedAt)
        } else {
            var status = dates.status
            if status == .undecided { status.savedAt = now }
            self.init(joke, status: status, changedAt: WallTime(milliseconds: 0))
        }
        self.lacksSource = lacksSource
        self.isPostdated = isPostdated
    }

    private struct Dates {
        var status: JokeStatus
        var changedAt: WallTime?

        init(_ object: JSONObject) throws(ParseError) {
            func time(_ name: String) throws(ParseError) -> WallTime? {
                guard let text = try LibraryLine.string(name, object) else { return nil }
                guard let time = WallTime(rfc3339: text) else {
                    throw ParseError("has no time as '\(name)': RFC 3339, such as 2026-11-21T09:30:00Z")
                }
                return time
            }
            status = JokeStatus(
                savedAt: try time("savedAt"), deletedAt: try time("deletedAt"),
                dislikedAt: try time("buriedAt")
            )
            changedAt = try time("changedAt")
        }

        /// Sets times after `limit` to the start of 1970. Returns whether there was one.
        mutating func takeBack(after limit: WallTime) -> Bool {
            var isLater = false
            func bounded(_ time: WallTime?) -> WallTime? {
                guard let time, time > limit else { return time }
                isLater = true
                return WallTime(milliseconds: 0)
            }
            status = JokeStatus(
                savedAt: bounded(status.savedAt), deletedAt: bounded(status.deletedAt),
                dislikedAt: bounded(status.dislikedAt))
            changedAt = bounded(changedAt)
            return isLater
        }
    }

    /// Reads a joke without its id. A source or a language that is missing is empty.
    package static func joke(_ object: JSONObject) throws(ParseError) -> Joke {
        let setup = try string("setup", object)
        let punchline = try string("punchline", object)
        var value = try string("value", object)
        if value == nil { value = try string("joke", object) }
        if value == nil, let setup, let punchline { value = "\(setup)\n\(punchline)" }
        let text = SanitizedText.text(value ?? "")
        guard !text.isEmpty else {
            throw ParseError("has no text: a 'value', or a 'setup' and a 'punchline'")
        }
        let raw = Joke(
            id: Joke.ID(rawValue: ""), value: text, setup: setup, punchline: punchline,
            categories: try categories(object), source: try string("source", object) ?? "",
            language: try string("language", object) ?? "", url: try string("url", object),
            translation: try translation(object))
        guard let joke = raw.sanitized() else {
            throw ParseError("has \(text.utf8.count) bytes of text; at most \(Limits.jokeText) are kept")
        }
        if joke.language.isEmpty, !raw.language.isEmpty {
            throw ParseError("has a 'language' that is not \(LanguageCode.expected)")
        }
        return joke
    }

    /// Returns the id of a line if it can be one. It may have the name of the source (`JokeKey.exportedID`).
    private static func id(_ raw: String, of source: String) throws(ParseError) -> Joke.ID {
        let id = Joke.ID(rawValue: raw)
        let own = JokeKey(id, of: source).id.rawValue
        guard !id.isReserved, !raw.isEmpty,
            own.isEmpty || SanitizedText.word(own, limit: Limits.jokeID).hasBytes(of: own)
        else { throw ParseError("has an id that cannot be one") }
        return id
    }

    private static func categories(_ object: JSONObject) throws(ParseError) -> [String] {
        guard let json = object["categories"], !json.isNull else { return [] }
        guard let array = json.arrayValue, array.allSatisfy({ $0.stringValue != nil }) else {
            throw ParseError("has 'categories' that are no array of strings")
        }
        return array.compactMap(\.stringValue)
    }

    private static func translation(_ object: JSONObject) throws(ParseError) -> Joke.Translation? {
        guard let json = object["translation"], !json.isNull else { return nil }
        guard let translation = (try? Joke.Translation(json: json))?.sanitized() else {
            throw ParseError("has a 'translation' that is none")
        }
        return translation
    }

    private static func string(_ name: String, _ object: JSONObject) throws(ParseError) -> String? {
        guard let json = object[name], !json.isNull else { return nil }
        guard let text = json.stringValue else { throw ParseError("has no string as '\(name)'") }
        return text
    }
}
