// SPDX-License-Identifier: MIT

/// The description of a kind of event: its topic, its meaning and its params.
package struct EventDescription: Sendable, Hashable {
    /// The topic, or nil for an event that every topic has.
    package let topic: Topic?
    /// The value of the member `event`, or nil for a state and a feed, which have no such member.
    package let event: String?
    /// The meaning of the event in one sentence.
    package let summary: String
    /// The members of the params besides `subscription`, `topic`, `seq` and `event`.
    package let members: [ValueSchema.Member]

    /// The schema of the whole params.
    package var params: ValueSchema {
        let topics: ValueSchema = topic.map { .constant($0.rawValue) } ?? .words(of: Topic.self)
        let name = event.map { ValueSchema.Member("event", .constant($0)) }
        let prefix: [ValueSchema.Member?] = [
            .init("subscription", .integer), .init("topic", topics), .init("seq", .integer), name,
        ]
        return .object(prefix.compactMap { $0 } + members)
    }
}

extension EventDescription {
    package static var all: [EventDescription] {
        [state] + LogKind.allCases.map(\.event) + [gap, feed, closing]
    }

    /// Returns the description of the event with these params, or nil if there is none.
    package static func of(_ params: JSON) -> EventDescription? {
        let (topic, event) = (params["topic"]?.stringValue, params["event"]?.stringValue)
        return all.first {
            $0.event.hasBytes(of: event) && ($0.topic == nil || ($0.topic?.rawValue).hasBytes(of: topic))
        }
    }

    package static let state = EventDescription(
        topic: .state, event: nil, summary: "The whole state.", members: StateEventParams.members)

    package static let feed = EventDescription(
        topic: .feed, event: nil, summary: "A feed without its jokes.", members: FeedEventParams.members)

    package static let gap = EventDescription(
        topic: .log, event: "gap",
        summary: "Events were missed; their numbers are between `from` and `to`, both included.",
        members: GapEventParams.members)

    package static let closing = EventDescription(
        topic: nil, event: "closing", summary: "The daemon is about to exit and sends no more events.",
        members: [])
}

extension LogKind {
    package var event: EventDescription {
        EventDescription(
            topic: .log, event: rawValue, summary: summary,
            members: [.init("time", .time), .init("cause", EventCause?.schema)] + params.members)
    }
}

extension Topic {
    /// The events of the topic, in words.
    package var summary: String {
        switch self {
        case .state: "Every change of the state. Each event has the whole state, so the newest one is enough."
        case .log: "Every like, import, failure and the like, one event each. A gap reports missed events."
        case .feed:
            "Every change of a feed. Each event has the feed without its jokes, so the newest one is enough."
        }
    }
}
