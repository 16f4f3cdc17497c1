// SPDX-License-Identifier: MIT
import Glibc
import JokeFetch
import JokeTestSupport
import JokeWire
import Testing

@Suite("LibreTranslate")
struct LibreTranslateTests {
    private func request(
        at url: String, _ texts: [String] = ["One.", "Two."], into target: String = "es",
        _ change: (inout SourceRequest) -> Void = { _ in }
    ) -> SourceRequest {
        Loopback.request("libretranslate", at: url, .translation(texts, into: target), change)
    }

    @Test("all texts of a request are sent together")
    func oneRequest() throws {
        let server = try LoopbackHTTP { LoopbackTranslator().reply(to: $0) }
        let answer = try #require(try Loopback.run(request(at: server.url + "/")).answer)
        #expect(answer.translation?.texts == ["es: One.", "es: Two."] && answer.requests == 1)
        #expect(answer.translation?.credit == "Translated by LibreTranslate")
        #expect(answer.translation?.url.hasPrefix("https://") == true)
        let body = try JSON(parsing: try #require(server.requests.first).body)
        #expect(body["format"] == "text" && body["source"] == "en" && body["api_key"] == nil)
    }

    @Test("an unsupported language is not a failure of the server")
    func unknownLanguage() throws {
        let server = try LoopbackHTTP { LoopbackTranslator().reply(to: $0) }
        let failure = try #require(try Loopback.run(request(at: server.url, into: "xx")).failure)
        #expect(failure.kind == .unsupported && failure.message.contains("xx is not supported"))
    }

    @Test(
        "each refusal has its kind of error",
        arguments: [
            (
                "400 Bad Request", "Please contact the server operator to get an API key",
                SourceError.Kind.httpStatus
            ),
            ("403 Forbidden", "Invalid API key", .httpStatus),
            ("429 Too Many Requests", "Slowdown: 10 per 1 minute", .rateLimited),
            ("500 Internal Server Error", "Cannot translate text: out of memory", .httpStatus),
        ])
    func refusalKinds(status: String, error: String, kind: SourceError.Kind) throws {
        let server = try LoopbackHTTP { _ in LoopbackTranslator.refusal(status, error) }
        let failure = try #require(try Loopback.run(request(at: server.url)).failure)
        #expect(failure.kind == kind)
        if kind != .rateLimited { #expect(failure.message.contains(error)) }
    }

    @Test(
        "faults of the network and of the server are distinguished",
        arguments: [
            (LoopbackFault.cut, SourceError.Kind.unreachable), (.notFound, .httpStatus),
            (.gzipBomb, .tooLarge), (.endlessRedirect, .httpStatus), (.rateLimitedSeconds, .rateLimited),
            (.serverError, .httpStatus), (.page, .nonsense), (.invalidUTF8, .nonsense),
            (.noAnswer, .unreachable), (.otherJSON, .nonsense), (.emptyBody, .nonsense),
        ])
    func faultKinds(fault: LoopbackFault, kind: SourceError.Kind) throws {
        let server = try LoopbackHTTP { fault.reply(insteadOf: LoopbackTranslator().reply(to: $0)) }
        #expect(try Loopback.run(request(at: server.url)).failure?.kind == kind)
    }

    @Test("a result with too few texts is nonsense")
    func tooFewTexts() throws {
        let server = try LoopbackHTTP { _ in .json(#"{"translatedText":["Uno."]}"#) }
        #expect(try Loopback.run(request(at: server.url)).failure?.kind == .nonsense)
    }

    @Test("a redirect is not followed, so the key is not sent on")
    func redirect() throws {
        let server = try LoopbackHTTP { _ in
            LoopbackReply([], status: "307 Temporary Redirect", headers: ["Location: /elsewhere"])
        }
        #expect(try Loopback.run(request(at: server.url)).failure?.kind == .httpStatus)
        #expect(server.requests.count == 1)
    }

    @Test("without an address nothing is requested")
    func noAddress() throws {
        let request = SourceRequest(source: "libretranslate", kind: .translation(["One."], into: "es"))
        #expect(try Loopback.run(request).failure?.kind == .unsupported)
    }
}

@Suite("The key of LibreTranslate")
struct TranslationKeyTests {
    private let key = "k3y-0f-n0b0dy-else"

    /// Runs the program with a key among its credentials, under this name.
    private func run(
        _ server: LoopbackHTTP, named name: String, mode: mode_t = 0o400, key wanted: String? = nil
    ) throws -> Result<SourceResult, SourceError> {
        let directory = TemporaryDirectory()
        chmod(directory.write(key + "\n", to: name), mode)
        let request = Loopback.request("libretranslate", at: server.url, .translation(["One."], into: "es")) {
            $0.settings.key = wanted
        }
        return try FetchProcess.result(of: request, ["CREDENTIALS_DIRECTORY": directory.path])
    }

    @Test("the key is read from a credential and is only in the request")
    func keyFromCredential() throws {
        let server = try LoopbackHTTP { LoopbackTranslator(key: "k3y-0f-n0b0dy-else").reply(to: $0) }
        #expect(try run(server, named: "libretranslate").answer?.translation?.texts == ["es: One."])
        #expect(server.requests.allSatisfy { !$0.target.contains(key) })
    }

    @Test("a configured credential is used, and a missing one is named")
    func configuredCredential() throws {
        let server = try LoopbackHTTP { LoopbackTranslator(key: "k3y-0f-n0b0dy-else").reply(to: $0) }
        #expect(try run(server, named: "mine", key: "mine").answer?.translation?.texts == ["es: One."])
        let missing = try #require(try run(server, named: "mine", key: "other").failure).message
        #expect(missing.contains("'other'") && !missing.contains(key))
    }

    @Test("a key that others can read is not used")
    func readableKey() throws {
        let server = try LoopbackHTTP { LoopbackTranslator(key: "k3y-0f-n0b0dy-else").reply(to: $0) }
        let message = try #require(try run(server, named: "libretranslate", mode: 0o644).failure).message
        #expect(message.contains("chmod 600") && !message.contains(key))
        #expect(server.requests.isEmpty)
    }

    @Test("a key that the server repeats is not shown")
    func keyInReply() throws {
        let server = try LoopbackHTTP { LoopbackTranslator(key: "another").reply(to: $0) }
        let message = try #require(try run(server, named: "libretranslate").failure).message
        #expect(message.contains("Invalid API key …") && !message.contains(key))
    }
}
