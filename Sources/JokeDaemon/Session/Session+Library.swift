// SPDX-License-Identifier: MIT
import EventLoop
import JokeCore
import JokeWire

// Reads of the library.
extension Session {
    func savedPage(_ parameters: Parameters, _ answer: @escaping Answer) {
        house.engine.ask(.saved(parameters.savedQuery(limit: Limits.page.usual))) { result in
            answer(result.map(Self.writable), nil)
        }
    }

    /// The cursor is the id of the last line of the part before.
    func savedExport(_ parameters: Parameters, _ answer: @escaping Answer) {
        house.engine.ask(.export(after: parameters.string("cursor"))) { result in
            answer(result.map(Self.writable), nil)
        }
    }

    func savedGet(_ parameters: Parameters, _ answer: @escaping Answer) {
        let prefix = parameters.string("joke") ?? ""
        let engine = house.engine
        engine.ask(.savedMatching([prefix])) { result in
            guard case .success(.matches(let matches)) = result else {
                return answer(result.map(Self.writable), nil)
            }
            let ids = matches.first ?? []
            guard ids.count == 1 else {
                let refusal: Refusal = ids.isEmpty ? .unknownJoke(prefix) : .ambiguous(prefix: prefix)
                return answer(.failure(WireError(refusal)), nil)
            }
            engine.ask(.jokes(ids)) { result in
                guard case .success(.records(let records)) = result, let record = records.first else {
                    return answer(result.flatMap { _ in .failure(WireError(.unknownJoke(prefix))) }, nil)
                }
                answer(.success(SavedItem(record: record)), nil)
            }
        }
    }

    private nonisolated static func writable(_ answer: JokeCore.Answer) -> any JSONWritable {
        switch answer {
        case .page(let page): page
        case .part(let part):
            Members {
                $0.member("lines", part.lines)
                $0.member("next", part.next)
            }
        case .records, .matches, .merged, .translations: Members()
        }
    }
}

extension Parameters {
    /// What is wanted of the saved jokes; they have been checked.
    func savedQuery(limit: Int) -> SavedQuery {
        var query = SavedQuery(limit: integer("limit") ?? limit, cursor: string("cursor"))
        query.sort = string("sort").flatMap(SavedQuery.Sort.init(rawValue:))
        query.isDeleted = bool("deleted") ?? false
        query.source = string("source")
        query.category = string("category")
        query.language = string("language")
        query.since = string("since").flatMap(WallTime.init(rfc3339:))
        query.until = string("until").flatMap(WallTime.init(rfc3339:))
        query.search = string("query")
        if let order = string("order") { query.isReversed = (order == "descending") != query.isDescending }
        return query
    }

    /// By ids, or by what fits.
    var deletion: ChangeRequest.Change {
        if let ids = strings("jokes") { return .delete(ids) }
        return .deleteFitting(savedQuery(limit: Limits.deletion))
    }

    /// What the description cannot say of these parameters.
    func checkLibrary(_ method: Method) throws(WireError) {
        switch method {
        case .savedList, .savedSearch, .savedDelete:
            for name in ["since", "until"] {
                guard let text = string(name), WallTime(rfc3339: text) == nil else { continue }
                throw WireError(
                    parameter: name, expected: "a time that there is, like 2026-11-21T09:30:00Z",
                    found: "'\(Quoted.part(of: text))'")
            }
            guard method == .savedDelete else { return }
            let isByIDs = strings("jokes") != nil
            guard isByIDs == savedQuery(limit: 1).isUnfiltered else {
                throw WireError(
                    parameter: "jokes", expected: "either ids, or a query or a filter that says which",
                    found: isByIDs ? "both" : "neither")
            }
        default: return
        }
    }
}
