// SPDX-License-Identifier: MIT
package import JokeWire

/// The port to what survives a restart.
///
/// Completions are called once each, on a thread of the archive's choosing, in the order of the calls of their
/// kind. After `close()` they are called with `.closed`.
package protocol Archive: AnyObject, Sendable {
    /// Applies the writes in order, in one transaction: all or none of them hold afterwards.
    ///
    /// Durable where one of the writes is a decision (`Write.isDecision`): then it survives a power cut once
    /// completed. Otherwise it survives the end of the process.
    func commit(
        _ writes: [Write], completion: @escaping @Sendable (Result<Void, ArchiveError>) -> Void)

    /// Answers from what is committed, as if these writes were, too. They are not kept.
    func query(
        _ question: ArchiveQuery, upon writes: [Write],
        completion: @escaping @Sendable (Result<ArchiveResult, ArchiveError>) -> Void)

    /// Looks through all that is kept; fails with `.corrupt` where it is damaged. Nothing waits for it.
    func check(completion: @escaping @Sendable (Result<Void, ArchiveError>) -> Void)

    /// Copies what is committed; gives nil where no copy was due. Nothing waits for it.
    ///
    /// - Parameter date: names the copy; one of that date is replaced.
    func backUp(
        _ trigger: BackupTrigger, on date: LocalDate,
        completion: @escaping @Sendable (Result<Backup?, ArchiveError>) -> Void)

    /// Puts what is damaged aside, and the newest good copy, or an empty archive, in its place. What is asked or
    /// handed over meanwhile waits.
    func restore(
        because cause: ArchiveError,
        completion: @escaping @Sendable (Result<PersistedState, ArchiveError>) -> Void)

    /// Finishes what was handed over, then closes. Blocks.
    func close()
}

extension Archive {
    /// Answers from what is committed.
    package func query(
        _ question: ArchiveQuery,
        completion: @escaping @Sendable (Result<ArchiveResult, ArchiveError>) -> Void
    ) {
        query(question, upon: [], completion: completion)
    }
}

/// What was there at the last stop, as the core starts from it.
package struct PersistedState: Sendable, Hashable {
    /// Random, new whenever the database is created or restored.
    package var epoch: String
    /// No sequence number at or above this one was ever handed out.
    package var reservedSequence: Int
    package var card: JokeRecord?
    package var queue: [JokeRecord]
    package var daily: DailyJoke?
    package var undo: [UndoStep]
    package var showTranslation: Bool
    package var savedCount: Int
    package var taste: [Taste.Arm: Taste.Tally]
    /// The newest entries of the log, oldest first: `Limits.logEvents`, and one more where there were more.
    package var log: [StoredLogEntry]
    /// What is remembered of sources, of those that the configuration no longer has, too.
    package var sources: [PersistedSource]
    /// Those used longest ago first.
    package var feeds: [FeedRecord]
    /// What had to be done before anything could be read.
    package var recovery: CompletedRecovery?

    package init(
        epoch: String, reservedSequence: Int = 0, card: JokeRecord? = nil, queue: [JokeRecord] = [],
        daily: DailyJoke? = nil,
        undo: [UndoStep] = [], showTranslation: Bool = false, savedCount: Int = 0,
        taste: [Taste.Arm: Taste.Tally] = [:], log: [StoredLogEntry] = [], sources: [PersistedSource] = [],
        feeds: [FeedRecord] = [], recovery: CompletedRecovery? = nil
    ) {
        self.epoch = epoch
        self.reservedSequence = reservedSequence
        self.card = card
        self.queue = queue
        self.daily = daily
        self.undo = undo
        self.showTranslation = showTranslation
        self.savedCount = savedCount
        self.taste = taste
        self.log = log
        self.sources = sources
        self.feeds = feeds
        self.recovery = recovery
    }
}

/// The joke of a day, the same for everybody from when it was first asked for.
package struct DailyJoke: Sendable, Hashable {
    package var date: LocalDate
    package var joke: Joke

    package init(date: LocalDate, joke: Joke) {
        self.date = date
        self.joke = joke
    }
}

/// One decision or deletion that can be taken back: what stood before it.
package struct UndoStep: Sendable, Hashable {
    package enum Kind: String, Sendable { case liked, disliked, deleted, restored }
    package struct Before: Sendable, Hashable {
        package var id: Joke.ID
        package var status: JokeStatus
        package init(id: Joke.ID, status: JokeStatus) {
            self.id = id
            self.status = status
        }
    }

    package var kind: Kind
    /// At least one; a decision has exactly one.
    package var before: [Before]
    /// Whether the joke was on the card, and comes back to it.
    package var wasOnCard: Bool

    package init(kind: Kind, before: [Before], wasOnCard: Bool) {
        self.kind = kind
        self.before = before
        self.wasOnCard = wasOnCard
    }
}

/// One thing to be kept.
package enum Write: Sendable, Hashable {
    /// The text of a joke, inserted or updated by id; its standing is not touched. Where it has no translation, the one
    /// that the same text had stays.
    case upsertJoke(Joke)
    /// What the user decided about a known joke, and when. It is newer than what was decided before about any joke of
    /// its text, whatever the clock says.
    case setStatus(Joke.ID, JokeStatus, at: WallTime = WallTime(milliseconds: 0))
    /// Of what was deleted before, the texts go; that it was deleted stays known.
    case emptyTrash(deletedBefore: WallTime)
    /// Which known joke is on the card; nil for the error joke, which is never kept.
    case card(Joke.ID?)
    /// The whole queue, front first, of known jokes.
    case queue([Joke.ID])
    /// Fingerprints (`Seen`) of a joke that was shown; the oldest beyond `Seen.capacity` are forgotten.
    case seen([UInt64])
    /// The joke of a day, known.
    case daily(LocalDate, Joke.ID)
    /// The whole history, newest last.
    case undo([UndoStep])
    case showTranslation(Bool)
    /// What was decided about one arm.
    case taste(Taste.Change)
    /// No sequence number at or above this one is handed out before the next such write.
    case reserveSequence(Int)
    /// A new entry of the log; those beyond the newest `Limits.logEvents` and one are forgotten.
    case log(StoredLogEntry)
    /// All that is remembered of one source.
    case source(PersistedSource)
    /// How a feed stands; it is the one that was used last.
    case feed(FeedRecord)
    /// A text that was translated; the oldest beyond a number of the archive's own are forgotten.
    case translation(StoredTranslation)
    /// The jokes of a page, known, in order; of a feed that is kept.
    case feedPage(FeedKey, page: Int, [Joke.ID])
    /// A feed with its pages.
    case forgetFeed(FeedKey)

    /// Whether the user decided it, so that it is acknowledged only when a power cut cannot take it back.
    package var isDecision: Bool {
        switch self {
        case .setStatus, .taste: true
        case .upsertJoke, .emptyTrash, .card, .queue, .seen, .daily, .undo, .showTranslation,
            .reserveSequence,
            .log, .source, .feed, .feedPage, .forgetFeed, .translation:
            false
        }
    }
}

/// What only the archive knows.
package enum ArchiveQuery: Sendable, Hashable {
    /// The records of these ids, in this order, unknown ones left out → `.records`.
    case jokes([Joke.ID])
    /// Saved jokes whose ids are, or start with, each of these → `.matches`, one list per prefix, at most two
    /// ids in each; an exact id matches alone.
    case savedMatching([String])
    /// The same for what is in the trash.
    case deletedMatching([String])
    /// Those of these ids whose text would be listed though they themselves had never been decided about → `.records`.
    case savedDuplicates([Joke.ID])
    /// Those of the candidates that are neither seen, saved nor buried, in order → `.records`.
    case unseen([Joke])
    /// Jokes for when the queue is empty → `.records`, at most `count`: of the built-in pack those not seen,
    /// else those seen longest ago, the buried ones never; without such a pack, saved ones in any order.
    case fallback(count: Int, excluding: Joke.ID)
    /// A page of the saved jokes → `.page`.
    case saved(SavedQuery)
    /// All that the query fits, in any order, up to its limit and one more → `.records`.
    case allMatching(SavedQuery)
    /// Some lines of the library, in the order of their ids: those behind the one that is named → `.part`.
    case export(after: String?)
    /// Lines that wait for the others of their import → `.records`, none. They are gone when the process ends.
    case stage([String], ImportID)
    /// What an import had staged goes → `.records`, none.
    case discard(ImportID)
    /// Takes in what was staged, all in one transaction, durably, and at once: the one question that changes what is
    /// kept → `.merged`. Fails where other than so many lines are staged.
    case merge(ImportID, lines: Int, at: WallTime)
    /// The jokes of a page of a feed, in order → `.records`; none where it is not kept.
    case feedPage(FeedKey, page: Int)
    /// What each of these texts was translated into, by one engine or by several → `.translations`, one list per key.
    case translations([TranslationKey])
    /// Saved jokes without a translation, by id, behind this one → `.records`.
    case untranslated(after: Joke.ID?, limit: Int)
}

package enum ArchiveResult: Sendable, Hashable {
    case records([JokeRecord])
    case matches([[Joke.ID]])
    case page(SavedPage)
    case translations([[StoredTranslation]])
    case part(ExportChunk)
    case merged(MergeOutcome, savedCount: Int)
}

/// A page of the saved jokes.
package struct SavedPage: Sendable, Hashable {
    package var items: [JokeRecord]
    /// Of a search, what each of the items was found by; else empty.
    package var marks: [MatchRanges]
    /// Where the next page starts; nil at the end.
    package var next: String?
    /// How many there are in all.
    package var total: Int
    /// Whether there are just so many; else at least.
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

/// Why the archive could not do it. Nothing of what failed was kept.
package struct ArchiveError: Error, Sendable, Hashable {
    package enum Kind: String, Sendable {
        /// No space left, or a quota reached.
        case full
        /// A read-only file system, or no permission to write.
        case readOnly
        case inputOutput
        /// It can be restored (`Archive.restore`).
        case corrupt
        /// A file of somebody else's is in its place.
        case foreign
        /// The database was written by a newer version.
        case newer
        /// The cursor is not one of ours, or of another query.
        case badCursor
        case closed
    }

    package var kind: Kind
    /// For people: what failed, where, and what to do.
    package var message: String

    package init(_ kind: Kind, _ message: String) {
        self.kind = kind
        self.message = message
    }
}
