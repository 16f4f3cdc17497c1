// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

@Suite("Split input")
struct SplitInputTests {
    /// Requests that always have the same replies.
    private static let stream = Array(
        (#"""
        {"jsonrpc":"2.0","id":1,"method":"ping"}

        {"jsonrpc":"2.0","method":"card.reset"}
        [{"id":"é😂","method":"joke.current"},{"jsonrpc":"2.0","method":"ping"},7]
        {"id":2,"method":"jóke.next😂"}
        {"id":3,"method":

        """# + "{\"id\":4,\"method\":\"saved.list\"}\r\n\r\n{\"id\":5,\"method\":\"ping\"}").utf8)

    @Test("requests are the same if the input is split at any byte")
    func inTwo() throws {
        let daemon = try TestDaemon.ready()
        let other = try daemon.connect()
        let whole = try answers(of: daemon, to: [Self.stream[...]], after: other)
        #expect(whole.count == 6)
        for place in 1..<Self.stream.count {
            let pieces = [Self.stream[..<place], Self.stream[place...]]
            #expect(try answers(of: daemon, to: pieces, after: other) == whole, "\(place)")
        }
    }

    @Test("requests are the same byte by byte, and if the longest line is split near its end")
    func byteByByte() throws {
        let daemon = try TestDaemon.ready()
        let other = try daemon.connect()
        let whole = try answers(of: daemon, to: [Self.stream[...]], after: other)
        let bytes = Self.stream.indices.map { Self.stream[$0...$0] }
        #expect(try answers(of: daemon, to: bytes, after: other) == whole)

        let tooLong = [UInt8](repeating: UInt8(ascii: "x"), count: Limits.requestLine + 1)
        let lines = tooLong + [UInt8(ascii: "\n")] + Self.stream
        for place in (Limits.requestLine - 1)...(Limits.requestLine + 3) {
            let replies = try answers(of: daemon, to: [lines[..<place], lines[place...]], after: other)
            #expect(
                replies.first?.contains("too_large") == true && Array(replies.dropFirst()) == whole,
                "\(place)")
        }
    }

    /// Returns the replies to the pieces. Between two pieces another client is answered, so that the daemon has read
    /// the first one before it gets the next one.
    private func answers(
        of daemon: TestDaemon, to pieces: [ArraySlice<UInt8>], after other: SocketClient
    ) throws -> [String] {
        let client = try daemon.connect()
        for piece in pieces {
            try client.send(Array(piece))
            try other.call(.ping)
        }
        client.halfClose()
        return try client.rest()
    }
}
