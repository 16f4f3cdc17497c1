// SPDX-License-Identifier: MIT

/// Everything that clients display: the result of `state.get` and the content of a `state` event.
package struct CardState: Sendable, Hashable {
    package enum BackgroundColor: String, WireWord { case gray, red, green }
    package enum DecisionState: String, WireWord { case disliked, undecided, liked }

    /// Whether a fetch is in flight, including prefetches.
    package var fetching: Bool
    package var joke: Joke
    package var backgroundColor: BackgroundColor
    package var decisionState: DecisionState
    package var showTranslation: Bool
    /// Whether clients show the whole joke on the card, and not only its setup.
    package var revealed: Bool
    /// Whether the user wants the punch line of a joke to be held back.
    package var holdPunchline: Bool
    /// The card's shift as a fraction of its width; negative is left.
    package var cardTranslation: Double
    package var error: ErrorInfo?
    /// Whether the last attempt to reach a source over the network succeeded, or true before the first attempt.
    package var online: Bool
    package var queue: Queue
    package var saved: Saved

    /// The reason of a failure: `message` for people, and `kind` for programs.
    package struct ErrorInfo: Sendable, Hashable {
        package var kind: String
        package var message: String
        /// The time of the next attempt, RFC 3339 with zone, or nil if there is none or it is not known.
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
        showTranslation: Bool, revealed: Bool = true, holdPunchline: Bool = false, cardTranslation: Double,
        error: ErrorInfo?, online: Bool, queue: Queue, saved: Saved
    ) {
        self.fetching = fetching
        self.joke = joke
        self.backgroundColor = backgroundColor
        self.decisionState = decisionState
        self.showTranslation = showTranslation
        self.revealed = revealed
        self.holdPunchline = holdPunchline
        // Clients calculate with it in columns and pixels.
        self.cardTranslation = min(max(cardTranslation, -Limits.shift), Limits.shift)
        self.error = error
        self.online = online
        self.queue = queue
        self.saved = saved
    }
}

// MARK: On the wire

extension CardState: FrequentWireObject {
    package static var schemaName: String? { "State" }
    package static var summary: String { "Everything that clients display." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            fetching: visitor.member(
                "fetching", "Whether a fetch is in flight, prefetch included."
            ) { $0.fetching },
            joke: visitor.member("joke", "The joke on the card.") { $0.joke },
            backgroundColor: visitor.member("backgroundColor", "Read an unknown color as gray.") {
                $0.backgroundColor
            },
            decisionState: visitor.member("decisionState", "Read an unknown decision as undecided.") {
                $0.decisionState
            },
            showTranslation: visitor.member(
                "showTranslation", "Whether clients show translations."
            ) { $0.showTranslation },
            revealed: visitor.member(
                "revealed", "Whether clients show the whole joke, and not only its setup.", absent: true
            ) { $0.revealed },
            holdPunchline: visitor.member(
                "holdPunchline", "Whether the user wants punch lines to be held back.", absent: false
            ) { $0.holdPunchline },
            cardTranslation: visitor.member(
                "cardTranslation", "The card's shift as a fraction of its width; negative is left."
            ) {
                $0.cardTranslation
            },
            error: visitor.member("error", "What does not work at the moment, or null.") { $0.error },
            online: visitor.member("online", "Whether the last attempt to reach the network succeeded.") {
                $0.online
            },
            queue: visitor.member("queue") { $0.queue },
            saved: visitor.member("saved") { $0.saved })
    }

    /// Returns the names of the members that differ from those of `older`, in the order of the wire: an event's
    /// `changed`.
    package func changed(since older: CardState) -> [String] { changedByTable(since: older) }
}

extension CardState.BackgroundColor {
    package static var neutral: Self { .gray }
}

extension CardState.DecisionState {
    package static var neutral: Self { .undecided }
}

extension CardState.ErrorInfo: FrequentWireObject {
    package static var schemaName: String? { "Trouble" }
    package static var summary: String { "Why something failed." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            kind: visitor.member("kind", as: .words(of: ErrorKind.self)) { $0.kind },
            message: visitor.member("message", "For people.") { $0.message },
            retryAt: visitor.member("retryAt", "When jokesd tries again, or null.", as: .nullable(.time)) {
                $0.retryAt
            }
        )
    }
}

extension CardState.Queue: FrequentWireObject {
    package static var schemaName: String? { "QueueCount" }
    package static var summary: String { "How full the queue is." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            count: visitor.member("count") { $0.count },
            capacity: visitor.member("capacity") { $0.capacity })
    }
}

extension CardState.Saved: FrequentWireObject {
    package static var schemaName: String? { "SavedCount" }
    package static var summary: String { "How many jokes are saved." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(count: visitor.member("count") { $0.count })
    }
}
