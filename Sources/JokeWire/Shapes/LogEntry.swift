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

        var kindAndParams: (kind: LogKind, params: any Shape) {
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
    var params: any Shape.Type { facts.params }

    private var facts: (summary: String, params: any Shape.Type) {
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
    package struct ImportedParams: Shape {
        package var added = 0
        package var updated = 0
        package var unchanged = 0
        package var skipped = 0

        package init() {}

        package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
            try v.counts(&added, &updated, &unchanged, &skipped)
        }
    }

    package struct RecoveryParams: Shape {
        package var message = ""
        package var damaged = ""
        package var backup: BackupFile?

        package init() {}

        package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
            try v.recovery(&message, &damaged, &backup)
        }
    }
}

private struct JokeParams: Shape {
    var joke = Joke()

    mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("joke", &joke)
    }
}

private struct JokesParams: Shape {
    var jokes: [Joke.ID] = []

    mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("jokes", &jokes, "The ids of the jokes.")
    }
}

private struct SourceParams: Shape {
    var source = ""

    mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("source", &source)
    }
}

private struct SourceErrorParams: Shape {
    var source = ""
    var error = CardState.ErrorInfo()

    mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("source", &source)
        try v("error", &error)
    }
}

private struct TranslationErrorParams: Shape {
    var engine: String?
    var jokes: [Joke.ID] = []
    var error = CardState.ErrorInfo()

    mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("engine", &engine, "The last translation engine that was asked, or null.")
        try v("jokes", &jokes, "The ids of the jokes.")
        try v("error", &error)
    }
}

private struct ErrorParams: Shape {
    var error = CardState.ErrorInfo()

    mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("error", &error)
    }
}
