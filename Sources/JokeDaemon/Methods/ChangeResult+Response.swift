// SPDX-License-Identifier: MIT
import JokeCore
import JokeWire

// The results of changes, as clients receive them.
extension ChangeResult {
    var response: any JSONWritable {
        switch product {
        case .nothing: ChangeResponse(sequence: sequence, isChanged: changed)
        case .decided(let decided):
            DecisionResponse(sequence: sequence, isChanged: changed, joke: joke, decided: decided)
        case .added(let added, let rejection):
            AddResponse {
                ($0.sequence, $0.isChanged, $0.joke) = (sequence, changed, joke)
                ($0.decided, $0.rejection) = (added, rejection)
            }
        case .next(let error):
            NextResponse(sequence: sequence, isChanged: changed, joke: joke, error: error)
        case .handedOut(let joke, let error):
            NextResponse(sequence: sequence, isChanged: changed, joke: joke, error: error)
        case .revealed: RevealResponse { ($0.sequence, $0.isChanged, $0.joke) = (sequence, changed, joke) }
        case .undone(let undone, let isCardChanged):
            UndoResponse {
                ($0.sequence, $0.isChanged, $0.joke) = (sequence, changed, joke)
                ($0.undone, $0.isCardChanged) = (undone, isCardChanged)
            }
        case .deleted(let ids):
            DeleteResponse(sequence: sequence, isChanged: changed, deleted: ids.map(\.rawValue))
        case .restored(let ids):
            RestoreResponse(sequence: sequence, isChanged: changed, restored: ids.map(\.rawValue))
        case .imported(let counts, let skipped, let pending):
            ImportResponse {
                ($0.sequence, $0.isChanged, $0.added) = (sequence, changed, counts.added)
                ($0.updated, $0.unchanged, $0.skipped) = (counts.updated, counts.unchanged, skipped)
                $0.pending = pending
            }
        case .remembered(let updated, let skipped, let before, let position):
            MemoryImportResponse {
                ($0.sequence, $0.isChanged, $0.updated) = (sequence, changed, updated)
                ($0.skipped, $0.before, $0.position) = (skipped, before, position)
            }
        case .daily(let daily): DailyResponse(daily)
        case .feed(let page): FeedPageResponse(page)
        case .categories(let names, let counts):
            CategoriesResponse {
                $0.items = Array(names.prefix(Limits.packCategories))
                $0.counts = counts.map { Array($0.prefix(Limits.packCategories)) }
                $0.total = names.count
            }
        case .shown(let isShown):
            TranslationModeResponse {
                ($0.sequence, $0.isChanged, $0.isShown) = (sequence, changed, isShown)
                $0.joke = joke
            }
        case .translated(let joke):
            TranslationResponse { ($0.sequence, $0.isChanged, $0.joke) = (sequence, changed, joke) }
        }
    }
}

extension FeedPageResponse {
    fileprivate init(_ view: FeedPageView) {
        self.init()
        let key = view.feed.key
        (source, query, page, jokes) = (key.source, key.query, view.page, view.items.thatFit())
        (isLoading, hasMore, total) = (view.isLoading, view.feed.hasMore, view.feed.total)
        (category, saved) = (view.category, view.saved.map(\.rawValue))
        let following = Cursor.page(view.page + 1, of: key, category: view.category)
        next = view.next.map { Cursor(after: String($0), of: following).text }
    }
}

extension TasteResponse.Arm {
    init(_ report: TasteReport) {
        self.init(
            kind: report.arm.kind.rawValue, name: report.arm.name, weight: report.weight,
            likes: report.likes, dislikes: report.dislikes, mean: Self.rounded(report.mean),
            share: Self.rounded(report.share))
    }

    /// Returns the value with four decimals. More would not be significant.
    private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}
