// SPDX-License-Identifier: MIT
import JokeFetch
import JokeWire
import Testing

@Suite("jokeapi")
struct JokeAPITests {
    private static let flags = """
        {"nsfw":false,"religious":false,"political":true,"racist":false,"sexist":false,"explicit":false}
        """
    private static let single = """
        {"error":false,"category":"Programming","type":"single","joke":"\\"Debugging\\" is removing the needles.",\
        "flags":\(flags),"id":42,"safe":false,"lang":"en"}
        """
    private static let twopart = """
        {"category":"Pun","type":"twopart","setup":"Why did the loop end?","delivery":"It had a break.",\
        "flags":{"nsfw":false},"id":7,"safe":true,"lang":"de"}
        """
    private static let most = "nsfw,religious,political,racist,sexist,explicit"

    @Test("a request without options is for safe jokes")
    func defaultRequest() throws {
        var exchange = try ServiceExchange(ServiceExchange.request("jokeapi"))
        #expect(exchange.target() == "/joke/Any?lang=en&blacklistFlags=\(Self.most)&amount=1&safe-mode")
    }

    @Test("categories, language, flags, type and amount are in the address")
    func everyOption() throws {
        let kind = SourceRequest.Kind.jokes(count: 4, categories: ["programming", "Pun"])
        let request = ServiceExchange.request("jokeapi", kind, language: "de") {
            $0.blockedFlags = ["nsfw"]
            $0.isSafe = false
            $0.form = "twopart"
        }
        var exchange = try ServiceExchange(request)
        #expect(
            exchange.target() == "/joke/Programming,Pun?lang=de&blacklistFlags=nsfw&type=twopart&amount=4")
    }

    @Test("more than ten jokes take more than one request")
    func manyJokes() throws {
        var exchange = try ServiceExchange(
            ServiceExchange.request("jokeapi", .jokes(count: 12, categories: [])))
        #expect(exchange.target()?.contains("amount=10") == true)
        let ten = (1...10).map {
            Self.twopart.replacing("\"id\":7", with: "\"id\":\($0)").replacing("loop", with: "loop \($0)")
        }
        let body = "{\"error\":false,\"amount\":10,\"jokes\":[\(ten.joined(separator: ","))]}"
        #expect(exchange.take(body) == nil)
        #expect(exchange.target()?.contains("amount=2") == true)
        #expect(exchange.take(Self.single)?.answer?.jokes.count == 11)
    }

    @Test("a joke in one part is read with its flags")
    func onePart() throws {
        let joke = try #require(
            try ServiceExchange.outcome(ServiceExchange.request("jokeapi"), Self.single)?.answer?.jokes.first)
        #expect(joke.id == "jokeapi-en-42")
        #expect(joke.value == "\"Debugging\" is removing the needles.")
        #expect(joke.joke.setup == nil)
        #expect(joke.joke.categories == ["programming"])
        #expect(joke.flags == ["political"])
        #expect(joke.isSafe == false)
    }

    @Test("a joke in two parts is read, with an id of its language")
    func twoParts() throws {
        let joke = try #require(
            try ServiceExchange.outcome(ServiceExchange.request("jokeapi"), Self.twopart)?.answer?.jokes.first
        )
        #expect(joke.id == "jokeapi-de-7")
        #expect(joke.value == "Why did the loop end?\nIt had a break.")
        #expect(joke.joke.setup == "Why did the loop end?")
        #expect(joke.joke.punchline == "It had a break.")
        #expect(joke.joke.language == "de")
        #expect(joke.isSafe == true)
    }

    /// An error object, which comes with any status.
    private static func error(code: String) -> String {
        """
        {"error":true,"internalError":false,"code":\(code),"message":"No matching joke found",\
        "causedBy":["No jokes were found that match your provided filter(s)."],\
        "additionalInfo":"Error while finalizing","timestamp":1579170794412}
        """
    }

    @Test(
        "an error with status 200 is an error",
        arguments: [
            ("106", SourceError.Kind.empty), ("\"106\"", .empty), ("101", .rateLimited),
            ("\"101\"", .rateLimited),
            ("100", .httpStatus), ("null", .httpStatus),
        ])
    func errorsWithStatus200(code: String, kind: SourceError.Kind) throws {
        let request = ServiceExchange.request("jokeapi")
        #expect(try ServiceExchange.outcome(request, Self.error(code: code))?.failure?.kind == kind)
    }

    @Test(
        "Retry-After counts with 429 and 503, and RateLimit headers of a success do not",
        arguments: [429, 503])
    func rateLimit(status: Int) throws {
        let request = ServiceExchange.request("jokeapi")
        let body = Self.error(code: "\"101\"")
        let failure = try ServiceExchange.outcome(request, body, status: status, retryAfter: "30")?.failure
        #expect(failure?.kind == (status == 429 ? .rateLimited : .httpStatus))
        #expect(failure?.retryAt?.milliseconds == (ServiceExchange.now + 30) * 1_000)
        #expect(try ServiceExchange.outcome(request, Self.single, retryAfter: "30")?.failure == nil)
    }

    @Test("the categories are known without a request")
    func categories() throws {
        let answer = try Loopback.run(ServiceExchange.request("jokeapi", .categories)).answer
        #expect(answer?.categories == ["misc", "programming", "dark", "pun", "spooky", "christmas"])
        #expect(answer?.requests == 0)
    }

    @Test("an unknown category is refused with the nearest one")
    func unknownCategory() throws {
        let request = ServiceExchange.request("jokeapi", .jokes(count: 1, categories: ["Programing"]))
        let failure = try Loopback.run(request).failure
        #expect(failure?.kind == .unsupported)
        #expect(failure?.message == "jokeapi has no category \"Programing\"; did you mean Programming?")
    }

    @Test(
        "an invalid body is nonsense",
        arguments: [
            "{\"error\":false}", "{\"error\":false,\"jokes\":{}}",
            "{\"error\":false,\"amount\":1,\"jokes\":[{}]}",
            "{\"category\":\"Pun\",\"type\":\"twopart\",\"joke\":\"x\",\"id\":7,\"lang\":\"en\"}",
            "{\"category\":\"Pun\",\"type\":\"single\",\"joke\":\"x\",\"id\":\"7\",\"lang\":\"en\"}",
        ])
    func invalidBody(body: String) throws {
        #expect(
            try ServiceExchange.outcome(ServiceExchange.request("jokeapi"), body)?.failure?.kind == .nonsense)
    }
}
