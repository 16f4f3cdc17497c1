// SPDX-License-Identifier: MIT
import JokeFetchProtocol
import JokeWire

// The choice among the jokes that are available.
extension ViewModel {
    /// The number of jokes that a local source returns for each wanted one, and the most that it returns beyond the
    /// wanted number.
    private static let (candidates, mostSpare) = (20, 200)

    var preference: Preference {
        Preference(taste: settings.isTasteOn ? taste : nil, categoryWeights: settings.categoryWeights)
    }

    /// Returns the request to send.
    ///
    /// A local source is asked for more jokes than are wanted, to choose from them, since that has no cost. For a
    /// source on the network each joke may cost a request, so a category is chosen before.
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

    /// Returns the jokes that enter the queue: of a local source as many as are wanted, since the others stay
    /// available; of a source on the network all of them.
    ///
    /// - Parameter served: The number of the wanted jokes that clients who waited have received.
    mutating func chosen(from records: [JokeRecord], for request: SourceRequest, served: Int) -> [JokeRecord]
    {
        guard prefetch.isLocal(request.source) else { return records }
        let wanted = max(request.count - served, 0)
        return preference.choose(wanted, of: records.map(\.joke), using: &generator).map { records[$0] }
    }

    /// Returns the index of a joke that meets the selection, or nil if none does.
    mutating func preferred(among records: [JokeRecord], of selection: ChangeRequest.Selection) -> Int? {
        let places = records.indices.filter { selection.admits(records[$0].joke) }
        return preference.choose(1, of: places.map { records[$0].joke }, using: &generator).first.map {
            places[$0]
        }
    }

    /// The user's taste for the enabled sources and for the categories.
    package var tasteReport: [TasteReport] {
        preference.tasteReport(on: prefetch.sources.filter(\.isEnabled).map(\.settings))
    }
}
