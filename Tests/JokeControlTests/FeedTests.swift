// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeControl
import JokeWire
import Testing

@Suite("jokectl feed")
struct FeedTests {
    private static func joke(_ id: String) -> JSON {
        [
            "id": .string(id), "value": "A\tjoke\nof two lines.", "categories": [], "source": "dad",
            "language": "en",
        ]
    }

    private static func page(_ number: Int, _ ids: String..., hasMore: Bool = true) -> JSON {
        [
            "source": "dad", "query": .null, "page": .integer(number), "items": .array(ids.map(joke)),
            "isLoading": false, "hasMore": .bool(hasMore), "total": .null,
        ]
    }

    private func pages(_ server: ScriptedServer) -> [JSON?] {
        server.finish().filter(\.wantsReply).map { $0.params["page"] }
    }

    @Test("all pages are printed to a pipe")
    func allPages() {
        let server = ScriptedServer(
            .answer(Self.page(1, "a", "b")), .answer(Self.page(2)), .answer(Self.page(3, "c", hasMore: false))
        )
        let lines = ["a", "b", "c"].map { "\($0)\tdad\tA joke of two lines.\n" }
        #expect(
            jokectl("feed", "dad", at: server.path) == Output(code: .done, data: lines.joined(), errors: ""))
        #expect(pages(server) == [1, 2, 3])
    }

    @Test("the requested number of pages is printed from the requested one on")
    func requestedPages() {
        let server = ScriptedServer(.answer(Self.page(3, "a")), .answer(Self.page(4, "b")))
        let output = jokectl(
            "feed", "dad", "cats", "--page", "3", "--pages", "2", "--json", at: server.path)
        #expect(output.data == ["a", "b"].map { Self.joke($0).jsonText + "\n" }.joined())
        let params = server.finish().filter(\.wantsReply).map(\.params)
        #expect(
            params == [
                ["source": "dad", "page": 3, "query": "cats"], ["source": "dad", "page": 4, "query": "cats"],
            ])
    }

    @Test("the cursor of a page asks for the next one, in the same category")
    func cursors() {
        func page(_ number: Int, next: JSON) -> JSON {
            [
                "source": "mine", "query": .null, "page": .integer(number), "items": [Self.joke("\(number)")],
                "isLoading": false, "hasMore": .bool(next != .null), "total": 2, "category": "tea",
                "next": next,
            ]
        }
        let server = ScriptedServer(.answer(page(1, next: "-7")), .answer(page(2, next: .null)))
        #expect(jokectl("feed", "mine", "--category", "tea", at: server.path).code == .done)
        let params = server.finish().filter(\.wantsReply).map(\.params)
        #expect(
            params == [
                ["source": "mine", "page": 1, "category": "tea"],
                ["source": "mine", "page": 2, "category": "tea", "cursor": "-7"],
            ])
    }

    @Test("an empty feed is a success, and a search without a match exits with 1")
    func emptyFeed() {
        let empty = ScriptedServer.Step.answer(Self.page(1, hasMore: false))
        let server = ScriptedServer([[empty], [empty]])
        #expect(jokectl("feed", "dad", at: server.path) == Output(code: .done, data: "", errors: ""))
        #expect(jokectl("feed", "dad", "cats", at: server.path) == Output(code: .no, data: "", errors: ""))
        _ = server.finish()
    }

    @Test("a failed page says how to continue, and the printed pages stay")
    func failedPage() {
        let server = ScriptedServer(
            .answer(Self.page(1, "a")), .refuse(WireError(.offline, "No network.")))
        let output = jokectl("feed", "dad", at: server.path)
        #expect(output.code == .tryLater)
        #expect(output.data == "a\tdad\tA joke of two lines.\n")
        #expect(output.errors == "jokectl: No network; continue with `--page 2`\n")
        _ = server.finish()
    }

    @Test("the error for a source without pages is printed")
    func refusedSource() {
        let error = WireError(
            parameter: "source", expected: "a source with pages: icanhazdadjoke", found: "'dad'")
        let server = ScriptedServer(.refuse(error))
        let output = jokectl("feed", "dad", at: server.path)
        let message = "jokectl: the source is not valid; it must be a source with pages: icanhazdadjoke\n"
        #expect(output == Output(code: .usage, data: "", errors: message))
        _ = server.finish()
    }

    @Test("a source without pages is a usage error, as help says, whether or not another one has pages")
    func sourceWithoutPages() {
        let server = ScriptedServer(.refuse(WireError(.unsupported, "The source 'dad' has no pages.")))
        let output = jokectl("feed", "dad", at: server.path)
        #expect(
            output == Output(code: .usage, data: "", errors: "jokectl: The source 'dad' has no pages\n"))
        #expect(CommandTable.all.description(of: "feed")?.exitStatus?.contains("64 if") == true)
        _ = server.finish()
    }

    @Test("a page that is no number is refused", arguments: ["--page=0", "--pages=0", "--page=x"])
    func invalidPage(_ flag: String) {
        #expect(jokectl("feed", "dad", flag, at: "/nowhere/socket").code == .usage)
    }

    @Test("on a terminal it shows one page, or as many as --pages says", arguments: [1, 2])
    func onTerminal(count: Int) throws {
        let (user, terminal) = try #require(Self.terminal())
        defer {
            close(user)
            close(terminal)
        }
        let server = ScriptedServer([(1...count).map { .answer(Self.page($0, "a")) }])
        let code = JokectlMain.run(
            ["feed", "dad", "--socket", server.path] + (count == 1 ? [] : ["--pages", "\(count)"]),
            environment: [:], input: terminal, output: terminal, errors: terminal)
        #expect(code == .done)
        #expect(pages(server) == (1...count).map { .integer($0) })
    }

    /// Returns the two sides of a terminal, as ioctl_tty(2) describes, because posix_openpt(3) is not available here.
    private static func terminal() -> (Int32, Int32)? {
        let (unlock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        let user = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var isLocked: Int32 = 0
        var name: Int32 = 0
        guard user >= 0, ioctl(user, unlock, &isLocked) == 0, ioctl(user, number, &name) == 0 else {
            return nil
        }
        let terminal = open("/dev/pts/\(name)", O_RDWR | O_NOCTTY)
        return terminal < 0 ? nil : (user, terminal)
    }
}
