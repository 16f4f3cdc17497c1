// SPDX-License-Identifier: MIT

/// An event of the topic `log`. States and log entries share one counter of sequence numbers.
package struct LogEntry: Sendable, Hashable {
    package let event: Event
    package let cause: EventCause?
    /// The encoded entry, as it is stored and sent.
    package let stored: StoredLogEntry

    package var sequence: Int { stored.sequence }
    package var members: String { stored.members }

    package init(_ event: Event, sequence: Int, at time: WallTime, cause: EventCause?) {
        let (kind, params) = event.kindAndParams
        var writer = JSONWriter(reserving: 512)
        writer.member("event", kind.rawValue)
        writer.member("time", time.rfc3339)
        writer.member("cause", cause)
        params.writeMembers(to: &writer)
        self.event = event
        self.cause = cause
        stored = StoredLogEntry(sequence: sequence, members: String(decoding: writer.take(), as: UTF8.self))
    }
}

/// An entry of the log as the store keeps it.
package struct StoredLogEntry: Sendable, Hashable {
    package let sequence: Int
    /// The members after `seq` in the event's params, as JSON without braces: `"event":"liked","time":…`.
    package let members: String

    package init(sequence: Int, members: String) { (self.sequence, self.members) = (sequence, members) }
}

extension LogEntry {
    /// The kind of an entry with its values. It has a whole joke if clients show that joke, and otherwise only its id.
    package enum Event: Sendable, Hashable {
        case liked(Joke)
        case disliked(Joke)
        case added(Joke)
        case edited(Joke)
        case undone(UndoResponse.Undone)
        case deleted([Joke.ID])
        case restored([Joke.ID])
        case imported(ImportedParams)
        case daily(DailyResponse)
        case fetchFailed(source: String, CardState.ErrorInfo)
        /// `engine` is the last translation engine that was asked, or nil if none was.
        case translationFailed(engine: String?, [Joke.ID], CardState.ErrorInfo)
        case sourceEnabled(String)
        case sourceDisabled(String)
        case offline
        case online
        case storageFailed(CardState.ErrorInfo)
        case storageRecovered
        case storageRestored(RecoveryParams)

        var kindAndParams: (kind: LogKind, params: any WireObject) {
            switch self {
            case .liked(let joke): (.liked, JokeParams(joke: joke))
            case .disliked(let joke): (.disliked, JokeParams(joke: joke))
            case .added(let joke): (.added, JokeParams(joke: joke))
            case .edited(let joke): (.edited, JokeParams(joke: joke))
            case .undone(let undone): (.undone, undone)
            case .deleted(let jokes): (.deleted, JokesParams(jokes: jokes))
            case .restored(let jokes): (.restored, JokesParams(jokes: jokes))
            case .imported(let params): (.imported, params)
            case .daily(let daily): (.daily, daily)
            case .fetchFailed(let source, let error):
                (.fetchFailed, SourceErrorParams(source: source, error: error))
            case .translationFailed(let engine, let jokes, let error):
                (.translationFailed, TranslationErrorParams(engine: engine, jokes: jokes, error: error))
            case .sourceEnabled(let source): (.sourceEnabled, SourceParams(source: source))
            case .sourceDisabled(let source): (.sourceDisabled, SourceParams(source: source))
            case .offline: (.offline, EmptyResponse())
            case .online: (.online, EmptyResponse())
            case .storageFailed(let error): (.storageFailed, ErrorParams(error: error))
            case .storageRecovered: (.storageRecovered, EmptyResponse())
            case .storageRestored(let params): (.storageRestored, params)
            }
        }
    }
}

extension LogKind {
    /// The meaning of the kind in one sentence.
    package var summary: String { facts.summary }

    /// The type of the params of this kind, without `time` and `cause`.
    var params: any WireObject.Type { facts.params }

    private var facts: (summary: String, params: any WireObject.Type) {
        switch self {
        case .liked: ("A joke was liked and saved.", JokeParams.self)
        case .disliked: ("A joke was disliked and is not shown again.", JokeParams.self)
        case .added: ("A joke of the user's own was added and saved.", JokeParams.self)
        case .edited: ("A saved joke was edited, or restored to the text of its source.", JokeParams.self)
        case .undone:
            (
                "The newest change was undone.",
                UndoResponse.Undone.self
            )
        case .deleted: ("Saved jokes were moved to the trash.", JokesParams.self)
        case .restored: ("Jokes were restored from the trash.", JokesParams.self)
        case .imported: ("Jokes of another library were imported.", LogEntry.Event.ImportedParams.self)
        case .daily: ("The joke of the day was chosen.", DailyResponse.self)
        case .fetchFailed: ("A fetch from a source failed.", SourceErrorParams.self)
        case .translationFailed:
            ("Jokes could not be translated; their original texts are shown.", TranslationErrorParams.self)
        case .sourceEnabled: ("A source was turned on.", SourceParams.self)
        case .sourceDisabled:
            ("A source was turned off, and its jokes were removed from the queue.", SourceParams.self)
        case .offline: ("The network cannot be reached.", EmptyResponse.self)
        case .online: ("The network can be reached again.", EmptyResponse.self)
        case .storageFailed: ("The store cannot be written.", ErrorParams.self)
        case .storageRecovered: ("The store can be written again.", EmptyResponse.self)
        case .storageRestored:
            (
                "The store was damaged; a backup or an empty store replaced it.",
                LogEntry.Event.RecoveryParams.self
            )
        }
    }
}

// MARK: The params of the kinds

extension LogEntry.Event {
    package struct ImportedParams: ImportReport {
        package var added: Int
        package var updated: Int
        package var unchanged: Int
        package var skipped: Int

        package init(added: Int, updated: Int, unchanged: Int, skipped: Int) {
            (self.added, self.updated, self.unchanged, self.skipped) = (added, updated, unchanged, skipped)
        }

        package static func visitMembers<V: MemberVisitor<Self>>(
            _ visitor: inout V
        ) throws(V.Failure) -> Self {
            try Self(
                added: visitor.added(), updated: visitor.updated(), unchanged: visitor.unchanged(),
                skipped: visitor.skipped())
        }
    }

    package struct RecoveryParams: RecoveryReport {
        package var message: String
        package var damaged: String
        package var backup: BackupFile?

        package init(message: String, damaged: String, backup: BackupFile?) {
            (self.message, self.damaged, self.backup) = (message, damaged, backup)
        }

        package static func visitMembers<V: MemberVisitor<Self>>(
            _ visitor: inout V
        ) throws(V.Failure) -> Self {
            try Self(message: visitor.message(), damaged: visitor.damaged(), backup: visitor.backup())
        }
    }
}

private struct JokeParams: WireObject {
    var joke: Joke

    static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(joke: visitor.member("joke") { $0.joke })
    }
}

private struct JokesParams: WireObject {
    var jokes: [Joke.ID]

    static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(jokes: visitor.member("jokes", "The ids of the jokes.") { $0.jokes })
    }
}

private struct SourceParams: WireObject {
    var source: String

    static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(source: visitor.member("source") { $0.source })
    }
}

private struct SourceErrorParams: WireObject {
    var source: String
    var error: CardState.ErrorInfo

    static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            source: visitor.member("source") { $0.source },
            error: visitor.member("error") { $0.error })
    }
}

private struct TranslationErrorParams: WireObject {
    var engine: String?
    var jokes: [Joke.ID]
    var error: CardState.ErrorInfo

    static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            engine: visitor.member("engine", "The last translation engine that was asked, or null.") {
                $0.engine
            },
            jokes: visitor.member("jokes", "The ids of the jokes.") { $0.jokes },
            error: visitor.member("error") { $0.error })
    }
}

private struct ErrorParams: WireObject {
    var error: CardState.ErrorInfo

    static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(error: visitor.member("error") { $0.error })
    }
}
