// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire
import Testing

@Suite("Transcripts of the protocol")
struct ConformanceTests {
    @Test("the daemon replies as the transcripts say, and assigns every member of its replies and events")
    func replay() throws {
        #expect(Transcript.all.count >= 8)
        var sent = try requestsOfOtherSources()
        for transcript in Transcript.all {
            do { sent += try transcript.play(against: .ready()) } catch { Issue.record(error) }
        }
        for object in sent { #expect(object.schema.mismatch(in: object.value) == nil, "\(object.name)") }
        let members = MemberValues(sent)
        let played = Set(sent.map(\.name))
        #expect(Method.allCases.map(\.rawValue).filter { !played.contains($0) } == [])
        #expect(members.unassigned.filter { !isExempt($0) } == [])
        #expect(members.missing.filter { !isExempt($0) } == [])
    }

    /// Members that these requests leave as they are, by the beginnings of their names.
    private static let exempt = [
        // Always null.
        "Next.decided", "event fetchFailed.cause",
        // Seconds, and what only a slow client has.
        "DaemonStatus.uptime", "ClientStatus.connectedFor", "ClientStatus.unsent", "ClientStatus.coalesced",
        "ClientStatus.dropped",
        // The store is never damaged.
        "DaemonStatus.restoration", "Restoration.",
        // No service and no translation engine is there.
        "Budget.used", "FeedPage.isLoading", "Translated.changed", "Translation.machine",
        "Next.error",
        // The import is complete before its reply.
        "Import.pending",
        // This takes a thousand showings.
        "Memory.next",
    ]

    private func isExempt(_ member: String) -> Bool { Self.exempt.contains { member.hasPrefix($0) } }

    /// Plays requests about sources that the transcripts do not have, and about configurations.
    private func requestsOfOtherSources() throws -> [SentObject] {
        let directory = TemporaryDirectory()
        let pack = "\(directory.path)/pack.jsonl"
        let jokes = [
            #"{"id":"1","setup":"Why?","punchline":"Because.","language":"en"}"#,
            #"{"id":"2","value":"Damn it.","language":"en"}"#, #"{"id":"3","value":"No.","language":"en"}"#,
            #"{"id":4}"#,
        ]
        try Files.write(jokes.map { "\($0)\n" }.joined(), to: pack)
        let failing = #""failing": { "type": "command", "command": ["false"] }"#
        func configuration(_ sources: String, _ rest: String = "") -> String {
            """
            { "punchline": "held", "languages": ["en", "es"], "filter": { "blockedWords": ["damn"], "minLength": 5 },
              "sources": { "pack": { "type": "pack", "path": "\(pack)" }, \(sources) }, \(rest) }
            """
        }
        let told = #""told": { "type": "command", "command": ["echo", "It is told again."] }, "#
        let daemon = try TestDaemon.ready(configuration: configuration(told + failing))
        let client = try daemon.connect()
        var sent: [SentObject] = []
        func play(_ requests: [(Method, JSONObject)]) throws {
            for (method, params) in requests {
                let id = try client.request(method, params)
                while true {
                    let message = try client.message()
                    if let object = SentObject(message, method) { sent.append(object) }
                    if message["id"]?.integerValue == id { break }
                }
            }
        }
        let line =
            #"{"id":"i","value":"One.","savedAt":"2026-01-01T00:00:00Z","changedAt":"2026-01-01T00:00:00Z"}"#
        let deletion =
            #"{"id":"i","value":"One.","deletedAt":"2026-02-01T00:00:00Z","changedAt":"2026-02-01T00:00:00Z"}"#
        let linked = #"{"id":"j","value":"Two of them.","url":"https://jokes.example"}"#
        try play([
            (.hello, ["client": "test"]), (.stateSubscribe, ["topics": ["state", "log"]]),
            (.rpcDiscover, [:]),
            (.jokeNext, ["wait": true, "source": "pack"]), (.jokeHistory, ["limit": 1]), (.jokeReveal, [:]),
            (.jokeLike, [:]), (.jokeNext, ["card": false]),
            (.jokeAdd, ["setup": "One?", "punchline": "Two."]),
            (.savedEdit, ["joke": "mine-", "value": "Three."]),
            (.savedList, ["limit": 1]), (.jokeAdd, ["value": "Damn it all."]),
            (.savedImport, ["lines": [.string(line), "{"], "skipBad": true, "last": true]),
            (.savedImport, ["lines": [.string(line), .string(deletion)], "last": true]),
            (.savedImport, ["lines": [.string(linked), .string(deletion)], "mode": "add", "last": true]),
            (.savedGet, ["joke": "j"]), (.daemonStatus, ["clients": true]),
            (.sourcesList, ["explain": true, "count": true]),
            (.feedPage, ["source": "pack", "query": "Because"]), (.feedPage, ["source": "builtin"]),
            (.jokeNext, ["wait": true, "source": "told"]), (.jokeNext, ["wait": true, "source": "told"]),
            (.sourcesEnable, ["source": "failing"]), (.jokeNext, ["wait": true, "source": "failing"]),
            (.sourcesList, [:]), (.jokePrevious, [:]), (.jokeHistory, [:]),
        ])
        for part in 0..<6 {
            let lines = (0..<90).map {
                #"{"id":"m\#(part)-\#($0)","value":"\#(part) \#($0) \#(String(repeating: "word ", count: 120))"}"#
            }
            let number = part == 0 ? .null : sent.last?.value["import"] ?? .null
            try play([(.savedImport, ["lines": .strings(lines), "import": number, "last": .bool(part == 5)])])
        }
        try play([(.savedExport, [:]), (.savedList, ["limit": 200])])
        let more = jokes + [#"{"id":"9","value":"Nine of them.","language":"en"}"#]
        try Files.write(more.map { "\($0)\n" }.joined(), to: pack)
        let sources =
            String(failing.dropLast())
            + #", "enabled": false }, "other": { "type": "command", "command": ["false"] }"#
        try daemon.configure(configuration(sources, #""limits": { "connections": 100 }"#))
        try play([(.daemonReload, [:])])
        try daemon.configure("{ colour: 1 }")
        try play([(.daemonReload, [:]), (.daemonStatus, [:])])
        return sent
    }
}
