// SPDX-License-Identifier: MIT
package import JokeFetchProtocol
package import JokeWire

/// What the shell has to do, in order. Everything but `.write` and `.ask` waits until the writes of the same
/// input are committed.
package enum Effect: Sendable, Hashable {
    /// To be committed together with all other writes of the same input.
    case write(Write)
    /// Nothing was decided yet: ask once all earlier writes are committed, and hand in the same input again
    /// with the answer among its facts. It is then the only effect.
    case query(ArchiveQuery)
    /// Exactly one for each ticket; at once, but for what waits for a fetch.
    case reply(ReplyToken, Result<ChangeResult, ChangeError>)
    case publish(Publication)
    /// To be told to those who follow the log.
    case log(LogEntry)
    /// To be sent to the source or translation engine.
    case request(SourceRequest)
    /// To be told to those who follow the feeds.
    case publishFeed(FeedPublication)
}

/// One change of the state, to be told to every subscriber.
package struct Publication: Sendable, Hashable {
    package let sequence: Int
    package let state: CardState
    /// The names of the members that changed.
    package let changed: [String]
    /// nil where no client caused it.
    package let cause: Cause?

    package init(sequence: Int, state: CardState, changed: [String], cause: Cause?) {
        self.sequence = sequence
        self.state = state
        self.changed = changed
        self.cause = cause
    }

    /// The newest state with all that changed since the older one, for who was not told of that.
    package func absorbing(_ older: Publication) -> Publication {
        let missed = older.changed.filter { !changed.contains($0) }
        return Publication(sequence: sequence, state: state, changed: missed + changed, cause: cause)
    }
}

/// What a change came to.
package struct ChangeResult: Sendable, Hashable {
    package enum Value: Sendable, Hashable {
        case nothing
        /// The joke that was liked or disliked; nil where only the next one was asked for.
        case decided(Joke?)
        case undone(UndoStep)
        case deleted([Joke.ID])
        case restored([Joke.ID])
        case imported(MergeOutcome, skipped: Int)
        case daily(DailyJoke)
        case feed(FeedPageView)
        case categories([String])
        /// Whether translations are shown now.
        case shown(Bool)
        /// The joke that was asked for, with its translation.
        case translated(Joke)
    }

    /// The number of the newest change that the request made, or of the current state where it made none.
    package let sequence: Int
    package let changed: Bool
    /// What is on the card now.
    package let joke: Joke
    package let product: Value
}

/// Why a change was not made. Nothing happened.
package enum ChangeError: Error, Sendable, Hashable {
    /// `ifJoke` named another joke than the one on the card.
    case stale(current: Joke.ID)
    case unknownJoke(String)
    /// A prefix that fits several saved jokes.
    case ambiguous(prefix: String)
    /// There is nothing to do it with; the text says what is missing, and what to do.
    case empty(String)
    case invalid(parameter: String, expected: String)
    /// It cannot be done; the text says what can.
    case unsupported(String)
    /// Too much is under way.
    case busy(String)
    /// A fetch that was waited for failed, and nothing else fits what was asked for.
    case fetchFailed(SourceError)
}
