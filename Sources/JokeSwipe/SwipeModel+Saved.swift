// SPDX-License-Identifier: MIT
import JokeCards
import JokeWire

// The page of saved jokes, which replaces the card.
extension SwipeModel {
    mutating func openSaved(searching: Bool, at now: Duration) -> [Action] {
        page = .saved
        session.forgetDrag()
        saved.showsTranslation = state?.showTranslation ?? false
        return ask(saved.open(searching: searching), at: now)
    }

    mutating func pressInSaved(_ key: Key, at now: Duration) -> [Action] { ask(saved.press(key), at: now) }

    /// Performs the actions that the list returned.
    mutating func ask(_ wants: [JokeBrowser.BrowserAction], at now: Duration) -> [Action] {
        wants.flatMap { want -> [Action] in
            switch want {
            case .page(let list, let method, let params): ask(method, params, tag: list, at: now)
            case .delete(let number, let id):
                ask(.savedDelete, ["jokes": [.string(id)]], tag: number, at: now)
            case .restore(let id): ask(.savedRestore, ["jokes": [.string(id)]], at: now)
            case .undo: perform(.undo, at: now)
            case .toggleTranslation: ask(.translationShow, ["show": "toggle"], at: now)
            case .share(let id): [.share(id)]
            case .leave: leaveSaved()
            case .quit: [.quit]
            }
        }
    }

    /// Returns the beginning of the joke in quotation marks, for a message about it.
    func name(of joke: Joke?) -> String {
        guard let joke else { return "the joke" }
        let width = max(12, min(40, size.columns - 32))
        return "\"\(display.name(of: joke, translated: saved.showsTranslation, width: width))\""
    }

    private mutating func leaveSaved() -> [Action] {
        page = .card
        return []
    }
}
