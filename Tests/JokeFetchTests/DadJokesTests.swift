// SPDX-License-Identifier: MIT
import JokeFetch
import JokeWire
import Testing

@Suite("icanhazdadjoke")
struct DadJokesTests {
    /// A recorded page with these jokes.
    private static func page(_ number: Int, of pages: Int, jokes: ClosedRange<Int>) -> String {
        let results = jokes.map { "{\"id\":\"r\($0)\",\"joke\":\"No. \($0)\"}" }.joined(separator: ",")
        return """
            {"current_page":\(number),"limit":30,"next_page":\(min(number + 1, pages)),"previous_page":1,\
            "results":[\(results)],"search_term":"","status":200,"total_jokes":\(pages * 30),"total_pages":\(pages)}
            """
    }

    @Test("a recorded joke is read")
    func recordedJoke() throws {
        var exchange = try ServiceExchange(ServiceExchange.request("icanhazdadjoke"))
        #expect(exchange.target() == "/")
        let body =
            "{\"id\":\"R7UfaahVfFd\",\"joke\":\"My dog used to chase people on a bike a lot.\",\"status\":200}"
        let joke = try #require(exchange.take(body)?.answer?.jokes.first)
        #expect(joke.id == "icanhazdadjoke-R7UfaahVfFd")
        #expect(joke.value == "My dog used to chase people on a bike a lot.")
        #expect(joke.joke.url == "https://icanhazdadjoke.com/j/R7UfaahVfFd")
        #expect(joke.isSafe == nil)
    }

    @Test("many jokes take two requests: the number of pages, then one page")
    func manyJokes() throws {
        let request = ServiceExchange.request("icanhazdadjoke", .jokes(count: 10, categories: []))
        var exchange = try ServiceExchange(request, seed: 5)
        #expect(exchange.target() == "/search?term=&page=1&limit=30")
        #expect(exchange.take(Self.page(1, of: 4, jokes: 1...30)) == nil)
        #expect(exchange.target() == "/search?term=&page=2&limit=30")
        let answer = try #require(exchange.take(Self.page(2, of: 4, jokes: 31...60))?.answer)
        #expect(answer.jokes.map(\.value) == (31...40).map { "No. \($0)" })
        #expect(answer.requests == 2)
        #expect(answer.page == nil)
    }

    @Test("the first page is used if it is the drawn one")
    func firstPage() throws {
        let request = ServiceExchange.request("icanhazdadjoke", .jokes(count: 10, categories: []))
        var exchange = try ServiceExchange(request, seed: 8)
        #expect(exchange.target() != nil)
        #expect(exchange.take(Self.page(1, of: 4, jokes: 1...30))?.answer?.jokes.count == 10)
    }

    @Test(
        "the last page is known by the number of pages",
        arguments: [(1, true), (2, true), (3, false)])
    func lastPage(number: Int, hasMore: Bool) throws {
        var exchange = try ServiceExchange(
            ServiceExchange.request("icanhazdadjoke", .page(number, query: "hipster")))
        #expect(exchange.target() == "/search?term=hipster&page=\(number)&limit=30")
        let answer = try #require(exchange.take(Self.page(number, of: 3, jokes: 1...5))?.answer)
        #expect(answer.page == SourceResult.Page(number: number, hasMore: hasMore, total: 3))
        #expect(answer.jokes.count == 5)
    }

    @Test("a page after the last one is empty although the service repeats the last one")
    func pageAfterLast() throws {
        let request = ServiceExchange.request("icanhazdadjoke", .page(9, query: ""))
        let answer = try #require(
            try ServiceExchange.outcome(request, Self.page(3, of: 3, jokes: 1...5))?.answer)
        #expect(answer.jokes.isEmpty)
        #expect(answer.page?.hasMore == false)
    }

    @Test("a page without a joke is a result, and a fetch without one is an error")
    func withoutJokes() throws {
        let nothing = """
            {"current_page":1,"limit":30,"next_page":1,"previous_page":1,"results":[],"search_term":"zzz",\
            "status":200,"total_jokes":0,"total_pages":0}
            """
        let page = ServiceExchange.request("icanhazdadjoke", .page(1, query: "zzz"))
        #expect(try ServiceExchange.outcome(page, nothing)?.answer?.jokes.isEmpty == true)
        let jokes = ServiceExchange.request("icanhazdadjoke", .jokes(count: 5, categories: []))
        #expect(try ServiceExchange.outcome(jokes, nothing)?.failure?.kind == .empty)
    }

    @Test("there are no categories, and a request for one is refused")
    func noCategories() throws {
        let none = ServiceExchange.request("icanhazdadjoke", .categories)
        #expect(try Loopback.run(none).answer?.categories == [])
        let some = ServiceExchange.request("icanhazdadjoke", .jokes(count: 1, categories: ["dev"]))
        #expect(try Loopback.run(some).failure?.kind == .unsupported)
    }

    @Test(
        "impossible numbers are bounded",
        arguments: [
            ("1", "9007199254740992"), ("-1", "-5"), ("9223372036854775807", "1"), ("1e3", "2"), ("1.5", "2"),
        ])
    func impossibleNumbers(page: String, total: String) throws {
        let request = ServiceExchange.request("icanhazdadjoke", .jokes(count: 10, categories: []))
        let body =
            "{\"current_page\":\(page),\"total_pages\":\(total),\"results\":[{\"id\":\"a\",\"joke\":\"One.\"}]}"
        var exchange = try ServiceExchange(request, seed: UInt64.max)
        #expect(exchange.target() != nil)
        for _ in 0..<2 { exchange.take(body) }
        #expect(exchange.target() == nil)
        let first = ServiceExchange.request("icanhazdadjoke", .page(1, query: ""))
        let answer = try ServiceExchange.outcome(first, body)?.answer
        #expect(answer?.page?.total.map { 0...Limits.pages ~= $0 } != false)
    }
}
