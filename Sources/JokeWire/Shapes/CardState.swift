// SPDX-License-Identifier: MIT

/// Everything that clients display: the result of `state.get` and the content of a `state` event.
package struct CardState: Shape {
    package enum BackgroundColor: String, WireWord {
        case gray, red, green
        package static let neutral = Self.gray
    }

    package enum DecisionState: String, WireWord {
        case disliked, undecided, liked
        package static let neutral = Self.undecided
    }

    package var fetching = false
    package var joke = Joke()
    package var backgroundColor = BackgroundColor.neutral
    package var decisionState = DecisionState.neutral
    package var showTranslation = false
    package var revealed = true
    package var holdPunchline = false
    /// It is bounded, because clients calculate with it in columns and pixels.
    package var cardTranslation = 0.0 {
        didSet { cardTranslation = min(max(cardTranslation, -Limits.shift), Limits.shift) }
    }
    package var error: ErrorInfo?
    /// Before the first attempt, it is true.
    package var online = true
    package var queue = Queue()
    package var saved = Saved()

    package init() {}

    package static let name = "State", summary = "Everything that clients display."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("fetching", &fetching, "Whether a fetch is in flight, prefetch included.")
        try v("joke", &joke, "The joke on the card.")
        try v("backgroundColor", &backgroundColor, "Read an unknown color as gray.")
        try v("decisionState", &decisionState, "Read an unknown decision as undecided.")
        try v("showTranslation", &showTranslation, "Whether clients show translations.")
        try v(
            "revealed", &revealed, "Whether clients show the whole joke, and not only its setup.",
            absent: true)
        try v(
            "holdPunchline", &holdPunchline, "Whether the user wants punch lines to be held back.",
            absent: false)
        try v(
            "cardTranslation", &cardTranslation,
            "The card's shift as a fraction of its width; negative is left.")
        try v("error", &error, "What does not work at the moment, or null.")
        try v("online", &online, "Whether the last attempt to reach the network succeeded.")
        try v("queue", &queue)
        try v("saved", &saved)
    }

    /// The reason of a failure: `message` for people, and `kind` for programs.
    package struct ErrorInfo: Shape {
        package var kind = ""
        package var message = ""
        /// RFC 3339 with zone, or nil if there is no next attempt or its time is not known.
        package var retryAt: String?

        package init() {}
        package init(kind: String, message: String, retryAt: String? = nil) {
            (self.kind, self.message, self.retryAt) = (kind, message, retryAt)
        }

        package static let name = "Trouble", summary = "Why something failed."

        package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
            try v("kind", &kind, as: .words(of: ErrorKind.self))
            try v("message", &message, "For people.")
            try v("retryAt", &retryAt, "When jokesd tries again, or null.", as: .nullable(.time))
        }
    }

    package struct Queue: Shape {
        package var count = 0
        package var capacity = 0

        package init() {}
        package init(count: Int, capacity: Int) { (self.count, self.capacity) = (count, capacity) }

        package static let name = "QueueCount", summary = "How full the queue is."

        package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
            try v("count", &count)
            try v("capacity", &capacity)
        }
    }

    package struct Saved: Shape {
        package var count = 0

        package init() {}
        package init(count: Int) { self.count = count }

        package static let name = "SavedCount", summary = "How many jokes are saved."

        package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
            try v("count", &count)
        }
    }
}
