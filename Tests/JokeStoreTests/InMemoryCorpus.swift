// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeWire
import Synchronization

/// A corpus whose files are in memory.
final class InMemoryCorpus: Corpus {
    static let failure = SourceError(.nonsense, "This file cannot be read.")

    private struct State {
        var files: [String: [Joke]]
        /// The number of changes of each file.
        var edition: [String: Int64] = [:]
        var reads: [String: Int] = [:]
        var atEachRead: @Sendable (Int) -> Void = { _ in }
    }

    let source: String
    let variant: String
    private let unreadable: Set<String>
    /// Returns the strength of a joke; nil if all have the usual one.
    private let strength: (@Sendable (Joke) -> Int)?
    private let state: Mutex<State>

    init(
        _ files: [String: [Joke]], source: String = "files", variant: String = "en",
        unreadable: Set<String> = [], strength: (@Sendable (Joke) -> Int)? = nil
    ) {
        self.strength = strength
        self.source = source
        self.variant = variant
        self.unreadable = unreadable
        state = Mutex(State(files: files))
    }

    /// How often each file was read.
    var reads: [String: Int] { state.withLock { $0.reads } }

    /// Calls the body with the number of files read, after each of them.
    func atEachRead(_ body: @escaping @Sendable (Int) -> Void) { state.withLock { $0.atEachRead = body } }

    func write(_ path: String, _ jokes: [Joke]) {
        state.withLock { state in
            state.files[path] = jokes
            state.edition[path, default: 0] += 1
        }
    }

    func remove(_ path: String) { state.withLock { _ = $0.files.removeValue(forKey: path) } }

    func files() throws(SourceError) -> [CorpusFile] {
        state.withLock { state in
            state.files.keys.sorted().map {
                CorpusFile(path: $0, size: 1, modified: state.edition[$0] ?? 0, inode: .max)
            }
        }
    }

    func content(of file: CorpusFile) throws(SourceError) -> CorpusContent {
        let (jokes, count, atEachRead) = state.withLock { state in
            state.reads[file.path, default: 0] += 1
            return (state.files[file.path] ?? [], state.reads.values.reduce(0, +), state.atEachRead)
        }
        atEachRead(count)
        if unreadable.contains(file.path) { throw Self.failure }
        var content = CorpusContent(jokes)
        if let strength { content.strengths = jokes.map(strength) }
        return content
    }
}

extension SourceRequest {
    static func test(_ count: Int, category: String? = nil) -> SourceRequest {
        SourceRequest(source: "files", kind: .jokes(count: count, categories: category.map { [$0] } ?? []))
    }
}

extension JokeSource {
    func fetch(_ count: Int, category: String? = nil) async -> Result<[Joke], SourceError> {
        await withCheckedContinuation { continuation in
            perform(.test(count, category: category)) { answer in
                continuation.resume(returning: answer.map { $0.jokes.map(\.joke) })
            }
        }
    }
}

extension Store {
    /// Whether `close()` has begun to close the reading side.
    var isClosed: Bool {
        let isClosed = Shared(false)
        // After closing, the query is answered before the call returns.
        query(.jokes([])) { isClosed.value = $0.failure?.kind == .closed }
        return isClosed.value
    }
}

/// A value that completions write and the test reads.
final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) { state = Mutex(value) }

    var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }
}
