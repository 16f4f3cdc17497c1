// SPDX-License-Identifier: MIT
import JokeCore
import JokeDaemon
import JokeLinux
import JokeTestSupport
import JokeWire
import Testing

@Suite("Connections", .serialized, .timeLimit(.minutes(1)))
struct ServerTests {
    @Test("a client that disconnects with requests in flight leaves nothing")
    func disconnectedClient() async throws {
        let harness = await harness()
        var client: Client? = try await harness.client()
        harness.archive.hold(commits: true, queries: true)
        client?.send(
            #"{"id":0,"method":"state.subscribe"}"#, #"{"id":1,"method":"joke.next","params":[true]}"#,
            #"{"id":2,"method":"joke.like"}"#, #"{"id":3,"method":"saved.list"}"#,
            #"[{"id":4,"method":"ping"},{"id":5,"method":"saved.list"}]"#)
        await runIterations(3)
        weak let session = await onLoop { harness.server.sessions.values.first }
        #expect(session != nil)
        client = nil
        await runIterations(3)
        #expect(session == nil)
        harness.archive.release()
        let other = try await harness.client()
        // Its request is still carried out.
        #expect(
            try other.call(#"{"id":1,"method":"joke.current"}"#)["result"]?["joke"]?["id"] == "q1")
    }

    @Test("a released engine leaves no timer and no pending reply")
    func releasedEngine() async throws {
        var harness: EngineHarness? = await harness(jokes: 0)
        weak let engine = harness?.engine
        weak let server = harness?.server
        let archive = try #require(harness?.archive)
        var client: Client? = try await harness?.client()
        archive.hold(queries: true)
        client?.send(
            #"{"id":1,"method":"card.drag","params":[0.1,5,10]}"#, #"{"id":2,"method":"joke.next"}"#)
        await runIterations(3)
        client = nil
        await runIterations(3)
        harness = nil
        await runIterations(2)
        #expect(engine == nil && server == nil)
        archive.release()
        await runIterations(2)
    }
}
