// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeFetchProtocol
import JokeSystem
package import JokeWire

/// A corpus of one pack file.
package struct PackFile: Corpus {
    /// The address of the license of the built-in pack, which clients must show with its translations.
    package static let builtinURL = "https://creativecommons.org/publicdomain/zero/1.0/"

    package let source: String
    let path: String
    let languages: [String]
    let translateTo: [String]
    let url: String
    let report: @Sendable (Pack.Diagnostic) -> Void

    /// Creates a corpus.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - path: The path of the pack.
    ///   - languages: Codes of languages or names of locales, the preferred one first.
    ///   - translateTo: The languages of the translations: the first one that a joke is not told in counts. If it is
    ///     empty, that is the next preferred one.
    ///   - url: The address to show with a translation from the pack, or nil for none.
    ///   - report: Called for every invalid line, each time the file is read.
    package init(
        source: String, path: String, languages: [String], translateTo: [String] = [], url: String? = nil,
        report: @escaping @Sendable (Pack.Diagnostic) -> Void = { _ in }
    ) {
        self.source = source
        self.path = path
        self.languages = languages
        self.translateTo = translateTo
        self.url = url ?? ""
        self.report = report
    }

    /// The options that the jokes depend on. If they change, the pool reads the file again.
    package var variant: String {
        "pack/1 \(languages.joined(separator: ",")) \(translateTo.joined(separator: ",")) \(url)"
    }

    package func files() throws(SourceError) -> [CorpusFile] {
        do { return [try CorpusFile(at: path)] } catch { throw SourceError(error) }
    }

    package func jokes(in file: CorpusFile) throws(SourceError) -> [Joke] { try content(of: file).jokes }

    package func content(of file: CorpusFile) throws(SourceError) -> (jokes: [Joke], warning: String?) {
        let bytes = try BoundedFile(corpusFile: file.path).bytes
        let pack = Pack(parsing: bytes, language: languages.first ?? "en")
        pack.problems.forEach(report)
        let jokes = pack.jokes(languages: languages, translateTo: translateTo, source: source, url: url)
        return (jokes, pack.problems.first.map { warning($0, count: pack.problems.count) })
    }

    private func warning(_ first: Pack.Diagnostic, count: Int) -> String {
        count == 1
            ? "\(path): 1 line was not read: \(first.message)"
            : "\(path): \(count) lines were not read; the first is \(first.message)"
    }
}
