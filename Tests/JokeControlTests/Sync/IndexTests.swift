// SPDX-License-Identifier: MIT
import JokeControl
import JokeWire
import Testing

/// The lines that a machine writes and imports.
struct IndexTests {
    private static let machines = ["1111111111111111", "2222222222222222", "3333333333333333"]

    private static let now = WallTime(milliseconds: 1_795_255_200_000)

    private func line(
        _ id: String, _ second: Int, _ value: String = "", of source: String = "pack"
    ) -> SyncLine {
        guard
            let line = SyncLine(
                #"{"id":"\#(id)","source":"\#(source)","value":"\#(value)","changedAt":"2026-11-21T09:30:0\#(second).000Z"}"#
            )
        else { preconditionFailure("no line") }
        return line
    }

    /// The index of the second machine, in a folder in which these machines have written lines.
    private func index(_ lines: [(machine: Int, line: SyncLine)], isNewestFile: Bool = true) -> SyncIndex {
        var index = SyncIndex(own: Self.machines[1], machines: Set(Self.machines), at: Self.now)
        for (machine, line) in lines {
            index.add(line, of: Self.machines[machine - 1], isNewestFile: isNewestFile)
        }
        return index
    }

    @Test("keys are compared by their bytes")
    func bytes() {
        var index = index([(1, line("\u{E9}", 2))])
        #expect(index.note(line("e\u{301}", 1)) == .missing)
        #expect(index.isNews(line("\u{E9}", 2)))
    }

    @Test("of too many keys, the first ones are known")
    func full() {
        var index = SyncIndex(
            own: Self.machines[1], machines: Set(Self.machines), at: Self.now, mostKeys: 2)
        for line in [line("a", 1), line("b", 1)] { index.add(line, of: Self.machines[0], isNewestFile: true) }
        #expect(!index.isFull)
        index.add(line("a", 2), of: Self.machines[0], isNewestFile: true)
        #expect(!index.isFull)
        index.add(line("c", 1), of: Self.machines[0], isNewestFile: true)
        #expect(index.isFull)
        #expect(index.note(line("c", 1)) == .missing)
        #expect(index.isNews(line("a", 2)) && index.isNews(line("b", 1)))
    }

    /// Lines that somebody could put into a folder, by the number of them.
    enum Shape: CaseIterable {
        case jokes, versions, sameTime, sameTimeOfEach, equal

        func line(_ number: Int, _ tests: IndexTests) -> SyncLine {
            switch self {
            case .jokes: tests.line("\(number)", 1)
            case .versions: tests.line("a", number % 10, "\(number)")
            case .sameTime: tests.line("a", 1, "\(number)")
            case .sameTimeOfEach: tests.line("\(number / 100)", 1, "\(number)")
            case .equal: tests.line("a", 1)
            }
        }
    }

    @Test("twice as many lines take twice as many steps, whatever they are", arguments: Shape.allCases)
    func doubling(shape: Shape) {
        func steps(_ count: Int) -> Int {
            let lines = (0..<count).map { shape.line($0, self) }
            var index = index(lines.enumerated().map { (1 + $0 % 3, $1) })
            for line in lines { _ = index.note(line) }
            for line in lines { _ = index.takeNews(line) }
            return index.steps
        }
        let (few, many) = (steps(4_000), steps(8_000))
        #expect(few > 0 && many * 10 < few * 22, "\(few) \(many)")
    }

    @Test("a line that no file has, or only older ones, is written")
    func missing() {
        var index = index([(1, line("a", 1)), (2, line("b", 1)), (3, line("c", 1, "x"))])
        #expect(index.note(line("new", 1)) == .missing)
        #expect(index.note(line("a", 2)) == .missing)
        #expect(index.note(line("b", 2)) == .missing)
        #expect(index.note(line("c", 1, "y")) == .missing)
    }

    @Test("a line that another machine has in this form or a newer one is not written")
    func others() {
        var index = index([(1, line("a", 1)), (3, line("b", 2))])
        #expect(index.note(line("a", 1)) == .others)
        #expect(index.note(line("b", 1)) == .others)
    }

    @Test("of machines with the same line, only the one with the lowest id keeps it")
    func lowest() {
        var index = index(
            [(1, line("a", 1)), (2, line("a", 1)), (2, line("b", 1)), (3, line("b", 1)), (2, line("c", 1))])
        #expect(index.note(line("a", 1)) == .others)
        #expect(index.note(line("b", 1)) == .own)
        #expect(index.note(line("c", 1)) == .own)
    }

    @Test("lines of two sources with the same id have nothing to do with each other")
    func sources() {
        var index = index([(1, line("a", 2, of: "x")), (3, line("a", 1, of: "y"))])
        #expect(index.note(line("a", 3, of: "z")) == .missing)
        #expect(index.note(line("a", 1, of: "y")) == .others)
        #expect(index.isNews(line("a", 2, of: "x")))
        #expect(!index.isNews(line("a", 1, of: "y")))
    }

    @Test("a copy and an old file keep no line")
    func copies() {
        var index = index([(1, line("a", 1)), (2, line("b", 2))], isNewestFile: false)
        #expect(index.note(line("a", 1)) == .missing)
        #expect(index.note(line("b", 1)) == .missing)
        #expect(index.isNews(line("b", 2)))
        #expect(!index.isNews(line("a", 1)))
    }

    @Test("lines that are newer than the library's, or of the same time and different, are imported")
    func news() {
        var index = index(
            [
                (1, line("same", 1)), (1, line("newer", 2)), (3, line("newer", 1)), (1, line("older", 1)),
                (3, line("tie", 1, "x")), (1, line("new", 1)), (2, line("lost", 1)),
            ])
        _ = index.note(line("same", 1))
        _ = index.note(line("newer", 1))
        _ = index.note(line("older", 2))
        _ = index.note(line("tie", 1, "y"))
        #expect(index.hasNews)
        #expect(!index.isNews(line("same", 1)))
        #expect(index.isNews(line("newer", 2)))
        #expect(!index.isNews(line("newer", 1)))
        #expect(!index.isNews(line("older", 1)))
        #expect(index.isNews(line("tie", 1, "x")))
        #expect(index.isNews(line("new", 1)))
        #expect(index.isNews(line("lost", 1)))
    }

    @Test(
        "a decision that is more than a day ahead is older than every other one, and such a showing is none")
    func postdated() throws {
        func planted(_ id: String, _ time: String) throws -> SyncLine {
            try #require(SyncLine(#"{"id":"\#(id)","source":"pack","value":"!","changedAt":"\#(time)"}"#))
        }
        func showing(_ time: WallTime) throws -> SyncLine {
            try #require(SyncLine(#"{"seen":"8c1f4e0b92d7a635","at":\#(time.milliseconds)}"#))
        }
        let tomorrow = WallTime(milliseconds: Self.now.latestElsewhere.milliseconds)
        var index = index([
            (1, try planted("a", "9999-12-31T23:59:59.999Z")),
            (1, try planted("b", "9999-12-31T23:59:59.999Z")),
            (1, try planted("c", tomorrow.rfc3339WithMilliseconds)), (1, try showing(.last)),
            (3, try planted("d", tomorrow.next.rfc3339WithMilliseconds)),
        ])
        for id in ["a", "d"] { #expect(index.note(line(id, 1)) == .missing) }
        #expect(index.note(line("c", 1)) == .others)
        #expect(index.note(try showing(Self.now)) == .missing)
        #expect(index.note(try showing(.last)) == .others)
        #expect(!index.isNews(try planted("a", "9999-12-31T23:59:59.999Z")))
        #expect(index.isNews(try planted("b", "9999-12-31T23:59:59.999Z")))
        #expect(!index.isNews(try showing(.last)))
    }

    @Test("a folder that is equal to the library has no news")
    func noNews() {
        var index = index([(1, line("a", 1)), (2, line("b", 1)), (1, line("c", 1))])
        for line in [line("a", 1), line("b", 1), line("c", 2)] { _ = index.note(line) }
        #expect(!index.hasNews)
    }
}

extension SyncIndex {
    fileprivate func isNews(_ line: SyncLine) -> Bool {
        var index = self
        return index.takeNews(line)
    }
}
