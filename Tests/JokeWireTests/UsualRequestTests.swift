// SPDX-License-Identifier: MIT
import JokeWire
import Testing

struct UsualRequestTests {
    private func recognized(_ line: String) -> UsualRequest? {
        Array(line.utf8).withUnsafeBytes { UsualRequest($0) }
    }

    @Test(
        "a request without parameters in the spelling of JSONWriter is recognized",
        arguments: [Method.ping, .stateGet, .jokeCurrent], [0, 7, 10, 999_999_999_999_999])
    func usualSpelling(method: Method, id: Int) {
        let line = Request(id: RequestID(id), method: method.rawValue).jsonText
        let request = recognized(line)
        #expect(request?.method == method)
        #expect(request.map { String(decoding: Array(line.utf8)[$0.id], as: UTF8.self) } == "\(id)")
    }

    @Test(
        "any other line is left to the JSON reader",
        arguments: [
            "", "{", #"{"jsonrpc":"2.0","id":"#, #"{"jsonrpc":"2.0","id":1"#,
            #"{"jsonrpc":"2.0","id":,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":01,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":-1,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":1.0,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":1e3,"method":"ping"}"#, #"{"jsonrpc":"2.0","id":"1","method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":1000000000000000,"method":"ping"}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"ping"} "#, #"{"jsonrpc":"2.0","id":1,"method":"ping"}}"#,
            #"{"jsonrpc":"2.0","id":1,"method":"pong"}"#, #"{"jsonrpc":"2.0","id":1,"method":"joke.like"}"#,
            #"{"jsonrpc":"2.0", "id":1,"method":"ping"}"#, #"{"jsonrpc":"1.0","id":1,"method":"ping"}"#,
            #"{"id":1,"method":"ping"}"#,
        ])
    func otherLine(line: String) { #expect(recognized(line) == nil) }
}
