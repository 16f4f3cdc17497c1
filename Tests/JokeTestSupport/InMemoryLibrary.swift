// SPDX-License-Identifier: MIT
package import JokeCore
package import JokeWire

/// The stored jokes and the decisions about them, as a value. It defines how every library must behave.
package struct InMemoryLibrary: Sendable, Hashable {
    private struct Entry: Sendable, Hashable {
        var joke: Joke { didSet { duplicateGroup = DuplicateGroup.of(joke) } }
        private(set) var duplicateGroup: UInt64
        var status = JokeStatus.undecided
        /// The time of the last decision, or nil if there was none.
        var changedAt: WallTime?
        /// Whether the text was removed with the trash, so that only a tombstone is left.
        var isEmptied = false

        init(joke: Joke) {
            (self.joke, duplicateGroup) = (joke, DuplicateGroup.of(joke))
        }

        var isListed: Bool { status.isSaved && !isEmptied }

        /// The line of an export, or nil if there was no decision.
        var line: LibraryLine? {
            changedAt.map { changedAt in
                isEmptied
                    ? LibraryLine(
                        emptied: joke.key, textClass: duplicateGroup, status: status, changedAt: changedAt)
                    : LibraryLine(joke, status: status, changedAt: changedAt)
            }
        }

        var stored: StoredJoke {
            StoredJoke(
                joke, group: duplicateGroup, isEmptied: isEmptied, hadDecision: changedAt != nil)
        }

        mutating func empty(_ duplicateGroup: UInt64) {
            isEmptied = true
            self.duplicateGroup = duplicateGroup
        }
    }

    private var entries: [Joke.ID: Entry] = [:]
    /// The joke of the day of each date that had one.
    package var days: [LocalDate: Joke.ID] = [:]

    package init() {}

    package mutating func upsertJoke(_ joke: Joke) {
        var entry = entries[joke.id] ?? Entry(joke: joke)
        if !joke.mayReplace(entry.stored) { return }
        if entry.joke.key != joke.key,
            entries.contains(where: { $0.key != joke.id && $0.value.joke.key == joke.key })
        {
            return
        }
        let joke =
            entry.isEmptied
            ? joke : joke.keepingEdit(of: entry.joke).keepingTranslation(of: entry.joke)
        if entry.joke == joke, !entry.isEmptied, entries[joke.id] != nil { return }
        switch mending(of: entry, by: joke) {
        case .takesAlong: break
        case .keepsText: return
        case .leaves(let other):
            var status = entry.status
            status.lesson = nil
            if let other { setStatus(other, status, at: WallTime(milliseconds: 0)) }
            entry.status = .undecided
            entry.changedAt = entry.changedAt?.next
        }
        touch(&entry)
        entry.joke = joke
        entry.isEmptied = false
        entries[joke.id] = entry
    }

    /// What happens to the decision of a joke when its source changes the text.
    private enum Mending {
        case takesAlong, keepsText
        case leaves(to: Joke.ID?)
    }

    private func mending(of entry: Entry, by joke: Joke) -> Mending {
        let (group, former) = (DuplicateGroup.of(joke), entry.duplicateGroup)
        guard entry.status != .undecided, !entry.isEmptied, group != former else { return .takesAlong }
        if decided(former)?.joke.id != entry.joke.id { return .leaves(to: nil) }
        let others = entries.values.filter { $0.duplicateGroup == former && $0.joke.id != entry.joke.id }
        func rank(_ entry: Entry) -> (Int, Int64, String) {
            (
                entry.status == .undecided ? 1 : 0, -(entry.changedAt?.milliseconds ?? -1),
                entry.joke.id.rawValue
            )
        }
        if let heir = others.filter({ !$0.isEmptied }).min(by: { rank($0) < rank($1) }) {
            return .leaves(to: heir.joke.id)
        }
        return decided(group) == nil && others.allSatisfy { $0.status == .undecided }
            ? .takesAlong : .keepsText
    }

    package mutating func replaceJoke(_ joke: Joke) {
        var entry = entries[joke.id] ?? Entry(joke: joke)
        touch(&entry)
        entry.joke = joke.inPlace(of: entry.stored)
        entry.isEmptied = false
        entries[joke.id] = entry
    }

    /// Makes the last change of an entry a little newer, unless it has a decision that does not count.
    private func touch(_ entry: inout Entry) {
        let counts = decided(entry.duplicateGroup)?.joke.id == entry.joke.id
        if entry.status == .undecided || counts { entry.changedAt = entry.changedAt?.next }
    }

    package mutating func setStatus(_ id: Joke.ID, _ status: JokeStatus, at time: WallTime) {
        guard let entry = entries[id] else { return }
        let group = entry.duplicateGroup
        let newest = [entry.changedAt, decided(group)?.changedAt].compactMap { $0?.next }.max()
        let changedAt = max(time, newest ?? time)
        if status == .undecided {
            for (other, entry) in entries
            where entry.duplicateGroup == group && entry.status != .undecided
                && (!entry.isEmptied || entry.status.isDisliked)
            {
                entries[other]?.status = .undecided
                entries[other]?.changedAt = changedAt
            }
        }
        entries[id]?.status = status
        entries[id]?.changedAt = changedAt
    }

    package mutating func emptyTrash(deletedBefore time: WallTime, sparing: Set<Joke.ID>) {
        for (id, entry) in entries where !sparing.contains(id) && !entry.status.isSaved {
            if let deletedAt = entry.status.deletedAt, deletedAt < time { entries[id]?.isEmptied = true }
        }
    }

    /// The lines of an export, in the order of their keys.
    package var lines: [LibraryLine] { lines(of: nil) }

    /// The lines of these jokes and of those with the same texts, or of all if `ids` is nil.
    package func lines(of ids: [Joke.ID]?) -> [LibraryLine] {
        let texts = ids.map { Set($0.compactMap { entries[$0].map { DuplicateGroup.of($0.joke) } }) }
        return entries.values
            .filter { entry in texts?.contains(DuplicateGroup.of(entry.joke)) ?? true }
            .compactMap(\.line).sorted { $0.key < $1.key }
    }

    /// The lines of an export, by the ids of the jokes here.
    package var linesByID: [Joke.ID: LibraryLine] { entries.compactMapValues(\.line) }

    package mutating func merge(
        _ lines: [LibraryLine], ownSource: String = Joke.ownSources[0]
    ) -> MergeOutcome {
        var outcome = MergeOutcome()
        for var line in lines {
            if line.lacksSource, let known = entries[line.key.id] {
                line = line.named(after: known.joke.source)
            }
            let ids = line.key.localIDs
            let known = ids.filter { entries[$0]?.joke.key == line.key }
            let place =
                known.first { entries[$0]?.line != nil } ?? known.first ?? ids.first { entries[$0] == nil }
            let old = place.flatMap { entries[$0]?.line }
            guard let id = place, old.map(line.supersedes) ?? true else {
                outcome.unchanged += 1
                continue
            }
            let source = line.source(for: id, ownSource: ownSource)
            switch line.content {
            case .joke(let joke): entries[id] = Entry(joke: joke.named(id, of: source))
            case .emptied(_, let group):
                var entry = entries[id] ?? Entry(joke: Joke(id: id, value: "", source: source, language: ""))
                entry.empty(group)
                entries[id] = entry
            }
            entries[id]?.status = line.status
            entries[id]?.changedAt = line.changedAt
            old == nil ? (outcome.added += 1) : (outcome.updated += 1)
        }
        return outcome
    }

    package var statuses: [Joke.ID: JokeStatus] {
        entries.filter { $0.value.changedAt != nil }.mapValues(\.status)
    }

    package func isTakenBack(_ id: Joke.ID) -> Bool {
        entries[id].map { id.isOwn && $0.changedAt != nil && !status(of: $0.duplicateGroup).isSaved } ?? false
    }
    package func isKnown(_ id: Joke.ID) -> Bool { entries[id].map { !$0.isEmptied } ?? false }
    package func joke(_ id: Joke.ID) -> Joke? { entries[id]?.joke }
    /// The decision about the text of a joke.
    package func status(_ id: Joke.ID) -> JokeStatus {
        entries[id].map { status(of: $0.duplicateGroup) } ?? .undecided
    }

    private func status(of group: UInt64) -> JokeStatus {
        guard let decided = decided(group) else { return .undecided }
        return decided.isEmptied ? JokeStatus(dislikedAt: decided.status.dislikedAt) : decided.status
    }

    package func record(_ id: Joke.ID) -> JokeRecord? {
        guard let entry = entries[id], !entry.isEmptied else { return nil }
        return record(entry.joke)
    }

    /// Returns the record of a joke, which need not be in the library.
    package func record(_ joke: Joke) -> JokeRecord {
        var joke = identified(joke)
        if let known = entries[joke.id], !known.isEmptied {
            joke = joke.id.isOwn ? known.joke : joke.keepingEdit(of: known.joke)
            switch mending(of: known, by: joke) {
            case .leaves: break
            case .keepsText: return record(known.joke)
            case .takesAlong:
                if decided(known.duplicateGroup)?.joke.id == joke.id {
                    return JokeRecord(joke: joke, status: known.status)
                }
            }
        }
        let group = DuplicateGroup.of(joke)
        let status = status(of: group)
        return JokeRecord(
            joke: joke, status: status, decidedID: status == .undecided ? nil : decided(group)?.joke.id)
    }

    /// Returns a joke of a source with the id under which the library has it or may store it.
    package func identified(_ joke: Joke) -> Joke {
        joke.identified(among: joke.possibleIDs.compactMap { entries[$0]?.stored })
    }

    /// Returns the joke that the date had, then the jokes of a pack that the scope admits, in the order of
    /// `DailyChoice`. None of them is disliked.
    package func dailyJokes(of pack: [Joke], on date: LocalDate, in scope: FallbackScope) -> [JokeRecord] {
        let known = days[date].flatMap { entries[$0]?.joke }
        let jokes = Dictionary(pack.map { ($0.id, $0) }) { first, _ in first }
        let ranking = DailyChoice.ranking(of: pack, on: date, in: scope.language)
            .compactMap { jokes[$0] }
        return ([known].compactMap { $0 } + ranking.filter(scope.admits)).map { record($0) }
            .filter { !$0.status.isDisliked }
    }

    package func untranslated(after id: Joke.ID?, limit: Int) -> [JokeRecord] {
        let found = saved.filter { $0.joke.translation == nil && $0.joke.id.rawValue > id?.rawValue ?? "" }
        return Array(found.sorted { $0.joke.id.rawValue < $1.joke.id.rawValue }.prefix(limit))
    }

    /// The jokes of the saved list, ordered by text and id.
    package var saved: [JokeRecord] { listed { $0.isListed } }

    /// Returns the saved jokes that `ArchiveQuery.fallback` may choose for a selection.
    package func saved(in scope: FallbackScope, excluding id: Joke.ID) -> [JokeRecord] {
        let selection = scope.selection
        guard selection.isAny || selection.isOfSaved else { return [] }
        let group = entries[id]?.duplicateGroup
        return saved.filter {
            scope.admitsSaved($0.joke)
                && DuplicateGroup.of($0.joke) != group
        }
    }

    /// The disliked jokes, ordered by text and id.
    package var disliked: [JokeRecord] { listed { $0.status.isDisliked && !$0.isEmptied } }

    /// The jokes of the trash, ordered by text and id.
    private var deleted: [JokeRecord] {
        listed { $0.status.savedAt != nil && $0.status.deletedAt != nil && !$0.isEmptied }
    }

    /// Returns the ids that begin with the prefix, at most two. An id that equals it is returned alone, and for the id of
    /// a duplicate, that of the joke that is listed.
    ///
    /// - Parameter isRestorable: Whether the jokes are those of the trash and the disliked ones, instead of the saved ones.
    package func matches(_ prefix: String, isRestorable: Bool = false) -> [Joke.ID] {
        let listed = isRestorable ? deleted : saved
        let candidates = Set((isRestorable ? listed + disliked : listed).map(\.joke.id))
        let ids = candidates.filter { $0.rawValue.hasPrefix(prefix) }
        if let group = entries[Joke.ID(rawValue: prefix)]?.duplicateGroup,
            let decided = candidates.first(where: { entries[$0]?.duplicateGroup == group })
        {
            return [decided]
        }
        return Array(ids.sorted { $0.rawValue < $1.rawValue }.prefix(2))
    }

    /// Returns a page of the matching jokes, or nil if the cursor is invalid. A cursor is the id of the last joke of a
    /// page.
    package func page(_ query: SavedQuery) -> SavedPage? {
        let matching = allMatching(query)
        var rest = matching[...]
        if let cursor = query.cursor {
            guard let place = matching.firstIndex(where: { $0.joke.id.rawValue == cursor }) else {
                return nil
            }
            rest = matching[(place + 1)...]
        }
        let items = Array(rest.prefix(query.limit))
        let next = rest.count > query.limit ? items.last?.joke.id.rawValue : nil
        return SavedPage(items: items, next: next, total: matching.count)
    }

    /// Returns all matching jokes in the order that the query requests.
    package func allMatching(_ query: SavedQuery) -> [JokeRecord] {
        let matching = (query.isDisliked ? disliked : query.isDeleted ? deleted : saved).filter {
            isMatch($0, query)
        }
        let sorted =
            switch query.order {
            case .text: matching
            case .date: matching.stablySorted { Self.date($0, query).milliseconds }
            case .source: matching.stablySorted(by: \.joke.source)
            case .category: matching.stablySorted { $0.joke.categories.first ?? "" }
            }
        return query.isDescending ? sorted.reversed() : sorted
    }

    private static func date(_ record: JokeRecord, _ query: SavedQuery) -> WallTime {
        let status = record.status
        return (query.isDisliked ? status.dislikedAt : query.isDeleted ? status.deletedAt : status.savedAt)
            ?? WallTime(milliseconds: 0)
    }

    private func isMatch(_ record: JokeRecord, _ query: SavedQuery) -> Bool {
        let joke = record.joke
        let date =
            (query.isDisliked ? record.status.dislikedAt : record.status.savedAt) ?? WallTime(milliseconds: 0)
        let text = (joke.value + "\n" + (joke.translation?.value ?? "")).lowercased()
        let words = (query.search ?? "").lowercased().split(separator: " ")
        return (query.source ?? joke.source) == joke.source
            && (query.category.map(joke.categories.contains) ?? true)
            && (query.language ?? joke.language) == joke.language
            && (query.since.map { date >= $0 } ?? true) && (query.until.map { date < $0 } ?? true)
            && words.allSatisfy { text.contains($0) }
    }

    private func listed(_ isWanted: (Entry) -> Bool) -> [JokeRecord] {
        let groups = Dictionary(grouping: entries.values.filter { $0.changedAt != nil }, by: \.duplicateGroup)
        return groups.values.compactMap(Self.representative)
            .filter(isWanted)
            .map { JokeRecord(joke: $0.joke, status: $0.status) }.sortedByText()
    }

    /// Returns the entry that has the decision about a text, or nil without one.
    private func decided(_ group: UInt64) -> Entry? {
        Self.representative(entries.values.filter { $0.duplicateGroup == group })
    }

    /// Returns the other jokes with a decision about the text of a joke, which has the one that counts, newest first.
    package func successors(of id: Joke.ID) -> [JokeRecord] {
        guard let group = entries[id]?.duplicateGroup, decided(group)?.joke.id == id else { return [] }
        var others = entries.values.filter { $0.duplicateGroup == group && $0.joke.id != id }
        var records: [JokeRecord] = []
        while let next = Self.representative(others) {
            records.append(JokeRecord(joke: next.joke, status: next.status))
            others.removeAll { $0.joke.id == next.joke.id }
        }
        return records
    }

    /// Returns the representative of a duplicate group (`DuplicateGroup`), or nil without a decision about any of its
    /// jokes.
    private static func representative(_ entries: [Entry]) -> Entry? {
        entries.filter { $0.changedAt != nil && $0.status != .undecided }.max { left, right in
            if left.changedAt != right.changedAt {
                return (left.changedAt?.milliseconds ?? 0) < (right.changedAt?.milliseconds ?? 0)
            }
            return left.joke.key < right.joke.key
        }
    }
}

extension Array {
    fileprivate func stablySorted<Key: Comparable>(by key: (Element) -> Key) -> [Element] {
        enumerated().sorted { (key($0.element), $0.offset) < (key($1.element), $1.offset) }.map(\.element)
    }
}

extension [JokeRecord] {
    fileprivate func sortedByText() -> [JokeRecord] {
        sorted {
            ($0.joke.value.lowercased(), $0.joke.id.rawValue)
                < ($1.joke.value.lowercased(), $1.joke.id.rawValue)
        }
    }
}
