// SPDX-License-Identifier: MIT
import JokeWire

// Which of the jokes that could come do come.
extension ViewModel {
    /// Of how many a local source offers for one that is wanted, and how many more than are wanted at most.
    private static let (candidates, mostSpare) = (8, 100)

    var preference: Preference {
        Preference(taste: settings.isTasteOn ? taste : nil, categoryWeights: settings.categoryWeights)
    }

    /// Asks the sources. A local one gives more than are wanted, to choose from: that costs nobody anything. Of one on
    /// the network, where each joke costs a request, it is chosen before what to ask for.
    mutating func ask(_ orders: [FetchOrder], _ turn: inout Turn) {
        let preference = preference
        for var order in orders {
            if preference.isIndifferent {
                // Whatever comes is as good.
            } else if prefetch.isLocal(order.source) {
                order.candidates = min(order.count * Self.candidates, order.count + Self.mostSpare)
            } else if order.category == nil, let categories = prefetch[order.source]?.settings.categories {
                order.leaning = preference.choose(ofCategories: categories, using: &generator)
            }
            turn.effects.append(.fetch(order))
        }
    }

    /// Of what a local source brought, as many as were wanted: the others are still there the next time. What came
    /// over the network is kept, all of it.
    ///
    /// - Parameter served: how many of the wanted ones were handed out already.
    mutating func chosen(from records: [Record], for order: FetchOrder, served: Int) -> [Record] {
        guard prefetch.isLocal(order.source) else { return records }
        let wanted = max(order.count - served, 0)
        return preference.choose(wanted, of: records.map(\.joke), using: &generator).map { records[$0] }
    }

    /// The place of one that fits the selection.
    mutating func preferred(among records: [Record], of selection: ChangeRequest.Selection) -> Int? {
        let places = records.indices.filter { selection.admits(records[$0].joke) }
        return preference.choose(1, of: places.map { records[$0].joke }, using: &generator).first.map {
            places[$0]
        }
    }

    /// How the sources and the categories stand with the user.
    package var outlook: [Outlook] {
        preference.outlook(on: prefetch.sources.filter(\.isEnabled).map(\.settings))
    }
}
