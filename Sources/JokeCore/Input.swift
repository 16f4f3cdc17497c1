// SPDX-License-Identifier: MIT
package import JokeWire

/// A fact that the view model handles, with the time at which it happened.
package struct Input: Sendable {
    package enum Event: Sendable {
        /// The daemon has started. This is the first input after `ViewModel.init`.
        case started
        /// A client requests a change.
        case requested(ChangeRequest)
        /// A connection was closed while requests of it waited for a source or a translation engine.
        case disconnected(connection: Int)
        /// A source or a translation engine returned a result.
        case fetched(SourceRequest, SourceResult)
        /// A request to a source or a translation engine failed.
        case fetchFailed(SourceRequest, SourceError)
        /// `ViewModel.deadline(after:)` was reached.
        case timePassed
        /// The configuration was read again. `changed` names the sources whose changes `Settings` does not show.
        case configured(Settings, changed: Set<String>)
        /// A commit failed, and the state was set back to the one before it.
        case archiveFailed(ArchiveError)
        /// A commit succeeded after a failed one.
        case archiveRecovered
        /// An import has lines that are not merged, and the transaction of the lines before them is committed.
        case importContinues
        /// The daemon stops. The next one continues the imports.
        case importsPaused
        /// A damaged archive was replaced, and `ViewModel.resume(from:)` took over its state.
        case archiveRestored
    }

    package let at: Timestamp
    package let event: Event
    /// The results of the queries that handling this input needed.
    package var facts: [ArchiveQuery: ArchiveResult] = [:]

    package init(_ event: Event, at moment: Timestamp) {
        self.at = moment
        self.event = event
    }
}

extension Input.Event {
    /// Whether this ends a request to a source or a translation engine.
    package var isFetchResult: Bool {
        switch self {
        case .fetched, .fetchFailed: true
        default: false
        }
    }

    /// Whether a selection for which there was no joke may have one after this event.
    var canBringJokes: Bool {
        switch self {
        case .requested(let request):
            switch request.change {
            case .next, .decide, .drag, .reset, .reveal: false
            default: true
            }
        case .fetched(_, let result): !result.jokes.isEmpty
        case .fetchFailed, .timePassed, .disconnected: false
        default: true
        }
    }

    /// Returns the failure that ends the same request if the archive cannot say which of its jokes are new. The
    /// requests that it took still count. Returns nil if the input ends no request.
    package func lost(_ message: String) -> Input.Event? {
        func lost(_ request: SourceRequest, _ requests: Int) -> Input.Event {
            .fetchFailed(request, SourceError(.storage, message, requests: requests))
        }
        switch self {
        case .fetched(let request, let result): return lost(request, result.requests)
        case .fetchFailed(let request, let error): return lost(request, error.requests)
        case .started, .requested, .disconnected, .timePassed, .configured, .archiveFailed, .archiveRecovered,
            .archiveRestored, .importContinues, .importsPaused:
            return nil
        }
    }
}

extension Input {
    /// Whether what this input changes may stay in memory while it cannot be stored (docs/rules.md, rule 8): it shows a
    /// joke, or fetches the next ones. What a user has decided or set is refused then.
    package var mayStayUnwritten: Bool {
        switch event {
        case .requested(let request):
            switch request.change {
            case .drag, .release, .reset, .next, .previous, .reveal, .daily: true
            default: false
            }
        case .fetched(let request, _): if case .jokes = request.kind { true } else { false }
        case .started, .disconnected, .fetchFailed, .timePassed, .configured, .archiveFailed,
            .archiveRecovered, .importsPaused, .archiveRestored:
            true
        case .importContinues: false
        }
    }

    /// Whether a client requests a joke.
    package var isRequestForJoke: Bool {
        guard case .requested(let request) = event else { return false }
        switch request.change {
        case .next, .previous, .daily: return true
        default: return false
        }
    }

    /// The joke that this decision names by its id. The view model asks the archive for its record, unless the joke is
    /// on the card.
    package var decidedJoke: Joke.ID? {
        guard case .requested(let request) = event, case .decide(_, .joke(let id)) = request.change else {
            return nil
        }
        return id
    }
}

/// A change that a client requests.
package struct ChangeRequest: Sendable, Hashable {
    package enum Change: Sendable, Hashable {
        /// The card moves. `translation` is a fraction of the card's width; `predictedEndX` and `width` are in the
        /// client's own unit.
        case drag(translation: Double, predictedEndX: Double, width: Double)
        case release
        case reset
        /// Returns the next joke.
        case next(Selection, wait: Bool, delivery: Delivery = .card)
        /// Shows the joke before the one on the card in the history.
        case previous
        /// Reveals the punch line of the joke on the card.
        case reveal
        case decide(Decision, Reference)
        case undo
        /// Moves saved jokes, each named by its id or a unique prefix of it, to the trash: all of them or none.
        case delete([String])
        /// Moves all matching saved jokes to the trash. Refused if they exceed the query's limit.
        case deleteMatching(SavedQuery)
        /// Restores jokes of the trash, each named by its id or a unique prefix of it: all of them or none.
        case restore([String])
        /// Adds a joke of the user's own, and saves it. Its id and source are replaced. Without a language, it gets the
        /// user's first one.
        case add(Joke)
        /// Edits the saved joke with this id or unique prefix of one. A nil edit restores the joke of the source.
        case edit(String, Edit?)
        /// Merges the staged lines of an import. `skipped` is the number of invalid lines. An import of the user is a step of
        /// undo, one of sync is none.
        case merge(ImportID, lines: Int, bytes: Int = 0, skipped: Int, isOfUser: Bool = false)
        /// Returns the joke of the day. The first request of a date chooses it.
        case daily
        /// Enables or disables a source. This choice of the user's takes precedence over the configuration. Nil removes
        /// the choice.
        case enable(source: String, Bool?)
        case resetTaste
        /// Adds the showings of other machines, and what they have learned.
        case remember([MemoryLine], skipped: Int)
        /// Selects whether clients show translations.
        case showTranslation(TranslationSwitch)
        /// Translates a joke. With `again`, replaces a translation by a machine.
        case translate(Reference, again: Bool)
        /// Returns a page of a feed; the first one is 1. Only local files have the pages of `files`.
        case browse(FeedKey, page: Int, files: SourceRequest.FilePage = .init())
        /// Returns the categories that a source has.
        case categories(source: String)
    }

    package enum Decision: Sendable, Hashable { case like, dislike }

    /// How a client gets the next joke.
    package enum Delivery: Sendable, Hashable {
        case card
        /// On the card; its punch line is not held back.
        case revealedCard
        /// In the reply alone: the card and the history stay as they are.
        case reply
    }

    /// The members of a joke that an edit replaces. A member that is nil stays as it is.
    package struct Edit: Sendable, Hashable {
        /// A joke with the new `value`, `setup` and `punchline`.
        package var text: Joke?
        /// One of the two parts of a joke, if the other one stays. `text` is nil then.
        package var part: Part?
        package var categories: [String]?
        package var language: String?
        package var translation: Joke.Translation?

        package enum Part: Sendable, Hashable {
            case setup(String), punchline(String)

            package var name: String {
                switch self {
                case .setup: "setup"
                case .punchline: "punchline"
                }
            }
        }

        package init(
            text: Joke? = nil, part: Part? = nil, categories: [String]? = nil, language: String? = nil,
            translation: Joke.Translation? = nil
        ) {
            (self.text, self.part, self.categories) = (text, part, categories)
            (self.language, self.translation) = (language, translation)
        }

        /// Returns the edited joke, with its unedited one. A translation goes with the text that it translates.
        func applied(to joke: Joke) -> Joke {
            let original = joke.original?.joke ?? joke
            var joke = joke
            if let text {
                if text.value != joke.value { joke.translation = nil }
                (joke.value, joke.setup, joke.punchline) = (text.value, text.setup, text.punchline)
            }
            joke.categories = categories ?? joke.categories
            joke.language = language ?? joke.language
            joke.translation = translation ?? joke.translation
            joke.original = nil
            joke = joke.keepingTranslation(of: original)
            // The new language may be that of the translation.
            if translation == nil, joke.translation?.language == joke.language { joke.translation = nil }
            if joke != original { joke.original = .joke(original) }
            return joke
        }
    }

    /// A reference to the joke that a request is about.
    package enum Reference: Sendable, Hashable {
        case card
        case joke(Joke.ID)
        case daily
    }

    /// The conditions for the next joke. A member that is nil accepts any joke.
    package struct Selection: Sendable, Hashable {
        package var source: String?
        package var category: String?
        /// The most characters of its text.
        package var maxLength: Int?

        package init(source: String? = nil, category: String? = nil, maxLength: Int? = nil) {
            (self.source, self.category, self.maxLength) = (source, category, maxLength)
        }

        /// The value of `source` for the saved jokes, whatever their sources. No source can have this name.
        package static let saved = "saved"

        package var isAny: Bool { source == nil && category == nil && maxLength == nil }
        package var isOfSaved: Bool { source == Self.saved }

        package func admits(_ joke: Joke) -> Bool {
            (isOfSaved || (source ?? joke.source).hasBytes(of: joke.source))
                && (category.map { category in joke.categories.contains { $0.hasBytes(of: category) } }
                    ?? true)
                && (maxLength.map { joke.value.dropFirst($0).isEmpty } ?? true)
        }
    }

    package let change: Change
    /// The id of the joke that must be on the card, or nil if the change does not depend on it.
    package let ifJoke: Joke.ID?
    package let token: ReplyToken

    package init(_ change: Change, ifJoke: Joke.ID? = nil, token: ReplyToken) {
        self.change = change
        self.ifJoke = ifJoke
        self.token = token
    }

    /// Whether the next joke must be one that is fetched for this request.
    var fetches: Bool { if case .next(_, wait: true, _) = change { true } else { false } }
    /// Whether the next joke is revealed as soon as it is shown.
    var reveals: Bool { if case .next(_, _, .revealedCard) = change { true } else { false } }
    /// Whether the next joke does not come on the card.
    var leavesCard: Bool { if case .next(_, _, .reply) = change { true } else { false } }
}

/// The identity of a request, with which its reply is returned.
package struct ReplyToken: Sendable, Hashable {
    /// A number that is unique while the process lives.
    package let number: Int
    package let cause: Cause

    package init(number: Int, cause: Cause) {
        self.number = number
        self.cause = cause
    }
}

/// The request that caused a change, as events report it.
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
