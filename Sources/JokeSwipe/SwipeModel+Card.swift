// SPDX-License-Identifier: MIT
import JokeClient
import JokeWire

/// The card in somebody's hand.
enum DragInput: Sendable, Hashable {
    case mouse(DragGesture, joke: String)
    /// By arrow keys, in steps; when the last one was pressed.
    case keys(steps: Int, pressed: Duration, joke: String)

    var joke: String {
        switch self {
        case .mouse(_, let joke), .keys(_, _, let joke): joke
        }
    }
}

// What keys and the mouse do to the card. Each request names the joke that was seen: if another one is on the card by
// then, nothing happens to it.
extension SwipeModel {
    /// A card that is held still is said to be every so often, lest it springs back (Protocol.md, "card.drag").
    private static let reminder: Duration = .seconds(2)
    /// A mouse tells of its moves up to a thousand times a second, and each one that is reported costs the daemon and
    /// every front that shows the card. So one is reported by the first move after this time or, where none comes, after
    /// twice of it: while moves come, no timer has to ring. Where the hand lets go is always told.
    private static let reportPause: Duration = .milliseconds(25)
    /// But a key that was pressed so long ago holds nothing.
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
        case "l": return decide(.jokeLike, at: now)
        case "d": return decide(.jokeDislike, at: now)
        case "n":
            hold = nil
            return ask(.jokeNext, at: now)
        case "u": return ask(.jokeUndo, at: now)
        case "t": return ask(.translationShow, ["show": "toggle"], at: now)
        case "c": return [.share(nil)]
        case "s": return openSaved(searching: false, at: now)
        case "/": return openSaved(searching: true, at: now)
        case "?":
            page = .help
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

    private mutating func scrollBy(_ lines: Int) {
        guard let layout else { return }
        scroll = max(0, min(scroll + lines, layout.face.lines.count - layout.room))
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
            guard case .mouse = hold else { return [] }
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

    /// Where the mouse has been since the last report, once that is long enough ago, and answered.
    mutating func sendUnsentDrag(at now: Duration) -> [Action] {
        guard let report = unsent, now >= lastReport + Self.reportPause else { return [] }
        return drag(to: report, at: now)
    }

    private mutating func release(at now: Duration) -> [Action] {
        guard let held = hold else { return [] }
        var actions: [Action] = []
        // What the hand did last counts, answered or not: the daemon takes requests in their order.
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

    /// When a drag is to be reported though nothing moves any more.
    func nextReport(after now: Duration) -> Duration? {
        if unsent != nil { return lastReport + Self.reportPause * 2 }
        return switch hold {
        case .mouse(let gesture, _):
            min(gesture.movesUntil(after: now) ?? (lastReport + Self.reminder), lastReport + Self.reminder)
        case .keys: lastReport + Self.reminder
        case nil: nil
        }
    }

    /// The hand rests: it says so, and that it is still there.
    mutating func keepDragging(at now: Duration) -> [Action] {
        guard let moment = nextReport(after: lastReport), moment <= now, !client.isPending(.cardDrag) else {
            return []
        }
        if unsent != nil { return sendUnsentDrag(at: now) }
        switch hold {
        case .mouse(let gesture, _):
            // Pressed, but never moved.
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

    /// Somebody else moved the card, or it is another one: keys do not hold it any longer.
    mutating func letGo(of former: CardState?, cause: StateEvent.Cause?) {
        if former?.joke.id != state?.joke.id { scroll = 0 }
        guard let hold, let state else { return }
        if hold.joke != state.joke.id.rawValue { return self.hold = nil }
        guard case .keys = hold, former?.cardTranslation != state.cardTranslation else { return }
        if case .open(let ours?) = link, cause?.connection == ours { return }
        self.hold = nil
    }

    /// Where the card rests.
    var place: CardGeometry { layout?.place ?? CardGeometry(on: size) }

    /// After anything that could have changed what is written on the card.
    mutating func layOut() { layout = state.map { CardLayout(of: $0, on: size, display) } }
}
