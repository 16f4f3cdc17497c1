// SPDX-License-Identifier: MIT
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite(
    "A full or read-only disk",
    .enabled(if: SmallDisk.isPossible, "it mounts a small disk, for which it needs root or user namespaces"))
struct StorageTests {
    @Test("a full disk is reported, loses nothing acknowledged, and changes succeed when there is space")
    func fullDisk() throws {
        let daemon = try TestDaemon()
        let disk = try SmallDisk(for: daemon)
        try daemon.start()
        try daemon.awaitJokes()
        let client = try daemon.connect()
        let watcher = try daemon.subscribe()
        try client.call(.jokeLike)
        try disk.fill()

        var saved = 1
        var refusals: [JSON] = []
        // A refused like has extended the log, so a smaller one may still fit into it.
        while refusals.count < 3 {
            let reply = try client.reply(to: try client.request(.jokeLike))
            if let refusal = reply["error"] {
                refusals.append(refusal)
                continue
            }
            saved = try client.call(.savedList)["total"]?.integerValue ?? 0
            if refusals.isEmpty { continue }
            _ = try watcher.event { $0["state"]?["error"] != .null }
            _ = try watcher.event { $0["state"]?["error"] == .null }
            refusals = []
        }
        let refusal = refusals.last
        #expect(refusal?["data"]?["kind"] == "storage")
        #expect(refusal?["data"]?["retry"] == true)
        #expect(refusal?["message"]?.stringValue?.contains("space") == true)
        let failure = try watcher.event { $0["state"]?["error"] != .null }
        #expect(failure["state"]?["error"]?["kind"] == "storage")
        #expect(failure["state"]?["saved"]?["count"]?.integerValue == saved)
        let shown = try client.call(.jokeCurrent)["joke"]
        // Requests without a write still succeed.
        try client.call(.cardDrag, ["translation": 0.2, "predictedEndX": 10, "width": 414])
        let run = try daemon.jokectl("like")
        #expect(run.end == .exited(74))

        disk.makeRoom()
        #expect(try client.call(.jokeLike)["decided"]?["id"] == shown?["id"])
        _ = try watcher.event { $0["state"]?["error"] == .null }
        let list = try client.call(.savedList)
        #expect(list["total"]?.integerValue == saved + 1)
        try daemon.killAndRestart()
        #expect(try daemon.connect().call(.savedList) == list)
    }

    @Test(
        "on a full disk new jokes are shown, and what was shown is stored when there is space",
        .promise("A full disk stops no joke"), .rule(8))
    func nextOnFullDisk() throws {
        let daemon = try TestDaemon()
        let disk = try SmallDisk(for: daemon)
        try daemon.start()
        try daemon.awaitJokes()
        let client = try daemon.connect()
        let before = try client.call(.stateGet)
        try disk.fill()
        var shown: [String] = []
        for _ in 0..<60 {
            shown.append(try client.call(.jokeNext)["joke"]?["id"]?.stringValue ?? "")
        }
        #expect(Set(shown).count == 60)
        let daily = try client.call(.dailyGet)["joke"]
        #expect(try client.call(.dailyGet)["joke"] == daily)
        let state = try client.call(.stateGet)
        #expect(state["state"]?["error"]?["kind"] == "storage")
        #expect(state["epoch"] == before["epoch"])
        let lines = (0..<40).map {
            JSON.string(#"{"value":"\#(String(repeating: "long ", count: 200))\#($0)"}"#)
        }
        let refusal = try client.refusal(.savedImport, ["lines": .array(lines), "last": true])
        #expect(refusal["message"]?.stringValue?.contains("space") == true)

        let watcher = try daemon.subscribe()
        disk.makeRoom()
        try client.call(.jokeLike, ["joke": .string(shown[0])])
        _ = try watcher.event { $0["state"]?["error"] == .null }
        try daemon.killAndRestart()
        let other = try daemon.connect()
        #expect(try other.call(.jokeCurrent)["joke"]?["id"]?.stringValue == shown.last)
        #expect(try other.call(.dailyGet)["joke"] == daily)
        for _ in 0..<60 {
            shown.append(try other.call(.jokeNext)["joke"]?["id"]?.stringValue ?? "")
        }
        #expect(Set(shown).count == 120)
    }

    @Test("jokesd starts on a full disk, shows new jokes, and saves again when there is space")
    func startOnFullDisk() throws {
        let daemon = try TestDaemon()
        let disk = try SmallDisk(for: daemon)
        try daemon.start()
        try daemon.awaitJokes()
        try daemon.connect().call(.jokeLike)
        #expect(try daemon.terminate() == .exited(0))
        try disk.fill()
        try daemon.start()
        let client = try daemon.connect()
        let shown = try (0..<30).map { _ in try client.call(.jokeNext)["joke"]?["id"]?.stringValue ?? "" }
        #expect(Set(shown).count == 30)
        let refusal = try client.refusal(.jokeLike)
        #expect(refusal["message"]?.stringValue?.hasPrefix("No space is left") == true)
        #expect(try client.call(.savedList)["total"] == 1)
        disk.makeRoom()
        try client.call(.jokeLike)
        #expect(try daemon.terminate() == .exited(0))
        try daemon.start()
        let restarted = try daemon.connect()
        #expect(try restarted.call(.savedList)["total"] == 2)
        let next = try restarted.call(.jokeNext)["joke"]?["id"]?.stringValue ?? ""
        #expect(!shown.contains(next))
    }

    @Test("an import that fills the disk keeps what it has, and the next change that is stored continues it")
    func fullDuringImport() throws {
        let daemon = try TestDaemon()
        let disk = try SmallDisk(for: daemon)
        try daemon.start()
        try daemon.awaitJokes()
        let (client, log) = (try daemon.connect(), try daemon.connect())
        try log.call(.stateSubscribe, ["topics": ["log"]])
        let lines = 2_000
        var number: JSON?
        for part in 0..<10 {
            let texts = (part * 200..<part * 200 + 200).map { "A line of an import: the joke number \($0)." }
            let batch = JSON.array(texts.map { .string(#"{"value":"\#($0)"}"#) })
            let reply = try client.call(
                .savedImport, number.map { ["import": $0, "lines": batch] } ?? ["lines": batch])
            number = reply["import"]
        }
        try disk.fill(leaving: 768 << 10)
        let result = try client.call(
            .savedImport, ["import": number ?? .null, "lines": [], "last": true])
        let added = try #require(result["added"]?.integerValue)
        #expect(added > 0 && added < lines)
        #expect(result["pending"]?.integerValue == lines - added)
        let state = try daemon.state()
        #expect(state["saved"]?["count"]?.integerValue == added)
        #expect(state["error"]?["kind"] == "storage")

        disk.makeRoom()
        let watcher = try daemon.subscribe()
        try client.call(.jokeLike)
        _ = try watcher.event { $0["state"]?["saved"]?["count"]?.integerValue == lines + 1 }
        try client.call(.jokeLike)
        var events: [JSON] = []
        while events.filter({ $0["event"] == "liked" }).count < 2 { events.append(try log.event()) }
        let imported = events.filter { $0["event"] == "imported" }
        #expect(imported.map { $0["added"]?.integerValue } == [lines])
        try daemon.killAndRestart()
        #expect(try daemon.state()["saved"]?["count"]?.integerValue == lines + 2)
    }

    @Test("a first start that fails on a full disk leaves nothing that looks like a damaged database")
    func firstStart() throws {
        let daemon = try TestDaemon()
        let disk = try SmallDisk(for: daemon)
        for free in [0, 8_192, 102_400] {
            try disk.fill(leaving: free)
            #expect(try daemon.refusedStart().end == .exited(74))
            disk.makeRoom()
        }
        try daemon.start()
        #expect(try daemon.connect().call(.daemonStatus)["restoration"] == .null)
        #expect(!daemon.errors.contains("damaged"), "\(daemon.errors)")
    }

    @Test("with a read-only data directory jokes are shown, and likes fail with the reason")
    func readOnlyDirectory() throws {
        let daemon = try TestDaemon()
        let disk = try SmallDisk(for: daemon)
        try daemon.start()
        try daemon.awaitJokes()
        try daemon.connect().call(.jokeLike)
        let (list, card) = (try daemon.connect().call(.savedList), try daemon.state()["joke"])
        #expect(try daemon.terminate() == .exited(0))

        try disk.remount("ro")
        try daemon.start()
        let client = try daemon.connect()
        let refusal = try client.refusal(.jokeLike)
        #expect(refusal["data"]?["kind"] == "storage")
        #expect(refusal["message"]?.stringValue?.contains(daemon.dataDirectory) == true)
        #expect(try client.call(.savedList) == list)
        #expect(try client.call(.jokeCurrent)["joke"] == card)
        let state = try client.call(.stateGet)
        #expect(state["state"]?["error"]?["kind"] == "storage")
        #expect(try client.call(.jokeNext)["joke"] != card)
        #expect(try daemon.terminate() == .exited(0))

        try disk.remount("rw")
        try daemon.start()
        let other = try daemon.connect()
        #expect(try other.call(.stateGet)["epoch"] != state["epoch"], "the numbers of then may come again")
        #expect(try other.call(.jokeLike)["decided"] == card)
    }
}
