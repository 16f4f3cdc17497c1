// SPDX-License-Identifier: MIT
import Glibc
package import JokeCore
package import JokeFetchProtocol
import JokeSystem
package import JokeWire

/// The fortune files of some directories in the user's languages: a corpus of jokes, a file at a time.
///
/// They are read where they are installed. English stands at the top of a directory and every other language in a
/// directory of its own, as Debian's `fortunes-*` packages have it: see `FortuneDirectory+Languages.swift`.
package struct FortuneDirectory: Corpus {
    package let source: String
    let paths: [String]
    let languages: [String]
    let offensive: Bool

    /// `paths` are directories or single files; `languages` are codes or locales' names, the preferred one first.
    /// Offensive files (in `off` directories, or rotated by thirteen letters) are left out unless asked for.
    package init(
        source: String = "fortune", paths: [String], languages: [String], offensive: Bool = false
    ) {
        self.source = source
        self.paths = paths
        self.languages = languages
        self.offensive = offensive
    }

    package var variant: String {
        // The star stands for every file. It stays, since an index is kept under this name.
        "fortune/1 \(languages.joined(separator: ",")) \(offensive ? "offensive" : "clean") *"
    }

    /// Without what cannot be read: a directory may be gone tomorrow. Fails only where no path exists at all.
    package func files() throws(SourceError) -> [CorpusFile] {
        guard paths.isEmpty || paths.contains(where: { access($0, F_OK) == 0 }) else {
            throw SourceError(
                .storage,
                "no fortune files: \(paths.joined(separator: ", ")) not found; install fortunes or set paths")
        }
        return sourceFiles().map(\.file)
    }

    /// The jokes of one of `files()`, each text once.
    package func jokes(in file: CorpusFile) throws(SourceError) -> [Joke] {
        let language = language(of: file.path)
        let category = FortuneSourceFile.category(of: file.path)
        let isRotated = FortuneHeader(beside: file.path)?.isRotated ?? false
        guard offensive || !isRotated else { return [] }
        let bytes = try BoundedFile(corpusFile: file.path).bytes
        var known: Set<Joke.ID> = []
        return FortuneFile(parsing: bytes, isRotated: isRotated).texts.compactMap { text in
            let id = TextHash.id("fortune-", of: text.value)
            guard known.insert(id).inserted else { return nil }
            return Joke(id: id, value: text.value, categories: [category], source: source, language: language)
        }
    }
}
