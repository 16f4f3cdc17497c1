// SPDX-License-Identifier: MIT
import JokeCore
import JokeDaemon
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("Imports in pieces", .timeLimit(.minutes(1)))
struct LongImportTests {
    /// Stages 650 lines, or as many with longer texts. Those that are merged in pieces are merged in pieces of 100.
    private func stage(_ client: Client, lines count: Int = 650, longer bytes: Int = 0) throws -> Int {
        var number: Int?
        let end = String(repeating: "x", count: bytes)
        for first in stride(from: 0, to: count, by: 10) {
            let lines = (first..<first + 10).map {
                #""{\"id\":\"i\#($0)\",\"value\":\"Line \#($0)\#(end)\"}""#
            }
            let id = number.map { #""import":\#($0),"# } ?? ""
            let reply = try client.call(
                #"{"id":1,"method":"saved.import","params":{\#(id)"lines":[\#(lines.joined(separator: ","))]}}"#
            )
            number = reply["result"]?["import"]?.integerValue
        }
        return try #require(number)
    }

    private func finish(_ number: Int) -> String {
        #"{"id":2,"method":"saved.import","params":{"import":\#(number),"lines":[],"last":true}}"#
    }

    private func counts(_ watcher: Client, until last: Int) throws -> [Int] {
        var counts: [Int] = []
        while counts.last != last {
            let event = try watcher.message()["params"]
            if let count = event?["state"]?["saved"]?["count"]?.integerValue, count != counts.last {
                counts.append(count)
            }
        }
        return counts
    }

    @Test("other changes come between the pieces, and one log event follows the last piece")
    func pieces() async throws {
        let harness = await harness()
        let (client, other) = (try await harness.client(), try await harness.client())
        let (watcher, log) = (try await harness.client(), try await harness.client())
        let number = try stage(client)
        _ = try watcher.call(#"{"id":0,"method":"state.subscribe"}"#)
        _ = try log.call(#"{"id":0,"method":"state.subscribe","params":{"topics":["log"]}}"#)
        harness.archive.hold(commits: true)
        client.send(finish(number))
        await runIterations(4)
        other.send(#"{"id":3,"method":"joke.like"}"#)
        await runIterations(4)
        harness.archive.release()
        let result = try client.message()["result"]
        #expect(result?["added"] == 650)
        #expect(result?["pending"] == 0)
        #expect(try other.message()["result"] != nil)
        #expect(try counts(watcher, until: 651) == [0, 100, 101, 201, 301, 401, 501, 601, 651])
        #expect(try log.message()["params"]?["event"] == "liked")
        let event = try log.message()["params"]
        #expect(event?["event"] == "imported")
        #expect(event?["added"] == 650)
        #expect(event?["cause"]?["method"] == "saved.import")
    }

    @Test("an import of few lines with many bytes is merged in pieces, too", arguments: [0, 4_000])
    func manyBytes(_ bytes: Int) async throws {
        let harness = await harness()
        let (client, watcher) = (try await harness.client(), try await harness.client())
        let number = try stage(client, lines: 150, longer: bytes)
        _ = try watcher.call(#"{"id":0,"method":"state.subscribe"}"#)
        #expect(try client.call(finish(number))["result"]?["added"] == 150)
        #expect(try counts(watcher, until: 150) == (bytes == 0 ? [0, 150] : [0, 100, 150]))
    }

    @Test("the commit of another change does not wait for a piece")
    func ownTransactions() async throws {
        let harness = await harness()
        let (client, other) = (try await harness.client(), try await harness.client())
        let third = try await harness.client()
        let number = try stage(client)
        harness.archive.hold(commits: true)
        client.send(finish(number))
        await runIterations(4)
        harness.archive.hold(commits: true, queries: true)
        other.send(#"{"id":3,"method":"joke.like","params":{"joke":"q5"}}"#)
        try third.settle()
        // When the next piece is due, the query of the like is open. The merge of that piece waits.
        harness.archive.whenAsked { [archive = harness.archive] in archive.hold(queries: true) }
        harness.archive.release()
        #expect(try other.message()["result"] != nil)
        harness.archive.whenAsked {}
        harness.archive.release()
        #expect(try client.message()["result"]?["added"] == 650)
    }

    @Test("an import that changes nothing causes no event, in one piece or in many", arguments: [1, 650])
    func repeatedImport(_ lines: Int) async throws {
        let harness = await harness()
        let (client, log) = (try await harness.client(), try await harness.client())
        _ = try log.call(#"{"id":0,"method":"state.subscribe","params":{"topics":["log","state"]}}"#)
        func importLines() throws -> JSON? {
            let one =
                #"{"id":2,"method":"saved.import","params":{"lines":["{\"value\":\"One.\"}"],"last":true}}"#
            return try client.call(lines == 1 ? one : finish(stage(client)))["result"]
        }
        let first = try importLines()
        #expect(first?["added"]?.integerValue == lines)
        let second = try importLines()
        #expect(second?["unchanged"]?.integerValue == lines && second?["changed"] == false)
        #expect(second?["seq"] == first?["seq"])
        var event = try log.message()["params"]
        while event?["seq"] != first?["seq"] { event = try log.message()["params"] }
        _ = try client.call(#"{"id":3,"method":"joke.next"}"#)
        #expect(try log.message()["params"]?["cause"]?["method"] == "joke.next")
    }

    @Test("ifJoke is refused before the last request, and the import goes on without it")
    func earlyIfJoke() async throws {
        let harness = await harness()
        let client = try await harness.client()
        let number = try stage(client)
        for ifJoke in ["true", #""no joke""#] {
            let error = try client.call(
                #"{"id":2,"method":"saved.import","params":{"import":\#(number),"lines":["bad"],"ifJoke":\#(ifJoke)}}"#
            )["error"]
            #expect(error?["data"]?["kind"] == "invalid_params")
        }
        #expect(try client.call(finish(number))["result"]?["added"] == 650)
    }

    @Test("on a full disk the reply has the counts so far, and the next stored change continues the import")
    func fullDisk() async throws {
        let harness = await harness()
        let (client, watcher) = (try await harness.client(), try await harness.client())
        let number = try stage(client)
        _ = try watcher.call(#"{"id":0,"method":"state.subscribe"}"#)
        harness.archive.memory.fail(afterCommits: 2, with: ArchiveError(.full, "full"))
        let result = try client.call(finish(number))["result"]
        #expect(result?["added"] == 200)
        #expect(result?["pending"] == 450)
        harness.archive.memory.fail(with: nil)
        #expect(try client.call(#"{"id":4,"method":"joke.like"}"#)["result"] != nil)
        #expect(try counts(watcher, until: 651) == [0, 100, 200, 201, 301, 401, 501, 601, 651])
    }

    @Test("a piece is not counted if a query after its merge fails")
    func failedQueryAfterMerge() async throws {
        let harness = await harness()
        let (client, watcher) = (try await harness.client(), try await harness.client())
        let number = try stage(client)
        _ = try watcher.call(#"{"id":0,"method":"state.subscribe"}"#)
        harness.archive.hold(commits: true)
        client.send(finish(number))
        await runIterations(4)
        await onLoop {
            harness.archive.release()
            harness.archive.hold(queries: true)
        }
        await runIterations(4)
        await onLoop {
            harness.archive.release()
            harness.archive.memory.fail(with: ArchiveError(.inputOutput, "failed"))
        }
        let result = try client.message()["result"]
        #expect(result?["added"] == 100)
        #expect(result?["pending"] == 550)
        harness.archive.memory.fail(with: nil)
        #expect(try client.call(#"{"id":4,"method":"joke.like"}"#)["result"] != nil)
        #expect(try counts(watcher, until: 651) == [0, 100, 101, 201, 301, 401, 501, 601, 651])
    }

    @Test("if the first piece fails, nothing is imported")
    func failedBeginning() async throws {
        let harness = await harness()
        let client = try await harness.client()
        let number = try stage(client)
        harness.archive.memory.fail(with: ArchiveError(.full, "full"))
        #expect(try client.call(finish(number)).kind == "storage")
        harness.archive.memory.fail(with: nil)
        #expect(try client.call(#"{"id":4,"method":"joke.like"}"#)["result"] != nil)
        let state = try client.call(#"{"id":5,"method":"state.get"}"#)["result"]?["state"]
        #expect(state?["saved"]?["count"] == 1)
    }

    @Test("a daemon that stops replies with the counts so far")
    func stopping() async throws {
        let harness = await harness()
        let client = try await harness.client()
        let number = try stage(client)
        harness.archive.hold(commits: true)
        client.send(finish(number))
        await runIterations(4)
        await onLoop { harness.engine.finish {} }
        harness.archive.release()
        let result = try client.message()["result"]
        #expect(result?["added"] == 100)
        #expect(result?["pending"] == 550)
    }
}
