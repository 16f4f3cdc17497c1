// SPDX-License-Identifier: MIT
import JokeFetch
import JokeTestSupport
import JokeWire
import Testing

@Suite("TLS")
struct TLSTests {
    /// A joke of chucknorris, at a path that openssl can serve as a file.
    private static let joke = LoopbackReply(
        Array(
            "{\"categories\":[],\"id\":\"a\",\"url\":\"https://jokes.example/a\",\"value\":\"Safe.\"}".utf8),
        ending: .close)

    private func joke(at url: String, trusting certificate: String?) throws -> Result<
        SourceResult, SourceError
    > {
        let request = Loopback.request("chucknorris", at: url)
        return try Loopback.run(request, Loopback.settings { $0.authorities = certificate })
    }

    @Test("a certificate of an unknown authority is refused")
    func unknownAuthority() throws {
        let server = try LoopbackTLS(replies: ["jokes/random": Self.joke])
        let failure = try joke(at: server.url, trusting: nil).failure
        #expect(failure?.kind == .tls && failure?.message.contains("certificate is not trusted") == true)
    }

    @Test("a certificate of a known authority is accepted")
    func knownAuthority() throws {
        let server = try LoopbackTLS(replies: ["jokes/random": Self.joke])
        let answer = try joke(at: server.url, trusting: server.certificate).answer
        #expect(answer?.jokes.map(\.value) == ["Safe."])
    }

    @Test("a certificate of another host is refused")
    func certificateOfAnotherHost() throws {
        let server = try LoopbackTLS(replies: ["jokes/random": Self.joke], name: "DNS:jokes.example")
        #expect(try joke(at: server.url, trusting: server.certificate).failure?.kind == .tls)
    }

    @Test("unreadable authorities do not make every certificate acceptable")
    func unreadableAuthorities() throws {
        let server = try LoopbackTLS(replies: ["jokes/random": Self.joke])
        #expect(try joke(at: server.url, trusting: "/nowhere.pem").failure?.kind == .tls)
    }

    @Test("a redirect from https to http is not followed")
    func redirectToHTTP() throws {
        let plain = try LoopbackHTTP { LoopbackService.chucknorris.reply(to: $0) }
        let server = try LoopbackTLS(replies: [
            "jokes/random": LoopbackReply(
                [], status: "302 Found", headers: ["Location: \(plain.url)/jokes/random"], ending: .close)
        ])
        let failure = try joke(at: server.url, trusting: server.certificate).failure
        #expect(failure?.kind == .redirect)
        #expect(plain.requests.isEmpty)
    }

    @Test("a server without TLS is refused")
    func serverWithoutTLS() throws {
        let server = try LoopbackHTTP { LoopbackService.chucknorris.reply(to: $0) }
        let url = server.url.replacing("http:", with: "https:")
        let failure = try #require(try joke(at: url, trusting: nil).failure)
        #expect(failure.kind == .tls)
        #expect(failure.message.contains("does not speak TLS") && failure.message.contains("url"))
        #expect(!failure.message.contains("certificate"))
    }
}
