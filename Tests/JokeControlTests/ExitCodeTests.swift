// SPDX-License-Identifier: MIT
import JokeClient
import JokeControl
import JokeWire
import Testing

@Suite("Exit codes")
struct ExitCodeTests {
    /// The errors that `jokectl help exit-codes` mentions.
    @Test(
        "an error of jokesd has the exit code that help explains",
        arguments: [
            (.staleJoke, 3), (.invalidParams, 64), (.badData, 65), (.ambiguous, 65), (.notFound, 66),
            (.internal, 70), (.storage, 74), (.offline, 75), (.empty, 75), (.busy, 75), (.unsupported, 76),
            (.notPermitted, 77), (.badConfiguration, 78),
        ] as [(ErrorKind, Int32)])
    func errorCodes(_ kind: ErrorKind, _ code: Int32) {
        #expect(CommandError(WireError(kind, "It went wrong.")).exitCode.rawValue == code)
    }

    @Test("an error that advises a retry exits with 75, or with 74 if the disk is the cause")
    func retryCodes() {
        for kind in ErrorKind.allCases where kind.retry {
            let code = CommandError(WireError(kind, "It went wrong.")).exitCode
            #expect(code == (kind == .storage ? .disk : .tryLater), "\(kind)")
        }
    }

    @Test(
        "a jokesd that is not reached has the exit code that help explains",
        arguments: [
            (.unreachable(path: "/s"), 69), (.notTheProtocol("x"), 76), (.notPermitted(path: "/s"), 77),
            (.timedOut, 124),
        ] as [(ConnectError, Int32)])
    func connectionCodes(_ error: ConnectError, _ code: Int32) {
        #expect(CommandError(error).exitCode.rawValue == code)
    }

    @Test("an error of a later version is shown with its message")
    func unknownKind() throws {
        let error = try WireError(json: ["message": "New.", "data": ["kind": "brand_new"]])
        #expect(CommandError(error).message == "New")
        #expect(CommandError(error).exitCode == .internal)
    }
}
