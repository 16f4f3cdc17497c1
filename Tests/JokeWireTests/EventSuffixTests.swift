// SPDX-License-Identifier: MIT

import JokeWire
import Testing

struct EventSuffixTests {
    private func text(_ suffix: EventSuffix, _ subscription: Int = 1, _ topic: Topic = .state) -> String {
        var writer = JSONWriter()
        suffix.write(subscription: subscription, topic: topic, to: &writer)
        return String(decoding: writer.take(), as: UTF8.self)
    }

    @Test("an event of the state is one line that begins with the members of the subscriber")
    func stateEvent() {
        let cause = EventCause(method: "joke.like", client: "jokectl", connection: 4)
        let suffix = EventSuffix(
            seq: 58, changed: ["decisionState", "backgroundColor"], cause: cause, state: Sample.state)
        let head = #"{"jsonrpc":"2.0","method":"event","params":{"subscription":7,"topic":"state","seq":58,"#
        let body =
            #""changed":["decisionState","backgroundColor"],"cause":{"method":"joke.like","client":"jokectl","connection":4},"#
        #expect(text(suffix, 7) == head + body + "\"state\":\(Sample.state.jsonText)}}\n")
    }

    @Test("a snapshot has a null cause, and a client without a name is null")
    func snapshotNulls() {
        let snapshot = EventSuffix(seq: 1, changed: [], cause: nil, state: Sample.state)
        #expect(text(snapshot).contains(#""changed":[],"cause":null,"state":{"#))
        #expect(
            EventCause(method: "m", client: nil, connection: 1).jsonText
                == #"{"method":"m","client":null,"connection":1}"#)
    }

    @Test("an event of the log has its own members")
    func logEvent() {
        let liked = EventSuffix(
            StoredLogEntry(sequence: 9, members: #""event":"liked","cause":null,"joke":"j9""#))
        #expect(
            text(liked, 2, .log)
                == #"{"jsonrpc":"2.0","method":"event","params":{"subscription":2,"topic":"log","seq":9,"event":"liked","cause":null,"joke":"j9"}}"#
                + "\n")
        #expect(text(.gap(from: 3, to: 8), 2, .log).contains(#""seq":8,"event":"gap","from":3,"to":8}}"#))
        #expect(text(.closing(seq: 9)).hasSuffix("\"seq\":9,\"event\":\"closing\"}}\n"))
    }

    @Test("every event is a line of JSON")
    func oneLineEach() throws {
        let snapshot = EventSuffix(seq: 2, changed: ["joke"], cause: nil, state: Sample.state)
        let lines = (text(.closing(seq: 1), 1) + text(snapshot, 2)).split(separator: "\n")
        #expect(try lines.map { try JSON(parsing: $0.utf8)["params"]?["subscription"] } == [1, 2])
    }
}
