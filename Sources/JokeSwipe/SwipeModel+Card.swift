// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// A drag in progress.
enum DragInput: Sendable, Hashable {
    case mouse(DragGesture, joke: String)
    /// A drag by arrow keys: the steps from the middle, and the time of the last key press.
    case keys(steps: Int, pressed: Duration, joke: String)

    var joke: String {
        switch self {
        case .mouse(_, let joke), .keys(_, _, let joke): joke
        }
    }
}

// The keys and the mouse on the card. Each request names the joke that was shown, so that it has no effect if another
// joke has replaced it.
extension SwipeModel {
    /// The interval at which a resting drag is reported again, so that the card does not spring back (Protocol.md,
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

    mutating func pressOnCard(_ key: Key, at now: Duration) -> [Action] {
        switch key {
        case .left: return step(-1, at: now)
        case .right: return step(1, at: now)
        case .up: scrollBy(-1)
        case .down: scrollBy(1)
        case .enter: return release(at: now)
        case .escape: return putBack(at: now)
        case .character(let letter): return press(letter, at: now)
        default: break
        }
        return []
    }

    private mutating func press(_ letter: Character, at now: Duration) -> [Action] {
        switch letter {
        case " ": return reveal(at: now)
        case "h": return step(-1, at: now)
        case "l": return step(1, at: now)
        case "+": return decide(.jokeLike, at: now)
        case "-": return decide(.jokeDislike, at: now)
        case "n":
            hold = nil
            return ask(.jokeNext, at: now)
        case "p":
            hold = nil
            return ask(.jokePrevious, at: now)
        case "u": return ask(.jokeUndo, at: now)
        case "t": return ask(.translationShow, ["show": "toggle"], at: now)
        case "c": return [.share(nil)]
        case "s": return openSaved(searching: false, at: now)
        case "/": return openSaved(searching: true, at: now)
        case "?":
            (page, helpScroll) = (.help, 0)
            return []
        case "q": return [.quit]
        default: return []
        }
    }

    private mutating func decide(_ method: Method, at now: Duration) -> [Action] {
        guard let state else { return [] }
        hold = nil
        return ask(method, ["ifJoke": .string(state.joke.id.rawValue)], at: now)
    }

    private mutating func reveal(at now: Duration) -> [Action] {
        guard let state, !state.revealed else { return [] }
        return ask(.jokeReveal, ["ifJoke": .string(state.joke.id.rawValue)], at: now)
    }

    private mutating func scrollBy(_ lines: Int) {
        guard let layout else { return }
        scroll = max(0, min(scroll + lines, layout.face.lines.count - layout.textRows.count))
    }
}

// MARK: - Dragging

extension SwipeModel {
    private mutating func step(_ direction: Int, at now: Duration) -> [Action] {
        guard let state else { return [] }
        var steps = DragReport.steps(of: state)
        if case .keys(let held, _, _) = hold { steps = held }
        let most = DragReport.mostSteps
        steps = max(-most, min(most, steps + direction))
        hold = .keys(steps: steps, pressed: now, joke: state.joke.id.rawValue)
        return drag(to: DragReport(steps: steps, cardWidth: place.size.columns), at: now)
    }

    mutating func moveOnCard(_ mouse: MouseReport, at now: Duration) -> [Action] {
        switch mouse.kind {
        case .press:
            guard let state, isOnCard(mouse) else { return [] }
            let gesture = DragGesture(from: mouse.column, cardWidth: place.size.columns, at: now)
            hold = .mouse(gesture, joke: state.joke.id.rawValue)
            return []
        case .drag:
            guard case .mouse(var gesture, let joke) = hold else { return [] }
            gesture.move(to: mouse.column, at: now)
            hold = .mouse(gesture, joke: joke)
            unsent = gesture.report(at: now)
            return sendUnsentDrag(at: now)
        case .release:
            guard case .mouse(let gesture, _) = hold else { return [] }
            if !gesture.hasMoved, state?.revealed == false {
                hold = nil
                return reveal(at: now)
            }
            return release(at: now)
        case .wheelUp: scrollBy(-1)
        case .wheelDown: scrollBy(1)
        }
        return []
    }

    private func isOnCard(_ mouse: MouseReport) -> Bool {
        let shift = Int((state?.cardTranslation ?? 0) * Double(place.size.columns))
        let columns = (place.column + shift)..<(place.column + shift + place.size.columns)
        return columns.contains(mouse.column)
            && (place.row..<(place.row + place.size.rows)).contains(mouse.row)
    }

    private mutating func drag(to report: DragReport, at now: Duration) -> [Action] {
        guard !client.isPending(.cardDrag) else {
            unsent = report
            return []
        }
        unsent = nil
        lastReport = now
        return ask(.cardDrag, report.parameters(for: hold?.joke ?? ""), at: now)
    }

    /// Reports the newest position if the pause is over and the last report has its reply.
    mutating func sendUnsentDrag(at now: Duration) -> [Action] {
        guard let report = unsent, now >= lastReport + Self.reportPause else { return [] }
        return drag(to: report, at: now)
    }

    private mutating func release(at now: Duration) -> [Action] {
        guard let held = hold else { return [] }
        var actions: [Action] = []
        // Send the last position without waiting for a reply. The daemon handles requests in order.
        if let report = unsent {
            client.forget(.cardDrag)
            actions += drag(to: report, at: now)
        }
        hold = nil
        return actions + ask(.cardRelease, ["ifJoke": .string(held.joke)], at: now)
    }

    private mutating func putBack(at now: Duration) -> [Action] {
        guard hold != nil || state?.cardTranslation != 0 else { return [] }
        hold = nil
        return ask(.cardReset, at: now)
    }

    /// Returns the time of the next report if the mouse does not move, or nil if nothing is dragged.
    func nextReport(after now: Duration) -> Duration? {
        if unsent != nil { return lastReport + Self.reportPause * 2 }
        return switch hold {
        case .mouse(let gesture, _):
            min(gesture.movesUntil(after: now) ?? (lastReport + Self.reminder), lastReport + Self.reminder)
        case .keys: lastReport + Self.reminder
        case nil: nil
        }
    }

    /// Reports a resting drag: once that it rests, then repeatedly that it continues.
    mutating func keepDragging(at now: Duration) -> [Action] {
        guard let moment = nextReport(after: lastReport), moment <= now, !client.isPending(.cardDrag) else {
            return []
        }
        if unsent != nil { return sendUnsentDrag(at: now) }
        switch hold {
        case .mouse(let gesture, _):
            // The button was pressed, but the card has not moved.
            guard lastReport > .zero, state?.cardTranslation != 0 else {
                lastReport = now
                return []
            }
            return drag(to: gesture.report(at: now), at: now)
        case .keys(let steps, let pressed, _):
            guard now - pressed < Self.longestHold else {
                hold = nil
                return []
            }
            return drag(to: DragReport(steps: steps, cardWidth: place.size.columns), at: now)
        case nil: return []
        }
    }

    /// Ends the drag if another joke is shown, or a drag by keys if another client moved the card.
    mutating func letGo(of former: CardState?, cause: EventCause?) {
        if former?.joke.id != state?.joke.id { scroll = 0 }
        guard let hold, let state else { return }
        if hold.joke != state.joke.id.rawValue { return self.hold = nil }
        guard case .keys = hold, former?.cardTranslation != state.cardTranslation else { return }
        if case .open(let ours?) = link, cause?.connection == ours { return }
        self.hold = nil
    }

    /// The size of the card, and its position when it is not dragged.
    var place: CardGeometry { layout?.place ?? CardGeometry(on: size) }

    /// Computes the layout again. Called after every change that could affect the text on the card.
    mutating func layOut() { layout = state.map { CardLayout(of: $0, on: size, display) } }
}
