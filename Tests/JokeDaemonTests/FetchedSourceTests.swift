// SPDX-License-Identifier: MIT
import JokeCore
import JokeDaemon
import JokeFetchProtocol
import JokeWire
import Testing

@Suite("A source that jokesd-fetch asks")
struct FetchedSourceTests {
    private static func remote(_ text: String, _ name: String) throws -> Configuration.Remote {
        let home = TemporaryHome()
        home.write(".config/jokesd/config.jsonc", text)
        return try #require(try home.load().values.sources.remotes.first { $0.name == name })
    }

    private static func joke(
        _ id: String?, _ text: String = "What a joke!", categories: [String] = [], flags: [String] = [],
        isSafe: Bool? = nil
    ) throws -> FetchedJoke {
        try #require(
            FetchedJoke(
                id: id, value: text, categories: categories, language: nil, flags: flags, isSafe: isSafe))
    }

    @Test("an order asks for what is configured, or for the one category that is wanted")
    func order() throws {
        let remote = try Self.remote(
            #"{"languages": ["de"], "sources": {"jokeapi": {"categories": ["Pun", "Misc"]}}}"#, "jokeapi")
        let order = remote.order(FetchOrder(id: .init(rawValue: 1), source: "jokeapi", count: 40))
        #expect(order.wish == .jokes(count: 10, categories: ["Pun", "Misc"]))
        #expect(order.language == "de")
        #expect(order.source == "jokeapi")
        let other = remote.order(
            FetchOrder(id: .init(rawValue: 2), source: "jokeapi", count: 1, category: "spooky"))
        #expect(other.wish == .jokes(count: 1, categories: ["spooky"]))
        var leaning = FetchOrder(id: .init(rawValue: 3), source: "jokeapi", count: 2)
        leaning.leaning = "Misc"
        #expect(remote.order(leaning).wish == .jokes(count: 2, categories: ["Misc"]))
    }

    @Test(
        "ids are the source's own, and the same whenever the joke comes again",
        arguments: [
            ("jokeapi-en-12", "jokeapi-en-12"), ("12", "jokeapi-12"), ("builtin-3", "jokeapi-builtin-3"),
        ])
    func ids(_ id: String, _ expected: String) throws {
        let remote = try Self.remote("{}", "jokeapi")
        #expect(remote.joke(try Self.joke(id)).id.rawValue == expected)
    }

    @Test("without an id the text names it, however it is spaced")
    func textIDs() throws {
        let remote = try Self.remote("{}", "jokeapi")
        let id = remote.joke(try Self.joke(nil)).id.rawValue
        #expect(id.hasPrefix("jokeapi-") && id.count == 24)
        #expect(remote.joke(try Self.joke(nil, "what a  JOKE")).id.rawValue == id)
        #expect(remote.joke(try Self.joke(nil, "Another one")).id.rawValue != id)
        let fixed = remote.joke(try Self.joke(nil, "A ghost, a fish and a dog")).id.rawValue
        #expect(fixed == "jokeapi-00714e601e58e28a")
    }

    @Test("no id is longer than an id may be", arguments: [1, 100, 120, 128, 300])
    func longIDs(_ length: Int) throws {
        var remote = try Self.remote("{}", "jokeapi")
        remote.name = String(repeating: "n", count: length)
        for id in [nil, String(repeating: "i", count: 100)] {
            let made = remote.joke(try Self.joke(id)).id.rawValue
            #expect(made.utf8.count <= Limits.jokeID)
        }
    }

    @Test(
        "what a source warns of, the filter hears of",
        arguments: [
            (["nsfw"], nil, ["nsfw"]), (["religious", "racist"], nil, ["religious", "racist"]),
            (["political"], true, ["political"]), ([], false, ["unsafe"]), ([], true, []),
        ] as [([String], Bool?, [String])])
    func warnings(_ flags: [String], _ isSafe: Bool?, _ expected: [String]) throws {
        let remote = try Self.remote("{}", "jokeapi")
        var answer = SourceAnswer()
        answer.jokes = [try Self.joke("1", categories: ["pun"], flags: flags, isSafe: isSafe)]
        answer.requests = 3
        let delivery = try remote.delivery(.success(answer)).get()
        #expect(delivery.jokes.map(\.categories) == [["pun"]])
        #expect(delivery.jokes.first?.source == "jokeapi")
        #expect(delivery.jokes.first?.language == "en")
        #expect(delivery.flags[.init(rawValue: "jokeapi-1")] == expected)
        #expect(delivery.requests == 3)
        #expect(delivery.shortfall == nil)
    }

    @Test("what the filter keeps out is not asked for, and nothing else is left out")
    func filtered() throws {
        let all = ["nsfw", "religious", "political", "racist", "sexist", "explicit"]
        let usual = try Self.remote("{}", "jokeapi")
        #expect(usual.settings.blockedFlags == all)
        #expect(usual.settings.isSafe)
        let open = try Self.remote(#"{"filter": {"blockedCategories": ["religion"]}}"#, "jokeapi")
        #expect(open.settings.blockedFlags == ["religious"])
        #expect(!open.settings.isSafe)
    }

    @Test("an error is the same for a client as from jokesd-fetch", arguments: SourceError.Kind.allCases)
    func failures(_ kind: SourceError.Kind) {
        let error = SourceError(
            kind, "why", status: 502, retryAt: WallTime(milliseconds: 60_000), requests: 3)
        let told = WireError(Refusal.fetchFailed(error))
        #expect(told.kind == error.errorKind)
        #expect(told.message == "why")
        #expect(told.retry == error.wireError.retry)
        #expect(told.data["retryAt"] == "1970-01-01T00:01:00Z")
    }

    @Test("a time that a source names is within reason")
    func time() {
        for seconds in [-1, 1 << 52] {
            let data: JSONObject = ["failure": "rateLimited", "retryAt": .integer(seconds)]
            let failure = SourceError(WireError(.rateLimited, "", data: data))
            #expect(failure.retryAt.map { (0...(1 << 40) * 1_000).contains($0.milliseconds) } == true)
        }
    }

    @Test("no joke of the kind is no failure of the source, and is said")
    func empty() throws {
        let remote = try Self.remote("{}", "jokeapi")
        var failure = SourceError(.empty, "none")
        failure.requests = 1
        let delivery = try remote.delivery(.failure(failure)).get()
        #expect(delivery == Delivery([], requests: 1, shortfall: SourceError(.empty, "none")))
    }

    @Test("fewer than were asked for come with the reason")
    func shortfall() throws {
        let remote = try Self.remote("{}", "jokeapi")
        var answer = SourceAnswer()
        answer.jokes = [try Self.joke("1")]
        answer.failure = SourceError(.timedOut, "late")
        let delivery = try remote.delivery(.success(answer)).get()
        #expect(delivery.jokes.count == 1)
        #expect(delivery.shortfall?.kind == .timedOut)
    }
}
