// SPDX-License-Identifier: MIT

/// The methods, by their names on the wire.
package enum Method: String, Sendable, Hashable, CaseIterable {
    case hello
    case ping
    case stateGet = "state.get"
    case stateSubscribe = "state.subscribe"
    case stateUnsubscribe = "state.unsubscribe"
    case cardDrag = "card.drag"
    case cardRelease = "card.release"
    case cardReset = "card.reset"
    case jokeCurrent = "joke.current"
    case jokeNext = "joke.next"
    case jokeLike = "joke.like"
    case jokeDislike = "joke.dislike"
    case jokeUndo = "joke.undo"
    case dailyGet = "daily.get"
    case savedList = "saved.list"
    case savedGet = "saved.get"
    case savedDelete = "saved.delete"
    case queueList = "queue.list"
    case daemonStatus = "daemon.status"
}

extension Method {
    package var description: MethodDescription { Self.descriptions[self] ?? describe() }

    /// Made once: a description is asked for with every request.
    private static let descriptions = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.describe()) })

    private func describe() -> MethodDescription {
        let about = about
        return MethodDescription(
            name: rawValue, summary: about.summary, params: params, isChange: isChange, result: about.result)
    }

    private var isChange: Bool {
        switch self {
        case .cardDrag, .cardRelease, .cardReset, .jokeNext, .jokeLike, .jokeDislike, .jokeUndo, .savedDelete:
            true
        // The day's joke is stored when it is first asked for, but nobody's card moves.
        case .hello, .ping, .stateGet, .stateSubscribe, .stateUnsubscribe, .jokeCurrent, .dailyGet,
            .savedList,
            .savedGet, .queueList, .daemonStatus:
            false
        }
    }

    private var about: (summary: String, result: String) {
        switch self {
        case .hello:
            (
                "Says who asks, and learns what the server can do.",
                "The server's version, features and limits."
            )
        case .ping: ("Answers at once.", "An empty object.")
        case .stateGet: ("Gets the whole state.", "epoch, seq and the state.")
        case .stateSubscribe:
            ("Sends events from now on.", "subscription, connection, epoch, seq and whether it resumed.")
        case .stateUnsubscribe: ("Ends a subscription of this connection.", "An empty object.")
        case .cardDrag: ("Moves the card under a finger.", "seq and changed.")
        case .cardRelease:
            (
                "Lets the card go, which decides or springs back.",
                "seq, changed, the joke and the decided one or null."
            )
        case .cardReset: ("Puts the card back to the middle, undecided.", "seq and changed.")
        case .jokeCurrent: ("Gets the joke on the card.", "joke and seq.")
        case .jokeNext:
            ("Puts the next joke on the card, undecided.", "seq, changed, the joke and decided: null.")
        case .jokeLike:
            ("Likes a joke: it is saved.", "seq, changed, the joke on the card and the decided one.")
        case .jokeDislike:
            (
                "Dislikes a joke: it does not come back.",
                "seq, changed, the joke on the card and the decided one."
            )
        case .jokeUndo:
            ("Takes the newest decision or deletion back.", "seq, changed and the joke on the card.")
        case .dailyGet: ("Gets the day's joke, the same for everybody all day.", "joke and its date.")
        case .savedList: ("Lists saved jokes, a page at a time.", "items, next and total.")
        case .savedGet: ("Gets one saved joke.", "joke and savedAt.")
        case .savedDelete: ("Moves saved jokes to the trash.", "seq, changed and the ids that were deleted.")
        case .queueList: ("Lists the jokes that come next.", "items and total.")
        case .daemonStatus: ("Says how the daemon does.", "version, uptime, store, sources and connections.")
        }
    }
}
