// SPDX-License-Identifier: MIT
import JokeFetch
import JokeWire
import Testing

@Suite("Replies of all services")
struct OperationOutputTests {
    private func failure(status: Int, retryAfter: String? = nil) throws -> SourceError? {
        let request = ServiceExchange.request("chucknorris")
        return try ServiceExchange.outcome(request, "{}", status: status, retryAfter: retryAfter)?.failure
    }

    @Test(
        "an error status has its kind and says whether a retry helps",
        arguments: [
            (400, SourceError.Kind.httpStatus, false), (403, .httpStatus, false), (404, .httpStatus, false),
            (304, .httpStatus, false), (500, .httpStatus, true), (502, .httpStatus, true),
            (503, .httpStatus, true),
            (429, .rateLimited, true),
        ])
    func statusKinds(status: Int, kind: SourceError.Kind, isWorthRetrying: Bool) throws {
        let failure = try failure(status: status)
        #expect(failure?.kind == kind)
        #expect(failure?.status == status)
        #expect(failure?.isWorthRetrying == isWorthRetrying)
    }

    @Test(
        "Retry-After is seconds or a date in three forms, from now to two days ahead",
        arguments: [
            ("0", 0), ("120", 120), (" 120", 120), ("172801", 172_800), ("99999999999999999999", 172_800),
            ("Sat, 21 Nov 2026 10:02:00 GMT", 120), ("Saturday, 21-Nov-26 10:02:00 GMT", 120),
            ("Sat Nov 21 10:02:00 2026", 120), ("Thu, 01 Jan 1970 00:00:01 GMT", 0),
            ("Fri, 31 Dec 2100 23:59:59 GMT", 172_800), ("", nil), ("soon", nil), ("-5", nil), ("1.5", nil),
        ] as [(String, Int64?)])
    func retryAfter(header: String, seconds: Int64?) throws {
        let failure = try failure(status: 429, retryAfter: header)
        #expect(failure?.retryAt?.milliseconds == seconds.map { (ServiceExchange.now + $0) * 1_000 })
    }

    @Test("a web page is reported as such")
    func webPage() throws {
        let request = ServiceExchange.request("chucknorris")
        let failure = try ServiceExchange.outcome(request, "<html></html>", type: "text/html; charset=utf-8")?
            .failure
        #expect(failure?.kind == .nonsense)
        #expect(failure?.message.contains("the login page of a network") == true)
    }

    @Test("a text loses control characters and white space at the ends of lines")
    func cleanedText() throws {
        let request = ServiceExchange.request("icanhazdadjoke")
        let body =
            "{\"id\":\"a\",\"joke\":\"\\n \\u001b[31mRed\\u202e\\r\\nline\\u2028two\\u0000\\ufeff \\n\"}"
        #expect(
            try ServiceExchange.outcome(request, body)?.answer?.jokes.map(\.value) == [" [31mRed\nline\ntwo"])
    }

    @Test("a text of 4 KiB is a joke, and one byte more is not", arguments: [4_096, 4_097])
    func textLimit(count: Int) throws {
        let request = ServiceExchange.request("icanhazdadjoke")
        let body =
            "{\"id\":\"a\",\"joke\":\"\(String(repeating: "é", count: count / 2))\(count % 2 == 0 ? "" : "!")\"}"
        #expect(try ServiceExchange.outcome(request, body)?.answer?.jokes.count == (count == 4_096 ? 1 : nil))
    }

    @Test(
        "an invalid address is refused",
        arguments: [
            "ftp://jokes.example", "jokes.example", "", "https://a b", "https://a?b", "https://ä.example",
        ])
    func invalidAddresses(url: String) throws {
        #expect(throws: SourceError.self) {
            _ = try ServiceExchange(ServiceExchange.request("chucknorris") { $0.url = url })
        }
    }

    @Test("a base address may have a path with or without a slash at its end")
    func baseAddress() throws {
        for url in ["https://jokes.example/copy", "https://jokes.example/copy/"] {
            var exchange = try ServiceExchange(ServiceExchange.request("chucknorris") { $0.url = url })
            #expect(exchange.target() == "/copy/jokes/random")
        }
    }

    @Test("an unknown type of source is refused with the nearest one")
    func unknownType() throws {
        let failure = try Loopback.run(SourceRequest(source: "chuknorris", kind: .categories)).failure
        #expect(
            failure?.message == "unknown type of source \"chuknorris\"; did you mean chucknorris?")
    }

    @Test("a source with its own name has the type that is configured")
    func namedSource() throws {
        let request = ServiceExchange.request("my-copy", .categories) { $0.type = "jokeapi" }
        #expect(try Loopback.run(request).answer?.categories?.isEmpty == false)
    }
}
