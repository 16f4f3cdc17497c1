// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

extension Schema {
    /// A layout with the keys of the jokes that have the names of their sources in their ids. Most libraries have no such
    /// joke.
    ///
    /// `jokes.key_id` is `JokeKey.id` if that is not the id of the joke here, otherwise null. With the index, an export is
    /// in the same order on every machine.
    static let keys = Step(
        sql: """
            ALTER TABLE jokes ADD COLUMN key_id TEXT;
            CREATE INDEX jokes_named ON jokes (key_id, source) WHERE key_id IS NOT NULL;
            """
    ) { database throws(SQLiteError) in
        let named = try database.rows("SELECT number, id, source FROM jokes WHERE instr(id, ':') > 0") {
            (number: $0.integer(0), id: Joke.ID(rawValue: $0.text(1)), source: $0.text(2))
        }
        for joke in named {
            guard let id = JokeKey(joke.id, of: joke.source).id(unlike: joke.id) else { continue }
            try database.run("UPDATE jokes SET key_id = ?2 WHERE number = ?1", joke.number, id)
        }
    }
}

extension JokeKey {
    /// The value of `key_id` for a joke with the id `local`.
    func id(unlike local: Joke.ID) -> String? { id == local ? nil : id.rawValue }
}
