// SPDX-License-Identifier: MIT
import JokeSystem
import JokeTestSupport
import JokeWire
import Testing

@Suite("A full or read-only disk", .enabled(if: SmallDisk.isPossible))
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
        var refusal: JSON?
        while refusal == nil {
            let reply = try client.reply(to: try client.request(.jokeLike))
            refusal = reply["error"]
            if refusal == nil { saved = try client.call(.savedList)["total"]?.integerValue ?? 0 }
        }
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

    @Test("with a read-only data directory reads succeed, and changes fail with the reason")
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
        #expect(try client.call(.stateGet)["state"]?["error"]?["kind"] == "storage")
        #expect(try daemon.terminate() == .exited(0))

        try disk.remount("rw")
        try daemon.start()
        #expect(try daemon.connect().call(.jokeLike)["decided"] == card)
    }
}
