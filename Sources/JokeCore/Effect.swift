// SPDX-License-Identifier: MIT
package import JokeWire

/// An action that the view model wants performed. The engine performs effects in order.
///
/// All effects except `.write` and `.query` wait until the writes of the same input are committed. The large
/// ones are indirect, because effects are copied several times until then.
package enum Effect: Sendable, Hashable {
    /// Commits a change, in one transaction with all other writes of the same input.
    case write(Write)
    /// Asks the archive, which counts all earlier writes as committed. It is the only effect, and nothing was decided
    /// yet: the engine passes the same input in again, with the result among its facts.
    indirect case query(ArchiveQuery)
    /// Replies to a request. Each token gets exactly one reply: from the input that brought the request or, if the
    /// request waits for a source, from a later one.
    indirect case reply(ReplyToken, Result<ChangeResult, ChangeError>)
    /// Sends a `state` event to every subscriber.
    indirect case publish(Publication)
    /// Sends a `log` event to the subscribers of the log.
    indirect case log(LogEntry)
    /// Sends a request to a source or a translation engine.
    indirect case request(SourceRequest)
    /// Sends a `feed` event to the subscribers of the feeds.
    indirect case publishFeed(FeedPublication)
    /// Passes `.importContinues` to the view model, or `.importsPaused` if the daemon stops.
    case continueImport
}

/// A change of the state, as a `state` event reports it.
package struct Publication: Sendable, Hashable {
    package let sequence: Int
    package let state: CardState
    /// The names of the members that changed.
    package let changed: [String]
    /// The request that caused the change, or nil if no client did.
    package let cause: Cause?

    package init(sequence: Int, state: CardState, changed: [String], cause: Cause?) {
        self.sequence = sequence
        self.state = state
        self.changed = changed
        self.cause = cause
    }

    /// Returns this publication with the changed members of `older` added, for subscribers that were never sent
    /// `older`.
    package func absorbing(_ older: Publication) -> Publication {
        let missed = older.changed.filter { !changed.contains($0) }
        return Publication(sequence: sequence, state: state, changed: missed + changed, cause: cause)
    }
}

/// The result of a change.
package struct ChangeResult: Sendable, Hashable {
    package enum Value: Sendable, Hashable {
        case nothing
        /// The joke that was liked or disliked, or nil if it was the error joke.
        case decided(Joke?)
        /// The joke of the user's own, and why it does not come by itself, or nil if it does.
        case added(Joke, rejection: String?)
        /// The next joke is on the card. The error is that of the fetch that the request waited for, or nil.
        case next(CardState.ErrorInfo?)
        /// The next joke, which did not come on the card, with the same error.
        case handedOut(Joke, CardState.ErrorInfo?)
        /// The joke on the card is revealed.
        case revealed
        case undone(UndoResponse.Undone, isCardChanged: Bool)
        case deleted([Joke.ID])
        case restored([Joke.ID])
        /// `pending` is the number of lines that are merged later.
        case imported(MergeOutcome, skipped: Int, pending: Int)
        /// `updated` is the number of lines that were newer. The positions are those of the last showing before and after
        /// the change.
        case remembered(updated: Int, skipped: Int, before: Int, position: Int)
        case daily(DailyJoke)
        case feed(FeedPageView)
        case categories([String], counts: [Int]?)
        /// Whether translations are shown now.
        case shown(Bool)
        /// The requested joke, with its translation.
        case translated(Joke)
    }

    /// The sequence number of the newest change that the request made, or of the current state if it made none.
    package let sequence: Int
    package let changed: Bool
    /// The joke that is on the card after the change.
    package let joke: Joke
    package let product: Value
}

/// The reason why a change was refused. A refused change has no effect.
package enum ChangeError: Error, Sendable, Hashable {
    /// `ifJoke` names another joke than the one on the card.
    case stale(current: Joke.ID)
    case unknownJoke(String)
    /// Several jokes have ids with this prefix.
    case ambiguous(prefix: String)
    /// There is nothing to change. The text says what is missing, and what to do.
    case empty(String)
    case invalid(parameter: String, expected: String)
    /// The source cannot do this. The text says which sources can.
    case unsupported(String)
    /// Too many operations are in progress. The text says which.
    case busy(String)
    /// The fetch for this request failed, and no other joke meets the request.
    case fetchFailed(SourceError)
}
