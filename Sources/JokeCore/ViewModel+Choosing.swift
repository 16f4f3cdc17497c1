// SPDX-License-Identifier: MIT
import JokeWire

// The choice among the jokes that are available.
extension ViewModel {
    /// The jokes that a local source returns for each wanted one, and the most that it returns beyond them.
    private static let (candidates, mostSpare) = (20, 200)
    /// The jokes that a file returns beyond twice the wanted ones, so that neighbours can differ.
    private static let neighbours = 8

    var preference: Preference {
        Preference(taste: settings.isTasteOn ? taste : nil, categoryWeights: settings.categoryWeights)
    }

    /// Returns the request to send.
    ///
    /// A local source is asked for more jokes than are wanted, to choose from them, since that has no cost. Files also
    /// return those that are in the queue. For a source on the network each joke may cost a request, so a category is
    /// chosen before.
    mutating func offered(_ request: SourceRequest) -> SourceRequest {
        guard case .jokes(let count, var categories) = request.kind else { return request }
        var (request, offered) = (request, count)
        if prefetch[request.source]?.settings.isFile == true {
            let isIndifferent = preference.isIndifferent && !showTranslation
            let spare = isIndifferent ? count + Self.neighbours : count * (Self.candidates - 1)
            let queued = queue.records.count { $0.joke.source == request.source }
            // At least a half of them are the next ones of the round.
            offered = 2 * queued + count + min(spare, Self.mostSpare)
        } else if preference.isIndifferent {
            return request
        } else if prefetch.isLocal(request.source) {
            offered = min(count * Self.candidates, count + Self.mostSpare)
        } else if categories.isEmpty, let configured = prefetch[request.source]?.settings.categories {
            categories =
                preference.choose(ofCategories: configured, using: &generator).map { [$0] } ?? []
        }
        request.kind = .jokes(count: offered, categories: categories)
        return request
    }

    /// Returns the jokes that enter the queue: of a local source as many as are wanted, since the others stay
    /// available; of a source on the network all of them. Those of files are in an order in which neighbours differ.
    ///
    /// - Parameter served: The number of the wanted jokes that clients who waited have received.
    mutating func chosen(from records: [JokeRecord], for request: SourceRequest, served: Int) -> [JokeRecord]
    {
        guard prefetch.isLocal(request.source) else { return records }
        let wanted = max(request.count - served, 0)
        let isFile = prefetch[request.source]?.settings.isFile == true
        // While translations are shown, jokes that are told in both languages come first.
        let told = showTranslation ? records.filter { $0.joke.translation != nil } : []
        let records = told.count >= wanted ? told : records
        let chosen = preference.choose(wanted, of: records.map(\.joke), isRanked: isFile, using: &generator)
            .map {
                records[$0]
            }
        return isFile
            ? Self.varied(chosen, count: wanted, after: queue.records.last?.joke ?? card.joke) : chosen
    }

    /// Returns the first `count` of the jokes in about their order, but so that neighbours have no category in common
    /// if that is possible. The form of a joke is one of its categories.
    static func varied(_ records: [JokeRecord], count: Int, after last: Joke) -> [JokeRecord] {
        var (left, varied) = (records, [JokeRecord]())
        while varied.count < count, !left.isEmpty {
            let previous = varied.last?.joke ?? last
            if let next = left.firstIndex(where: { $0.joke.differs(from: previous) }) {
                varied.append(left.remove(at: next))
                continue
            }
            // Each one that is left is like the last one. Between two others it may differ from both. If there is another
            // place, the first one stays the first, since an installation begins with it.
            let record = left.removeFirst()
            let place = (Array(varied.indices.dropFirst()) + varied.indices.prefix(1)).first { place in
                record.joke.differs(from: varied[place].joke)
                    && record.joke.differs(from: place == 0 ? last : varied[place - 1].joke)
            }
            varied.insert(record, at: place ?? varied.endIndex)
        }
        return varied
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

extension Joke {
    /// Whether the jokes have no category in common.
    fileprivate func differs(from other: Joke) -> Bool {
        !categories.contains { other.categories.contains($0) }
    }
}
