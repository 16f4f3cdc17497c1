// SPDX-License-Identifier: MIT

import JokeWire
import Testing

struct WireErrorTests {
    @Test("every kind has its own code, name and sentence")
    func distinctErrors() {
        let kinds = ErrorKind.allCases
        #expect(Set(kinds.map(\.code)).count == kinds.count)
        #expect(Set(kinds.map(\.summary)).count == kinds.count)
        #expect(kinds.allSatisfy { $0.summary.hasSuffix(".") })
        #expect(kinds.allSatisfy { $0.rawValue.allSatisfy { $0.isLowercase || $0 == "_" } })
    }

    @Test(
        "the specified errors have the specified codes, and the others are in the range for servers",
        arguments: ErrorKind.allCases)
    func specifiedCodes(kind: ErrorKind) {
        switch kind {
        case .parseError: #expect(kind.code == -32700)
        case .invalidRequest: #expect(kind.code == -32600)
        case .methodNotFound: #expect(kind.code == -32601)
        case .invalidParams: #expect(kind.code == -32602)
        case .internal: #expect(kind.code == -32603)
        // Section 5.1: -32000 to -32099 is for the implementation.
        default: #expect((-32099 ... -32000).contains(kind.code))
        }
    }

    @Test("an error reply is one line for programs and people")
    func errorReply() {
        let error = WireError(.staleJoke, "Another one.\nLook.", data: ["current": "j10"])
        #expect(
            String(decoding: Reply.failure(id: RequestID(1), error), as: UTF8.self)
                == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32010,"message":"Another one.\nLook.","#
                + #""data":{"kind":"stale_joke","retry":false,"current":"j10"}}}"# + "\n")
    }

    @Test("an error survives writing and reading", arguments: ErrorKind.allCases)
    func roundTrip(kind: ErrorKind) throws {
        let error = WireError(kind, "why", retry: !kind.retry, data: ["retryAt": "2024-01-02T03:04:05Z"])
        #expect(try WireError(json: JSON(parsing: error.jsonBytes)) == error)
    }

    @Test("an error of an unknown kind keeps its name, message and retry")
    func unknownKind() throws {
        let json: JSON = ["code": -32099, "message": "m", "data": ["kind": "brand_new", "retry": true]]
        let error = try WireError(json: json)
        #expect(error == WireError(.internal, "m", retry: true, data: ["kind": "brand_new"]))
        #expect(try WireError(json: JSON(parsing: error.jsonBytes)) == error)
    }
}
