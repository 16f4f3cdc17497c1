// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

/// What is accepted from clients, files, jokesd-fetch and the configuration loads again, whatever values it has.
@Suite("Extreme values")
struct ExtremeValueTests {
    private let directory = TemporaryDirectory()

    @Test("whatever is accepted is there after a restart, and after a sync", arguments: 1...4)
    func restart(seed: UInt64) throws {
        var values = ExtremeValues(generator: Xorshift(state: seed &* 0x9E37_79B9_7F4A_7C15))
        let daemon = try daemon(isLarge: seed % 2 == 0, results: (0..<6).map { _ in values.results() })
        let client = try daemon.connect()
        // Each line alone: a request has at most 64 KiB.
        for (number, line) in values.libraryLines().enumerated() {
            let reply = try client.call(.savedImport, ["lines": [.string(line)], "last": true])
            #expect(reply["added"] == 1, "line \(number): \(reply)")
        }
        let memory = values.memoryLines(upTo: Int(time(nil)) * 1_000)
        let taken = try client.call(.memoryImport, ["lines": .array(memory.map { .string($0) })])
        #expect(taken["skipped"] == 0, "\(taken)")
        // A time that is far in the future may be refused.
        let later = values.memoryLines(upTo: 253_402_300_799_999)
        try client.call(.memoryImport, ["lines": .array(later.map { .string($0) })])
        // Clients wait for these, so that jokesd-fetch replies.
        for source in ["icanhazdadjoke", "chucknorris"] {
            for page in 1...3 {
                for query in [nil, String(repeating: "q", count: Limits.feedQuery)] as [String?] {
                    var params: JSONObject = ["source": .string(source), "page": .integer(page)]
                    if let query { params.append("query", .string(query)) }
                    _ = try client.request(.feedPage, params)
                }
            }
        }
        for request in 1...150 {
            let method = Method.allCases[request % Method.allCases.count]
            // A reset would leave less to look for.
            guard ![.tasteReset, .daemonBackup].contains(method) else { continue }
            let id = try client.request(method, values.parameters(of: method))
            let kind = try client.reply(to: id)["error"]?["data"]?["kind"]
            #expect(kind != "internal" && kind != "storage", "\(method)")
        }
        // Its pages may be asked for again.
        try client.call(.sourcesEnable, ["source": "icanhazdadjoke"])
        let before = try Kept(daemon)
        #expect(try daemon.terminate() == .exited(0))
        try daemon.start()
        let after = try Kept(daemon)
        #expect(after.difference(from: before) == nil)
        #expect(values.ids.subtracting(after.ids) == [])
        #expect(Set(memory).subtracting(after.memory) == [])
        expectWhole(daemon)
        try sync(daemon)
    }

    @Test(
        "a number of jokesd-fetch that is out of bounds is refused, and the store loads again",
        arguments: [
            ("requests", -1), ("requests", Limits.sourceRequests.upperBound + 1),
            ("requests", Limits.largestInteger), ("total", -1), ("total", Limits.pages + 1),
            ("total", Limits.largestInteger), ("page", 0),
        ])
    func outOfBounds(member: String, number: Int) throws {
        var page: JSONObject = ["jokes": [["value": "A.", "categories": [], "flags": []]], "hasMore": true]
        for (name, usual) in [("requests", 1), ("total", 1), ("page", 1)] {
            page.append(name, .integer(name == member ? number : usual))
        }
        let daemon = try daemon(isLarge: true, results: [["page": .object(page)]])
        let error = try daemon.connect().refusal(.feedPage, ["source": "icanhazdadjoke"])
        #expect(error["message"]?.stringValue?.contains("invalid reply (result.\(member): expected") == true)
        #expect(try daemon.jokectl("like").succeeded)
        #expect(try daemon.terminate() == .exited(0))
        try daemon.start()
        #expect(try daemon.connect().call(.savedList)["total"] == 1)
        expectWhole(daemon)
    }

    /// Checks that jokesd neither called the store damaged nor removed a row.
    private func expectWhole(_ daemon: TestDaemon) {
        for word in ["damaged", "never writes"] { #expect(!daemon.errors.contains(word), "\(daemon.errors)") }
        #expect(!Files.names(in: daemon.dataDirectory).contains { $0.hasPrefix("damaged") })
    }

    /// Starts a daemon whose jokesd-fetch is a program that writes these results, one after another.
    private func daemon(isLarge: Bool, results: [JSONObject]) throws -> TestDaemon {
        let daemon = try TestDaemon(
            configuration: """
                {
                  "queue": { "capacity": \(isLarge ? 100 : 1), "lowWater": \(isLarge ? 100 : 1) },
                  "filter": { "minLength": 1, "maxLength": \(isLarge ? 4096 : 1) },
                  "sources": {
                    "far": { "type": "pack", "path": "\(directory.path)/far.jsonl", "weight": 1000 },
                    "icanhazdadjoke": { "enabled": true, "url": "http://127.0.0.1:9", "weight": 1000 },
                    "chucknorris": { "enabled": true, "url": "http://127.0.0.1:9", "weight": 0 }
                  },
                  "translation": {
                    "engines": ["libretranslate"], "libretranslate": { "url": "http://127.0.0.1:9" }
                  },
                  "network": { "spread": 0, "requestsPerDay": 100000 },
                  "limits": { "connections": \(isLarge ? 10_000 : 8) }
                }
                """)
        try Files.write("{\"id\":\"far\",\"value\":\"Far.\"}\n", to: "\(directory.path)/far.jsonl")
        try age("\(directory.path)/far.jsonl")
        for (number, kinds) in results.enumerated() {
            for member in kinds {
                try Files.write(member.value.jsonText, to: "\(directory.path)/\(member.name)-\(number)")
            }
        }
        let program = "\(directory.path)/fetch"
        try Files.write(
            """
            #!/bin/sh
            while read -r line; do
                id=${line#*'"id":'}
                id=${id%%[,\\}]*}
                method=${line#*'"method":"'}
                method=${method%%'"'*}
                test "$method" = introduce || printf '{"jsonrpc":"2.0","id":%s,"result":%s}\\n' "$id" \\
                    "$(cat '\(directory.path)'/"$method-$((id % \(results.count)))")"
            done
            """, to: program)
        try Files.makeExecutable(program)
        daemon.environment["JOKESD_FETCH"] = program
        daemon.environment["XDG_STATE_HOME"] = "\(daemon.directory.path)/state"
        try daemon.start()
        return daemon
    }

    /// Says that the file was changed in the year 2400. In nanoseconds, this is more than an Int64 has.
    private func age(_ path: String) throws {
        let time = timespec(tv_sec: 13_569_465_600, tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, path, [time, time], 0) == 0)
    }

    /// Syncs the daemon with a new one, and compares their libraries.
    private func sync(_ one: TestDaemon) throws {
        let other = try TestDaemon.ready()
        other.environment["XDG_STATE_HOME"] = "\(other.directory.path)/state"
        let folder = "\(directory.path)/folder"
        try Files.makeDirectory(folder)
        for words in [["on", folder], ["now"]] {
            for daemon in [one, other, one] {
                for name in Files.names(in: folder) { try age("\(folder)/\(name)") }
                let run = try ProgramRun(
                    Programs.path(of: "jokectl"), ["sync"] + words, environment: daemon.environment)
                #expect(run.succeeded, "\(run)")
                unlink("\(daemon.dataDirectory)/sync-on")
            }
        }
        #expect(try Kept(other, feeds: []).difference(from: Kept(one), library: true) == nil)
    }
}

/// What a daemon has stored, as clients can ask for it.
private struct Kept {
    var library: [String] = []
    var memory: Set<String> = []
    var others: [JSON] = []
    var ids: Set<String> { Set(library.compactMap { (try? JSON(parsing: $0.utf8))?["id"]?.stringValue }) }

    init(_ daemon: TestDaemon, feeds: [String] = ["icanhazdadjoke"]) throws {
        let client = try daemon.connect()
        func lines(_ method: Method) throws -> [String] {
            var (lines, cursor): ([String], String?) = ([], nil)
            repeat {
                let part = try client.call(method, cursor.map { ["cursor": .string($0)] } ?? [:])
                lines += part["lines"]?.arrayValue?.compactMap(\.stringValue) ?? []
                cursor = part["next"]?.stringValue
            } while cursor != nil
            return lines
        }
        library = try lines(.savedExport).map(Self.withoutOldTrash)
        memory = Set(try lines(.memoryExport))
        others = [
            try client.call(.jokeCurrent)["joke"]?["id"] ?? .null, try client.call(.jokeHistory),
            try client.call(.savedList, ["limit": 1])["total"] ?? .null,
        ]
        for source in try client.call(.sourcesList)["sources"]?.arrayValue ?? [] {
            others += [
                source["name"] ?? .null, source["enabled"] ?? .null, source["budget"]?["used"] ?? .null,
            ]
        }
        // The stored pages come without a request.
        others += try feeds.map { try client.call(.feedPage, ["source": .string($0)]) }
    }

    /// Returns the line of a joke, or only its key if the joke was deleted more than thirty days ago: at some time after
    /// that its text goes.
    private static func withoutOldTrash(_ line: String) -> String {
        let limit = WallTime(milliseconds: (Int64(time(nil)) - 30 * 86_400) * 1_000).rfc3339
        guard let json = try? JSON(parsing: line.utf8), let deletedAt = json["deletedAt"]?.stringValue,
            deletedAt < limit
        else { return line }
        return JSON.object(["id": json["id"] ?? .null, "source": json["source"] ?? .null]).jsonText
    }

    /// Returns the first values that differ, or nil if all are equal.
    func difference(from other: Kept, library isLibrary: Bool = false) -> String? {
        func texts(_ kept: Kept) -> [String] {
            kept.library + (isLibrary ? [] : kept.memory.sorted() + kept.others.map(\.jsonText))
        }
        let (mine, others) = (texts(self), texts(other))
        guard mine != others else { return nil }
        guard let first = zip(mine, others).first(where: { $0 != $1 }) else {
            return "\(mine.count) instead of \(others.count) values"
        }
        return "\(first.0.suffix(700)) instead of \(first.1.suffix(700))"
    }
}

/// The extremes of what each place accepts, and a little more.
private struct ExtremeValues {
    var generator: Xorshift
    /// The ids of the imported jokes.
    private(set) var ids: Set<String> = []
    private var count = 0

    init(generator: Xorshift) { self.generator = generator }

    private static let times = [
        "0000-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z", "1970-01-01T00:00:00.000Z",
        "9999-12-31T23:59:59.999Z", "2016-12-31T23:59:60Z",
    ]
    private static let marks =
        ([0xFDD0, 0xFFFE, 0x10FFFF] as [UInt32]).compactMap { Unicode.Scalar($0).map { String($0) } }
        + ["e\u{301}", "\u{E9}", "👩‍👩‍👧‍👦", "\"'\\"]

    private mutating func one<Element>(of values: [Element]) -> Element {
        values[Int.random(in: 0..<values.count, using: &generator)]
    }

    /// Returns a text of exactly `bytes` bytes that no other call returns.
    private mutating func text(_ bytes: Int) -> String {
        count += 1
        let mark = "x\(count)\(one(of: Self.marks))"
        let start = mark.utf8.count <= bytes ? mark : "\(count)"
        return start + String(repeating: "z", count: max(0, bytes - start.utf8.count))
    }

    /// Returns a number at an end of the range.
    private mutating func number(in range: ClosedRange<Int>) -> JSON {
        .integer(one(of: [range.lowerBound, range.upperBound]))
    }

    // MARK: Clients

    /// Returns parameters that the schema of the method accepts. None of them waits for a source.
    mutating func parameters(of method: Method) -> JSONObject {
        var params: JSONObject = [:]
        var waiting: [String] = []
        if case .ifGiven(let names) = method.description.waits { waiting = names }
        for parameter in method.description.params where !waiting.contains(parameter.name) {
            guard parameter.required || Bool.random(using: &generator) else { continue }
            params.append(parameter.name, value(of: parameter.schema))
        }
        return params
    }

    private mutating func value(of schema: ValueSchema) -> JSON {
        switch schema {
        case .boolean: .bool(Bool.random(using: &generator))
        case .number: .number(one(of: [-1e308, 1e308, -0.0, .leastNonzeroMagnitude, 1]))
        case .integer: number(in: -Limits.largestInteger...Limits.largestInteger)
        case .range(let range): number(in: range)
        case .words(let words): .string(one(of: words))
        case .constant(let word): .string(word)
        case .time: .string(one(of: Self.times))
        case .date: .string(one(of: ["0000-01-01", "9999-12-31"]))
        case .array(let element): .array((0..<3).map { _ in value(of: element) })
        case .object(let members):
            .object(JSONObject(members: members.map { .init(name: $0.name, value: value(of: $0.schema)) }))
        case .nullable(let schema), .either(let schema, _): value(of: schema)
        case .shape(let shape): value(of: shape.schema)
        case .any, .string, .text:
            .string(
                one(of: [
                    "", "builtin", "icanhazdadjoke", "a", ids.sorted().first ?? "", text(Limits.name),
                    text(Limits.jokeID), text(Limits.jokeText),
                ]))
        }
    }

    // MARK: Files

    /// Returns lines of a library with every member as long, early or late as it may be.
    mutating func libraryLines() -> [String] {
        var lines = (0..<24).map { _ in
            var joke = joke(id: text(Limits.jokeID))
            joke.append("source", .string(text(Limits.name)))
            if Bool.random(using: &generator) {
                joke.append("original", .object(self.joke(id: text(Limits.jokeID))))
            }
            joke.append("savedAt", .string(one(of: Self.times)))
            for name in ["buriedAt", "changedAt"] where Bool.random(using: &generator) {
                joke.append(name, .string(one(of: Self.times)))
            }
            // The first change of a run removes the text of a joke that was deleted long ago.
            if Bool.random(using: &generator) { joke.append("deletedAt", "9999-12-31T23:59:59.999Z") }
            ids.insert(joke["id"]?.stringValue ?? "")
            return JSON.object(joke).jsonText
        }
        for textClass in ["0", "ffffffffffffffff"] {
            let id = text(Limits.jokeID)
            ids.insert(id)
            let line: JSON = [
                "id": .string(id), "source": "s", "emptied": .string(textClass),
                "changedAt": .string(one(of: Self.times)),
            ]
            lines.append(line.jsonText)
        }
        return lines
    }

    /// Returns lines of what another machine has shown and learned.
    mutating func memoryLines(upTo last: Int) -> [String] {
        count += 1
        let marks = ["\(count)", "7\(count)", "8\(count)", "f\(count)"]
        return marks.map { mark in
            let hash = mark + String(repeating: mark.first ?? "0", count: 16 - mark.utf8.count)
            return "{\"seen\":\"\(hash)\",\"at\":\(one(of: [0, 1, last]))}"
        }
    }

    // MARK: jokesd-fetch

    private mutating func joke(id: String) -> JSONObject {
        [
            "id": .string(id), "value": .string(text(Limits.jokeText)),
            "categories": .array((0..<Limits.categories).map { _ in .string(text(Limits.name)) }),
            "language": one(of: ["en", "es", "zh-hant"]),
            "url": .string("https://a/" + String(repeating: "u", count: Limits.link - 10)),
        ]
    }

    /// Returns a result for each method of jokesd-fetch, with the greatest and least numbers, and texts that are too long,
    /// too.
    mutating func results() -> JSONObject {
        let jokes = JSON.array(
            (0..<Int.random(in: 1...30, using: &generator)).map { _ in
                var joke = joke(id: text(one(of: [1, Limits.jokeID, 2 * Limits.jokeID])))
                joke.append("flags", .array((0..<20).map { _ in .string(text(Limits.name)) }))
                return .object(joke)
            })
        let requests = number(in: Limits.sourceRequests)
        return [
            "fetch": ["jokes": jokes, "requests": requests],
            "page": [
                "jokes": jokes, "requests": requests, "page": number(in: 1...Limits.pages), "hasMore": true,
                "total": number(in: 0...Limits.pages),
            ],
            "categories": [
                "categories": .array(
                    (0...Limits.sourceCategories).map { .string(text(Limits.name * ($0 % 2 + 1))) }),
                "requests": requests,
            ],
            "translate": [
                "translation": [
                    "texts": [.string(text(Limits.jokeText))], "version": .string(text(64)),
                    "credit": .string(text(2 * Limits.credit)), "url": "https://a",
                ],
                "requests": requests,
            ],
        ]
    }
}
