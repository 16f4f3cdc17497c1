// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire

/// A request of the client to the daemon.
enum StoreRequest: Hashable {
    /// A decision on the joke on the card.
    case likeCard, dislikeCard
    case like(String)
    case dislike(String)
    case delete([String])
    case undo
    case next
    /// The outcome of a request for a joke that was not in the queue: the new card and queue. It is never sent.
    case came(card: String, queue: [String])
    /// An import of jokes with these ids, each with a text of its own.
    case `import`([String])
    /// Other requests that are one transaction.
    case batch([StoreRequest])

    /// The line that sends the request, or each of a batch, with this id.
    func line(id: Int) -> JSON {
        if case .batch(let requests) = self { return .array(requests.map { $0.line(id: id) }) }
        return [
            "jsonrpc": "2.0", "id": .integer(id), "method": .string(method.rawValue),
            "params": .object(params),
        ]
    }

    /// The requests of a batch, or this one.
    var parts: [StoreRequest] { if case .batch(let requests) = self { requests } else { [self] } }

    /// The most jokes that the request takes from the queue.
    var mostShown: Int { parts.count }

    private var method: Method {
        switch self {
        case .likeCard, .like: .jokeLike
        case .dislikeCard, .dislike: .jokeDislike
        case .delete: .savedDelete
        case .undo: .jokeUndo
        case .next, .came, .batch: .jokeNext
        case .import: .savedImport
        }
    }

    private var params: JSONObject {
        switch self {
        case .like(let id), .dislike(let id): ["joke": .string(id)]
        case .delete(let ids): ["jokes": .array(ids.map(JSON.string))]
        case .import(let ids):
            [
                "lines": .array(ids.map { .string(#"{"id":"\#($0)","value":"This is \#($0)."}"#) }),
                "last": true,
            ]
        case .likeCard, .dislikeCard, .undo, .next, .came, .batch: [:]
        }
    }
}

/// The outcome of a request.
enum StoreReply: Hashable {
    case shown(card: String)
    case decided(String, card: String)
    case deleted(Set<String>)
    case undone(kind: String, Set<String>, card: String)
    /// The known jokes keep their statuses. After the clock was set back, their dates may change.
    case imported(added: Int, known: Int)
    case batch([StoreReply])
    /// The request was refused with this kind of error.
    case refused(String)

    var isRefused: Bool { if case .refused = self { true } else { false } }

    /// Whether the disk refused the request, or one of a batch.
    var isRefusedByStorage: Bool {
        if case .batch(let replies) = self { return replies.contains { $0.isRefusedByStorage } }
        return self == .refused("storage")
    }

    /// Returns nil if the message is not the reply to a `StoreRequest`.
    init?(_ message: JSON) {
        func ids(_ json: JSON?) -> Set<String>? {
            (json?.arrayValue?.compactMap(\.stringValue)).map(Set.init)
        }
        let result = message["result"]
        if let messages = message.arrayValue {
            let replies = messages.compactMap(StoreReply.init)
            guard replies.count == messages.count else { return nil }
            self = .batch(replies)
        } else if let kind = message["error"]?["data"]?["kind"]?.stringValue {
            self = .refused(kind)
        } else if let deleted = ids(result?["deleted"]) {
            self = .deleted(deleted)
        } else if let added = result?["added"]?.integerValue {
            guard let unchanged = result?["unchanged"]?.integerValue,
                let updated = result?["updated"]?.integerValue,
                result?["skipped"] == 0, result?["pending"] == 0
            else { return nil }
            self = .imported(added: added, known: unchanged + updated)
        } else if let card = result?["joke"]?["id"]?.stringValue {
            if let kind = result?["undone"]?["kind"]?.stringValue, let ids = ids(result?["undone"]?["jokes"])
            {
                self = .undone(kind: kind, ids, card: card)
            } else if let id = result?["decided"]?["id"]?.stringValue {
                self = .decided(id, card: card)
            } else {
                self = .shown(card: card)
            }
        } else {
            return nil
        }
    }
}

/// All that decisions change in a store, as the protocol requires or as it was read.
struct ExpectedStore {
    enum Status: Hashable { case saved, disliked, trashed }

    struct Step: Hashable {
        var kind: String
        /// The former status of each joke, or nil if it was undecided.
        var before: [String: Status?]
        var wasOnCard: Bool
    }

    private static let undoDepth = 20

    private(set) var card: String
    /// The queue, its head first. The actual queue may have more at its end.
    private(set) var queue: [String]
    private(set) var statuses: [String: Status]
    private(set) var history: [Step]
    /// The most jokes of the queue. An undo adds one more, until the daemon drops the last.
    private let capacity: Int

    var saved: Set<String> { Set(statuses.filter { $0.value == .saved }.keys) }

    mutating func apply(_ request: StoreRequest) throws -> StoreReply {
        switch request {
        case .next: try showNext()
        case .came(let card, let queue): (self.card, self.queue) = (card, queue)
        case .likeCard: return try decideCard(.saved)
        case .dislikeCard: return try decideCard(.disliked)
        case .like(let id): return try decide(id, .saved)
        case .dislike(let id): return try decide(id, .disliked)
        case .delete(let ids):
            guard ids.allSatisfy({ statuses[$0] == .saved }) else { return .refused("not_found") }
            remember("deleted", ids)
            for id in ids { statuses[id] = .trashed }
            return .deleted(Set(ids))
        case .undo: return undo()
        case .import(let ids):
            let new = ids.filter { statuses[$0] == nil }
            for id in new { statuses[id] = .saved }
            return .imported(added: new.count, known: ids.count - new.count)
        case .batch(let requests):
            var replies: [StoreReply] = []
            for request in requests { replies.append(try apply(request)) }
            return .batch(replies)
        }
        return .shown(card: card)
    }

    private mutating func decideCard(_ status: Status) throws -> StoreReply {
        let decided = card
        setStatus(decided, status, wasOnCard: true)
        try showNext()
        return .decided(decided, card: card)
    }

    private mutating func decide(_ id: String, _ status: Status) throws -> StoreReply {
        if id == card { return try decideCard(status) }
        if statuses[id] != status { setStatus(id, status, wasOnCard: false) }
        return .decided(id, card: card)
    }

    private mutating func setStatus(_ id: String, _ status: Status, wasOnCard: Bool) {
        remember(status == .saved ? "liked" : "disliked", [id], wasOnCard: wasOnCard)
        statuses[id] = status
        queue.removeAll { $0 == id }
    }

    private mutating func remember(_ kind: String, _ ids: [String], wasOnCard: Bool = false) {
        let before = Dictionary(uniqueKeysWithValues: ids.map { ($0, statuses[$0]) })
        history.append(Step(kind: kind, before: before, wasOnCard: wasOnCard))
        history.removeFirst(max(0, history.count - Self.undoDepth))
    }

    private mutating func showNext() throws {
        guard !queue.isEmpty else {
            throw TestSupportError("Nobody knows what comes next: read the store before.")
        }
        card = queue.removeFirst()
    }

    private mutating func undo() -> StoreReply {
        guard let step = history.popLast() else { return .refused("empty") }
        for (id, status) in step.before {
            statuses[id] = status
            if status == .disliked { queue.removeAll { $0 == id } }
        }
        if step.wasOnCard, let id = step.before.keys.first, id != card {
            queue.removeAll { $0 == id }
            if statuses[card] != .disliked { queue = [card] + queue.prefix(capacity - 1) }
            card = id
        }
        return .undone(kind: step.kind, Set(step.before.keys), card: card)
    }
}

// MARK: Reading

extension ExpectedStore {
    /// Reads the store of the daemon.
    ///
    /// - Parameter capacity: The configured capacity of the queue.
    init(of daemon: TestDaemon, capacity: Int) throws {
        let sql = """
            SELECT json_object('card', card_id, 'queue', json(queue), 'undo', (
                SELECT json_group_array(json_object(
                    'kind', kind, 'before', json(before), 'wasOnCard', json(iif(was_on_card, 'true', 'false'))))
                FROM (SELECT * FROM undo ORDER BY number)), 'decided', (
                SELECT json_group_array(json_object(
                    'id', id, 'savedAt', saved_at, 'deletedAt', deleted_at, 'buriedAt', buried_at))
                FROM jokes WHERE coalesce(saved_at, deleted_at, buried_at) IS NOT NULL))
            FROM session
            """
        let store = try JSON(parsing: daemon.query(sql).utf8)
        guard let card = store["card"]?.stringValue else { throw TestSupportError("There is no card.") }
        self.card = card
        self.capacity = capacity
        let statuses = Self.statuses(store["decided"]).compactMapValues { $0 }
        self.statuses = statuses
        // The queue of a backup may have jokes that were disliked later. They do not come, and leave it with the next
        // change.
        queue = (store["queue"]?.arrayValue ?? []).prefix(capacity).compactMap(\.stringValue).filter {
            statuses[$0] != .disliked
        }
        history = (store["undo"]?.arrayValue ?? []).map { step in
            Step(
                kind: step["kind"]?.stringValue ?? "", before: Self.statuses(step["before"]),
                wasOnCard: step["wasOnCard"] == true)
        }
    }

    private static func statuses(_ list: JSON?) -> [String: Status?] {
        let pairs = (list?.arrayValue ?? []).map { ($0["id"]?.stringValue ?? "", status($0)) }
        return Dictionary(uniqueKeysWithValues: pairs)
    }

    private static func status(_ dates: JSON) -> Status? {
        func has(_ name: String) -> Bool { dates[name]?.integerValue != nil }
        if has("buriedAt") { return .disliked }
        if has("deletedAt") { return .trashed }
        return has("savedAt") ? .saved : nil
    }

    mutating func append(_ jokes: some Sequence<String>) { queue += jokes }

    /// Whether both have the same decisions, and can undo the same ones.
    func hasDecisions(of other: ExpectedStore) -> Bool {
        statuses == other.statuses && history == other.history
    }

    /// Returns the number of requests after which this store meets the condition, and the store then; or nil if there is
    /// none.
    ///
    /// - Parameter refusable: The number of the last requests that may have been refused, unless they ask for a joke.
    func after(
        _ requests: ArraySlice<StoreRequest>, refusable: Int, until isReached: (ExpectedStore) -> Bool
    ) -> (count: Int, store: ExpectedStore)? {
        if isReached(self) { return (0, self) }
        guard let request = requests.first else { return nil }
        let rest = requests.dropFirst()
        var next = self
        if (try? next.apply(request)) != nil,
            let found = next.after(rest, refusable: refusable, until: isReached)
        {
            return (found.count + 1, found.store)
        }
        guard requests.count <= refusable, request != .next else { return nil }
        return after(rest, refusable: refusable, until: isReached).map { ($0.count + 1, $0.store) }
    }

    /// Returns the difference to the actual store for people, or nil if there is none.
    ///
    /// - Parameter capacity: The capacity of the queue. Undo may have displaced jokes at its end.
    func difference(from actual: ExpectedStore, capacity: Int) -> String? {
        if actual.card != card { return "the card is \(actual.card), not \(card)" }
        if actual.history != history {
            return "it can take back \(actual.history.suffix(3)), not \(history.suffix(3))"
        }
        let ids = Set(statuses.keys).union(actual.statuses.keys).filter {
            statuses[$0] != actual.statuses[$0]
        }
        if !ids.isEmpty {
            func describe(_ statuses: [String: Status]) -> [String] {
                ids.sorted().prefix(10).map { "\($0) \(statuses[$0].map { "\($0)" } ?? "undecided")" }
            }
            return "there are \(describe(actual.statuses)), not \(describe(statuses))"
        }
        if !actual.queue.starts(with: queue.prefix(capacity)) {
            return "the queue begins with \(actual.queue.prefix(5)), not \(queue.prefix(5))"
        }
        return nil
    }
}
