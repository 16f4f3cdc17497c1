// SPDX-License-Identifier: MIT
package import JokeFetchProtocol
package import JokeWire

/// The port to where jokes come from.
package protocol JokeSource: AnyObject, Sendable {
    /// Delivers at most `order.candidates` jokes, or says why not; once, on any thread.
    func fetch(
        _ order: FetchOrder, completion: @escaping @Sendable (Result<Delivery, SourceError>) -> Void)
}

/// What a source is asked for.
package struct FetchOrder: Sendable, Hashable {
    /// Names one attempt: the second one has another, so that what the first still says is not taken for its word.
    package struct ID: Sendable, Hashable {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }
    }

    package let id: ID
    /// The configured name of the source.
    package let source: String
    package let count: Int
    /// Only of this category; nil for any.
    package let category: String?
    /// The one of the configured categories that suits the user now, where there is a choice. It promises nothing.
    package var leaning: String?
    /// How many may come, to choose from; at least `count`.
    package var candidates: Int

    package init(
        id: ID, source: String, count: Int, category: String? = nil, candidates: Int? = nil
    ) {
        self.id = id
        self.source = source
        self.count = count
        self.category = category
        self.candidates = max(count, candidates ?? count)
    }
}

/// A local collection of jokes in files: a pack, a folder of fortune files.
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
