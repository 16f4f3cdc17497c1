// SPDX-License-Identifier: MIT
import JokeCards
import JokeClient
import JokeWire

// The keys and the mouse on the card.
extension SwipeModel {
    mutating func pressOnCard(_ key: Key, at now: Duration) -> [Action] {
        switch key {
        case .left: return perform(.left, at: now)
        case .right: return perform(.right, at: now)
        case .up: scrollBy(-1)
        case .down: scrollBy(1)
        case .enter: return perform(.release, at: now)
        case .escape: return perform(.putBack, at: now)
        case .character(let letter): return press(letter, at: now)
        default: break
        }
        return []
    }

    private mutating func press(_ letter: Character, at now: Duration) -> [Action] {
        if let command = CardCommand(key: letter) { return perform(command, at: now) }
        switch letter {
        case "c": return [.share(nil)]
        case "a": return [.write(nil)]
        case "e": return state.map { ask(.savedGet, ["joke": .string($0.joke.id.rawValue)], at: now) } ?? []
        case "s": return openSaved(searching: false, at: now)
        case "/": return openSaved(searching: true, at: now)
        case "f": return openFeed(at: now)
        case "?": return openHelp()
        case "q": return [.quit]
        default: return []
        }
    }

    private mutating func scrollBy(_ lines: Int) {
        guard let layout else { return }
        scroll = max(0, min(scroll + lines, layout.face.lines.count - layout.textRows.count))
    }
}

// MARK: - The mouse

extension SwipeModel {
    mutating func moveOnCard(_ mouse: MouseReport, at now: Duration) -> [Action] {
        switch mouse.kind {
        case .press:
            guard isOnCard(mouse) else { return [] }
            session.press(at: Double(mouse.column), cardWidth: Double(place.size.columns), at: now)
        case .drag: session.move(to: Double(mouse.column), at: now)
        case .release: session.letGo(at: now)
        case .wheelUp: scrollBy(-1)
        case .wheelDown: scrollBy(1)
        }
        return socketActions()
    }

    private func isOnCard(_ mouse: MouseReport) -> Bool {
        let shift = Int((state?.cardTranslation ?? 0) * Double(place.size.columns))
        let columns = (place.column + shift)..<(place.column + shift + place.size.columns)
        return columns.contains(mouse.column)
            && (place.row..<(place.row + place.size.rows)).contains(mouse.row)
    }

    /// The size of the card, and its position when it is not dragged.
    var place: CardGeometry { layout?.place ?? CardGeometry(on: size) }

    /// Computes the layout again. Called after every change that could affect the text on the card.
    mutating func layOut() { layout = state.map { CardLayout(of: $0, on: size, display) } }
}
