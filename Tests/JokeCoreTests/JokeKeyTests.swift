// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

/// The identity of a joke in the libraries of all machines, and the ids that it may have in one of them.
struct JokeKeyTests {
    private static let sources = [
        "", "x", "y", "x:", ":", "x y", "x%20y", "x_y", "\u{2237}", "é", "e\u{301}", "mine", "own", "import",
    ]
    private static let ownID = "mine-0123456789abcdef"

    /// Keys of every source with ids that are easily confused with named ones.
    private static let keys: [JokeKey] = {
        let parts = ["", "1", "x", ":", "x:", "y:1", "%20", "error", "daily", "e\u{301}", ownID]
        let ids = parts.flatMap { part in parts.map { part + $0 } }.map(Joke.ID.init(rawValue:))
        let keys = sources.flatMap { source in ids.map { JokeKey($0, of: source) } }
        return Set(keys).sorted()
    }()

    @Test("each id that a joke may have is read as its key again, and so is the id in an export")
    func readAgain() {
        #expect(Self.keys.count > 1_000)
        for key in Self.keys {
            #expect(key.localIDs.count == Set(key.localIDs).count)
            for id in key.localIDs + [key.exportedID] {
                #expect(JokeKey(id, of: key.source) == key, "\(id.rawValue) of \(key)")
                #expect(!id.rawValue.isEmpty && id != .error && id.rawValue != "daily")
                #expect(!id.rawValue.contains(" "))
            }
            #expect(JokeKey(key.text) == key)
        }
        for text in ["", "x", "1", "-1 x", "5 x", " x"] { #expect(JokeKey(text) == nil, "\(text)") }
    }

    @Test("the last id that a joke may have is one that no other joke can have")
    func lastID() {
        var last: [Joke.ID: JokeKey] = [:]
        for key in Self.keys {
            guard let id = key.localIDs.last else { continue }
            #expect(last[id] == nil, "\(id.rawValue) of \(key) and \(String(describing: last[id]))")
            #expect(id.isReserved)
            last[id] = key
        }
        for key in Self.keys {
            for id in key.localIDs.dropLast() { #expect(last[id] == nil, "\(id.rawValue) of \(key)") }
        }
    }

    @Test(
        "a joke has the id of its source, SOURCE:ID, or one with a mark, and the longest ones keep their ids")
    func form() {
        func ids(_ id: String, _ source: String) -> [String] {
            JokeKey(Joke.ID(rawValue: id), of: source).localIDs.map(\.rawValue)
        }
        #expect(ids("1", "team") == ["1", "team:1", "team\u{2237}1"])
        #expect(ids("team:1", "team") == ids("1", "team"))
        #expect(ids("1", "my team") == ["1", "my%20team:1", "my%20team\u{2237}1"])
        #expect(ids("my team:1", "my team") == ids("1", "my team"))
        #expect(ids("a:b:1", "a:b") == ["a:b:1", "a%3Ab:a:b:1", "a%3Ab\u{2237}a:b:1"])
        #expect(ids("team:error", "team") == ["team:error", "team\u{2237}error"])
        #expect(ids(Self.ownID, "own") == ids(Self.ownID, "mine"))
        let longest = ids(
            String(repeating: "x", count: Limits.jokeID), String(repeating: " ", count: Limits.name))
        #expect(longest.map(\.utf8.count).max() == Limits.namedID)
    }

    @Test("two sources whose names have other bytes are two, although the names look alike")
    func alikeSources() {
        let keys = ["\u{E9}", "e\u{301}"].map { JokeKey(Joke.ID(rawValue: "1"), of: $0) }
        #expect(keys[0] != keys[1] && Set(keys).count == 2)
        #expect(keys[0] < keys[1] || keys[1] < keys[0])
    }

    @Test("of two lines with one key exactly one holds, and the order of three does not matter")
    func supersedes() {
        func line(_ value: String, savedAt: Int64) -> LibraryLine {
            LibraryLine(
                .sample("z", value), status: JokeStatus(savedAt: WallTime(milliseconds: savedAt)),
                changedAt: WallTime(milliseconds: 0))
        }
        let lines = [
            line("\u{E9} zed", savedAt: 2), line("e\u{301} zed", savedAt: 1), line("f zed", savedAt: 3),
            line("f zed", savedAt: 2),
        ]
        for one in lines {
            for other in lines where one != other {
                #expect(one.supersedes(other) != other.supersedes(one))
                for third in lines where one.supersedes(other) && other.supersedes(third) {
                    #expect(one.supersedes(third))
                }
            }
        }
    }

    @Test("keys are ordered by the bytes of the id, then by those of the source")
    func order() {
        for (one, other) in zip(Self.keys, Self.keys.dropFirst()) {
            let ids = [one, other].map { Array($0.id.rawValue.utf8) }
            #expect(ids[0].lexicographicallyPrecedes(ids[1]) || ids[0] == ids[1])
            #expect(one < other && !(other < one))
        }
    }
}
