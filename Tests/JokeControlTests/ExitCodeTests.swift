// SPDX-License-Identifier: MIT
import JokeClient
import JokeControl
import JokeWire
import Testing

@Suite("Exit codes")
struct ExitCodeTests {
    private static let codes: [ErrorKind: Int32] = [
        .parseError: 76, .invalidRequest: 76, .methodNotFound: 76, .invalidParams: 64, .internal: 70,
        .staleJoke: 3, .notFound: 66, .ambiguous: 65, .empty: 75, .storage: 74, .offline: 75, .timeout: 75,
        .rateLimited: 75, .sourceRefused: 75, .sourceNonsense: 75, .nameNotFound: 75, .unreachable: 75,
        .tlsFailed: 75,
        .sourceEmpty: 75, .filtered: 75, .busy: 75, .tooLarge: 65, .badData: 65, .closing: 75,
        .notPermitted: 77, .unsupported: 76, .badConfiguration: 78,
    ]

    @Test("each of the daemon's errors has its code, and is named", arguments: ErrorKind.allCases)
    func kinds(_ kind: ErrorKind) {
        let failure = CommandError(WireError(kind, "It went wrong."))
        #expect(failure.exitCode.rawValue == Self.codes[kind])
        #expect(failure.message.hasPrefix("It went wrong"))
        #expect(failure.message.hasSuffix("[\(kind.rawValue)]"))
    }

    @Test(
        "each way in which the daemon is not reached has its code",
        arguments: [
            (.unreachable(path: "/s"), 69), (.closed, 69), (.notPermitted(path: "/s"), 77),
            (.foreign(path: "/s"), 77), (.badPath(""), 64), (.timedOut, 124), (.notTheProtocol("x"), 76),
            (.system("x"), 70), (.disconnected, 69),
            (.refused(WireError(.busy)), 75),
        ] as [(ConnectError, Int32)])
    func connections(_ error: ConnectError, _ code: Int32) {
        #expect(CommandError(error).exitCode.rawValue == code)
    }

    @Test("a kind of a later version keeps its name")
    func unknownKind() throws {
        let error = try WireError(json: ["message": "New.", "data": ["kind": "brand_new"]])
        #expect(CommandError(error).message.hasSuffix("[brand_new]"))
        #expect(CommandError(error).exitCode == .internal)
    }
}
