// SPDX-License-Identifier: MIT
import JokeTestSupport
import JokeWire

/// What one client asks of a library, one thing after the other.
enum LibraryRequest {
    /// The one on the card.
    case likeCard, dislikeCard
    case like(String)
    case dislike(String)
    case delete([String])
    case undo
    case next

    var method: Method {
        switch self {
        case .likeCard, .like: .jokeLike
        case .dislikeCard, .dislike: .jokeDislike
        case .delete: .savedDelete
        case .undo: .jokeUndo
        case .next: .jokeNext
        }
    }

    var params: JSONObject {
        switch self {
        case .like(let id), .dislike(let id): ["joke": .string(id)]
        case .delete(let ids): ["jokes": .array(ids.map(JSON.string))]
        case .likeCard, .dislikeCard, .undo, .next: [:]
        }
    }
}

/// What the user's decisions have made of the library, by the rules of the protocol.
struct ExpectedLibrary: Hashable {
    enum Standing: Hashable { case undecided, saved, buried, trashed }

    private struct Step: Hashable {
        let kind: String
        let before: [String: Standing]
    }

    private var standings: [String: Standing] = [:]
    private var history: [Step] = []
    private var unknown = 0

    var saved: Set<String> { Set(standings.filter { $0.value == .saved }.keys) }
    var canUndo: Bool { !history.isEmpty }

    private func standing(_ id: String) -> Standing { standings[id] ?? .undecided }

    /// - Parameter reply: its result; nil where none has come. Then a joke from the card has a name of ours, with a `?`.
    /// - Returns: whether the reply is what these rules lead to.
    mutating func apply(_ request: LibraryRequest, _ reply: JSON?) -> Bool {
        switch request {
        case .next: return true
        case .likeCard: decide(reply?["decided"]?["id"]?.stringValue ?? nextUnknown(), .saved, "liked")
        case .dislikeCard: decide(reply?["decided"]?["id"]?.stringValue ?? nextUnknown(), .buried, "disliked")
        case .like(let id): if standing(id) != .saved { decide(id, .saved, "liked") }
        case .dislike(let id): if standing(id) != .buried { decide(id, .buried, "disliked") }
        case .delete(let ids):
            guard ids.allSatisfy({ standing($0) == .saved }) else {
                return reply == nil || reply?["deleted"] == nil
            }
            remember("deleted", ids)
            for id in ids { standings[id] = .trashed }
        case .undo: return undo(reply)
        }
        return true
    }

    private mutating func nextUnknown() -> String {
        unknown += 1
        return "?\(unknown)"
    }

    private mutating func decide(_ id: String, _ standing: Standing, _ kind: String) {
        remember(kind, [id])
        standings[id] = standing
    }

    private mutating func remember(_ kind: String, _ ids: [String]) {
        history.append(
            Step(kind: kind, before: Dictionary(uniqueKeysWithValues: ids.map { ($0, standing($0)) })))
        history.removeFirst(max(0, history.count - 20))
    }

    private mutating func undo(_ reply: JSON?) -> Bool {
        guard let step = history.popLast() else { return reply?["undone"] == nil }
        for (id, standing) in step.before { standings[id] = standing }
        guard let undone = reply?["undone"] else { return reply == nil }
        let ids = undone["jokes"]?.arrayValue?.compactMap(\.stringValue) ?? []
        return undone["kind"]?.stringValue == step.kind
            && (Set(ids) == Set(step.before.keys) || step.before.keys.contains { $0.hasPrefix("?") })
    }

    /// Whether these are the saved ones: each that has a name, and as many others as have none.
    func fits(_ actual: Set<String>) -> Bool {
        let named = saved.filter { !$0.hasPrefix("?") }
        return named.isSubset(of: actual) && actual.count == saved.count
    }

    /// Whether this is what can be taken back, but for jokes without a name.
    func remembers(_ kept: [(kind: String, ids: Set<String>)]) -> Bool {
        kept.count == history.count
            && zip(kept, history).allSatisfy { kept, step in
                kept.kind == step.kind
                    && (kept.ids == Set(step.before.keys) || step.before.keys.contains { $0.hasPrefix("?") })
            }
    }

    /// Everything has its name from now on: the jokes that can be taken back are those that are kept, in their order.
    func named(_ saved: Set<String>, _ kept: [(kind: String, ids: Set<String>)]) -> ExpectedLibrary {
        var library = ExpectedLibrary()
        for (step, kept) in zip(history, kept) {
            var before: [String: Standing] = [:]
            for (id, standing) in step.before {
                // From the card comes one joke at a time.
                let name = id.hasPrefix("?") ? kept.ids.first ?? id : id
                before[name] = standing
                library.standings[name] = standings[id]
            }
            library.history.append(Step(kind: step.kind, before: before))
        }
        for (id, standing) in standings where !id.hasPrefix("?") { library.standings[id] = standing }
        for id in saved { library.standings[id] = .saved }
        return library
    }
}
