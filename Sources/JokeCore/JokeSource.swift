// SPDX-License-Identifier: MIT
package import JokeFetchProtocol
package import JokeWire

/// The port to a source of jokes, or to the translation engines.
package protocol JokeSource: AnyObject, Sendable {
    typealias Completion = @Sendable (Result<SourceResult, SourceError>) -> Void

    /// Makes the request. Calls `completion` once, on any thread.
    func perform(_ request: SourceRequest, completion: @escaping Completion)
}

/// A local collection of jokes in files: a pack, a directory of fortune files.
///
/// It is read on a thread that may block; what was read is indexed by the files' fingerprints.
package protocol Corpus: Sendable {
    /// The configured name of the source.
    var source: String { get }
    /// Differs whenever the same files would yield other jokes (the languages wanted, for example).
    var variant: String { get }
    func files() throws(SourceError) -> [CorpusFile]
    /// The jokes of one file, in its order.
    func jokes(in file: CorpusFile) throws(SourceError) -> [Joke]
}

/// One file of a corpus, with what tells whether it has changed.
package struct CorpusFile: Sendable, Hashable {
    package var path: String
    package var size: Int64
    /// Nanoseconds since 1970.
    package var modified: Int64
    package var inode: UInt64

    package init(path: String, size: Int64, modified: Int64, inode: UInt64) {
        self.path = path
        self.size = size
        self.modified = modified
        self.inode = inode
    }
}
