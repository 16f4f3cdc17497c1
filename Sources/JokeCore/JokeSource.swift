// SPDX-License-Identifier: MIT
package import JokeFetchProtocol
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
    /// Returns the jokes of a file, in their order.
    func jokes(in file: CorpusFile) throws(SourceError) -> [Joke]
    /// Returns the jokes of a file, and a message for the user about lines that were not read, or nil.
    func content(of file: CorpusFile) throws(SourceError) -> (jokes: [Joke], warning: String?)
}

extension Corpus {
    package func content(of file: CorpusFile) throws(SourceError) -> (jokes: [Joke], warning: String?) {
        (try jokes(in: file), nil)
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
