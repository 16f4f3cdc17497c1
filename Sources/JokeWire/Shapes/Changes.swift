// SPDX-License-Identifier: MIT

// The results of the methods that change the card, decisions or the taste.

/// The result of a change.
package protocol ChangeReport: Shape {
    /// The sequence number of the newest event that the change caused, or of the newest event at all if it changed
    /// nothing.
    var sequence: Int { get }
    /// Whether the change had an effect.
    var isChanged: Bool { get }
}

extension Visitor {
    /// Visits the members of a `ChangeReport`.
    mutating func report(_ sequence: inout Int, _ isChanged: inout Bool) throws(Failure) {
        try self(
            "seq", &sequence,
            "The number of the newest event that the change caused, or of the newest event if nothing changed."
        )
        try self("changed", &isChanged, "Whether anything changed.")
    }
}

extension StaticString {
    fileprivate static var onCard: StaticString { "The joke that is on the card now." }
}

/// The result of a change that returns nothing else.
package struct ChangeResponse: ChangeReport {
    package var sequence = 0
    package var isChanged = false

    package init() {}
    package init(sequence: Int, isChanged: Bool) { (self.sequence, self.isChanged) = (sequence, isChanged) }

    package static let name = "Change", summary = "The result of a change."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v.report(&sequence, &isChanged)
    }
}

/// The result of `joke.like`, `joke.dislike` and `saved.edit`.
package struct DecisionResponse: ChangeReport {
    package var sequence = 0
    package var isChanged = false
    package var joke = Joke()
    package var decided: Joke?

    package init() {}
    package init(sequence: Int, isChanged: Bool, joke: Joke, decided: Joke?) {
        (self.sequence, self.isChanged, self.joke, self.decided) = (sequence, isChanged, joke, decided)
    }

    package static let name = "Decision", summary = "The result of a decision about a joke."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v.report(&sequence, &isChanged)
        try v("joke", &joke, .onCard)
        try v("decided", &decided, "The joke that was liked, disliked or edited, or null.")
    }
}

/// The result of `joke.add`.
package struct AddResponse: ChangeReport {
    package var sequence = 0
    package var isChanged = false
    package var joke = Joke()
    /// The joke that was added, now or before. The name of the member makes the result one of the shape Decision, too.
    package var decided = Joke()
    package var rejection: String?

    package init() {}

    package static let name = "Addition", summary = "The result of adding a joke."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v.report(&sequence, &isChanged)
        try v("joke", &joke, .onCard)
        try v("decided", &decided, "The joke that was added, now or before.")
        try v("rejection", &rejection, "Why the added joke does not come by itself, or null if it does.")
    }
}

/// The result of `joke.next`.
package struct NextResponse: ChangeReport {
    package var sequence = 0
    package var isChanged = false
    /// The next joke. It is on the card now, unless the request left the card alone.
    package var joke = Joke()
    /// Always nil. This member makes the result one of the shape Decision, too.
    package var decided: Joke?
    package var error: CardState.ErrorInfo?

    package init() {}
    package init(
        sequence: Int, isChanged: Bool, joke: Joke, decided: Joke? = nil, error: CardState.ErrorInfo? = nil
    ) {
        (self.sequence, self.isChanged, self.joke) = (sequence, isChanged, joke)
        (self.decided, self.error) = (decided, error)
    }

    package static let name = "Next", summary = "The result of a request for the next joke."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v.report(&sequence, &isChanged)
        try v("joke", &joke, "The next joke; it is on the card now, unless `card` was false.")
        try v("decided", &decided, "Always null.")
        try v("error", &error, "Why the fetch failed that the request waited for, or null.")
    }
}

/// The result of `joke.reveal`.
package struct RevealResponse: ChangeReport {
    package var sequence = 0
    package var isChanged = false
    package var joke = Joke()

    package init() {}

    package static let name = "Revealing", summary = "The result of revealing the joke on the card."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v.report(&sequence, &isChanged)
        try v("joke", &joke, .onCard)
    }
}

/// The result of `joke.undo`.
package struct UndoResponse: ChangeReport {
    /// The change that was undone. An event of the log has the same members.
    package struct Undone: Shape {
        package var kind = ""
        package var jokes: [String] = []
        package var text: String?

        package init() {}
        package init(kind: String, jokes: [String], text: String? = nil) {
            (self.kind, self.jokes, self.text) = (kind, jokes, text)
        }

        package static let name = "Undone", summary = "The change that was undone."

        package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
            try v(
                "kind", &kind, "The kind of the change that was undone.",
                as: .words([
                    "liked", "disliked", "deleted", "restored", "added", "edited", "imported",
                    "tasteReset",
                ]))
            try v("jokes", &jokes, "The ids of the jokes.")
            try v("text", &text, "The text of the joke, if it was one.")
        }
    }

    package var sequence = 0
    package var isChanged = false
    package var joke = Joke()
    package var undone = Undone()
    package var isCardChanged = false

    package init() {}

    package static let name = "Undoing", summary = "The result of an undo."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v.report(&sequence, &isChanged)
        try v("joke", &joke, .onCard)
        try v("undone", &undone)
        try v("cardChanged", &isCardChanged, "Whether another joke is on the card than before.", absent: true)
    }
}

/// The result of `translation.show`.
package struct TranslationModeResponse: ChangeReport {
    package var sequence = 0
    package var isChanged = false
    package var isShown = false
    package var joke = Joke()

    package init() {}

    package static let name = "Showing", summary = "The result of showing translations or the original texts."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v.report(&sequence, &isChanged)
        try v("showTranslation", &isShown, "Whether translations are shown now.")
        try v("joke", &joke, .onCard)
    }
}

/// The result of `translation.request`.
package struct TranslationResponse: ChangeReport {
    package var sequence = 0
    package var isChanged = false
    package var joke = Joke()

    package init() {}

    package static let name = "Translated", summary = "The result of a request for a translation."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v.report(&sequence, &isChanged)
        try v("joke", &joke, "The joke, with its translation.")
    }
}
