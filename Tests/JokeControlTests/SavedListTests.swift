// SPDX-License-Identifier: MIT
import Glibc
import JokeControl
import JokeWire
import Testing

@Suite("The saved list")
struct SavedListTests {
    private static func item(_ id: String) -> JSON {
        [
            "joke": [
                "id": .string(id), "value": "A\tjoke\nof two lines.", "categories": [], "source": "builtin",
                "language": "en",
            ],
            "savedAt": "2026-11-21T09:15:00+01:00",
        ]
    }

    private static func page(_ ids: [String], next: String?, total: Int) -> JSON {
        [
            "items": .array(ids.map(item)), "next": next.map { .string($0) } ?? .null,
            "total": .integer(total), "exact": true,
        ]
    }

    @Test("all pages are requested on one connection and printed as lines")
    func allPages() {
        let server = ScriptedServer(
            .answer(Self.page(["a", "b"], next: "after-b", total: 3)),
            .answer(Self.page(["c"], next: nil, total: 3)))
        let output = jokectl("saved", "list", at: server.path)
        let lines = ["a", "b", "c"].map { "\($0)\t2026-11-21\tbuiltin\tA joke of two lines.\n" }
        #expect(output == Output(code: .done, data: lines.joined(), errors: ""))
        let requests = server.finish().filter(\.wantsReply).map(\.params)
        let newest: JSON = ["sort": "date", "limit": 200]
        #expect(requests == [newest, ["sort": "date", "limit": 200, "cursor": "after-b"]])
    }

    @Test(
        "the items of a page are written at once, as JSON and by a template",
        arguments: ["--json", "--format={{joke.id}}"])
    func fewWrites(form: String) {
        let ids = (0..<200).map { "id\($0)" }
        let server = ScriptedServer(.answer(Self.page(ids, next: nil, total: ids.count)))
        // A socket of this type keeps the boundaries of writes.
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
        let code = JokectlMain.run(
            ["saved", "list", form, "--socket", server.path], environment: [:], output: ends[1], errors: 2)
        close(ends[1])
        var (writes, bytes) = (0, [UInt8](repeating: 0, count: 1 << 20))
        var lines = 0
        while case let count = recv(ends[0], &bytes, bytes.count, 0), count > 0 {
            writes += 1
            lines += bytes[..<count].count { $0 == UInt8(ascii: "\n") }
        }
        close(ends[0])
        _ = server.finish()
        #expect(code == .done && lines == ids.count && writes == 1)
    }

    @Test("no more jokes than the limit are requested")
    func limit() {
        let server = ScriptedServer(
            .answer(Self.page(["a", "b"], next: "after-b", total: 9)),
            .answer(Self.page(["c", "d"], next: "after-d", total: 9)))
        let output = jokectl("saved", "--limit", "3", "--json", at: server.path)
        #expect(output.data == ["a", "b", "c"].map { Self.item($0).jsonText + "\n" }.joined())
        let requests = server.finish().filter(\.wantsReply).map(\.params)
        let first: JSON = ["sort": "date", "limit": 3]
        #expect(requests == [first, ["sort": "date", "limit": 1, "cursor": "after-b"]])
    }

    @Test("an empty page ends the list, whatever its cursor")
    func emptyPage() {
        let server = ScriptedServer(.answer(Self.page([], next: "again", total: 0)))
        #expect(jokectl("saved", at: server.path) == Output(code: .done, data: "", errors: ""))
        _ = server.finish()
    }

    @Test("a limit that is no number is refused", arguments: ["0", "-1", "x", "1.5"])
    func invalidLimit(_ limit: String) {
        let output = jokectl("saved", "list", "--limit=\(limit)", at: "/nowhere/socket")
        #expect(output.code == .usage)
    }

    @Test("a valid time is sent, and an invalid one is refused")
    func timeFlags() {
        let server = ScriptedServer(.answer(Self.page([], next: nil, total: 0)))
        let moment = "2026-11-01T10:30:00Z"
        #expect(
            jokectl("saved", "list", "--since", moment, "--until=\(moment)", at: server.path).code == .done)
        let requests = server.finish().filter(\.wantsReply).map(\.params)
        #expect(
            requests == [["since": .string(moment), "until": .string(moment), "sort": "date", "limit": 200]])
        #expect(jokectl("saved", "list", "--since", "soon", at: "/nowhere/socket").code == .usage)
    }

    @Test(
        "an id is shortened to a unique prefix",
        arguments: [
            (["abcdef", "abcxyz", "q"], 1, ["abcd", "abcx", "q"]),
            (["abc", "abcdef"], 1, ["abc", "abcd"]),
            (["abcdef", "xyz123"], 4, ["abcd", "xyz1"]),
            (["same", "same"], 2, ["same", "same"]),
            ([], 4, []),
        ])
    func uniquePrefixes(_ ids: [String], _ least: Int, _ short: [String]) {
        #expect(UniquePrefix.of(ids, atLeast: least) == short)
    }
}
