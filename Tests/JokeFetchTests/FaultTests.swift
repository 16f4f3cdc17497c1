// SPDX-License-Identifier: MIT
import Glibc
import JokeFetch
import JokeTestSupport
import JokeWire
import Testing

@Suite("Faults of services")
struct FaultTests {
    /// Returns the error of a service that replies with this fault.
    private func failure(
        _ fault: LoopbackFault, of service: LoopbackService, timeout: Int = 20_000
    ) throws -> SourceError? {
        let server = try LoopbackHTTP { request in fault.reply(insteadOf: service.reply(to: request)) }
        let request = Loopback.request(service.rawValue, at: server.url)
        return try Loopback.run(request, Loopback.settings { $0.timeout = timeout }).failure
    }

    @Test(
        "each fault has its kind of error with every service",
        arguments: LoopbackService.allCases,
        [
            (LoopbackFault.cut, SourceError.Kind.unreachable), (.reset, .unreachable),
            (.notFound, .httpStatus), (.lengthTooLong, .unreachable),
            (.lengthTooShort, .nonsense), (.gzipBomb, .tooLarge), (.gzipLie, .nonsense),
            (.endlessRedirect, .redirect), (.rateLimitedSeconds, .rateLimited),
            (.rateLimitedDate, .rateLimited),
            (.rateLimitedSilently, .rateLimited), (.unavailableDate, .httpStatus),
            (.serverError, .httpStatus),
            (.badGateway, .httpStatus), (.page, .nonsense), (.large, .tooLarge), (.largeChunked, .tooLarge),
            (.invalidUTF8, .nonsense), (.emptyBody, .nonsense), (.noAnswer, .unreachable),
            (.notHTTP, .nonsense),
            (.otherJSON, .nonsense),
        ])
    func kinds(service: LoopbackService, fault: (LoopbackFault, SourceError.Kind)) throws {
        #expect(try failure(fault.0, of: service)?.kind == fault.1)
    }

    @Test("a slow service times out in time", arguments: [LoopbackFault.slowHeaders, .slowBody, .drip])
    func slowService(fault: LoopbackFault) throws {
        let start = ContinuousClock.now
        #expect(try failure(fault, of: .chucknorris, timeout: 150)?.kind == .timedOut)
        #expect(ContinuousClock.now - start < .seconds(10))
    }

    @Test(
        "three redirects are followed, and a fourth one is not",
        arguments: [(3, nil), (4, .redirect)] as [(Int, SourceError.Kind?)])
    func redirectLimit(count: Int, kind: SourceError.Kind?) throws {
        let server = try LoopbackHTTP { request in
            request.number < count
                ? LoopbackFault.endlessRedirect.reply(insteadOf: .json("{}"))
                : .json("{\"id\":\"a\",\"joke\":\"Found.\"}")
        }
        #expect(try Loopback.run(Loopback.request("icanhazdadjoke", at: server.url)).failure?.kind == kind)
        #expect(server.requests.count == 4)
    }

    @Test(
        "a service without TLS can redirect to its own host, and to no other one",
        arguments: [
            ("/a", true), ("a?b#c", true), ("http://127.0.0.1:PORT/a", true), ("//127.0.0.1:PORT/a", true),
            ("HTTP://127.0.0.1:PORT", true), ("http://user@127.0.0.1:PORT/", true),
            ("http://localhost:PORT/a", false), ("//localhost:PORT/a", false),
            ("\thttp://[::1]:PORT/", false),
            ("http://127.0.0.1:PORT@localhost:PORT/", false), ("http://127.0.0.1@localhost:PORT/", false),
            ("http:/\\localhost:PORT/a", false), ("https://localhost:PORT/a", false), ("http://", false),
            ("HTTP://LOCALHOST:PORT/a", false), ("http://127.0.0.1.:PORT/", false),
        ])
    func otherHost(location: String, isPermitted: Bool) throws {
        let target = try LoopbackHTTP { _ in .json("{\"id\":\"a\",\"joke\":\"Found.\"}") }
        let address = location.replacing("PORT", with: "\(target.port)")
        let server = try LoopbackHTTP { request in
            request.number == 0
                ? LoopbackReply([], status: "302 Found", headers: ["LocatioN: \(address)"])
                : .json("{\"id\":\"a\",\"joke\":\"Found.\"}")
        }
        let failure = try Loopback.run(Loopback.request("icanhazdadjoke", at: server.url)).failure
        #expect(failure?.kind == (isPermitted ? nil : .redirect))
        #expect(failure == nil || failure?.message.contains("redirects to another host") == true)
        #expect(server.requests.count + target.requests.count == (isPermitted ? 2 : 1))
        #expect(isPermitted || target.requests.isEmpty)
    }

    @Test("a request is sent once, even if its reused connection fails")
    func sentOnce() throws {
        let server = try LoopbackHTTP { request in
            let good = LoopbackService.chucknorris.reply(to: request)
            return request.number == 0 ? good : LoopbackFault.noAnswer.reply(insteadOf: good)
        }
        let request = Loopback.request("chucknorris", at: server.url, .jokes(count: 3, categories: []))
        let answer = try Loopback.run(request).get()
        #expect(answer.jokes.count == 1)
        #expect(answer.error?.kind == .unreachable)
        #expect(server.requests.count == answer.requests)
    }

    @Test("a compressed body is read")
    func compressedBody() throws {
        let body = Gzip.stored(Array("{\"id\":\"a\",\"joke\":\"Short.\"}".utf8))
        let server = try LoopbackHTTP { request in
            request.headers["accept-encoding"] == "gzip"
                ? LoopbackReply(body, headers: ["Content-Encoding: gzip"]) : .json("{}")
        }
        let answer = try Loopback.run(Loopback.request("icanhazdadjoke", at: server.url)).answer
        #expect(answer?.jokes.map(\.value) == ["Short."])
    }

    @Test("the Retry-After of 429 is read as seconds and as a date, at most two days ahead")
    func retryAfter() throws {
        let (before, seconds) = (
            now, try #require(try failure(.rateLimitedSeconds, of: .jokeapi)?.retryAt).seconds
        )
        #expect((before + 120...now + 120).contains(seconds))
        let date = try #require(try failure(.rateLimitedDate, of: .jokeapi)?.retryAt).seconds
        #expect((before + 172_800...now + 172_800).contains(date))
        let past = try #require(try failure(.unavailableDate, of: .jokeapi)?.retryAt).seconds
        #expect((before...now).contains(past))
        #expect(try failure(.rateLimitedSilently, of: .jokeapi)?.retryAt == nil)
    }

    @Test("Retry-After counts with 429 and 503 only")
    func otherStatus() throws {
        #expect(try failure(.serverError, of: .chucknorris)?.retryAt == nil)
        let server = try LoopbackHTTP { request in
            let good = LoopbackService.chucknorris.reply(to: request)
            return LoopbackReply(
                bytes: Array("HTTP/1.1 200 OK\r\nRetry-After: 60\r\n".utf8) + good.bytes.dropFirst(17),
                ending: .next)
        }
        #expect(try Loopback.run(Loopback.request("chucknorris", at: server.url)).answer?.error == nil)
    }

    @Test("an address without a listener is unreachable")
    func withoutListener() throws {
        let failure = try Loopback.run(Loopback.request("chucknorris", at: "http://127.0.0.1:1")).failure
        #expect(failure?.kind == .unreachable)
        #expect(failure?.message == "127.0.0.1:1 refuses connections; try again later")
    }

    @Test("an unknown host name is reported as such")
    func unknownHost() throws {
        let failure = try Loopback.run(Loopback.request("chucknorris", at: "http://jokes.invalid")).failure
        #expect([.nameNotFound, .noNetwork].contains(failure?.kind))
    }

    @Test("an error has the number of requests")
    func requestCount() throws {
        #expect(try failure(.serverError, of: .chucknorris)?.requests == 1)
        #expect(try Loopback.run(Loopback.request("chucknorris", at: "http://a b")).failure?.requests == 0)
    }

    @Test("the jokes before a failure are kept")
    func partialResult() throws {
        let server = try LoopbackHTTP { request in
            let good = LoopbackService.chucknorris.reply(to: request)
            return request.number < 2 ? good : LoopbackFault.serverError.reply(insteadOf: good)
        }
        let request = Loopback.request("chucknorris", at: server.url, .jokes(count: 5, categories: []))
        let answer = try #require(try Loopback.run(request).answer)
        #expect(answer.jokes.count == 2)
        #expect(answer.requests == 3)
        #expect(answer.error?.status == 500)
    }

    private var now: Int64 { Int64(time(nil)) }
}

extension WallTime {
    fileprivate var seconds: Int64 { milliseconds / 1_000 }
}
