// SPDX-License-Identifier: MIT

// The results of the methods for jokes that are not saved, for the taste and for sharing.

/// The result of `state.get`.
package struct StateResponse: FrequentWireObject {
    package var epoch: String
    package var sequence: Int
    package var state: CardState

    package init(epoch: String, sequence: Int, state: CardState) {
        (self.epoch, self.sequence, self.state) = (epoch, sequence, state)
    }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            epoch: visitor.member("epoch") { $0.epoch },
            sequence: visitor.member("seq") { $0.sequence },
            state: visitor.member("state") { $0.state })
    }
}

/// The result of `joke.current`.
package struct JokeResponse: WireObject {
    package var joke: Joke
    package var sequence: Int

    package init(joke: Joke, sequence: Int) { (self.joke, self.sequence) = (joke, sequence) }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            joke: visitor.member("joke") { $0.joke },
            sequence: visitor.member("seq") { $0.sequence })
    }
}

/// The result of `daily.get`. An event of the log has the same members.
package struct DailyResponse: FrequentWireObject {
    /// The local date: `2026-11-21`.
    package var date: String
    package var joke: Joke

    package init(date: String, joke: Joke) { (self.date, self.joke) = (date, joke) }

    package static var schemaName: String? { "Daily" }
    package static var summary: String { "The joke of the day." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            date: visitor.member("date", "The local date.", as: .date) { $0.date },
            joke: visitor.member("joke") { $0.joke })
    }
}

/// The result of `queue.list`.
package struct QueueResponse: FrequentWireObject {
    package var jokes: [Joke]
    package var total: Int
    package var capacity: Int

    package init(jokes: [Joke], total: Int, capacity: Int) {
        (self.jokes, self.total, self.capacity) = (jokes, total, capacity)
    }

    package static var schemaName: String? { "Queue" }
    package static var summary: String { "The jokes that come next." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            jokes: visitor.member("items") { $0.jokes },
            total: visitor.member("total") { $0.total },
            capacity: visitor.member("capacity") { $0.capacity })
    }
}

/// The result of `joke.history`.
package struct HistoryResponse: FrequentWireObject {
    package var items: [SavedItem]
    /// The index of the joke on the card in `items`, or nil if it is not among them.
    package var position: Int?
    /// The number of jokes in the history.
    package var total: Int

    package init(items: [SavedItem], position: Int?, total: Int) {
        (self.items, self.position, self.total) = (items, position, total)
    }

    package static var schemaName: String? { "History" }
    package static var summary: String { "The jokes that were on the card, the newest first." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            items: visitor.member("items") { $0.items },
            position: visitor.member(
                "position", "The index of the joke on the card in `items`, or null if it is not one of them."
            ) {
                $0.position
            },
            total: visitor.member("total", "The number of jokes in the history.") { $0.total })
    }
}

/// The result of `taste.get`.
package struct TasteResponse: FrequentWireObject {
    /// A source or a category, with its decisions.
    package struct Arm: FrequentWireObject {
        /// `source`, `category`, or a word of a later version.
        package var kind: String
        package var name: String
        package var weight: Double
        package var likes: Int
        package var dislikes: Int
        /// The probability of a like, from 0 to 1.
        package var mean: Double
        /// The approximate fraction of the jokes that come from this source or category, from 0 to 1.
        package var share: Double

        package init(
            kind: String, name: String, weight: Double, likes: Int, dislikes: Int, mean: Double, share: Double
        ) {
            (self.kind, self.name, self.weight) = (kind, name, weight)
            (self.likes, self.dislikes, self.mean, self.share) = (likes, dislikes, mean, share)
        }

        package static var schemaName: String? { "TasteArm" }
        package static var summary: String { "A source or a category, with its likes and dislikes." }

        package static func visitMembers<V: MemberVisitor<Self>>(
            _ visitor: inout V
        ) throws(V.Failure) -> Self {
            try Self(
                kind: visitor.member("kind", as: .words(["source", "category"])) { $0.kind },
                name: visitor.member("name") { $0.name },
                weight: visitor.member("weight", "The configured weight; 0 for a source that is off.") {
                    $0.weight
                },
                likes: visitor.member("likes", "The likes among its newest decisions.") { $0.likes },
                dislikes: visitor.member("dislikes", "The dislikes among its newest decisions.") {
                    $0.dislikes
                },
                mean: visitor.member("mean", "The probability of a like, from 0 to 1.") { $0.mean },
                share: visitor.member(
                    "share", "The approximate fraction of the jokes that come from it, from 0 to 1."
                ) {
                    $0.share
                })
        }
    }

    package var isEnabled: Bool
    package var arms: [Arm]

    package init(isEnabled: Bool, arms: [Arm]) { (self.isEnabled, self.arms) = (isEnabled, arms) }

    package static var schemaName: String? { "Taste" }
    package static var summary: String { "What was learned from likes and dislikes." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            isEnabled: visitor.member(
                "enabled", "Whether jokesd learns from decisions and chooses jokes by what it learned."
            ) { $0.isEnabled },
            arms: visitor.member(
                "arms",
                "The sources, then the categories; within each kind, the largest share first."
            ) { $0.arms })
    }
}

/// The result of `share.targets`.
package struct ShareTargetsResponse: WireObject {
    package var items: [ShareTarget]

    package init(items: [ShareTarget]) { self.items = items }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(items: visitor.member("items") { $0.items })
    }
}

/// A web page or a mail program to which a joke can be sent.
package struct ShareTarget: WireObject {
    package var name: String
    /// The link. `{text}` and `{url}` in it stand for the text and the address of the joke.
    package var template: String

    package init(name: String, template: String) { (self.name, self.template) = (name, template) }

    package static var schemaName: String? { "ShareTarget" }
    package static var summary: String { "A web page or a mail program to which a joke can be sent." }

    package static func visitMembers<V: MemberVisitor<Self>>(_ visitor: inout V) throws(V.Failure) -> Self {
        try Self(
            name: visitor.member("name") { $0.name },
            template: visitor.member(
                "url", "The link; {text} and {url} in it stand for the text and the address of the joke."
            ) {
                $0.template
            })
    }
}
