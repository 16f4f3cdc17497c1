// SPDX-License-Identifier: MIT
package import JokeFetchProtocol
package import JokeWire

/// Something that happened, stamped with when.
package struct Input: Sendable {
    package enum Event: Sendable {
        /// The first input after `ViewModel.init`.
        case started
        case requested(ChangeRequest)
        /// A source or translation engine has answered a request.
        case fetched(SourceRequest, SourceResult)
        case fetchFailed(SourceRequest, SourceError)
        /// `ViewModel.deadline` was reached.
        case timePassed
        /// The configuration was read again; with the sources of which something changed that `Settings` does not have.
        case configured(Settings, changed: Set<String>)
        /// A commit failed, and the state was set back to before it.
        case archiveFailed(ArchiveError)
        /// A commit succeeded after one that failed.
        case archiveRecovered
        /// The archive was damaged, and the state was taken from what is in its place (`ViewModel.resume`).
        case archiveRestored
    }

    package let at: Timestamp
    package let event: Event
    /// What the archive answered to the questions that handling this input raised.
    package var facts: [ArchiveQuery: ArchiveResult] = [:]

    package init(_ event: Event, at moment: Timestamp) {
        self.at = moment
        self.event = event
    }
}

extension Input.Event {
    /// The end of the same order for want of a working archive, with what it cost; nil where no order ends.
    package func lost(_ message: String) -> Input.Event? {
        func lost(_ request: SourceRequest, _ requests: Int) -> Input.Event {
            .fetchFailed(request, SourceError(.storage, message, requests: requests))
        }
        switch self {
        case .fetched(let request, let result): return lost(request, result.requests)
        case .fetchFailed(let request, let error): return lost(request, error.requests)
        case .started, .requested, .timePassed, .configured, .archiveFailed, .archiveRecovered,
            .archiveRestored:
            return nil
        }
    }
}

/// A change that a client asks for.
package struct ChangeRequest: Sendable, Hashable {
    package enum Change: Sendable, Hashable {
        /// `predictedEndX` and `width` in the front's own unit; `translation` a fraction of the width.
        case drag(translation: Double, predictedEndX: Double, width: Double)
        case release
        case reset
        case next(Selection, wait: Bool)
        case decide(Decision, Reference)
        case undo
        /// Saved jokes by id or unique prefix, all or none.
        case delete([String])
        /// All that the query fits, at most its limit.
        case deleteMatching(SavedQuery)
        /// Jokes of the trash by id or unique prefix, all or none.
        case restore([String])
        /// Takes in the lines that were staged; so many were bad.
        case merge(ImportID, lines: Int, skipped: Int)
        /// The day's joke, picked now if it was not yet.
        case daily
        /// Turns a source on or off, over what the configuration says.
        case enable(source: String, Bool)
        case resetTaste
        /// Which texts are shown.
        case showTranslation(TranslationSwitch)
        /// A translation, from a machine `again` where it was one.
        case translate(Reference, again: Bool)
        /// A page of a feed, from 1 on.
        case browse(FeedKey, page: Int)
        /// Which categories a source has.
        case categories(source: String)
    }

    package enum Decision: Sendable, Hashable { case like, dislike }

    /// Which joke is meant.
    package enum Reference: Sendable, Hashable {
        case card
        case joke(Joke.ID)
        case daily
    }

    /// What the next joke should be; both nil for any.
    package struct Selection: Sendable, Hashable {
        package var source: String?
        package var category: String?

        package init(source: String? = nil, category: String? = nil) {
            self.source = source
            self.category = category
        }

        package var isAny: Bool { source == nil && category == nil }

        func admits(_ joke: Joke) -> Bool {
            (source ?? joke.source) == joke.source && (category.map(joke.categories.contains) ?? true)
        }
    }

    package let change: Change
    /// What must be on the card for the change to happen.
    package let ifJoke: Joke.ID?
    package let token: ReplyToken

    package init(_ change: Change, ifJoke: Joke.ID? = nil, token: ReplyToken) {
        self.change = change
        self.ifJoke = ifJoke
        self.token = token
    }
}

/// What a reply is given back with.
package struct ReplyToken: Sendable, Hashable {
    /// Unique while the process lives.
    package let number: Int
    package let cause: Cause

    package init(number: Int, cause: Cause) {
        self.number = number
        self.cause = cause
    }
}

/// Who made a change, as subscribers are told.
package struct Cause: Sendable, Hashable {
    package var method: String
    package var client: String
    package var connection: Int

    package init(method: String, client: String, connection: Int) {
        self.method = method
        self.client = client
        self.connection = connection
    }
}
