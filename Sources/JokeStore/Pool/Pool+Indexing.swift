// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// Indexing files.
extension Pool {
    /// Deletes the jokes of files that are gone. Returns the files that are new or changed, and whether any is gone.
    func scanFiles(
        of corpus: some Corpus, _ files: [CorpusFile]
    ) throws(SQLiteError) -> (changed: [CorpusFile], hasLost: Bool) {
        let number = try number(of: corpus)
        let known = try knownFiles(of: number)
        let present = Set(files.map(\.path))
        let gone = known.values.filter { !present.contains($0.file.path) }
        if !gone.isEmpty {
            try database.transaction { () throws(SQLiteError) in
                for file in gone {
                    try database.run("DELETE FROM jokes WHERE file = ?", file.number)
                    try database.run("DELETE FROM files WHERE number = ?", file.number)
                }
            }
        }
        return (files.filter { known[$0.path]?.file != $0 }, !gone.isEmpty)
    }

    /// Replaces the jokes of a file, unless they are unchanged, and its warning. Returns whether it had other jokes
    /// before, and how many texts it did not have, if it had any.
    func replace(
        _ file: CorpusFile, of corpus: some Corpus, with read: CorpusContent
    ) throws(SQLiteError) -> (isChanged: Bool, added: Int) {
        let corpusNumber = try number(of: corpus)
        let content = Self.hash(of: read)
        return try database.transaction { () throws(SQLiteError) in
            let known = try database.first(
                "SELECT content, number FROM files WHERE corpus = ? AND path = ?", corpusNumber, file.path
            ) { (content: $0.integer(0), number: $0.integer(1)) }
            let number = try database.first(
                """
                INSERT INTO files (corpus, path, size, modified, inode, content, warning)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT (corpus, path) DO UPDATE SET size = excluded.size, modified = excluded.modified,
                    inode = excluded.inode, content = excluded.content, warning = excluded.warning
                RETURNING number
                """, corpusNumber, file.path, file.size, file.modified, Int64(bitPattern: file.inode),
                content,
                read.warning
            ) { $0.integer(0) }
            if known?.content == content { return (false, 0) }
            let former = Set(
                try database.rows("SELECT place FROM jokes WHERE file = ?", number) { $0.integer(0) })
            try database.run("DELETE FROM jokes WHERE file = ?", number)
            let seed = try database.first("SELECT seed FROM corpora WHERE number = ?", corpusNumber) {
                $0.integer(0)
            }
            let places = read.jokes.map { Int64(bitPattern: TextHash.of($0.value)) }
            let ranks = Rank.all(
                of: places, read.strengths,
                isForAnyone: read.jokes.map { !$0.categories.contains(Pack.Level.developer.rawValue) },
                seed: seed ?? 0)
            for (index, joke) in read.jokes.enumerated() {
                try database.run(
                    Self.insertSQL, joke.row + [corpusNumber, number, places[index], ranks[index]])
            }
            return (known != nil, former.isEmpty ? 0 : Set(places).subtracting(former).count)
        }
    }

    /// Returns the warning of the first file of a source that has one, or nil.
    func warning(of source: String) throws(SQLiteError) -> String? {
        try database.first(
            """
            SELECT warning FROM files
            WHERE corpus = (SELECT number FROM corpora WHERE source = ?) AND warning IS NOT NULL ORDER BY path
            """, source
        ) { $0.text(0) }
    }

    private static let insertSQL = """
        INSERT INTO jokes (\(Joke.columns), corpus, file, place, rank)
        VALUES (\(Array(repeating: "?", count: Int(Joke.columnCount) + 4).joined(separator: ", ")))
        """

    /// Returns the number of the corpus, which is inserted if it is unknown. If its variant has changed, deletes its
    /// jokes first, since they were read with other options. Its files then count as changed.
    private func number(of corpus: some Corpus) throws(SQLiteError) -> Int64 {
        let known = try database.first(
            "SELECT number, variant FROM corpora WHERE source = ?", corpus.source
        ) { (number: $0.integer(0), variant: $0.text(1)) }
        if let known, known.variant == corpus.variant { return known.number }
        return try database.transaction { () throws(SQLiteError) in
            if let known {
                try database.run("DELETE FROM jokes WHERE corpus = ?", known.number)
                try database.run("UPDATE files SET size = -1, content = 0 WHERE corpus = ?", known.number)
                try database.run(
                    "UPDATE corpora SET variant = ? WHERE number = ?", corpus.variant, known.number)
                return known.number
            }
            let number = try database.first(
                """
                INSERT INTO corpora (source, variant, seed, position) VALUES (?, ?, random(), random())
                RETURNING number
                """, corpus.source, corpus.variant
            ) { $0.integer(0) }
            return number ?? 0
        }
    }

    private func knownFiles(
        of corpus: Int64
    ) throws(SQLiteError) -> [String: (number: Int64, file: CorpusFile)] {
        let files = try database.rows(
            "SELECT number, path, size, modified, inode FROM files WHERE corpus = ?", corpus
        ) { row in
            let file = CorpusFile(
                path: row.text(1), size: row.integer(2), modified: row.integer(3),
                inode: UInt64(bitPattern: row.integer(4)))
            return (file.path, (number: row.integer(0), file: file))
        }
        return Dictionary(files) { first, _ in first }
    }

    /// Returns a hash of the jokes of a file and their strengths.
    private static func hash(of content: CorpusContent) -> Int64 {
        var hash: UInt64 = 0
        for (joke, strength) in zip(content.jokes, content.strengths) {
            var writer = JSONWriter()
            joke.write(to: &writer)
            writer.integer(strength)
            hash = hash &* 0x0000_0100_0000_01b3 ^ TextHash.bytes(writer.bytes)
        }
        return Int64(bitPattern: hash)
    }
}
