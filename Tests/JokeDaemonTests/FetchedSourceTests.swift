// SPDX-License-Identifier: MIT
import JokeCore
import JokeDaemon
import JokeWire
import Testing

@Suite("A source that jokesd-fetch asks")
struct FetchedSourceTests {
    private static func externalSource(_ text: String, _ name: String) throws -> Configuration.ExternalSource
    {
        let home = TemporaryHome()
        home.write(".config/jokesd/config.jsonc", text)
        return try #require(try home.load().values.sources.external.first { $0.name == name })
    }

    private static let request = SourceRequest(
        source: "jokeapi", kind: .jokes(count: 1, categories: []))

    private static func joke(
        _ id: String?, _ text: String = "What a joke!", categories: [String] = [], flags: [String] = [],
        isSafe: Bool? = nil
    ) throws -> FetchedJoke {
        try #require(
            FetchedJoke(
                id: id, value: text, categories: categories, language: nil, flags: flags, isSafe: isSafe))
    }

    @Test("a request has the configured categories, or the one that a client wants")
    func requestedCategories() throws {
        let externalSource = try Self.externalSource(
            #"{"languages": ["de"], "sources": {"jokeapi": {"categories": ["Pun", "Misc"]}}}"#, "jokeapi")
        let order = externalSource.configured(
            SourceRequest(source: "jokeapi", kind: .jokes(count: 40, categories: [])))
        #expect(order.kind == .jokes(count: 10, categories: ["Pun", "Misc"]))
        #expect(order.language == "de")
        #expect(order.source == "jokeapi")
        let other = externalSource.configured(
            SourceRequest(source: "jokeapi", kind: .jokes(count: 1, categories: ["spooky"])))
        #expect(other.kind == .jokes(count: 1, categories: ["spooky"]))
    }

    @Test(
        "a joke has the id of its source, the same every time",
        arguments: [
            ("jokeapi-en-12", "jokeapi-en-12"), ("12", "jokeapi-12"), ("builtin-3", "jokeapi-builtin-3"),
        ])
    func jokeIDs(_ id: String, _ expected: String) throws {
        let externalSource = try Self.externalSource("{}", "jokeapi")
        #expect(externalSource.named(try Self.joke(id)).joke.id.rawValue == expected)
    }

    @Test("a joke without an id gets one from its text, however it is spaced")
    func textIDs() throws {
        let externalSource = try Self.externalSource("{}", "jokeapi")
        let id = externalSource.named(try Self.joke(nil)).joke.id.rawValue
        #expect(id.hasPrefix("jokeapi-") && id.count == 24)
        #expect(externalSource.named(try Self.joke(nil, "what a  JOKE")).joke.id.rawValue == id)
        #expect(externalSource.named(try Self.joke(nil, "Another one")).joke.id.rawValue != id)
        let fixed = externalSource.named(try Self.joke(nil, "A ghost, a fish and a dog")).joke.id.rawValue
        #expect(fixed == "jokeapi-00714e601e58e28a")
    }

    @Test("an id is shortened to the limit", arguments: [1, 100, 120, 128, 300])
    func longIDs(_ length: Int) throws {
        var externalSource = try Self.externalSource("{}", "jokeapi")
        externalSource.name = String(repeating: "n", count: length)
        for id in [nil, String(repeating: "i", count: 100)] {
            let made = externalSource.named(try Self.joke(id)).joke.id.rawValue
            #expect(made.utf8.count <= Limits.jokeID)
        }
    }

    @Test(
        "the filter gets the flags of the source",
        arguments: [
            (["nsfw"], nil, ["nsfw"]), (["religious", "racist"], nil, ["religious", "racist"]),
            (["political"], true, ["political"]), ([], false, ["unsafe"]), ([], true, []),
        ] as [([String], Bool?, [String])])
    func flagsForFilter(_ flags: [String], _ isSafe: Bool?, _ expected: [String]) throws {
        let externalSource = try Self.externalSource("{}", "jokeapi")
        var answer = SourceResult()
        answer.jokes = [try Self.joke("1", categories: ["pun"], flags: flags, isSafe: isSafe)]
        answer.requests = 3
        let result = try externalSource.result(.success(answer), of: Self.request).get()
        #expect(result.jokes.map(\.joke.categories) == [["pun"]])
        #expect(result.jokes.first?.joke.source == "jokeapi")
        #expect(result.jokes.first?.joke.language == "en")
        #expect(result.jokes.first?.joke.id.rawValue == "jokeapi-1")
        #expect(result.jokes.first?.warnings == expected)
        #expect(result.requests == 3)
        #expect(result.error == nil)
    }

    @Test("filtered flags are excluded from the request, and no others")
    func filteredFlags() throws {
        let all = ["nsfw", "religious", "political", "racist", "sexist", "explicit"]
        let usual = try Self.externalSource("{}", "jokeapi")
        #expect(usual.settings.blockedFlags == all)
        #expect(usual.settings.isSafe)
        let open = try Self.externalSource(#"{"filter": {"blockedCategories": ["religion"]}}"#, "jokeapi")
        #expect(open.settings.blockedFlags == ["religious"])
        #expect(!open.settings.isSafe)
    }

    @Test(
        "an error has the same kind for a client as from jokesd-fetch", arguments: SourceError.Kind.allCases)
    func errorKinds(_ kind: SourceError.Kind) {
        let error = SourceError(
            kind, "why", status: 502, retryAt: WallTime(milliseconds: 60_000), requests: 3)
        let wireError = WireError(ChangeError.fetchFailed(error))
        #expect(wireError.kind == error.errorKind)
        #expect(wireError.message == "why")
        #expect(wireError.retry == error.wireError.retry)
        #expect(wireError.data["retryAt"] == "1970-01-01T00:01:00Z")
    }

    @Test("a Retry-After of a source is bounded")
    func boundedRetryAfter() {
        for seconds in [-Limits.largestInteger, -1, Limits.largestInteger] {
            let data: JSONObject = ["failure": "rateLimited", "retryAt": .integer(seconds)]
            let failure = SourceError(WireError(.rateLimited, "", data: data))
            #expect(failure.retryAt.map { WallTime(rfc3339: $0.rfc3339WithMilliseconds) == $0 } == true)
        }
    }

    @Test("a result without a joke of the kind is not a failure of the source, and is reported")
    func emptyResult() throws {
        let externalSource = try Self.externalSource("{}", "jokeapi")
        var failure = SourceError(.empty, "none")
        failure.requests = 1
        let result = try externalSource.result(.failure(failure), of: Self.request).get()
        #expect(result == SourceResult([], requests: 1, error: SourceError(.empty, "none")))
    }

    @Test("a service that refuses its categories is a failure, which may be that of the service")
    func refusedCategories() throws {
        let externalSource = try Self.externalSource("{}", "jokeapi")
        let failure = SourceError(.empty, "none", status: 404)
        #expect(externalSource.result(.failure(failure), of: Self.request) == .failure(failure))
    }

    @Test("fewer jokes than requested come with the error")
    func partialResult() throws {
        let externalSource = try Self.externalSource("{}", "jokeapi")
        var answer = SourceResult()
        answer.jokes = [try Self.joke("1")]
        answer.error = SourceError(.timedOut, "late")
        let result = try externalSource.result(.success(answer), of: Self.request).get()
        #expect(result.jokes.count == 1)
        #expect(result.error?.kind == .timedOut)
    }
}
