// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokeStore
import JokeTestSupport
import JokeWire
import Testing

@Suite("Pages of local files")
struct FilePageTests {
    private let directory = TemporaryDirectory()

    private func jokes(_ prefix: String, _ numbers: Range<Int>) -> [Joke] {
        numbers.map { .test("\(prefix)\($0)", "The joke \(prefix) number \($0).", source: "files") }
    }

    private func page(
        _ number: Int, _ query: String = "", category: String? = nil, after: Int64? = nil,
        of source: some JokeSource
    ) async throws -> SourceResult {
        var request = SourceRequest(source: "files", kind: .page(number, query: query))
        request.files = SourceRequest.FilePage(category: category, after: after)
        return try await withCheckedContinuation { continuation in
            source.perform(request) { continuation.resume(returning: $0) }
        }.get()
    }

    @Test("the pages have each joke once, whether they are asked for by position or by number")
    func partition() async throws {
        let all = jokes("a", 0..<30) + jokes("b", 0..<15)
        let store = try directory.store()
        defer { store.close() }
        let source = store.source(for: InMemoryCorpus(["a": Array(all[..<30]), "b": Array(all[30...])]))
        var (found, next, sizes) = ([Joke](), Int64?.none, [Int]())
        for number in 1...3 {
            let result = try await page(number, after: next, of: source)
            let byNumber = try await page(number, of: source)
            #expect(byNumber.jokes == result.jokes && byNumber.page == result.page)
            #expect(result.page?.total == 3 && result.page?.hasMore == (number < 3))
            found += result.jokes.map(\.joke)
            sizes.append(result.jokes.count)
            next = result.page?.next
        }
        #expect(sizes == [20, 20, 5] && next == nil)
        #expect(
            found.sorted { $0.id.rawValue < $1.id.rawValue } == all.sorted { $0.id.rawValue < $1.id.rawValue }
        )
        #expect(try await page(4, of: source).jokes.isEmpty)
    }

    @Test(
        "a file that changes between pages repeats no other joke and leaves none out",
        arguments: [false, true])
    func changedFile(isIndexLost: Bool) async throws {
        let all = jokes("a", 0..<60)
        let corpus = InMemoryCorpus(["a": all])
        var store = try directory.store()
        var result = try await page(1, of: store.source(for: corpus))
        var found = result.jokes.map(\.joke.id)
        // Half of the first page goes, and others come.
        let gone = Set(found.prefix(10))
        corpus.write("a", all.filter { !gone.contains($0.id) } + jokes("new", 0..<30))
        if isIndexLost {
            store.close()
            unlink(directory.pool)
            store = try directory.store()
        }
        defer { store.close() }
        var number = 2
        while let next = result.page?.next {
            result = try await page(number, after: next, of: store.source(for: corpus))
            found += result.jokes.map(\.joke.id)
            number += 1
        }
        #expect(Set(found).count == found.count)
        #expect(Set(found).isSuperset(of: all.map(\.id)))
    }

    @Test("a category in any case and a text of the joke or of its translation select the jokes")
    func selection() async throws {
        var all = jokes("a", 0..<4)
        all[0].categories = ["Tea", "work"]
        all[1].categories = ["teapots"]
        all[2].value = "A Cat and 100% of a _dog_."
        all[3].translation = Joke.Translation(
            language: "es", value: "Un gato.", machine: false,
            attribution: .init(engine: Joke.Attribution.pack, text: "", url: ""))
        let store = try directory.store()
        defer { store.close() }
        let source = store.source(for: InMemoryCorpus(["a": all]))
        func ids(_ query: String = "", _ category: String? = nil) async throws -> [Joke.ID] {
            try await page(1, query, category: category, of: source).jokes.map(\.joke.id)
        }
        #expect(try await ids("", "tEA") == [all[0].id])
        #expect(try await ids("", "coffee") == [])
        #expect(try await ids("cat") == [all[2].id])
        #expect(try await ids("GATO") == [all[3].id])
        #expect(try await ids("100% of a _") == [all[2].id])
        #expect(try await ids("%") == [all[2].id])
        #expect(try await ids("number 0", "work") == [all[0].id])
        #expect(try await page(1, "nothing", of: source).page == .init(number: 1, hasMore: false, total: 1))
    }

    @Test("jokes with the same text are on one page once, and an unreadable file fails if there is no joke")
    func oddFiles() async throws {
        let same = [
            Joke.test("a", "Why? Because.", source: "files"), .test("b", "why -- because", source: "files"),
        ]
        let store = try directory.store()
        defer { store.close() }
        let source = store.source(for: InMemoryCorpus(["a": [same[0]], "b": [same[1]]]))
        #expect(try await page(1, of: source).jokes.count == 1)
        let bad = store.source(for: InMemoryCorpus(["a": same], source: "bad", unreadable: ["a"]))
        await #expect(throws: InMemoryCorpus.failure) { _ = try await page(1, of: bad) }
    }
}
