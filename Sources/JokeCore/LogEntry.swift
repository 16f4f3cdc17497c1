// SPDX-License-Identifier: MIT
package import JokeWire

/// One event of the topic `log`, numbered by the same counter as the states: encoded once, for the store and for
/// every subscriber.
package struct LogEntry: Sendable, Hashable {
    package let sequence: Int
    /// What stands behind `seq` in its params, as JSON without braces: `"event":"liked","time":…`.
    package let members: String

    package init(sequence: Int, members: String) {
        self.sequence = sequence
        self.members = members
    }

    init(_ happening: Happening, sequence: Int, at time: WallTime, cause: Cause?) {
        var writer = JSONWriter(reserving: 512)
        writer.member("event", happening.kind.rawValue)
        writer.member("time", time.rfc3339)
        writer.member("cause", cause.map(EventCause.init))
        happening.writeMembers(to: &writer)
        self.init(sequence: sequence, members: String(decoding: writer.take(), as: UTF8.self))
    }
}

/// Something that is worth a line in a log.
enum Happening: Sendable, Hashable {
    case liked(Joke)
    case disliked(Joke)
    case undone(UndoStep)
    case deleted([Joke.ID])
    case restored([Joke.ID])
    case imported(MergeOutcome, skipped: Int)
    case daily(Daily)
    case fetchFailed(source: String, CardState.Trouble)
    case translationFailed(engine: String?, [Joke.ID], CardState.Trouble)
    case sourceEnabled(String)
    case sourceDisabled(String)
    case offline
    case online
    case storageFailed(CardState.Trouble)
    case storageRecovered
    case storageRestored(Restoration)
}

extension Happening {
    var kind: LogKind {
        switch self {
        case .liked: .liked
        case .disliked: .disliked
        case .undone: .undone
        case .deleted: .deleted
        case .restored: .restored
        case .imported: .imported
        case .daily: .daily
        case .fetchFailed: .fetchFailed
        case .translationFailed: .translationFailed
        case .sourceEnabled: .sourceEnabled
        case .sourceDisabled: .sourceDisabled
        case .offline: .offline
        case .online: .online
        case .storageFailed: .storageFailed
        case .storageRecovered: .storageRecovered
        case .storageRestored: .storageRestored
        }
    }

    fileprivate func writeMembers(to writer: inout JSONWriter) {
        switch self {
        case .liked(let joke), .disliked(let joke): writer.member("joke", joke)
        case .undone(let step):
            writer.member("kind", step.kind.rawValue)
            writer.member("jokes", step.before.map(\.id.rawValue))
        case .deleted(let ids), .restored(let ids): writer.member("jokes", ids.map(\.rawValue))
        case .imported(let outcome, let skipped):
            writer.member("added", outcome.added)
            writer.member("updated", outcome.updated)
            writer.member("unchanged", outcome.unchanged)
            writer.member("skipped", skipped)
        case .daily(let daily):
            writer.member("date", daily.date.rawValue)
            writer.member("joke", daily.joke)
        case .fetchFailed(let source, let trouble):
            writer.member("source", source)
            writer.member("error", trouble)
        case .translationFailed(let engine, let ids, let trouble):
            writer.member("engine", engine)
            writer.member("jokes", ids.map(\.rawValue))
            writer.member("error", trouble)
        case .sourceEnabled(let source), .sourceDisabled(let source): writer.member("source", source)
        case .storageFailed(let trouble): writer.member("error", trouble)
        case .storageRestored(let restoration): restoration.writeMembers(to: &writer)
        case .offline, .online, .storageRecovered: break
        }
    }
}

extension EventCause {
    package init(_ cause: Cause) {
        self.init(
            method: cause.method, client: cause.client.isEmpty ? nil : cause.client,
            connection: cause.connection)
    }
}
