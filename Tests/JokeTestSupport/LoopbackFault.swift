// SPDX-License-Identifier: MIT

/// A fault of a service.
package enum LoopbackFault: String, Sendable, CaseIterable {
    /// The server reads the request and sends nothing.
    case slowHeaders
    /// `slowBody` sends only a part of the response, and keeps the connection open. `drip` sends blanks without end, a
    /// few milliseconds apart.
    case slowBody, drip
    /// The connection is reset before the end of the response.
    case reset
    /// The connection is closed before the end of the response.
    case cut
    /// Content-Length is greater than the length of the body, or smaller.
    case lengthTooLong, lengthTooShort
    case gzipBomb
    /// The body is not compressed, although Content-Encoding says gzip.
    case gzipLie
    case endlessRedirect
    case rateLimitedSeconds, rateLimitedDate, rateLimitedSilently
    case unavailableDate
    case serverError, badGateway, notFound
    /// A web page instead of JSON, as on a network that requires a login.
    case page
    /// A body of 10 MiB.
    case large, largeChunked
    case invalidUTF8
    case emptyBody
    case noAnswer
    case notHTTP
    case otherJSON

    /// Returns the faulty reply to a request.
    ///
    /// - Parameter good: The correct reply.
    package func reply(insteadOf good: LoopbackReply) -> LoopbackReply {
        let half = LoopbackReply(bytes: Array(good.bytes.prefix(good.bytes.count - 8)), ending: .silence)
        let body = Array("{\"value\":\"x\"}".utf8)
        switch self {
        case .slowHeaders: return LoopbackReply(bytes: [], ending: .silence)
        case .slowBody: return half
        case .drip:
            let head = Array("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n".utf8)
            return LoopbackReply(bytes: head, ending: .drip)
        case .reset: return LoopbackReply(bytes: half.bytes, ending: .reset)
        case .cut: return LoopbackReply(bytes: half.bytes, ending: .close)
        case .lengthTooLong: return LoopbackReply(body, length: 1_000, ending: .close)
        case .lengthTooShort: return LoopbackReply(body, length: 5, ending: .close)
        case .gzipBomb:
            return LoopbackReply(Gzip.bomb(64 << 20), headers: ["Content-Encoding: gzip"])
        case .gzipLie: return LoopbackReply(body, headers: ["Content-Encoding: gzip"])
        case .endlessRedirect: return LoopbackReply([], status: "302 Found", headers: ["Location: /again"])
        case .rateLimitedSeconds: return Self.refusal("429 Too Many Requests", ["Retry-After: 120"])
        case .rateLimitedDate:
            return Self.refusal("429 Too Many Requests", ["Retry-After: Fri, 31 Dec 2100 23:59:59 GMT"])
        case .rateLimitedSilently: return Self.refusal("429 Too Many Requests", [])
        case .unavailableDate:
            return Self.refusal("503 Service Unavailable", ["Retry-After: Friday, 31-Dec-99 23:59:59 GMT"])
        case .serverError: return Self.refusal("500 Internal Server Error", ["Retry-After: 60"])
        case .notFound: return LoopbackReply([], status: "404 Not Found")
        case .badGateway: return Self.page("502 Bad Gateway")
        case .page: return Self.page("200 OK")
        case .large: return LoopbackReply([UInt8](repeating: 0x20, count: 10 << 20))
        case .largeChunked: return Self.chunked([UInt8](repeating: 0x20, count: 10 << 20))
        case .invalidUTF8:
            return LoopbackReply(Array("{\"value\":\"".utf8) + [0xC3, 0x28] + Array("\"}".utf8))
        case .emptyBody: return LoopbackReply([])
        case .noAnswer: return LoopbackReply(bytes: [], ending: .close)
        case .notHTTP: return LoopbackReply(bytes: Array("220 mail.example ready\r\n".utf8), ending: .close)
        case .otherJSON: return .json("{\"jokes\":42,\"result\":null}")
        }
    }

    private static func refusal(_ status: String, _ headers: [String]) -> LoopbackReply {
        .json("{\"error\":true,\"message\":\"not now\"}", status: status, headers: headers)
    }

    private static func page(_ status: String) -> LoopbackReply {
        let text = "<!DOCTYPE html><html><body>Log in to use this network</body></html>"
        return LoopbackReply(
            Array(text.utf8), status: status, headers: ["Content-Type: text/html; charset=utf-8"])
    }

    private static func chunked(_ body: [UInt8]) -> LoopbackReply {
        let size = 64 << 10
        var bytes = Array("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n".utf8)
        for start in stride(from: 0, to: body.count, by: size) {
            let chunk = body[start..<min(start + size, body.count)]
            bytes += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + Array("\r\n".utf8)
        }
        return LoopbackReply(bytes: bytes + Array("0\r\n\r\n".utf8), ending: .next)
    }
}
