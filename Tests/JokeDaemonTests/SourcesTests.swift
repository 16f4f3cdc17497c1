// SPDX-License-Identifier: MIT
import JokeCore
import JokeDaemon
import JokeTestSupport
import JokeWire
import Testing

@Suite("Sources for clients", .serialized, .timeLimit(.minutes(1)))
struct SourcesTests {
    @Test("a disabled source is reported as off, stays so, and its jokes leave the queue")
    func disabledSource() async throws {
        let harness = await harness()
        let client = try await harness.client()
        let change = try client.call(#"{"id":1,"method":"sources.disable","params":{"source":"script"}}"#)
        #expect(change["result"]?["changed"] == true)
        #expect(
            Method.sourcesDisable.description.result.mismatch(in: change["result"] ?? .null) == nil)
        #expect(harness.archive.memory.kept.sources.map(\.isEnabled) == [false])
        #expect(harness.archive.memory.kept.queue.isEmpty)
        let list = try client.call(#"{"id":2,"method":"sources.list"}"#)["result"]
        #expect(list?["items"]?.arrayValue?.first?["state"] == "off")
        #expect(list?["items"]?.arrayValue?.first?["reasons"] == .null)
    }

    @Test("sources are listed as described, also by daemon.status", arguments: [false, true])
    func sourceList(isExplained: Bool) async throws {
        let harness = await harness(jokes: 1, lowWater: 2)
        let client = try await harness.client()
        var filteredJoke = Joke.sample("rude")
        filteredJoke.categories = ["nsfw"]
        harness.source.answer([.sample("new"), filteredJoke])
        await runIterations(4)
        let request = #"{"id":1,"method":"sources.list","params":{"explain":\#(isExplained)}}"#
        let result = try #require(try client.call(request)["result"])
        #expect(Method.sourcesList.description.result.mismatch(in: result) == nil)
        let source = result["items"]?.arrayValue?.first
        #expect(source?["given"] == 1 && source?["filtered"] == 1)
        let reason: JSON = ["reason": "category", "what": "nsfw", "count": 1]
        #expect(source?["reasons"] == (isExplained ? [reason] : .null))
        let status = try #require(try client.call(#"{"id":2,"method":"daemon.status"}"#)["result"])
        #expect(Method.daemonStatus.description.result.mismatch(in: status) == nil)
    }

    @Test("an unknown source is refused with the known ones")
    func unknownSource() async throws {
        let client = try await harness().client()
        let reply = try client.call(#"{"id":1,"method":"sources.enable","params":{"source":"web"}}"#)
        #expect(reply.kind == "invalid_params")
        #expect(reply["error"]?["data"]?["expected"] == "one of script")
    }
}
