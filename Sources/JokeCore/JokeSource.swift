// SPDX-License-Identifier: MIT
package import JokeWire

/// The interface to a source of jokes, or to the translation engines.
package protocol JokeSource: AnyObject, Sendable {
    typealias Completion = @Sendable (Result<SourceResult, SourceError>) -> Void

    /// Makes the request. Calls `completion` once, on any thread.
    func perform(_ request: SourceRequest, completion: @escaping Completion)
}

/// The local files of a source: a pack, or a directory of fortune files.
///
/// The store reads them on a thread that may block, and keeps an index of each file until the file changes.
package protocol Corpus: Sendable {
    /// The configured name of the source.
    var source: String { get }
    /// The settings that affect which jokes the files have, such as the wanted languages. If they change, the index is
    /// discarded.
    var variant: String { get }
    /// Returns the files of the source.
    func files() throws(SourceError) -> [CorpusFile]
    /// Reads a file.
    func content(of file: CorpusFile) throws(SourceError) -> CorpusContent
}

extension Corpus {
    /// Returns the jokes of a file, in their order.
    package func jokes(in file: CorpusFile) throws(SourceError) -> [Joke] { try content(of: file).jokes }
}

/// The jokes of a file of a corpus.
package struct CorpusContent: Sendable, Hashable {
    /// The strength of jokes that come after all others: those for another region, or not in the user's first language.
    package static let last = 0
    /// The strength of a joke if nothing says how funny it is. The greatest strength is 5.
    package static let usual = 3

    /// The jokes in the order of the file.
    package var jokes: [Joke]
    /// How funny each joke is. The stronger a joke, the earlier it tends to come in a round.
    package var strengths: [Int]
    /// A message for the user about lines that were not read, or nil.
    package var warning: String?

    /// Creates the content of a file whose jokes have the usual strength.
    package init(_ jokes: [Joke] = []) {
        self.jokes = jokes
        strengths = Array(repeating: Self.usual, count: jokes.count)
    }
}

/// A file of a corpus, with the metadata that shows whether it has changed.
package struct CorpusFile: Sendable, Hashable {
    package var path: String
    package var size: Int64
    /// The time of the last modification, in nanoseconds since 1970.
    package var modified: Int64
    package var inode: UInt64

    package init(path: String, size: Int64, modified: Int64, inode: UInt64) {
        self.path = path
        self.size = size
        self.modified = modified
        self.inode = inode
    }
}
