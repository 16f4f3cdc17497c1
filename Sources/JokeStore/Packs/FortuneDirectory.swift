// SPDX-License-Identifier: MIT
import Glibc
package import JokeCore
import JokeLinux
package import JokeWire

/// A corpus of the fortune files in some directories, in the languages of the user.
///
/// The files are read where they are installed. In Debian's `fortunes-*` packages, English files are in the directory
/// itself and files in other languages in subdirectories. FortuneDirectory+Languages.swift selects the files.
package struct FortuneDirectory: Corpus {
    package let source: String
    let paths: [String]
    let languages: [String]
    let offensive: Bool

    /// Creates a corpus.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - paths: Directories or files.
    ///   - languages: Codes of languages or names of locales, the preferred one first.
    ///   - offensive: Whether to include offensive files, which are in directories named `off` or encoded with ROT13.
    package init(
        source: String = "fortune", paths: [String], languages: [String], offensive: Bool = false
    ) {
        self.source = source
        self.paths = paths
        self.languages = languages
        self.offensive = offensive
    }

    /// The options that the jokes depend on. If they change, the pool reads the files again.
    package var variant: String {
        // The star means all files. It must not change, because the index of the pool depends on this name.
        "fortune/1 \(languages.joined(separator: ",")) \(offensive ? "offensive" : "clean") *"
    }

    /// Returns the files that can be read. Fails only if no path exists.
    package func files() throws(SourceError) -> [CorpusFile] {
        guard paths.isEmpty || paths.contains(where: { access($0, F_OK) == 0 }) else {
            throw SourceError(
                .storage,
                "no fortune files found at \(paths.joined(separator: " or ")); install fortunes, or "
                    + "set sources.fortune.paths"
            )
        }
        return sourceFiles().map(\.file)
    }

    /// Returns the jokes in one of `files()`, each text once.
    package func content(of file: CorpusFile) throws(SourceError) -> CorpusContent {
        let language = language(of: file.path)
        let category = FortuneSourceFile.category(of: file.path)
        let isRotated = FortuneHeader(beside: file.path)?.isRotated ?? false
        guard offensive || !isRotated else { return CorpusContent() }
        let bytes = try BoundedFile(corpusFile: file.path).bytes
        var known: Set<Joke.ID> = []
        let jokes: [Joke] = FortuneFile(parsing: bytes, isRotated: isRotated).texts.compactMap { text in
            let id = TextHash.id("fortune-", of: text)
            guard known.insert(id).inserted else { return nil }
            return Joke(id: id, value: text, categories: [category], source: source, language: language)
                .sanitized()
        }
        return CorpusContent(jokes)
    }
}
