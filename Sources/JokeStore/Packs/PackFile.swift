// SPDX-License-Identifier: MIT
package import JokeCore
import JokeLinux
package import JokeWire

/// A corpus of one pack file.
package struct PackFile: Corpus {
    /// The address of the license of the built-in pack, which clients must show with its translations.
    package static let builtinURL = "https://creativecommons.org/publicdomain/zero/1.0/"

    package let source: String
    let path: String
    let audience: Pack.Audience
    let url: String
    let report: @Sendable (String) -> Void

    /// Creates a corpus.
    ///
    /// - Parameters:
    ///   - source: The name of the source.
    ///   - path: The path of the pack.
    ///   - audience: What decides which texts the user gets.
    ///   - url: The address to show with a translation from the pack, or nil for none.
    ///   - report: Called with a message for each of the first invalid lines, and with the number of the others, each time
    ///     the file is read.
    package init(
        source: String, path: String, for audience: Pack.Audience, url: String? = nil,
        report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.source = source
        self.path = path
        self.audience = audience
        self.url = url ?? ""
        self.report = report
    }

    /// The options that the jokes depend on. If they change, the pool reads the file again.
    package var variant: String {
        let lists = [audience.languages, audience.translateTo, audience.regions.map(\.rawValue)]
        return
            "pack/2 \(lists.map { $0.joined(separator: ",") }.joined(separator: " ")) \(url) \(audience.hero)"
    }

    package func files() throws(SourceError) -> [CorpusFile] {
        do { return [try CorpusFile(at: path)] } catch { throw SourceError(error) }
    }

    package func content(of file: CorpusFile) throws(SourceError) -> CorpusContent {
        let bytes = try BoundedFile(corpusFile: file.path).bytes
        let pack = Pack(parsing: bytes, language: audience.languages.first ?? "en")
        for problem in pack.problems { report("\(path): \(problem.message)") }
        let more = pack.invalidLines - pack.problems.count
        if more > 0 { report("\(path): and \(more) more lines were not read") }
        var content = pack.content(for: audience, source: source, url: url)
        content.warning = pack.problems.first.map { warning($0, count: pack.invalidLines) }
        return content
    }

    private func warning(_ first: Pack.Diagnostic, count: Int) -> String {
        count == 1
            ? "\(path): line \(first.line) was not read: \(first.reason.message)"
            : "\(path): \(count) lines were not read; `jokesd --check-pack \(path.shellArgument)` lists them; "
                + "the first is \(first.message)"
    }
}
