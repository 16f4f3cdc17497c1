// SPDX-License-Identifier: MIT
import JokeClient
import JokeControl
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("Messages of jokesd's errors")
struct ErrorMessageTests {
    @Test(
        "an error names what failed and the command that helps",
        arguments: [
            (
                WireError(.notFound, "No.", data: ["joke": "zz"]), .savedGet,
                "no joke has the id 'zz'; run `jokectl saved list` to see the ids"
            ),
            (
                WireError(.notFound, "No.", data: ["joke": "zz"]), .savedRestore,
                "no joke in the trash has the id 'zz'; run `jokectl saved list --deleted` to see the ids"
            ),
            (
                WireError(.notFound, "No.", data: ["joke": "zz"]), .jokeLike,
                "no joke has the id 'zz'; run `jokectl history` to see the ids"
            ),
            (
                WireError(.ambiguous, data: ["joke": "m"]), .savedDelete,
                "several jokes have an id that begins with 'm'; give more of the id"
            ),
            (
                WireError(parameter: "source", expected: "one of a, b", found: "'c'"), .jokeNext,
                "the source is not valid; it must be one of a, b"
            ),
            (
                WireError(.invalidParams, "No.", data: ["parameter": "form"]), .savedList,
                "jokesd does not support an option or a value of the command; "
                    + "install the same version of jokesd and jokectl"
            ),
            (WireError(.empty, "There is nothing to undo."), .jokeUndo, "There is nothing to undo"),
            (WireError(.internal, "No pack."), .stateGet, "No pack; see `journalctl --user -u jokesd`"),
            (
                WireError(.badConfiguration, "The file is bad"), .daemonReload,
                "The file is bad; run `jokesd --check-config` to see every error"
            ),
        ] as [(WireError, Method, String)])
    func messages(_ error: WireError, _ method: Method, _ message: String) {
        #expect(CommandError(error, of: method.rawValue).message == message)
    }

    @Test("no message names a kind, a method or a parameter", arguments: ErrorKind.allCases)
    func kinds(_ kind: ErrorKind) {
        let data: [JSONObject] = [
            [:], ["joke": "zz"], ["parameter": "cursor", "expected": "the `next` of an earlier page"],
            ["parameter": "ifjoke"], ["expected": 4], ["limit": 65_536],
        ]
        for data in data {
            expectPlainWords(WireError(kind, data: data))
            #expect(
                !ConnectError.refused(WireError(kind, data: data)).message().contains("[\(kind.rawValue)]"))
        }
    }

    @Test("no message of the golden transcripts names a kind, a method or a parameter")
    func transcripts() throws {
        let errors = try Self.expectedErrors()
        #expect(errors.count > 50)
        for error in errors { expectPlainWords(error) }
    }

    @Test("call shows the message as jokesd sent it, because its user types methods and parameters")
    func call() {
        let error = WireError(parameter: "limit", expected: "an integer from 1 to 200", found: "0")
        let server = ScriptedServer(.refuse(error))
        let output = jokectl("call", "saved.list", "limit=0", at: server.path)
        #expect(
            output.errors == "jokectl: Parameter 'limit': expected an integer from 1 to 200, found 0\n")
        #expect(output.code == .usage)
        _ = server.finish()
    }

    private func expectPlainWords(_ error: WireError) {
        for method in Method.allCases {
            let message = CommandError(error, of: method.rawValue).message
            #expect(!message.contains("[\(error.kind.rawValue)]"))
            #expect(!message.contains("arameter"))
            for kind in ErrorKind.allCases where kind.rawValue.contains("_") {
                #expect(!message.contains(kind.rawValue))
            }
            for name in Method.allCases.map(\.rawValue) where name.contains(".") {
                #expect(!message.contains(name), "\(message)")
            }
        }
    }

    /// The errors that the golden transcripts expect. A message that they leave open is the kind's own.
    private static func expectedErrors() throws -> [WireError] {
        let directory = "\(Programs.checkout)/Tests/Conformance"
        var errors: [WireError] = []
        for name in try Directory.names(in: directory) where name.hasSuffix(".ndjson") {
            for line in try Files.text("\(directory)/\(name)").split(separator: "\n") {
                let reply = try JSON(parsing: line.utf8)["expect"] ?? .null
                for reply in reply.arrayValue ?? [reply] {
                    guard let error = reply["error"], error["data"]?["kind"] != nil else { continue }
                    let read = try WireError(json: error)
                    errors.append(read.message == "*" ? WireError(read.kind, data: read.data) : read)
                }
            }
        }
        return errors
    }
}
