// SPDX-License-Identifier: MIT
import JokeFetch
import JokeWire
import Testing

@Suite("chucknorris")
struct ChuckNorrisTests {
    private static let random = """
        {"categories":["dev"],"created_at":"2020-01-05 13:42:19.324003",\
        "icon_url":"https://api.chucknorris.io/img/avatar/chuck-norris.png","id":"Ae3Rt-6oTd2WkdVqpfoHcQ",\
        "updated_at":"2020-01-05 13:42:19.324003","url":"https://api.chucknorris.io/jokes/Ae3Rt-6oTd2WkdVqpfoHcQ",\
        "value":"Chuck Norris' keyboard has no\\u0020Escape."}
        """

    private static func joke(_ number: Int, categories: String = "[]") -> String {
        "{\"categories\":\(categories),\"id\":\"id\(number)\",\"url\":\"https://jokes.example/\(number)\",\"value\":\"No. \(number)\"}"
    }

    @Test(
        "each kind of request has its address",
        arguments: [
            (.jokes(count: 1, categories: []), nil, "/jokes/random"),
            (.jokes(count: 1, categories: ["dev", "food"]), nil, "/jokes/random?category=dev,food"),
            (.jokes(count: 1, categories: []), "Ada & Co.", "/jokes/random?name=Ada%20%26%20Co."),
            (.jokes(count: 1, categories: ["dev"]), "Zoë", "/jokes/random?category=dev&name=Zo%C3%AB"),
            (.categories, nil, "/jokes/categories"),
            (.page(1, query: "a+b c"), nil, "/jokes/search?query=a%2Bb%20c"),
        ] as [(SourceRequest.Kind, String?, String)])
    func addresses(kind: SourceRequest.Kind, name: String?, target: String) throws {
        var exchange = try ServiceExchange(ServiceExchange.request("chucknorris", kind) { $0.name = name })
        #expect(exchange.target() == target)
    }

    @Test("a recorded joke is read")
    func recordedJoke() throws {
        let request = ServiceExchange.request("chucknorris")
        let joke = try #require(try ServiceExchange.outcome(request, Self.random)?.answer?.jokes.first)
        #expect(joke.id == "Ae3Rt-6oTd2WkdVqpfoHcQ")
        #expect(joke.value == "Chuck Norris' keyboard has no Escape.")
        #expect(joke.joke.categories == ["dev"])
        #expect(joke.joke.language == "en")
        #expect(joke.joke.url == "https://api.chucknorris.io/jokes/Ae3Rt-6oTd2WkdVqpfoHcQ")
        #expect(joke.isSafe == true)
    }

    @Test(
        "the service's list of categories decides whether a joke is safe",
        arguments: [
            ("[]", nil), ("[\"food\"]", true), ("[\"explicit\"]", false), ("[\"dev\",\"religion\"]", false),
        ]
            as [(String, Bool?)])
    func safeCategories(categories: String, isSafe: Bool?) throws {
        let request = ServiceExchange.request("chucknorris")
        let answer = try ServiceExchange.outcome(request, Self.joke(1, categories: categories))?.answer
        #expect(answer?.jokes.map(\.isSafe) == [isSafe])
    }

    @Test("several jokes are requested one by one, and a repeated one counts once")
    func severalJokes() throws {
        var exchange = try ServiceExchange(
            ServiceExchange.request("chucknorris", .jokes(count: 3, categories: [])))
        for number in [1, 2] {
            #expect(exchange.target() != nil)
            #expect(exchange.take(Self.joke(number)) == nil)
        }
        let answer = try #require(exchange.take(Self.joke(2))?.answer)
        #expect(answer.jokes.map(\.value) == ["No. 1", "No. 2"])
        #expect(answer.requests == 3)
    }

    @Test("a search has one page")
    func searchHasOnePage() throws {
        let request = ServiceExchange.request("chucknorris", .page(1, query: "No."))
        let body = "{\"total\":2,\"result\":[\(Self.joke(1)),\(Self.joke(2))]}"
        let answer = try #require(try ServiceExchange.outcome(request, body)?.answer)
        #expect(answer.jokes.count == 2)
        #expect(answer.page == SourceResult.Page(number: 1, hasMore: false, total: 1))
    }

    @Test("a second page is empty without a request")
    func secondPage() throws {
        var exchange = try ServiceExchange(ServiceExchange.request("chucknorris", .page(2, query: "beard")))
        #expect(exchange.target() == nil)
    }

    @Test("a query that is too short or too long is refused without a request", arguments: [2, 121])
    func invalidQuery(length: Int) throws {
        let query = String(repeating: "a", count: length)
        var exchange = try ServiceExchange(ServiceExchange.request("chucknorris", .page(1, query: query)))
        #expect(exchange.target() == nil)
    }

    @Test("the categories are cleaned words")
    func cleanedCategories() throws {
        let request = ServiceExchange.request("chucknorris", .categories)
        let answer = try ServiceExchange.outcome(request, "[\"animal\",\"De\\u001bv\",\"\"]")?.answer
        #expect(answer?.categories == ["animal", "dev"])
    }

    @Test(
        "an invalid body is nonsense",
        arguments: [
            "", "null", "[]", "{}", "42", "\"joke\"", "{\"value\":\"x\"}",
            "{\"categories\":[],\"id\":\"a\",\"value\":7}",
            "{\"categories\":\"dev\",\"id\":\"a\",\"value\":\"x\"}",
            "{\"categories\":[],\"id\":\"a\",\"value\":\"x\"",
            "{\"categories\":[],\"id\":\"a\",\"value\":\"\\ud800\"}",
        ])
    func invalidBody(body: String) throws {
        let request = ServiceExchange.request("chucknorris")
        #expect(try ServiceExchange.outcome(request, body)?.failure?.kind == .nonsense)
    }

    @Test("a joke without text is dropped", arguments: ["", "  \\n ", "\\u0007\\u202e"])
    func emptyJoke(value: String) throws {
        let request = ServiceExchange.request("chucknorris")
        let body = "{\"categories\":[],\"id\":\"a\",\"value\":\"\(value)\"}"
        #expect(try ServiceExchange.outcome(request, body)?.failure?.kind == .empty)
    }

    @Test("an unknown category is empty, and an unknown address is an error")
    func unknownCategory() throws {
        let body =
            "{\"timestamp\":\"2026-11-21T10:00:00.000Z\",\"status\":404,\"error\":\"Not Found\",\"path\":\"/\"}"
        let withCategory = ServiceExchange.request("chucknorris", .jokes(count: 1, categories: ["nope"]))
        let empty = try ServiceExchange.outcome(withCategory, body, status: 404)?.failure
        #expect(empty?.kind == .empty && empty?.status == 404)
        #expect(empty?.message.hasPrefix("jokes.example has no joke of that kind (status 404)") == true)
        let other = try ServiceExchange.outcome(ServiceExchange.request("chucknorris"), body, status: 404)?
            .failure
        #expect(other?.kind == .httpStatus)
        #expect(other?.status == 404)
        #expect(other?.isWorthRetrying == false)
    }

    @Test("the message of the service is quoted without control characters")
    func serviceMessage() throws {
        let request = ServiceExchange.request("chucknorris", .page(1, query: "abc"))
        let body = """
            {"timestamp":"2026-11-21T10:00:00.000Z","status":400,"error":"Bad Request","message":"m",\
            "violations":{"search.query":"size must be\\n\\u001b[31m between 3 and 120"}}
            """
        #expect(
            try ServiceExchange.outcome(request, body, status: 400)?.failure?.message
                == "jokes.example refused the request (status 400: search.query size must be [31m between 3 and 120); check its settings in the configuration"
        )
    }
}
