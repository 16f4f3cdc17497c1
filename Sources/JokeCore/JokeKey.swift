// SPDX-License-Identifier: MIT
package import JokeWire

/// The identity of a joke in the libraries of all machines: the id that its source gives it, and the name of that source.
///
/// Two sources may use the same id. In each library, a joke has an id that no other joke has there: that of its source,
/// or `SOURCE:ID` if that one belongs to a joke of another source. Which of the two it is depends on the order in which
/// the jokes came, so lines of an export have keys.
package struct JokeKey: Sendable, Hashable {
    package let id: Joke.ID
    package let source: String

    private init(id: Joke.ID, source: String) { (self.id, self.source) = (id, source) }

    package static func == (left: JokeKey, right: JokeKey) -> Bool {
        left.id == right.id && left.source.hasBytes(of: right.source)
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(bytesOf: source)
    }

    /// Creates the key of a joke that has the id `id` in a library, or in a line of an export.
    package init(_ id: Joke.ID, of source: String) {
        let id = Self.unnamed(id, source) ?? id
        // The source of the user's own jokes may have another name on each machine.
        let isOwn = id.isOwn && Joke.ownSources.contains(source)
        self.init(id: id, source: isOwn ? Joke.ownSources[0] : source)
    }

    /// Stands for the colon if `SOURCE:ID` itself belongs to a joke of another source. No source gives an id with it
    /// (`Joke.ID.isReserved`).
    static let mark: Unicode.Scalar = "\u{2237}"

    /// Returns an id without the name of its source, or nil if it does not begin with that.
    private static func unnamed(_ id: Joke.ID, _ source: String) -> Joke.ID? {
        let text = id.rawValue
        // Most ids have neither separator. 0xE2 is the first byte of the mark.
        guard text.utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == 0xE2 }) else { return nil }
        // An older jokesd did not escape the name. No source gives an id with a space.
        let names =
            source.utf8.contains(0x20)
            ? [source, Escaper.idPrefix.escaped(source)] : [Escaper.idPrefix.escaped(source)]
        for name in names where text.utf8.starts(with: name.utf8) {
            let rest = text.utf8.dropFirst(name.utf8.count)
            for separator in [":", String(mark)] where rest.starts(with: separator.utf8) {
                return Joke.ID(rawValue: String(Substring(rest.dropFirst(separator.utf8.count))))
            }
        }
        return nil
    }

    /// Returns the id with the name of its source before it.
    ///
    /// - Parameter separator: The colon, or ``mark``.
    package static func named(
        _ id: Joke.ID, of source: String, by separator: Unicode.Scalar = ":"
    ) -> Joke.ID {
        Joke.ID(rawValue: "\(Escaper.idPrefix.escaped(source))\(separator)\(id.rawValue)")
    }

    /// Whether a joke may have the id of its source as it is. Otherwise it would be read as another one.
    package var isPlain: Bool { !id.rawValue.isEmpty && !id.isWord && Self.unnamed(id, source) == nil }

    /// The ids that the joke may have in a library, in the order in which it gets the first one that is free. No other
    /// joke can have the last one.
    package var localIDs: [Joke.ID] {
        (isPlain ? [id] : []) + [Self.named(id, of: source), Self.named(id, of: source, by: Self.mark)]
    }

    /// The id in a line of an export, from which the key is read again.
    package var exportedID: Joke.ID { isPlain ? id : Self.named(id, of: source) }
}

extension JokeKey: Comparable {
    package static func < (left: JokeKey, right: JokeKey) -> Bool {
        // Swift compares strings by canonical equivalence, SQLite by their bytes.
        left.id != right.id
            ? left.id.rawValue.utf8.lexicographicallyPrecedes(right.id.rawValue.utf8)
            : left.source.utf8.lexicographicallyPrecedes(right.source.utf8)
    }
}

// The key as one text, for the cursor of an export.
extension JokeKey {
    package var text: String { "\(source.utf8.count) \(source)\(id.rawValue)" }

    /// Reads ``text``. Returns nil if it is something else.
    package init?(_ text: String) {
        guard let space = text.utf8.firstIndex(of: UInt8(ascii: " ")), let count = Int(text[..<space]),
            case let rest = text.utf8[space...].dropFirst(), 0...rest.count ~= count
        else { return nil }
        func string(_ bytes: Substring.UTF8View) -> String { String(decoding: bytes, as: UTF8.self) }
        self.init(
            id: Joke.ID(rawValue: string(rest.dropFirst(count))), source: string(rest.prefix(count)))
    }
}
