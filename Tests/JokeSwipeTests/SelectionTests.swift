// SPDX-License-Identifier: MIT
import JokeSwipe
import JokeTestSupport
import JokeWire
import Testing

/// A daemon with saved jokes in the order of their numbers, and a client that shows them.
private struct ListedLibrary {
    var driver: SwipeDriver
    var numbers: [Int]
    /// The newest deletion of the client, which undo restores.
    private var deleted: [Int] = []
    /// The ids of all deletions that the client requested.
    private(set) var deletions: [String] = []
    /// The requests except those for pages.
    private(set) var methods: [String] = []
    /// The most jokes of a page.
    private let page: Int

    init(_ count: Int, page: Int = 50) throws {
        driver = try .connected(DisplayOptions(depth: .none, hasMotion: false))
        numbers = Array(1...count)
        self.page = page
        driver.press("s")
        try serve()
    }

    static func text(_ number: Int) -> String { "Saved joke \(number)." }

    private func listed(_ params: JSON?) throws -> JSON {
        let first = params?["cursor"]?.stringValue.flatMap(Int.init)
        let rest = numbers.filter { number in first.map { number > $0 } ?? true }
        let items = try rest.prefix(min(page, params?["limit"]?.integerValue ?? 50)).map { number -> JSON in
            let joke = Joke(
                id: Joke.ID(rawValue: "s\(number)"), value: Self.text(number), source: "builtin",
                language: "en")
            return [
                "joke": try JSON(parsing: joke.jsonBytes), "savedAt": "2026-04-01T09:30:00Z",
                "deletedAt": .null,
            ]
        }
        let last = rest.prefix(items.count).last
        return [
            "items": .array(items), "total": .integer(numbers.count), "exact": true,
            "next": items.count < rest.count ? last.map { .string(String($0)) } ?? .null : .null,
        ]
    }

    /// Answers all requests.
    mutating func serve() throws {
        while true {
            let requests = driver.takeRequests()
            if requests.isEmpty { return }
            for request in requests { try serve(request) }
        }
    }

    private mutating func serve(_ request: JSON) throws {
        let method = request["method"]?.stringValue ?? ""
        if method == "saved.list" { return try driver.answer(request, listed(request["params"])) }
        methods.append(method)
        switch method {
        case "saved.delete":
            let id = try #require(request["params"]?["jokes"]?.arrayValue?.first?.stringValue)
            deletions.append(id)
            let number = try #require(Int(id.dropFirst()))
            guard numbers.contains(number) else { return try driver.refuse(request, .notFound) }
            numbers.removeAll { $0 == number }
            deleted.append(number)
            try driver.answer(request, ["seq": 1, "changed": true, "deleted": [.string(id)]])
        case "joke.undo", "saved.restore":
            let number = deleted.removeLast()
            numbers = (numbers + [number]).sorted()
            let id = JSON.string("s\(number)")
            if method == "saved.restore" { #expect(request["params"] == ["jokes": [id]]) }
            try driver.answer(
                request,
                [
                    "seq": 2, "changed": true, "joke": try JSON(parsing: CardState.sample.joke.jsonBytes),
                    "undone": ["kind": "deleted", "jokes": [id]], "restored": [id],
                ])
        default: Issue.record("Unexpected: \(method)")
        }
    }

    /// Changes the saved jokes as another client, and sends the event.
    mutating func change(_ method: Method, _ change: (inout [Int]) -> Void) throws {
        change(&numbers)
        try driver.receiveState(.sample.with { $0.saved.count = numbers.count }, by: method, of: 99)
        try serve()
    }

    mutating func press(_ keys: Key...) throws {
        for key in keys {
            driver.press(key)
            try serve()
        }
    }

    mutating func select(_ number: Int) throws {
        for _ in 1..<number { try press(.down) }
        #expect(selected == Self.text(number))
    }

    /// The text of the selected joke; nil if none is.
    var selected: String? {
        guard let line = driver.screen.split(separator: "\n").first(where: { $0.contains("▸") }) else {
            return nil
        }
        return line.split(separator: "▸").last?.split(separator: "  ").first.map { String($0.dropFirst()) }
    }
}

@Suite("The selection in a list of several pages")
struct SelectionTests {
    @Test("d deletes the selected joke, then the one after it", arguments: [3, 49, 50, 51, 60, 249, 301])
    func deleting(_ first: Int) throws {
        var library = try ListedLibrary(303)
        try library.select(first)
        try library.press(.character("d"))
        #expect(library.driver.screen.contains("Deleted \"Saved joke \(first).\"; u undoes it"))
        #expect(library.selected == "Saved joke \(first + 1).")
        try library.press(.character("d"))
        #expect(library.deletions == ["s\(first)", "s\(first + 1)"])
        #expect(library.driver.screen.contains("Deleted \"Saved joke \(first + 1).\""))
    }

    @Test("u brings the deleted joke back, and another joke does not become the selected one")
    func undoneDeletion() throws {
        var library = try ListedLibrary(303)
        try library.select(60)
        try library.press(.character("d"), .character("d"), .character("u"))
        #expect(library.numbers.contains(61) && !library.numbers.contains(60))
        #expect(library.selected == "Saved joke 62.")
        try library.press(.character("u"))
        #expect(library.numbers == Array(1...303))
        #expect(library.methods == ["saved.delete", "saved.delete", "joke.undo", "joke.undo"])
        try library.press(.up)
        #expect(library.selected == "Saved joke 61.")
    }

    @Test("a joke at the top of the screen that u restores is visible, and the message says what was undone")
    func restoredAtTop() throws {
        var library = try ListedLibrary(60)
        try library.press(.character("d"), .character("u"))
        #expect(library.selected == "Saved joke 2.")
        #expect(library.driver.screen.contains("Saved joke 1."))
        #expect(library.driver.screen.contains("Undone: the deletion of 1 joke."))
    }

    @Test("the last joke is deleted, and the one before it is selected")
    func lastJoke() throws {
        var library = try ListedLibrary(120)
        try library.press(.end, .end, .end)
        #expect(library.selected == "Saved joke 120.")
        try library.press(.character("d"))
        #expect(library.selected == "Saved joke 119.")
        #expect(library.deletions == ["s120"])
    }

    @Test("what other clients save and delete does not move the selection", arguments: [2, 60, 300])
    func changesByOthers(_ number: Int) throws {
        var library = try ListedLibrary(303)
        try library.select(number)
        let row = library.driver.screen.split(separator: "\n", omittingEmptySubsequences: false)
            .firstIndex { $0.contains("▸") }
        try library.change(.jokeLike) { $0.insert(0, at: 0) }
        #expect(library.selected == "Saved joke \(number).")
        try library.change(.savedImport) { $0.insert(contentsOf: -70...(-1), at: 0) }
        #expect(library.selected == "Saved joke \(number).")
        try library.change(.savedDelete) { $0.removeAll { $0 <= 1 } }
        #expect(library.selected == "Saved joke \(number).")
        if number > 60 {
            // It also stays in its row of the screen.
            let now = library.driver.screen.split(separator: "\n", omittingEmptySubsequences: false)
                .firstIndex { $0.contains("▸") }
            #expect(now == row)
        }
        try library.press(.character("d"))
        #expect(library.deletions == ["s\(number)"])
    }

    @Test("if another client deletes the selected joke, none is selected until an arrow is pressed")
    func selectedJokeIsDeleted() throws {
        var library = try ListedLibrary(303)
        try library.select(60)
        try library.change(.savedDelete) { $0.removeAll { $0 == 60 } }
        #expect(library.selected == nil)
        try library.press(.character("d"), .character("c"), .enter)
        #expect(library.deletions == [])
        #expect(library.driver.takeDone() == [])
        // A change of another client does not select one either.
        try library.change(.jokeLike) { $0.insert(0, at: 0) }
        #expect(library.selected == nil)
        try library.press(.down)
        #expect(library.selected == "Saved joke 61.")
        try library.press(.character("d"))
        #expect(library.deletions == ["s61"])

        try library.change(.savedDelete) { $0.removeAll { $0 == 62 } }
        try library.press(.up)
        #expect(library.selected == "Saved joke 59.")
    }

    @Test("a second d before the reply deletes nothing else")
    func secondDelete() throws {
        var library = try ListedLibrary(303)
        try library.select(60)
        library.driver.press("ddd")
        try library.serve()
        #expect(library.deletions == ["s60"])
        #expect(library.selected == "Saved joke 61.")
    }

    @Test("while the list is read again, d deletes the visible joke")
    func deletedDuringRead() throws {
        var library = try ListedLibrary(303)
        try library.select(160)
        library.numbers.insert(0, at: 0)
        try library.driver.receiveState(.sample.with { $0.saved.count = 304 }, by: .jokeLike, of: 99)
        library.driver.press(.down)
        library.driver.press("d")
        try library.serve()
        #expect(library.deletions == ["s161"])
        #expect(library.selected == "Saved joke 162.")
    }

    @Test("a joke that another client deleted first is reported, and the list is read again")
    func deletedByAnother() throws {
        var library = try ListedLibrary(303)
        try library.select(60)
        library.numbers.removeAll { $0 == 60 }
        try library.press(.character("d"))
        #expect(library.driver.screen.contains("Another client has already deleted \"Saved joke 60.\""))
        #expect(!library.driver.screen.contains("Saved joke 60.  "))
        try library.press(.down, .character("d"))
        #expect(library.deletions == ["s60", "s61"])
    }

    @Test("u restores the own deletion although another client decided since")
    func undoAfterOthers() throws {
        var library = try ListedLibrary(303)
        try library.select(60)
        try library.press(.character("d"))
        try library.change(.jokeLike) { $0.insert(0, at: 0) }
        try library.press(.character("u"))
        #expect(library.methods == ["saved.delete", "saved.restore"])
        #expect(library.numbers == Array(0...303))
    }
}
