// SPDX-License-Identifier: MIT
import JokeCards
import Testing

/// The rules are those of docs/methods.md, "card.drag": decided from 0.6 of the card's width on, with the predicted end outside.
@Suite("Reports of a drag")
struct DragTests {
    private func isDecided(_ report: DragReport) -> Bool {
        report.translation >= 0.6 && report.predictedEndX >= report.width
            || report.translation <= -0.6 && report.predictedEndX < 0
    }

    /// Moves evenly from column 50, every 10 ms.
    private func gesture(by columns: Int, in milliseconds: Int) -> DragGesture {
        var gesture = DragGesture(from: 50, cardWidth: 60, at: .zero)
        for time in stride(from: 10, through: milliseconds, by: 10) {
            gesture.move(to: Double(50 + columns * time / milliseconds), at: .milliseconds(time))
        }
        return gesture
    }

    @Test("a card that is thrown is decided", arguments: [1, -1])
    func thrownCard(_ direction: Int) {
        let gesture = gesture(by: direction * 40, in: 200)
        let report = gesture.report(at: .milliseconds(200))
        #expect(abs(report.translation) == 40.0 / 60 && isDecided(report))
    }

    @Test("a card that is carried as far and held is not decided", arguments: [1, -1])
    func heldCard(_ direction: Int) {
        let gesture = gesture(by: direction * 40, in: 200)
        let rest = gesture.movesUntil(after: .milliseconds(200))
        #expect(rest == .milliseconds(300))
        let report = gesture.report(at: .milliseconds(300))
        #expect(abs(report.translation) == 40.0 / 60 && !isDecided(report))
        #expect(gesture.movesUntil(after: .milliseconds(300)) == nil)
    }

    @Test("a card that is carried slowly is not decided")
    func slowDrag() {
        #expect(!isDecided(gesture(by: 40, in: 2_000).report(at: .milliseconds(2_000))))
    }

    @Test("a card that is thrown back counts by its present direction")
    func thrownBack() {
        var gesture = gesture(by: 50, in: 200)
        for step in 1...5 { gesture.move(to: Double(100 - step * 2), at: .milliseconds(200 + step * 10)) }
        #expect(!isDecided(gesture.report(at: .milliseconds(400))))
    }

    @Test("simultaneous reports have a finite speed")
    func simultaneousReports() {
        var gesture = DragGesture(from: 50, cardWidth: 60, at: .zero)
        gesture.move(to: 51, at: .zero)
        #expect(gesture.report(at: .zero).predictedEndX <= (60 + 1 + 25) / 60.0)
    }

    @Test("a press without motion reports the middle without speed")
    func pressWithoutMotion() {
        let report = DragGesture(from: 50, cardWidth: 60, at: .zero).report(at: .seconds(1))
        #expect(report.translation == 0 && report.predictedEndX == report.width / 2)
    }

    @Test(
        "six steps by key decide, and five do not",
        arguments: [(5, 0.5, false), (6, 0.6, true), (-5, -0.5, false), (-6, -0.6, true), (0, 0, false)])
    func stepsByKey(_ steps: Int, _ translation: Double, _ decided: Bool) {
        let report = DragReport(steps: steps)
        #expect(report.translation == translation)
        #expect(isDecided(report) == decided)
    }
}
