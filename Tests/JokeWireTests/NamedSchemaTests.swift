// SPDX-License-Identifier: MIT

import JokeWire
import Testing

/// Written values match their schemas.
struct NamedSchemaTests {
    private func json(_ value: some JSONWritable) throws -> JSON { try JSON(parsing: value.jsonBytes) }

    private func event(_ suffix: EventSuffix, _ topic: Topic) throws -> JSON {
        var writer = JSONWriter()
        suffix.write(subscription: 1, topic: topic, to: &writer)
        let line = writer.take()
        return try #require(try JSON(parsing: line)["params"])
    }

    /// The parameters of the events of the log, one of each kind.
    private func logEvents() throws -> [JSONObject] {
        let error = CardState.ErrorInfo(kind: "offline", message: "m")
        let backup = BackupFile(path: "/b", bytes: 1, madeAt: "2024-01-02T03:04:05Z")
        let id = Joke.ID(rawValue: "a")
        let events: [LogEntry.Event] = [
            .liked(Sample.joke), .disliked(Sample.bare), .added(Sample.joke), .edited(Sample.joke),
            .undone(.init(kind: "liked", jokes: ["a"])),
            .deleted([id]), .restored([id]),
            .imported(.init { ($0.added, $0.updated, $0.unchanged, $0.skipped) = (1, 2, 3, 4) }),
            .daily(DailyResponse(date: "2024-01-02", joke: Sample.joke)),
            .fetchFailed(source: "web", error), .translationFailed(engine: nil, [id], error),
            .sourceEnabled("web"), .sourceDisabled("web"), .offline, .online, .storageFailed(error),
            .storageRecovered,
            .storageRestored(.init { ($0.message, $0.damaged, $0.backup) = ("m", "/d", backup) }),
        ]
        let cause = EventCause(method: "joke.like", client: "bar", connection: 1)
        return try events.map { event in
            let time = WallTime(milliseconds: 1_700_000_000_000)
            let entry = LogEntry(event, sequence: 7, at: time, cause: cause)
            return try #require(try self.event(EventSuffix(entry.stored), .log).objectValue)
        }
    }

    @Test("every entry of the log matches its schema")
    func logEntries() throws {
        let events = try logEvents()
        for params in events {
            #expect(
                try #require(EventDescription.of(.object(params))).params.mismatch(in: .object(params)) == nil
            )
        }
        #expect(events.map { $0["event"]?.stringValue } == LogKind.allCases.map(\.rawValue))
    }

    @Test("a reply that lacks a member is refused with the path")
    func incompleteReply() throws {
        var state = try #require(try json(Sample.state).objectValue)
        state.set("joke", ["id": "a"])
        let reply: JSON = ["epoch": "e", "seq": 1, "state": .object(state)]
        let result = Method.stateGet.description.result
        #expect(result.mismatch(in: reply)?.message == "state.joke.value: expected a string, found nothing")
        let right: JSON = ["epoch": "e", "seq": 1, "state": try json(Sample.state)]
        #expect(result.mismatch(in: right) == nil)
    }

    @Test("the result of card.release is a change or a complete decision")
    func releaseResult() throws {
        let result = Method.cardRelease.description.result
        let joke = try json(Sample.joke)
        #expect(result.mismatch(in: ["seq": 1, "changed": true]) == nil)
        #expect(
            result.mismatch(in: ["seq": 1, "changed": true, "joke": joke, "decided": .null]) == nil)
        #expect(result.mismatch(in: ["seq": 1, "changed": true, "joke": joke]) != nil)
    }

    @Test("every schema, member and event has a summary that is a sentence", arguments: NamedSchema.all)
    func summaries(shape: NamedSchema) {
        #expect(!shape.members.isEmpty)
        #expect(Set(shape.members.map(\.name)).count == shape.members.count)
        #expect(([shape.summary] + shape.members.compactMap(\.summary)).allSatisfy { $0.hasSuffix(".") })
    }

    @Test("the advertised limits have the promised values")
    func advertisedLimits() {
        #expect(Limits.advertised().map(\.name) == AdvertisedLimits.namedSchema.members.map(\.name))
        #expect(Limits.advertised().map(\.value) == [65_536, 32, 64, 1_000, 512, 8, 1 << 20, 256 << 10, 30])
    }

    @Test("events of the state, a gap and the end match their schemas")
    func eventSchemas() throws {
        let cause = EventCause(method: "joke.like", client: "jokectl", connection: 4)
        let state = EventSuffix(seq: 58, changed: ["joke"], cause: cause, state: Sample.state)
        let snapshot = EventSuffix(seq: 1, changed: [], cause: nil, state: Sample.state)
        for (suffix, topic) in [
            (state, Topic.state), (snapshot, .state), (.gap(from: 3, to: 8), .log),
            (.closing(seq: 9), .state), (.closing(seq: 9), .log),
        ] {
            #expect(
                try #require(EventDescription.of(try event(suffix, topic))).params.mismatch(
                    in: try event(suffix, topic)) == nil)
        }
    }
}
