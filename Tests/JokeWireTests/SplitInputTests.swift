// SPDX-License-Identifier: MIT

import JokeWire
import Testing

/// A client's stream has the same requests, however the reads split it.
struct SplitInputTests {
    /// Requests of all kinds, and invalid lines. The line of 70 letters is longer than the limit of the framer.
    private static let stream = Array(
        (#"""
        {"jsonrpc":"2.0","id":1,"method":"ping"}

        {"method":"joke.next"}
        {"jsonrpc":"2.0","method":"card.reset","params":{}}
          	
        [{"id":"é😂","method":"a"},{"jsonrpc":"2.0","method":"b"},7]
        {"id":"\u00e9\"\\","method":"x","params":["€",null]}
        {"id":3,"method":
        []

        """# + "{\"id\":4,\"method\":\"ping\"}\r\n\r\n" + String(repeating: "x", count: 70)
            + "\n{\"id\":5}\n{\"id\":6,\"method\":\"last\"}").utf8)

    private static let whole = [
        "1 ping", "- joke.next", "- card.reset", #"["é😂" a, - b, refused: invalid_request]"#,
        #""\u00e9\"\\" x"#, "refused: parse_error", "refused: invalid_request", "4 ping",
        "refused: too_large",
        "refused: invalid_request", "6 last",
    ]

    @Test("requests are the same if the input is split at any byte")
    func inTwo() {
        for place in 0...Self.stream.count {
            #expect(requests(in: [Self.stream[..<place], Self.stream[place...]]) == Self.whole, "\(place)")
        }
    }

    @Test("requests are the same in pieces of any size", arguments: 1...80)
    func inPieces(size: Int) {
        let starts = stride(from: 0, to: Self.stream.count, by: size)
        let pieces = starts.map { Self.stream[$0..<min($0 + size, Self.stream.count)] }
        #expect(requests(in: pieces) == Self.whole)
    }

    /// Returns the requests. Frames are taken after each read, as a session does, and at the end.
    private func requests(in reads: [ArraySlice<UInt8>]) -> [String] {
        var framer = LineFramer(limit: 64)
        var requests: [String] = []
        for read in reads {
            framer.append(read)
            while let frame = framer.next() { requests.append(meaning(of: frame)) }
        }
        if let last = framer.finish() { requests.append(meaning(of: last)) }
        return requests
    }

    private func meaning(of frame: LineFramer.Frame) -> String {
        guard case .line(let line) = frame else { return meaning(of: .failure(.tooLong)) }
        switch Request.decode(line) {
        case .single(let call): return meaning(of: call)
        case .batch(let calls): return "[" + calls.map(meaning).joined(separator: ", ") + "]"
        }
    }

    private func meaning(of call: Result<Request, RequestError>) -> String {
        switch call {
        case .success(let request): "\(request.id?.raw ?? "-") \(request.method)"
        case .failure(let rejection): "refused: \(rejection.error.kind.rawValue)"
        }
    }
}
