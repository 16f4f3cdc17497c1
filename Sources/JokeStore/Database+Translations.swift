// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// The table `translations`.
extension Database {
    /// Stores a translation, which replaces an older one of the same text, languages and translation engine. Deletes
    /// the oldest so that about `limit` stay.
    func insertTranslation(_ stored: StoredTranslation, limit: Int) throws(SQLiteError) {
        let translation = stored.translation
        try run(
            """
            INSERT OR REPLACE INTO translations
                (hash, original, source, target, engine, version, value, text, url)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, Self.hash(of: stored.original), stored.original, stored.from, translation.language,
            translation.attribution.engine, stored.version, translation.value, translation.attribution.text,
            translation.attribution.url)
        try run(
            "DELETE FROM translations WHERE number <= (SELECT max(number) FROM translations) - ?", limit)
    }

    /// Returns the translations of each text, in the order of the keys.
    func translations(_ keys: [TranslationKey]) throws(SQLiteError) -> [[StoredTranslation]] {
        try transaction(.deferred) { () throws(SQLiteError) in
            var found: [[StoredTranslation]] = []
            for key in keys { found.append(try translations(of: key)) }
            return found
        }
    }

    private func translations(of key: TranslationKey) throws(SQLiteError) -> [StoredTranslation] {
        try rows(
            """
            SELECT engine, version, value, text, url FROM translations
            WHERE hash = ? AND original = ? AND source = ? AND target = ? ORDER BY number
            """, Self.hash(of: key.original), key.original, key.pair.from, key.pair.to
        ) { row in
            StoredTranslation(
                original: key.original, from: key.pair.from,
                translation: Joke.Translation(
                    language: key.pair.to, value: row.text(2), machine: true,
                    attribution: Joke.Attribution(
                        engine: row.text(0), text: row.text(3), url: row.text(4))),
                version: row.text(1))
        }
    }

    /// Returns the engines of the stored translations.
    func engines() throws(SQLiteError) -> [String] {
        try rows("SELECT DISTINCT engine FROM translations ORDER BY engine") { $0.text(0) }
    }

    /// Returns saved jokes without a translation, in the order of their ids, after `id` or from the first one.
    func untranslated(after id: Joke.ID?, limit: Int) throws(SQLiteError) -> [JokeRecord] {
        try rows(
            """
            SELECT \(JokeRecord.columns) FROM jokes
            WHERE shown = 1 AND translation_language IS NULL AND id > ? ORDER BY id LIMIT ?
            """, id?.rawValue ?? "", limit
        ) { $0.record() }
    }

    /// Returns the FNV hash of a text. Collisions can be constructed, so queries compare the original, too.
    private static func hash(of text: String) -> Int64 { Int64(bitPattern: TextHash.bytes(text.utf8)) }
}
