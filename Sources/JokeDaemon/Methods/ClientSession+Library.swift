// SPDX-License-Identifier: MIT
import JokeCore
import JokeLinux
import JokeWire

// Methods that read the library.
extension ClientSession {
    /// Returns a page of saved jokes, fewer than requested if they do not fit into a reply.
    func savedPage(_ query: SavedQuery, _ answer: @escaping Handler.Answer) {
        let shorten: Handler.Answer = { [weak self] result, afterwards in
            guard let self, case .success(let page as SavedPageResponse) = result, query.limit > 1,
                page.items.thatFit().count < page.items.count
            else { return answer(result, afterwards) }
            var shorter = query
            shorter.limit /= 2
            savedPage(shorter, answer)
        }
        answerFromArchive(.saved(query), shorten) {
            if case .page(let page) = $0 { SavedPageResponse(page) } else { nil }
        }
    }

    /// Returns the newest jokes of the history, fewer than requested if they do not fit into a reply.
    func history(_ limit: Int, _ answer: @escaping Handler.Answer) {
        let (history, card) = (server.engine.committed.history, server.engine.committed.card.joke.id)
        answerFromArchive(.jokes(history.ids.reversed().prefix(limit).map { $0 }), answer) { result in
            guard case .records(let records) = result else { return nil }
            let items = records.map { SavedItem($0) }.thatFit()
            return HistoryResponse {
                ($0.items, $0.position) = (items, items.firstIndex { $0.joke.id == card })
                $0.total = history.ids.count
            }
        }
    }

    /// Returns the next part of an export.
    ///
    /// - Parameters:
    ///   - jokes: The ids of the jokes to export, or nil for all.
    ///   - key: The key of the last line of the part before, or nil for the first part.
    func savedExport(of jokes: [String]?, after key: JokeKey?, _ answer: @escaping Handler.Answer) {
        let ids = jokes.map { $0.map(Joke.ID.init(rawValue:)) }
        answerFromArchive(.export(after: key, jokes: ids), answer) {
            guard case .part(let part) = $0 else { return nil }
            let next = part.next.map { Cursor(after: $0.text, of: Cursor.export(of: jokes)).text }
            return ExportResponse(lines: part.lines, next: next)
        }
    }

    /// The most machines of which a part of an export has what they have learned. With the showings, a reply has less
    /// than `Limits.reply` bytes even if all names are as long as possible.
    private static let machinesTogether = 8

    /// Returns the next part of what was shown and learned.
    func memoryExport(after position: Int, following place: MemoryPlace?, _ answer: @escaping Handler.Answer)
    {
        let taste = server.engine.committed.taste
        let shares = taste.shares.values.sorted { $0.machine < $1.machine } + [taste.share]
        let rest = shares.dropFirst(place?.machines ?? 0)
        let learned = rest.prefix(Self.machinesTogether).map { MemoryLine.taste($0).text }
        let machines = shares.count - rest.count + learned.count
        answerFromArchive(.seen(after: position, following: place?.hash), answer) {
            guard case .seen(let marks, let last, let next) = $0 else { return nil }
            let end = MemoryPlace(hash: next ?? MemoryPlace.lastHash, machines: machines)
            let hasMore = next != nil || learned.count < rest.count
            return MemoryExportResponse {
                ($0.lines, $0.position) = (learned + marks.map { MemoryLine.seen($0).text }, last)
                $0.next =
                    hasMore
                    ? Cursor(after: end.key, of: Cursor.memory(after: position)).text : nil
            }
        }
    }

    func savedGet(_ prefix: String, _ answer: @escaping Handler.Answer) {
        archiveReads.append(.savedMatching([prefix])) { [weak self] result in
            let ids: [Joke.ID]
            switch result {
            case .failure(let error): return answer(.failure(error), nil)
            case .success(.matches(let matches)): ids = matches.first ?? []
            case .success: return answer(.failure(WireError(.internal)), nil)
            }
            guard ids.count == 1 else {
                let error: ChangeError = ids.isEmpty ? .unknownJoke(prefix) : .ambiguous(prefix: prefix)
                return answer(.failure(WireError(error)), nil)
            }
            self?.archiveReads.append(.jokes(ids)) { result in
                guard case .success(.records(let records)) = result, let record = records.first else {
                    return answer(result.flatMap { _ in .failure(WireError(.unknownJoke(prefix))) }, nil)
                }
                answer(.success(SavedItem(record)), nil)
            }
        }
    }

    /// Answers a request with the result of an archive query. One of another kind is a bug, and fails as `internal`.
    private func answerFromArchive(
        _ query: ArchiveQuery, _ answer: @escaping Handler.Answer,
        _ response: @escaping @Sendable (JokeCore.ArchiveResult) -> (any JSONWritable)?
    ) {
        archiveReads.append(query) { result in
            answer(
                result.flatMap { response($0).map { .success($0) } ?? .failure(WireError(.internal)) }, nil)
        }
    }
}

extension SavedItem {
    fileprivate init(_ record: JokeRecord, marks: MatchRanges? = nil) {
        self.init(
            joke: record.joke, savedAt: record.status.savedAt?.rfc3339,
            deletedAt: record.status.deletedAt?.rfc3339,
            dislikedAt: record.status.dislikedAt?.rfc3339,
            original: record.joke.original?.joke.value, marks: marks)
    }
}

extension Array where Element: JSONWritable {
    /// The first of these values, as many as fit into a reply with any id.
    ///
    /// - Parameter share: The number of such lists in the reply.
    func thatFit(share: Int = 1) -> Self {
        var left = (Limits.reply - Limits.requestLine - Limits.shortReply) / share
        return Array(
            prefix {
                left -= $0.jsonBytes.count + 1
                return left > 0
            })
    }
}

extension SavedPageResponse {
    fileprivate init(_ page: SavedPage) {
        let items = page.items.enumerated().map { index, record in
            SavedItem(record, marks: page.marks.isEmpty ? nil : page.marks[index])
        }
        self.init(items: items, next: page.next, total: page.total, isTotalExact: page.isTotalExact)
    }
}

extension Parameters {
    /// Returns the query that the parameters describe.
    func savedQuery(limit: Int) throws(WireError) -> SavedQuery {
        var query = SavedQuery(limit: integer("limit") ?? limit, cursor: string("cursor"))
        query.sort = string("sort").flatMap(SavedQuery.Sort.init(word:))
        query.isDeleted = bool("deleted") ?? false
        query.isDisliked = bool("disliked") ?? false
        if query.isDisliked, query.isDeleted || query.sort ?? .date != .date {
            throw WireError(
                parameter: "disliked", expected: "a list without `deleted`, sorted by date",
                found: "another one")
        }
        query.source = string("source")
        query.category = string("category")?.lowercased()
        query.language = try language(string("language"))
        query.since = time("since")
        query.until = time("until")
        query.search = string("query")
        if let order = string("order") { query.isReversed = (order == "descending") != query.isDescending }
        return query
    }

    /// The deletion by ids or by a query. Both together or neither is an error.
    var deletion: ChangeRequest.Change {
        get throws(WireError) {
            let query = try savedQuery(limit: Limits.deletion)
            let ids = strings("jokes")
            guard (ids != nil) == query.isUnfiltered else {
                throw WireError(
                    parameter: "jokes", expected: "either ids, or a query or a filter that selects the jokes",
                    found: ids != nil ? "both" : "neither")
            }
            return ids.map { .delete($0) } ?? .deleteMatching(query)
        }
    }

    /// Returns the code of the language `name`, or nil if none is given.
    func language(_ name: String?) throws(WireError) -> String? {
        guard let name else { return nil }
        guard let code = LanguageCode.of(name) else {
            throw WireError(
                parameter: "language", expected: LanguageCode.expected,
                found: "\"\(QuotedExcerpt.part(of: name))\"")
        }
        return code
    }

    private func time(_ name: String) -> WallTime? { string(name).flatMap(WallTime.init(rfc3339:)) }
}
