// SPDX-License-Identifier: MIT

// The results of the methods that change the card, decisions or the taste.

/// The result of a change.
package protocol ChangeReport: WireObject {
    /// The sequence number of the newest event that the change caused, or of the newest event at all if it changed
    /// nothing.
    var sequence: Int { get }
    /// Whether the change had an effect.
    var isChanged: Bool { get }
}

extension MemberVisitor where Object: ChangeReport {
    mutating func sequence() throws(Failure) -> Int {
        try member(
            "seq",
            "The number of the newest event that the change caused, or of the newest event if nothing changed."
        ) { $0.sequence }
    }

    mutating func isChanged() throws(Failure) -> Bool {
        try member("changed", "Whether anything changed.") { $0.isChanged }
    }
}

extension StaticString {
    fileprivate static var onCard: StaticString { "The joke that is on the card now." }
}

/// The result of a change that returns nothing else.
package struct ChangeResponse: ChangeReport {
    package var sequence: Int
    package var isChanged: Bool

    package init(sequence: Int, isChanged: Bool) { (self.sequence, self.isChanged) = (sequence, isChanged) }

    package static var schemaName: String? { "Change" }
    package static var summary: String { "The result of a change." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(sequence: visitor.sequence(), isChanged: visitor.isChanged())
    }
}

/// The result of `joke.like`, `joke.dislike` and `saved.edit`.
package struct DecisionResponse: ChangeReport, FrequentWireObject {
    package var sequence: Int
    package var isChanged: Bool
    /// The joke that is on the card now.
    package var joke: Joke
    /// The joke that was liked, disliked or edited, or nil if it was the error joke.
    package var decided: Joke?

    package init(sequence: Int, isChanged: Bool, joke: Joke, decided: Joke?) {
        (self.sequence, self.isChanged, self.joke, self.decided) = (sequence, isChanged, joke, decided)
    }

    package static var schemaName: String? { "Decision" }
    package static var summary: String { "The result of a decision about a joke." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            sequence: visitor.sequence(), isChanged: visitor.isChanged(),
            joke: visitor.member("joke", .onCard) { $0.joke },
            decided: visitor.member("decided", "The joke that was liked, disliked or edited, or null.") {
                $0.decided
            }
        )
    }
}

/// The result of `joke.add`.
package struct AddResponse: ChangeReport {
    package var sequence: Int
    package var isChanged: Bool
    /// The joke that is on the card.
    package var joke: Joke
    /// The joke that was added, now or before. The name of the member makes the result one of the shape Decision, too.
    package var decided: Joke
    /// Why the added joke does not come by itself, or nil if it does.
    package var rejection: String?

    package init(sequence: Int, isChanged: Bool, joke: Joke, decided: Joke, rejection: String?) {
        (self.sequence, self.isChanged, self.joke) = (sequence, isChanged, joke)
        (self.decided, self.rejection) = (decided, rejection)
    }

    package static var schemaName: String? { "Addition" }
    package static var summary: String { "The result of adding a joke." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            sequence: visitor.sequence(), isChanged: visitor.isChanged(),
            joke: visitor.member("joke", .onCard) { $0.joke },
            decided: visitor.member("decided", "The joke that was added, now or before.") { $0.decided },
            rejection: visitor.member(
                "rejection", "Why the added joke does not come by itself, or null if it does."
            ) { $0.rejection })
    }
}

/// The result of `joke.next`.
package struct NextResponse: ChangeReport, FrequentWireObject {
    package var sequence: Int
    package var isChanged: Bool
    /// The next joke. It is on the card now, unless the request left the card alone.
    package var joke: Joke
    /// Always nil. This member makes the result one of the shape Decision, too.
    package var decided: Joke?
    /// Why the fetch failed that the request waited for, or nil.
    package var error: CardState.ErrorInfo?

    package init(
        sequence: Int, isChanged: Bool, joke: Joke, decided: Joke? = nil, error: CardState.ErrorInfo? = nil
    ) {
        (self.sequence, self.isChanged, self.joke) = (sequence, isChanged, joke)
        (self.decided, self.error) = (decided, error)
    }

    package static var schemaName: String? { "Next" }
    package static var summary: String { "The result of a request for the next joke." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            sequence: visitor.sequence(), isChanged: visitor.isChanged(),
            joke: visitor.member(
                "joke", "The next joke; it is on the card now, unless `card` was false."
            ) { $0.joke },
            decided: visitor.member("decided", "Always null.") { $0.decided },
            error: visitor.member(
                "error", "Why the fetch failed that the request waited for, or null."
            ) { $0.error })
    }
}

/// The result of `joke.reveal`.
package struct RevealResponse: ChangeReport {
    package var sequence: Int
    package var isChanged: Bool
    /// The joke that is on the card.
    package var joke: Joke

    package init(sequence: Int, isChanged: Bool, joke: Joke) {
        (self.sequence, self.isChanged, self.joke) = (sequence, isChanged, joke)
    }

    package static var schemaName: String? { "Revealing" }
    package static var summary: String { "The result of revealing the joke on the card." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            sequence: visitor.sequence(), isChanged: visitor.isChanged(),
            joke: visitor.member("joke", .onCard) { $0.joke })
    }
}

/// The result of `joke.undo`.
package struct UndoResponse: ChangeReport {
    /// The change that was undone. An event of the log has the same members.
    package struct Undone: WireObject {
        /// `liked`, `disliked`, `deleted`, `restored`, `added`, `edited`, `imported`, `tasteReset`, or a word of a later
        /// version.
        package var kind: String
        /// The ids of the jokes.
        package var jokes: [String]
        /// The text of the joke if it was one, otherwise nil.
        package var text: String?

        package init(kind: String, jokes: [String], text: String? = nil) {
            (self.kind, self.jokes, self.text) = (kind, jokes, text)
        }

        package static var schemaName: String? { "Undone" }
        package static var summary: String { "The change that was undone." }

        package static func visitMembers<V: MemberVisitor<Self>>(
            _ visitor: inout V
        ) throws(V.Failure) -> Self {
            try Self(
                kind: visitor.member(
                    "kind", "The kind of the change that was undone.",
                    as: .words([
                        "liked", "disliked", "deleted", "restored", "added", "edited", "imported",
                        "tasteReset",
                    ])
                ) { $0.kind },
                jokes: visitor.member("jokes", "The ids of the jokes.") { $0.jokes },
                text: visitor.member("text", "The text of the joke, if it was one.") { $0.text })
        }
    }

    package var sequence: Int
    package var isChanged: Bool
    /// The joke that is on the card now.
    package var joke: Joke
    package var undone: Undone
    /// Whether another joke is on the card than before.
    package var isCardChanged: Bool

    package init(sequence: Int, isChanged: Bool, joke: Joke, undone: Undone, isCardChanged: Bool) {
        (self.sequence, self.isChanged, self.joke, self.undone) = (sequence, isChanged, joke, undone)
        self.isCardChanged = isCardChanged
    }

    package static var schemaName: String? { "Undoing" }
    package static var summary: String { "The result of an undo." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            sequence: visitor.sequence(), isChanged: visitor.isChanged(),
            joke: visitor.member("joke", .onCard) { $0.joke },
            undone: visitor.member("undone") { $0.undone },
            isCardChanged: visitor.member(
                "cardChanged", "Whether another joke is on the card than before.", absent: true
            ) { $0.isCardChanged })
    }
}

/// The result of `translation.show`.
package struct TranslationModeResponse: ChangeReport {
    package var sequence: Int
    package var isChanged: Bool
    /// Whether translations are shown now.
    package var isShown: Bool
    /// The joke that is on the card now.
    package var joke: Joke

    package init(sequence: Int, isChanged: Bool, isShown: Bool, joke: Joke) {
        (self.sequence, self.isChanged, self.isShown, self.joke) = (sequence, isChanged, isShown, joke)
    }

    package static var schemaName: String? { "Showing" }
    package static var summary: String { "The result of showing translations or the original texts." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            sequence: visitor.sequence(), isChanged: visitor.isChanged(),
            isShown: visitor.member("showTranslation", "Whether translations are shown now.") { $0.isShown },
            joke: visitor.member("joke", .onCard) { $0.joke })
    }
}

/// The result of `translation.request`.
package struct TranslationResponse: ChangeReport {
    package var sequence: Int
    package var isChanged: Bool
    /// The joke, with its translation.
    package var joke: Joke

    package init(sequence: Int, isChanged: Bool, joke: Joke) {
        (self.sequence, self.isChanged, self.joke) = (sequence, isChanged, joke)
    }

    package static var schemaName: String? { "Translated" }
    package static var summary: String { "The result of a request for a translation." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            sequence: visitor.sequence(), isChanged: visitor.isChanged(),
            joke: visitor.member("joke", "The joke, with its translation.") { $0.joke })
    }
}
