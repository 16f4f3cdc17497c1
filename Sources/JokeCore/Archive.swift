// SPDX-License-Identifier: MIT
package import JokeWire

/// The interface to the storage that survives a restart. `JokeStore` implements it.
///
/// Each completion is called once, on any thread. Completions of commits come in the order of the commits, as do
/// those of the queries in open transactions. After `close()`, completions receive the error `.closed`.
package protocol Archive: AnyObject, Sendable {
    /// Applies the writes in order and commits the open transaction with them: all of its writes or none.
    ///
    /// After completion the writes survive the end of the process. If one of them is durable (`Write.isDurable`), they
    /// also survive a power cut. A transaction that a query began must be durable for that.
    ///
    /// - Parameter generation: See `OpenTransaction.generation`.
    func commit(
        _ writes: [Write], in generation: Int,
        completion: @escaping @Sendable (Result<Void, ArchiveError>) -> Void)

    /// Applies the writes in the open transaction, which this begins if there is none, and returns the answer from
    /// within it. The next `commit` ends the transaction.
    ///
    /// Commits and these queries are executed in the order of the calls. If one fails, the open transaction is rolled
    /// back, and all later ones of the same generation fail with the same error. So nothing is committed that depends on
    /// writes that failed. An error whose kind does not end the transaction (`ArchiveError.Kind.endsTransaction`) is an
    /// exception.
    func query(
        _ question: ArchiveQuery, after writes: [Write], in transaction: OpenTransaction,
        completion: @escaping @Sendable (Result<ArchiveResult, ArchiveError>) -> Void)

    /// Returns the answer from the committed data.
    ///
    /// A query that takes long is answered in steps, and those of other queries come between them. A change between two
    /// steps may or may not be in the answer. If each client has one query at a time, all get an equal share.
    func query(
        _ question: ArchiveQuery,
        completion: @escaping @Sendable (Result<ArchiveResult, ArchiveError>) -> Void)

    /// Checks the whole archive, and fails with `.corrupt` if it is damaged. Delays neither commits nor queries.
    func check(completion: @escaping @Sendable (Result<Void, ArchiveError>) -> Void)

    /// Copies what is committed. Returns nil if no copy was due. Delays neither commits nor queries.
    ///
    /// - Parameter date: The date that the copy is named after. It replaces an older copy of the same date.
    func backUp(
        _ trigger: BackupTrigger, on date: LocalDate,
        completion: @escaping @Sendable (Result<Backup?, ArchiveError>) -> Void)

    /// Moves a damaged archive aside, and puts the newest usable backup, or an empty archive, in its place.
    ///
    /// Queries and commits that arrive meanwhile wait.
    func restore(
        because cause: ArchiveError,
        completion: @escaping @Sendable (Result<PersistedState, ArchiveError>) -> Void)

    /// Completes everything that was handed over, then closes the archive. Blocks.
    func close()
}

extension Archive {
    /// Applies the writes in the open transaction, ahead of its commit, which fails with the same error.
    package func apply(_ writes: [Write], in transaction: OpenTransaction) {
        query(.jokes([]), after: writes, in: transaction) { _ in }
    }
}

/// A transaction that is built in steps: queries are answered within it, and a commit ends it.
package struct OpenTransaction: Sendable, Hashable {
    /// The number of rollbacks before this transaction. After a failure, the owner of the archive rolls its own state
    /// back, and increments the number to show that.
    package var generation: Int
    /// Whether its commit survives a power cut.
    package var isDurable: Bool

    package init(generation: Int, isDurable: Bool) {
        self.generation = generation
        self.isDurable = isDurable
    }
}

/// The persisted data from which the core starts.
package struct PersistedState: Sendable, Hashable {
    /// A random id, new whenever the database is created or recovered.
    package var epoch: String
    /// The end of the reserved sequence numbers. Every number that was used is below it, unless more events than were
    /// reserved came while the archive could not be written.
    package var reservedSequence: Int
    package var card: JokeRecord?
    package var queue: [JokeRecord]
    package var daily: DailyJoke?
    package var undo: [UndoStep]
    package var history: History
    package var showTranslation: Bool
    package var savedCount: Int
    /// Whether a joke of the user's own (`Joke.ID.isOwn`) is saved.
    package var hasOwnJokes: Bool
    package var taste: [Taste.Arm: Taste.Tally]
    /// The taste of the other machines.
    package var tasteShares: [Taste.Share]
    /// `Taste.epoch`.
    package var tasteEpoch: Int
    /// The newest entries of the log, oldest first: at most `Limits.logEvents` and one more, which shows that older
    /// ones are missing.
    package var log: [StoredLogEntry]
    /// The stored state of sources, including sources that are no longer configured.
    package var sources: [PersistedSource]
    /// The translation engines whose translations are stored.
    package var engines: [String]
    /// The stored feeds, least recently used first.
    package var feeds: [FeedRecord]
    /// The imports that are not completely merged, oldest first.
    package var imports: [StagedImport]
    /// The newest recovery, or nil if there was none or the user has removed the report of it.
    package var recovery: CompletedRecovery?
    /// The tables whose rows with values that jokesd never writes were removed or reset.
    package var implausible: [String] = []
    /// What was removed or reset, as a message for the user, or nil if nothing was.
    package var notice: String? {
        implausible.isEmpty
            ? nil
            : "The database had values that jokesd never writes, in \(implausible.joined(separator: ", ")). These rows were "
                + "removed or reset. No joke and no decision is lost."
    }

    /// Whether this is neither an empty archive nor one in which nothing happened.
    var mayHaveDecisions: Bool { reservedSequence > 0 || recovery != nil }

    package init(
        epoch: String, reservedSequence: Int = 0, card: JokeRecord? = nil, queue: [JokeRecord] = [],
        daily: DailyJoke? = nil,
        undo: [UndoStep] = [], history: History = History(), showTranslation: Bool = false,
        savedCount: Int = 0, hasOwnJokes: Bool = false,
        taste: [Taste.Arm: Taste.Tally] = [:], tasteShares: [Taste.Share] = [], tasteEpoch: Int = 0,
        log: [StoredLogEntry] = [], sources: [PersistedSource] = [], engines: [String] = [],
        feeds: [FeedRecord] = [], imports: [StagedImport] = [], recovery: CompletedRecovery? = nil
    ) {
        self.epoch = epoch
        self.reservedSequence = reservedSequence
        self.card = card
        self.queue = queue
        self.daily = daily
        self.undo = undo
        self.history = history
        self.showTranslation = showTranslation
        self.savedCount = savedCount
        self.hasOwnJokes = hasOwnJokes
        self.taste = taste
        self.tasteShares = tasteShares
        self.tasteEpoch = tasteEpoch
        self.log = log
        self.sources = sources
        self.engines = engines
        self.feeds = feeds
        self.imports = imports
        self.recovery = recovery
    }
}

/// The joke of a day, chosen by the first request of that date and the same for all clients.
package struct DailyJoke: Sendable, Hashable {
    package var date: LocalDate
    package var joke: Joke

    package init(date: LocalDate, joke: Joke) {
        self.date = date
        self.joke = joke
    }
}

/// A change that can be undone, with what it has replaced.
package struct UndoStep: Sendable, Hashable {
    package enum Kind: String, Sendable {
        case liked, disliked, deleted, restored, added, edited, imported, tasteReset
    }
    /// The decision about a text before the step.
    package struct Before: Sendable, Hashable {
        package var id: Joke.ID
        package var status: JokeStatus
        /// The joke before an edit, or before an import that changed it; otherwise nil.
        package var joke: Joke?
        /// Whether the step did not name this joke: it had the decision about the text of one that it named.
        package var isOther: Bool
        /// Whether the decision did not count, because another joke had a newer one about the text.
        package var isSuperseded: Bool
        package init(
            id: Joke.ID, status: JokeStatus, joke: Joke? = nil, isOther: Bool = false,
            isSuperseded: Bool = false
        ) {
            (self.id, self.status, self.joke) = (id, status, joke)
            (self.isOther, self.isSuperseded) = (isOther, isSuperseded)
        }
    }

    package var kind: Kind
    /// The jokes that the step has changed, without those whose text an import has changed since.
    ///
    /// A joke that got or had another's decision about a text follows the one that the step named. The decisions that did
    /// not count come last, oldest first.
    package var before: [Before]
    /// Whether the joke was on the card, so that undo shows it again.
    package var wasOnCard: Bool
    /// The taste before a reset; nil for the other kinds.
    package var taste: [Taste.Arm: Taste.Tally]?

    package init(
        kind: Kind, before: [Before], wasOnCard: Bool = false, taste: [Taste.Arm: Taste.Tally]? = nil
    ) {
        self.kind = kind
        self.before = before
        self.wasOnCard = wasOnCard
        self.taste = taste
    }

    /// The jokes that the step named.
    package var jokes: [Joke.ID] { before.filter { !$0.isOther && !$0.isSuperseded }.map(\.id) }
}

/// A change of the persisted data. It is indirect because it is copied several times on its way to the archive.
package indirect enum Write: Sendable, Hashable {
    /// Inserts a joke, or updates its text and categories by id. Its status stays. If the joke has no translation and
    /// the same text had one, that translation stays.
    ///
    /// The text of an edited joke stays (`Joke.keepingEdit`). If the id belongs to a joke of another source
    /// (`Joke.mayReplace`), nothing changes.
    case upsertJoke(Joke)
    /// Replaces a joke, or inserts it. Its status stays, and so does the source of a joke with a decision. A `setStatus`
    /// of the joke follows.
    case replaceJoke(Joke)
    /// Sets the decision about the text of a stored joke, which has it from then on. `.undecided` ends all decisions about
    /// the text. The change counts as newer than all earlier ones, even if the clock was set back.
    case setStatus(Joke.ID, JokeStatus, at: WallTime = WallTime(milliseconds: 0))
    /// Says that the decisions of these jokes are those that the undo of an import has put back, until the next ones. The
    /// user can import the same lines again.
    case takenBack([Joke.ID])
    /// Removes the texts of jokes that were deleted before a time. Their ids and dates stay (tombstones).
    case emptyTrash(deletedBefore: WallTime)
    /// Sets the stored joke that is on the card, or nil for the error joke, which is never stored.
    case card(Joke.ID?)
    /// Replaces the history. Its jokes are stored, unless that failed.
    case history(History)
    /// Replaces the queue. Its jokes are stored; the first one is shown next.
    case queue([Joke.ID])
    /// Adds the fingerprints (`Seen`) of a joke that was shown at a time. The oldest ones beyond `Seen.capacity` are
    /// deleted.
    case seen([UInt64], at: WallTime = WallTime(milliseconds: 0))
    /// Adds showings on other machines. Of two showings of a fingerprint, the later one stays.
    case seenElsewhere([Seen.Mark])
    /// Sets the joke of the day, which is stored.
    case daily(LocalDate, Joke.ID)
    /// Adds a step to the undo history. The oldest ones beyond `ViewModel.undoDepth` are deleted.
    case pushUndo(UndoStep)
    /// Deletes the newest step of the undo history.
    case popUndo
    case showTranslation(Bool)
    /// Replaces the learned decisions about one source or category.
    case taste(Taste.Change)
    /// Sets `Taste.epoch`.
    case tasteEpoch(Int)
    /// Replaces what another machine has learned, or forgets it.
    case tasteShare(machine: String, Taste.Share?)
    /// Reserves the sequence numbers below this one. Neither this number nor a higher one is used before the next such
    /// write. If this one cannot be committed, the epoch changes.
    case reserveSequence(Int)
    /// Adds an entry to the log. Entries beyond the newest `Limits.logEvents` and one are deleted.
    case log(StoredLogEntry)
    /// Replaces the stored state of one source.
    case source(PersistedSource)
    /// Replaces the record of a feed, which becomes the most recently used one.
    case feed(FeedRecord)
    /// Stores a translation. The oldest ones beyond a limit of the archive are deleted.
    case translation(StoredTranslation)
    /// Stores a page of a stored feed: the ids of stored jokes, in order.
    case feedPage(FeedKey, page: Int, [Joke.ID])
    /// Deletes a feed and its pages.
    case forgetFeed(FeedKey)

    /// Whether the user decided this. Such a write is acknowledged only when it survives a power cut.
    package var isDecision: Bool {
        switch self {
        case .setStatus, .taste, .tasteEpoch: true
        case .upsertJoke, .replaceJoke, .takenBack, .emptyTrash, .card, .history, .queue, .seen,
            .seenElsewhere, .daily,
            .pushUndo, .popUndo, .tasteShare, .showTranslation, .reserveSequence, .log, .source, .feed,
            .feedPage, .forgetFeed, .translation:
            false
        }
    }

    /// Whether a joke was shown here.
    package var isShowing: Bool { if case .seen = self { true } else { false } }

    /// Whether the write has to survive a power cut: a decision, a reservation, because a number that was used must not
    /// come again, and what came from another machine, because it does not come again by itself.
    package var isDurable: Bool {
        switch self {
        case .reserveSequence, .seenElsewhere, .tasteShare: true
        default: isDecision
        }
    }
}

/// A question about the persisted data. Each case names the `ArchiveResult` that answers it.
package enum ArchiveQuery: Sendable, Hashable {
    /// The jokes with these ids, in this order, without unknown ones → `.records`.
    case jokes([Joke.ID])
    /// The saved jokes whose ids equal or begin with each of these prefixes → `.matches`.
    ///
    /// Each prefix has a list of at most two ids. An id that equals the prefix is the only one in its list. For a duplicate
    /// with that id, it is the id of the joke that is listed.
    case savedMatching([String])
    /// The jokes in the trash and the disliked ones whose ids equal or begin with each of these prefixes → `.matches`,
    /// as for `savedMatching`.
    case restorableMatching([String])
    /// For each of these jokes that has the decision about its text, the others with a decision about it, which does not
    /// count, newest first → `.records`, with their own decisions. The first one gets the decision about the text if this
    /// joke leaves it.
    case successors([Joke.ID])
    /// The records of jokes of sources, which need not be stored → `.records`, one each. They have the ids under which
    /// the jokes are stored or may be stored (`Joke.identified`), and edited ones the edited text.
    case sourced([Joke])
    /// The candidates that are new, in order → `.records`.
    ///
    /// A candidate is new if it was not shown (`Seen.fingerprints`) and its text is neither saved nor disliked. One that
    /// the user has added may be saved.
    case unseen([Joke])
    /// Those of the marks that are later than the stored ones, without those that are older than all of them if no more
    /// are stored → `.seen`.
    case laterSeen([Seen.Mark])
    /// The stored marks whose position is greater than `after`, in any order: those after the hash `following`, or nil
    /// for the first ones → `.seen`.
    case seen(after: Int, following: UInt64?)
    /// At most `count` jokes to show while the queue is empty → `.records`, or `.round` if all were shown.
    ///
    /// They come from the packs, the fortune files and the commands, without disliked ones. Jokes that were not shown
    /// come first. If there are none, they are those that were not shown in the current round (`Seen.roundMark`), and if
    /// all were, those of a new round; the joke shown longest ago is the first. None of them has the text of `excluding`.
    /// If there is no such joke, and the scope has no selection, or if it selects the saved jokes, they are saved ones,
    /// those shown longest ago first.
    case fallback(count: Int, excluding: Joke.ID, in: FallbackScope = FallbackScope())
    /// The jokes of the scope's pack that may be the joke of the date, in the order of `DailyChoice`, without disliked
    /// ones → `.records`, at most 32.
    case dailyJokes(LocalDate, in: FallbackScope)
    /// A page of the saved jokes or of the trash → `.page`.
    case saved(SavedQuery)
    /// The jokes that match, in any order: at most the query's limit and one more → `.records`.
    case allMatching(SavedQuery)
    /// The next lines of the exported library in the order of their keys: those after this key, or nil for the first →
    /// `.part`. With `jokes`, only their lines are exported.
    case export(after: JokeKey?, jokes: [Joke.ID]? = nil)
    /// Stages lines of an import until all of them have arrived → `.records`, empty. If the process ends before the
    /// first merge, the next one deletes them.
    case stage([String], ImportID)
    /// Deletes the staged lines of an import → `.records`, empty.
    case discard(ImportID)
    /// Merges the next staged lines, at most `StagedImport.transactionLines` of them, in the open transaction, which must be durable →
    /// `.merged`. The import is stored until its last line is merged. The first merge of an import of the user adds a step of
    /// undo. If the import is merged in pieces, the step has no joke, so it cannot be undone.
    ///
    /// This is the only query that changes persisted data. It is not answered from the committed data. The first merge
    /// of an import fails with `.importLost`, and changes nothing, if the number of staged lines differs.
    case merge(StagedImport)
    /// The jokes of a feed's page, in order → `.records`, empty if the page is not stored.
    case feedPage(FeedKey, page: Int)
    /// The stored translations of each text, by any engine → `.translations`, one list per key.
    case translations([TranslationKey])
    /// Saved jokes without a translation whose ids come after this one, in the order of their ids → `.records`.
    case untranslated(after: Joke.ID?, limit: Int)
}

/// The local jokes that `ArchiveQuery.fallback` chooses from.
package struct FallbackScope: Sendable, Hashable {
    package var selection: ChangeRequest.Selection
    /// The names of the disabled sources.
    package var disabled: Set<String>
    /// The weights of the sources, in proportion to which their unseen jokes are mixed. A missing one is 1.
    package var weights: [String: Double]
    package var filter: Filter
    /// The language of the joke of the day, if the pack has a joke in it, or nil for any.
    package var language: String?
    /// Jokes that commands have returned. The archive has their fingerprints only.
    package var commandJokes: [Joke]
    /// Whether a saved joke must pass the filter, too, and its source must not be disabled.
    package var filtersSaved = false

    package init(
        _ selection: ChangeRequest.Selection = .init(), disabled: Set<String> = [],
        weights: [String: Double] = [:], filter: Filter = Filter(), commandJokes: [Joke] = []
    ) {
        (self.selection, self.disabled, self.weights) = (selection, disabled, weights)
        (self.filter, self.commandJokes) = (filter, commandJokes)
    }

    package func weight(of source: String) -> Double { weights[source] ?? 1 }

    package func admits(source: String) -> Bool {
        guard !disabled.contains(source) else { return false }
        return selection.source.map { $0.hasBytes(of: source) } ?? (weight(of: source) > 0)
    }

    package func admits(_ joke: Joke) -> Bool {
        admits(source: joke.source) && selection.admits(joke) && filter.admits(joke)
    }

    /// Whether a saved joke may come again.
    package func admitsSaved(_ joke: Joke) -> Bool {
        selection.admits(joke) && (!filtersSaved || !disabled.contains(joke.source) && filter.admits(joke))
    }
}

extension ArchiveQuery {
    package var isMerge: Bool { if case .merge = self { true } else { false } }
}

/// The answer to an `ArchiveQuery`.
package enum ArchiveResult: Sendable, Hashable {
    case records([JokeRecord])
    /// Jokes that were shown before, the one shown longest ago first. `isNew` says that they begin a round.
    case round([JokeRecord], isNew: Bool)
    case matches([[Joke.ID]])
    case page(SavedPage)
    case translations([[StoredTranslation]])
    case part(ExportChunk)
    /// `position` is that of the last showing. `next` is the hash after which the next marks begin, or nil at the end.
    case seen([Seen.Mark], position: Int, next: UInt64? = nil)
    case merged(MergeResult)
}

/// The result of merging lines of an import.
package struct MergeResult: Sendable, Hashable {
    /// The result of all merges of the import so far.
    package var outcome: MergeOutcome
    package var savedCount: Int
    /// Whether a joke of the user's own (`Joke.ID.isOwn`) is saved.
    package var hasOwnJokes: Bool
    /// The steps that can be undone now, with one for an import of the user; nil if they are as before.
    package var undo: [UndoStep]?

    package init(
        _ outcome: MergeOutcome, savedCount: Int, hasOwnJokes: Bool = false, undo: [UndoStep]? = nil
    ) {
        (self.outcome, self.savedCount, self.hasOwnJokes, self.undo) = (
            outcome, savedCount, hasOwnJokes, undo
        )
    }
}

/// A page of the saved jokes or of the trash.
package struct SavedPage: Sendable, Hashable {
    package var items: [JokeRecord]
    /// For a search, the matched ranges of each item; otherwise empty.
    package var marks: [MatchRanges]
    /// The cursor of the next page, or nil at the end.
    package var next: String?
    /// The number of all jokes that match.
    package var total: Int
    /// Whether `total` is exact. If not, there may be more.
    package var isTotalExact: Bool

    package init(
        items: [JokeRecord], marks: [MatchRanges] = [], next: String?, total: Int, isTotalExact: Bool = true
    ) {
        self.items = items
        self.marks = marks
        self.next = next
        self.total = total
        self.isTotalExact = isTotalExact
    }
}

/// The reason why the archive failed. A failed commit or query stores nothing.
package struct ArchiveError: Error, Sendable, Hashable {
    package enum Kind: String, Sendable {
        /// There is no space left, or a quota is reached.
        case full
        /// The file system is read-only, or the permission to write is missing.
        case readOnly
        case inputOutput
        /// Another jokesd uses the archive.
        case inUse
        /// The archive is damaged. `Archive.restore` replaces it.
        case corrupt
        /// The file in its place belongs to another program.
        case foreign
        /// A newer version of jokesd wrote the database.
        case newer
        /// The cursor is invalid, or belongs to another query.
        case badCursor
        /// Staged lines of an import are missing.
        case importLost
        /// A query that only reads cannot be answered. It changed nothing, and says nothing about the archive.
        case failedQuery
        case closed

        /// Whether jokes can be shown although the archive cannot take the writes now.
        package var leavesJokes: Bool {
            switch self {
            case .full, .readOnly, .inputOutput, .inUse, .corrupt: true
            case .foreign, .newer, .badCursor, .importLost, .failedQuery, .closed: false
            }
        }

        /// Whether this error rolls the open transaction back (`Archive.query(_:after:in:completion:)`).
        package var endsTransaction: Bool {
            switch self {
            case .badCursor, .importLost, .failedQuery: false
            case .full, .readOnly, .inputOutput, .inUse, .corrupt, .foreign, .newer, .closed: true
            }
        }
    }

    package var kind: Kind
    /// A sentence for people: what failed, where, and what to do.
    package var message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}
