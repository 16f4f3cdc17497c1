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
            AddResponse(
                sequence: sequence, isChanged: changed, joke: joke, decided: added, rejection: rejection)
        case .next(let error):
            NextResponse(sequence: sequence, isChanged: changed, joke: joke, error: error)
        case .handedOut(let joke, let error):
            NextResponse(sequence: sequence, isChanged: changed, joke: joke, error: error)
        case .revealed: RevealResponse(sequence: sequence, isChanged: changed, joke: joke)
        case .undone(let undone, let isCardChanged):
            UndoResponse(
                sequence: sequence, isChanged: changed, joke: joke, undone: undone,
                isCardChanged: isCardChanged)
        case .deleted(let ids):
            DeleteResponse(sequence: sequence, isChanged: changed, deleted: ids.map(\.rawValue))
        case .restored(let ids):
            RestoreResponse(sequence: sequence, isChanged: changed, restored: ids.map(\.rawValue))
        case .imported(let counts, let skipped, let pending):
            ImportResponse(
                sequence: sequence, isChanged: changed, added: counts.added, updated: counts.updated,
                unchanged: counts.unchanged, skipped: skipped, pending: pending)
        case .remembered(let updated, let skipped, let before, let position):
            MemoryImportResponse(
                sequence: sequence, isChanged: changed, updated: updated, skipped: skipped, before: before,
                position: position)
        case .daily(let daily): DailyResponse(daily)
        case .feed(let page): FeedPageResponse(page)
        case .categories(let names, let counts):
            CategoriesResponse(
                items: Array(names.prefix(Limits.packCategories)),
                counts: counts.map { Array($0.prefix(Limits.packCategories)) }, total: names.count)
        case .shown(let isShown):
            TranslationModeResponse(sequence: sequence, isChanged: changed, isShown: isShown, joke: joke)
        case .translated(let joke):
            TranslationResponse(sequence: sequence, isChanged: changed, joke: joke)
        }
    }
}

extension FeedPageResponse {
    fileprivate init(_ view: FeedPageView) {
        self.init(
            source: view.feed.key.source, query: view.feed.key.query, page: view.page,
            jokes: view.items.thatFit(),
            isLoading: view.isLoading, hasMore: view.feed.hasMore, total: view.feed.total,
            category: view.category,
            next: view.next.map {
                FileCursor($0, page: view.page + 1, of: view.feed.key, category: view.category).text
            }, saved: view.saved.map(\.rawValue))
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
