// SPDX-License-Identifier: MIT
import JokeFetch
import JokeWire
import Testing

@Suite("Requests and replies of jokesd-fetch")
struct FetchMessageTests {
    private static var settings: SourceSettings {
        var settings = SourceSettings()
        settings.type = "jokeapi"
        settings.url = "https://jokes.example"
        settings.name = "Ada"
        settings.form = "single"
        settings.blockedFlags = []
        settings.isSafe = false
        settings.command = ["/bin/echo", "a b"]
        settings.timeout = 5_000
        settings.spacing = 0
        return settings
    }

    @Test(
        "a request survives writing and reading",
        arguments: [
            SourceRequest(source: "chucknorris", kind: .jokes(count: 1, categories: [])),
            SourceRequest(
                source: "chucknorris", kind: .jokes(count: 30, categories: ["dev", "food"]), language: "de"),
            SourceRequest(source: "mine", kind: .categories, settings: settings),
            SourceRequest(source: "icanhazdadjoke", kind: .page(7, query: "a \"b\"")),
        ])
    func requestRoundTrip(request: SourceRequest) throws {
        let message = request.message(id: 3)
        #expect(message.id == RequestID(3))
        let parsed = try JSON(parsing: Array(message.params.jsonText.utf8))
        #expect(try SourceRequest(method: message.method, params: parsed) == request)
    }

    @Test("members with a default may be left out")
    func defaults() throws {
        let request = try SourceRequest(method: "fetch", params: ["source": "chucknorris"])
        #expect(request == SourceRequest(source: "chucknorris", kind: .jokes(count: 1, categories: [])))
        #expect(try SourceSettings(json: [:]) == SourceSettings())
    }

    @Test(
        "an invalid request is refused",
        arguments: [
            ("fetch", "{}"), ("fetch", "[]"), ("fetch", "null"), ("fetch", "{\"source\":1}"),
            ("fetch", "{\"source\":\"a\",\"count\":0}"), ("fetch", "{\"source\":\"a\",\"count\":31}"),
            ("fetch", "{\"source\":\"a\",\"count\":1.5}"),
            ("fetch", "{\"source\":\"a\",\"categories\":\"dev\"}"),
            ("page", "{\"source\":\"a\",\"page\":0}"), ("fetch", "{\"source\":\"a\",\"settings\":7}"),
            ("fetch", "{\"source\":\"a\",\"settings\":{\"timeout\":0}}"),
            ("fetch", "{\"source\":\"a\",\"settings\":{\"timeout\":3600001}}"),
            ("fetch", "{\"source\":\"a\",\"settings\":{\"spacing\":-1}}"),
            ("fetch", "{\"source\":\"a\",\"settings\":{\"command\":\"rm -rf\"}}"),
        ])
    func invalidRequest(method: String, params: String) throws {
        let params = try JSON(parsing: Array(params.utf8))
        #expect(throws: WireDecodingError.self) { try SourceRequest(method: method, params: params) }
    }

    private static func reply(_ result: some JSONWritable) -> [UInt8] {
        Array(Reply.success(id: RequestID(9), result: result).dropLast())
    }

    @Test("of jokes with one text or one id, by their bytes, a result has the first")
    func added() throws {
        var result = SourceResult()
        let jokes = [
            ("1", "One."), ("1", "Two."), ("2", "One."), (nil, "Caf\u{E9}"), (nil, "Cafe\u{301}"),
            (nil, "Two."),
        ]
        for part in [jokes[..<2], jokes[2...]] {
            result.add(try part.map { try #require(FetchedJoke(id: $0.0, value: $0.1, language: "en")) })
        }
        #expect(result.jokes.map { Array($0.value.utf8) } == [0, 3, 4, 5].map { Array(jokes[$0].1.utf8) })
    }

    @Test("a result survives writing and reading")
    func resultRoundTrip() throws {
        var answer = SourceResult()
        let joke = FetchedJoke(
            id: "a-1", setup: "Knock.", punchline: "Who?", categories: ["dev"], language: "en",
            url: "https://jokes.example/1", flags: ["nsfw"], isSafe: false)
        answer.add([try #require(joke), try #require(FetchedJoke(id: nil, value: "Two.", language: nil))])
        answer.requests = 2
        answer.page = SourceResult.Page(number: 3, hasMore: true, total: nil)
        answer.error = SourceError(
            .rateLimited, "Slow down.", status: 429, retryAt: WallTime(milliseconds: 1_795_255_200_000))
        let reply = try SourceReply(line: Self.reply(answer))
        #expect(reply == SourceReply(id: 9, result: .success(answer)))
    }

    @Test("categories survive writing and reading")
    func categoriesRoundTrip() throws {
        var answer = SourceResult()
        answer.categories = ["dev", "food"]
        #expect(try SourceReply(line: Self.reply(answer)).result == .success(answer))
    }

    @Test(
        "each kind of error survives writing and reading",
        arguments: SourceError.Kind.allCases.filter(\.isReported))
    func errorRoundTrip(kind: SourceError.Kind) throws {
        var failure = SourceError(kind, "It \"failed\".", status: 404, retryAt: WallTime(milliseconds: 7_000))
        failure.requests = 2
        let line = Reply.failure(id: RequestID(9), failure.wireError).dropLast()
        #expect(try SourceReply(line: line) == SourceReply(id: 9, result: .failure(failure)))
    }

    @Test("an error of another kind is an error")
    func unknownErrorKind() throws {
        let line = Reply.failure(id: nil, WireError(.busy)).dropLast()
        let reply = try SourceReply(line: line)
        #expect(reply.id == nil)
        #expect(reply.result.failure?.kind == .unsupported)
    }

    @Test(
        "an error kind that only jokesd reports is not accepted",
        arguments: ["storage", "filtered", "unavailable"])
    func daemonErrorKinds(kind: String) {
        let error = WireError(.storage, "Believe me.", data: ["failure": .string(kind)])
        #expect(SourceError(error).kind == .unsupported)
    }

    @Test(
        "an invalid reply is refused",
        arguments: [
            "", "{", "hello", "[]", "{}", "{\"id\":1}", "{\"id\":1,\"result\":{}}",
            "{\"id\":1,\"result\":{\"jokes\":[],\"requests\":\"0\"}}",
            "{\"id\":1,\"result\":{\"jokes\":{},\"requests\":0}}",
            "{\"id\":1,\"result\":{\"jokes\":[{}],\"requests\":0}}", "{\"id\":1,\"error\":7}",
            "{\"id\":\"1\",\"result\":{}}",
            "{\"id\":1,\"result\":{\"jokes\":[{\"value\":\"\\u0007\",\"categories\":[],\"flags\":[]}],\"requests\":0}}",
        ])
    func invalidReply(line: String) {
        #expect(throws: WireDecodingError.self) { try SourceReply(line: Array(line.utf8)) }
    }

    @Test("a translation in a reply is cleaned again, and links only to the web")
    func hostileTranslation() throws {
        let line = """
            {"id":1,"result":{"requests":1,"translation":{"texts":["\\u001b[2J\\u202eHola. "],"version":"1 \\u001b",\
            "credit":"\\u001b]0;x\\u0007By\\nme","url":"javascript:alert(1)"}}}
            """
        let output = try #require(try SourceReply(line: Array(line.utf8)).result.answer?.translation)
        #expect(output.texts == ["[2JHola."])
        #expect(output.credit == "]0;xBy me" && output.url.isEmpty)
    }

    @Test("the message of a failure is cut and on one line")
    func hostileFailure() throws {
        let error = WireError(.timeout, "\u{1B}[2JIt\nfailed" + String(repeating: "!", count: 9_999))
        let message = SourceError(error).message
        #expect(message.hasPrefix("[2JIt failed!") && (990...1_000).contains(message.utf8.count))
    }

    @Test("a joke in a reply is cleaned again, and its lists are bounded")
    func hostileJoke() throws {
        let words = JSON.array((0..<99).map { .string("W\($0)") }).jsonText
        let line = """
            {"id":1,"result":{"requests":1,"jokes":[{"value":"\\u001b]0;x\\u0007Hi","id":"a b","categories":\(words),\
            "flags":\(words),"url":"https://a b"}]}}
            """
        let joke = try #require(try SourceReply(line: Array(line.utf8)).result.answer?.jokes.first)
        #expect(joke.value == "]0;xHi")
        #expect(joke.id == nil)
        #expect(joke.joke.url == nil)
        #expect(joke.joke.categories.count == 16)
        #expect(joke.flags.first == "w0")
        #expect(joke.flags.count == 16)
    }
}
