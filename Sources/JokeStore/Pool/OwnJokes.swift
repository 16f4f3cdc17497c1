// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

/// The saved jokes that the user has added (`Joke.ID.isOwn`), as a source. They count as one file, which changes with
/// them.
struct OwnJokes: Corpus {
    let source: String
    let location: DatabaseLocation
    var variant: String { "" }

    func files() throws(SourceError) -> [CorpusFile] {
        let file = try read { database throws(SQLiteError) in
            try database.first(
                "SELECT count(*), max(changed_at) FROM jokes WHERE \(Joke.ID.isOwnSaved)"
            ) { CorpusFile(path: "", size: $0.integer(0), modified: $0.integer(1), inode: 0) }
        }
        return file.map { $0.size > 0 ? [$0] : [] } ?? []
    }

    func content(of file: CorpusFile) throws(SourceError) -> CorpusContent {
        let jokes = try read { database throws(SQLiteError) in
            try database.rows(
                "SELECT \(Joke.columns) FROM jokes WHERE \(Joke.ID.isOwnSaved) ORDER BY id"
            ) { $0.joke() }
        }
        return CorpusContent(jokes)
    }

    /// Reads what is committed. The connection is closed at once, because the file may be replaced by a backup.
    private func read<Success>(
        _ body: (Database) throws(SQLiteError) -> Success
    ) throws(SourceError) -> Success {
        do throws(SQLiteError) { return try body(try location.openForReading()) } catch {
            throw SourceError(.storage, ArchiveError(error, path: location.path).message)
        }
    }
}

extension Joke.ID {
    /// The condition for a joke of the user's own (`isOwn`).
    static let isOwnSQL = "id GLOB '\(ownPrefix)\(String(repeating: "[0-9a-f]", count: 16))'"
    /// The condition for a saved joke of the user's own.
    fileprivate static let isOwnSaved = "\(isOwnSQL) AND shown = \(Place.saved)"
}

extension Database {
    /// Whether a joke of the user's own is saved.
    func hasOwnJokes() throws(SQLiteError) -> Bool {
        try first("SELECT 1 FROM jokes WHERE \(Joke.ID.isOwnSaved) LIMIT 1") { _ in true } ?? false
    }
}
