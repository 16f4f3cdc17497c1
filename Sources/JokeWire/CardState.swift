// SPDX-License-Identifier: MIT

/// The state that every front shows, whole: what `state.get` answers and a `state` event carries.
package struct CardState: Sendable, Hashable {
    package enum BackgroundColor: String, Sendable { case gray, red, green }
    package enum DecisionState: String, Sendable { case disliked, undecided, liked }

    /// Whether some fetch is in flight, prefetch included.
    package var fetching: Bool
    package var joke: Joke
    package var backgroundColor: BackgroundColor
    package var decisionState: DecisionState
    package var showTranslation: Bool
    /// The card's shift, a fraction of its width; negative is left.
    package var cardTranslation: Double
    package var error: Trouble?
    /// Whether the last attempt to reach a source over the network succeeded; true before the first.
    package var online: Bool
    package var queue: Queue
    package var saved: Saved

    /// Why something failed, for people (`message`) and for programs (`kind`).
    package struct Trouble: Sendable, Hashable {
        package var kind: String
        package var message: String
        /// When it is tried again, RFC 3339 with zone; nil where it is not, or not known.
        package var retryAt: String?

        package init(kind: String, message: String, retryAt: String? = nil) {
            self.kind = kind
            self.message = message
            self.retryAt = retryAt
        }
    }

    package struct Queue: Sendable, Hashable {
        package var count: Int
        package var capacity: Int
        package init(count: Int, capacity: Int) {
            self.count = count
            self.capacity = capacity
        }
    }

    package struct Saved: Sendable, Hashable {
        package var count: Int
        package init(count: Int) { self.count = count }
    }

    package init(
        fetching: Bool, joke: Joke, backgroundColor: BackgroundColor, decisionState: DecisionState,
        showTranslation: Bool, cardTranslation: Double, error: Trouble?, online: Bool,
        queue: Queue, saved: Saved
    ) {
        self.fetching = fetching
        self.joke = joke
        self.backgroundColor = backgroundColor
        self.decisionState = decisionState
        self.showTranslation = showTranslation
        self.cardTranslation = cardTranslation
        self.error = error
        self.online = online
        self.queue = queue
        self.saved = saved
    }
}

extension CardState {
    /// The names of the members in which `self` differs from `older`, in wire order: an event's `changed`.
    package func changed(since older: CardState) -> [String] {
        var names: [String] = []
        if fetching != older.fetching { names.append("fetching") }
        if joke != older.joke { names.append("joke") }
        if backgroundColor != older.backgroundColor { names.append("backgroundColor") }
        if decisionState != older.decisionState { names.append("decisionState") }
        if showTranslation != older.showTranslation { names.append("showTranslation") }
        if cardTranslation != older.cardTranslation { names.append("cardTranslation") }
        if error != older.error { names.append("error") }
        if online != older.online { names.append("online") }
        if queue != older.queue { names.append("queue") }
        if saved != older.saved { names.append("saved") }
        return names
    }
}
