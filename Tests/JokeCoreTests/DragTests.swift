// SPDX-License-Identifier: MIT
import JokeCore
import JokeTestSupport
import JokeWire
import Testing

@Suite("A drag")
struct DragTests {
    @Test(
        "a drag colors the card from half its width on", .rule(1),
        arguments: [
            (0, .gray), (0.49, .gray), (0.5, .green), (0.51, .green), (7, .green), (1e308, .green),
            (-0.49, .gray), (-0.5, .red), (-0.51, .red), (-7, .red), (-1e308, .red),
        ] as [(Double, CardState.BackgroundColor)])
    func cardColor(translation: Double, color: CardState.BackgroundColor) {
        let driver = ModelDriver()
        #expect(driver.drag(translation, end: 200).outcome != nil)
        #expect(driver.state.backgroundColor == color)
        #expect(driver.state.cardTranslation == min(max(translation, -Limits.shift), Limits.shift))
    }

    @Test(
        "a drag decides from six tenths of the width on, if the predicted end is outside", .rule(1),
        arguments: [
            (0.6, 414, .liked), (0.6, 500, .liked), (0.6, 413.9, .undecided), (0.59, 414, .undecided),
            (0.9, 300, .undecided), (-0.6, -0.1, .disliked), (-0.6, -500, .disliked),
            (-0.6, 0, .undecided), (-0.59, -1, .undecided), (-0.9, 100, .undecided),
            (0.6, -1, .undecided), (-0.6, 414, .undecided),
        ] as [(Double, Double, CardState.DecisionState)])
    func decisionThreshold(translation: Double, end: Double, decision: CardState.DecisionState) {
        let driver = ModelDriver()
        driver.drag(translation, end: end, width: 414)
        #expect(driver.state.decisionState == decision)
    }

    @Test(
        "a drag with a number that is not finite or a width of zero or less is refused and changes nothing",
        .rule(1),
        arguments: [
            (.nan, 0, 414, "translation"), (.infinity, 0, 414, "translation"),
            (-.infinity, 0, 414, "translation"), (0.6, .nan, 414, "predictedEndX"),
            (0.6, .infinity, 414, "predictedEndX"), (-0.6, -.infinity, 414, "predictedEndX"),
            (0.6, 414, .nan, "width"), (0.6, 414, .infinity, "width"), (0.6, 414, -.infinity, "width"),
            (0.6, 414, 0, "width"), (0.6, 414, -414, "width"), (0.6, 414, -0.0, "width"),
        ] as [(Double, Double, Double, String)])
    func invalidNumbers(translation: Double, end: Double, width: Double, parameter: String) {
        let driver = ModelDriver()
        driver.drag(0.55, end: 200)
        let before = driver.state
        let call = driver.drag(translation, end: end, width: width)
        guard case .invalid(parameter, _) = call.refusal else {
            Issue.record("\(String(describing: call.reply))")
            return
        }
        #expect(driver.state == before)
    }

    @Test("a card that is released undecided returns to the middle", .rule(2))
    func releasedUndecided() {
        let driver = ModelDriver()
        driver.drag(0.9, end: 300)
        let outcome = driver.release().outcome
        #expect(outcome?.changed == true)
        #expect(driver.state.cardTranslation == 0)
        #expect(driver.state.backgroundColor == .gray)
        #expect(driver.card == Joke.starter.id.rawValue)
        #expect(driver.saved.isEmpty)
    }

    @Test("a card that is released to the right is saved, then the next joke is shown", .rule(2))
    func releasedRight() {
        let driver = ModelDriver(.with(.pack))
        driver.deliver(["a", "b"])
        driver.drag(0.6, end: 414)
        let call = driver.release()
        #expect(driver.saved == [Joke.starter.id.rawValue])
        #expect(driver.card == "a")
        #expect(call.outcome?.product == .decided(.starter))
        #expect(driver.state.decisionState == .undecided)
        #expect(driver.state.cardTranslation == 0)
    }

    @Test("a card that is released to the left is disliked, then the next joke is shown", .rule(2))
    func releasedLeft() {
        let driver = ModelDriver(.with(.pack))
        driver.deliver(["a", "b"])
        driver.drag(-0.6, end: -1)
        driver.release()
        #expect(driver.saved.isEmpty)
        #expect(driver.archive.statuses[Joke.starter.id]?.isDisliked == true)
        #expect(driver.card == "a")
    }

    @Test(
        "a drag without a report returns to the middle after five seconds, and not earlier", .rule(2),
        arguments: [false, true])
    func abandoned(isDecided: Bool) {
        let driver = ModelDriver()
        driver.drag(0.7, end: isDecided ? 500 : 300)
        driver.pass(.milliseconds(4_999))
        #expect(driver.state.backgroundColor == .green)
        driver.pass(.milliseconds(1))
        #expect(driver.state.backgroundColor == .gray)
        #expect(driver.state.decisionState == .undecided)
        #expect(driver.state.cardTranslation == 0)
        #expect(driver.publications.last?.cause == nil)
        #expect(driver.release().outcome?.changed == false)
        #expect(driver.saved.isEmpty)
    }

    @Test("a drag does not time out while reports arrive, even of the same position")
    func repeatedReports() {
        let driver = ModelDriver()
        for _ in 0..<4 {
            driver.drag(0.55, end: 300)
            driver.pass(.seconds(4))
        }
        #expect(driver.state.backgroundColor == .green)
    }

    @Test("a drag leaves no deadline after a release, a reset or a decision", arguments: 0..<4)
    func noDeadlineAfterEnd(way: Int) {
        let driver = ModelDriver()
        driver.drag(0.7, end: 500)
        #expect(driver.nextDeadline != nil)
        switch way {
        case 0: driver.release()
        case 1: driver.request(.reset)
        case 2: driver.like()
        default: driver.next()
        }
        #expect(driver.nextDeadline == nil)
        #expect(driver.state.cardTranslation == 0)
    }

    @Test("the later of two clients' drags holds", .rule(2))
    func twoClients() {
        let driver = ModelDriver()
        driver.request(.drag(translation: 0.9, predictedEndX: 500, width: 414), client: "left hand")
        driver.request(.drag(translation: -0.3, predictedEndX: 10, width: 100), client: "right hand")
        #expect(driver.state.cardTranslation == -0.3)
        #expect(driver.state.decisionState == .undecided)
        #expect(driver.publications.last?.cause?.client == "right hand")
        driver.release()
        #expect(driver.saved.isEmpty)
    }

    @Test("a drag is published to all clients with the names of the changed members")
    func publishesChangedMembers() {
        let driver = ModelDriver()
        driver.drag(0.5, end: 300)
        #expect(driver.publications.last?.changed == ["backgroundColor", "cardTranslation"])
        driver.drag(0.7, end: 500)
        #expect(driver.publications.last?.changed == ["decisionState", "cardTranslation"])
    }

    @Test("a drag writes nothing to the store")
    func writesNothing() {
        let driver = ModelDriver(.with(.pack))
        driver.deliver(["a", "b", "c", "d"])
        driver.daily()
        let effects = driver.effects.count
        driver.drag(0.5, end: 300)
        #expect(driver.effects.dropFirst(effects).count { $0.isWrite } == 0)
    }

    @Test("a drag to the card's present position is no change")
    func samePosition() {
        let driver = ModelDriver()
        driver.drag(0.3, end: 200)
        let published = driver.publications { #expect(driver.drag(0.3, end: 200).outcome?.changed == false) }
        #expect(published.isEmpty)
    }
}
