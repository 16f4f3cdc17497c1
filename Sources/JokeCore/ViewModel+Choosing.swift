// SPDX-License-Identifier: MIT
import JokeFetchProtocol
import JokeWire

// Which of the jokes that could come do come.
extension ViewModel {
    /// Of how many a local source offers for one that is wanted, and how many more than are wanted at most.
    private static let (candidates, mostSpare) = (8, 100)

    var preference: Preference {
        Preference(taste: settings.isTasteOn ? taste : nil, categoryWeights: settings.categoryWeights)
    }

    /// The request as the source gets it.
    ///
    /// A local source may give more jokes than are wanted, to choose from: that costs nobody anything. Of one on the network,
    /// where each joke costs a request, the category is chosen before.
    mutating func offered(_ request: SourceRequest) -> SourceRequest {
        guard case .jokes(let count, var categories) = request.kind, !preference.isIndifferent else {
            return request
        }
        var (request, offered) = (request, count)
        if prefetch.isLocal(request.source) {
            offered = min(count * Self.candidates, count + Self.mostSpare)
        } else if categories.isEmpty, let configured = prefetch[request.source]?.settings.categories {
            categories =
                preference.choose(ofCategories: configured, using: &generator).map { [$0] } ?? []
        }
        request.kind = .jokes(count: offered, categories: categories)
        return request
    }

    /// Of what a local source brought, as many as were wanted: the others are still there the next time. What came
    /// over the network is kept, all of it.
    ///
    /// - Parameter served: how many of the wanted ones were handed out already.
    mutating func chosen(from records: [JokeRecord], for request: SourceRequest, served: Int) -> [JokeRecord]
    {
        guard prefetch.isLocal(request.source) else { return records }
        let wanted = max(request.count - served, 0)
        return preference.choose(wanted, of: records.map(\.joke), using: &generator).map { records[$0] }
    }

    /// The place of one that fits the selection.
    mutating func preferred(among records: [JokeRecord], of selection: ChangeRequest.Selection) -> Int? {
        let places = records.indices.filter { selection.admits(records[$0].joke) }
        return preference.choose(1, of: places.map { records[$0].joke }, using: &generator).first.map {
            places[$0]
        }
    }

    /// How the sources and the categories stand with the user.
    package var tasteReport: [TasteReport] {
        preference.tasteReport(on: prefetch.sources.filter(\.isEnabled).map(\.settings))
    }
}
