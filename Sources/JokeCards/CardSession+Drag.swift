// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// A drag in progress.
package enum DragInput: Sendable, Hashable {
    case pointer(DragGesture, joke: String)
    /// A drag by arrow keys: the steps from the middle, and the time of the last key press.
    case keys(steps: Int, pressed: Duration, joke: String)

    package var joke: String {
        switch self {
        case .pointer(_, let joke), .keys(_, _, let joke): joke
        }
    }
}

extension CardSession {
    /// The interval at which a resting drag is reported again, so that the card does not spring back (docs/methods.md,
    /// "card.drag").
    private static let reminder: Duration = .seconds(2)
    /// The pause between two reports of a drag.
    ///
    /// A mouse reports up to a thousand moves per second, and each reported drag costs time in the daemon and in every
    /// client that shows the card. The first move after this pause is reported. If none follows, the last one is
    /// reported after twice the pause. So no timer fires while moves arrive. The last position is always reported
    /// before the release.
    private static let reportPause: Duration = .milliseconds(25)
    /// The time after the last key press at which a drag by keys ends.
    private static let longestHold: Duration = .seconds(60)

    // MARK: - The pointer

    /// Begins a drag at the horizontal position of a pointer. The unit is that of `cardWidth`.
    ///
    /// - Parameters:
    ///   - translation: the card's shift on the screen, a fraction of its width.
    ///   - pressed: when the pointer was there, if that is known to be earlier than `now`.
    package mutating func press(
        at position: Double, cardWidth: Double, translation: Double = 0, at now: Duration,
        pressed: Duration? = nil
    ) {
        guard let state else { return }
        let gesture = DragGesture(
            from: position, cardWidth: cardWidth, translation: translation, at: pressed ?? now)
        hold = .pointer(gesture, joke: state.joke.id.rawValue)
    }

    /// - Parameter moved: when the pointer was there, if that is known to be earlier than `now`.
    package mutating func move(to position: Double, at now: Duration, moved: Duration? = nil) {
        guard case .pointer(var gesture, let joke) = hold else { return }
        gesture.move(to: position, at: moved ?? now)
        hold = .pointer(gesture, joke: joke)
        unsent = gesture.report(at: moved ?? now)
        sendUnsentDrag(at: now)
    }

    /// Ends the drag by the pointer. If the pointer has not moved, it was a click, which reveals the punch line.
    ///
    /// - Parameter released: when the pointer let go, if that is known to be earlier than `now`.
    package mutating func letGo(at now: Duration, released: Duration? = nil) {
        guard case .pointer(let gesture, _) = hold else { return }
        if !gesture.hasMoved, state?.revealed == false {
            hold = nil
            perform(.reveal, at: now)
        } else {
            // A program that is late may have reported already that the card rests.
            let final = gesture.report(at: released ?? now)
            if final != reported { unsent = final }
            release(at: now)
        }
    }

    // MARK: - Steps, release and return

    mutating func step(_ direction: Int, at now: Duration) {
        guard let state else { return }
        var steps = DragReport.steps(of: state)
        if case .keys(let held, _, _) = hold { steps = held }
        let most = DragReport.mostSteps
        steps = max(-most, min(most, steps + direction))
        hold = .keys(steps: steps, pressed: now, joke: state.joke.id.rawValue)
        drag(to: DragReport(steps: steps), at: now)
    }

    mutating func release(at now: Duration) {
        guard let held = hold else { return }
        // Send the last position without waiting for a reply. The daemon handles requests in order.
        if let report = unsent {
            client.forget(.cardDrag)
            drag(to: report, at: now)
        }
        hold = nil
        request(.cardRelease, ["ifJoke": .string(held.joke)], at: now)
    }

    mutating func putBack(at now: Duration) {
        guard hold != nil || state?.cardTranslation != 0 else { return }
        hold = nil
        request(.cardReset, at: now)
    }

    /// Whether jokesd has not answered yet to the release of the card.
    package var isReleasing: Bool { client.isPending(.cardRelease) }

    /// Ends a drag of this client without a release, because the card is no longer shown.
    package mutating func forgetDrag() { hold = nil }

    // MARK: - Reports

    private mutating func drag(to report: DragReport, at now: Duration) {
        guard !client.isPending(.cardDrag) else { return unsent = report }
        unsent = nil
        reported = report
        lastReport = now
        request(.cardDrag, report.parameters(for: hold?.joke ?? ""), at: now)
    }

    /// Reports the newest position if the pause is over and the last report has its reply.
    mutating func sendUnsentDrag(at now: Duration) {
        guard let report = unsent, now >= lastReport + Self.reportPause else { return }
        drag(to: report, at: now)
    }

    /// Returns the time of the next report if the pointer does not move, or nil if nothing is dragged.
    func nextReport(after now: Duration) -> Duration? {
        if unsent != nil { return lastReport + Self.reportPause * 2 }
        return switch hold {
        case .pointer(let gesture, _):
            min(gesture.movesUntil(after: now) ?? (lastReport + Self.reminder), lastReport + Self.reminder)
        case .keys: lastReport + Self.reminder
        case nil: nil
        }
    }

    /// Reports a resting drag: once that it rests, then repeatedly that it continues.
    mutating func keepDragging(at now: Duration) {
        guard let moment = nextReport(after: lastReport), moment <= now, !client.isPending(.cardDrag) else {
            return
        }
        if unsent != nil { return sendUnsentDrag(at: now) }
        switch hold {
        case .pointer(let gesture, _):
            // The button was pressed, but the card has not moved.
            guard lastReport > .zero, state?.cardTranslation != 0 else { return lastReport = now }
            drag(to: gesture.report(at: now), at: now)
        case .keys(let steps, let pressed, _):
            guard now - pressed < Self.longestHold else { return hold = nil }
            drag(to: DragReport(steps: steps), at: now)
        case nil: break
        }
    }

    /// Ends the drag if another joke is shown, or a drag by keys if another client moved the card.
    mutating func letGo(of former: CardState?, cause: EventCause?) {
        guard let hold, let state else { return }
        if hold.joke != state.joke.id.rawValue { return self.hold = nil }
        guard case .keys = hold, former?.cardTranslation != state.cardTranslation, !isOwn(cause) else {
            return
        }
        self.hold = nil
    }
}
