// SPDX-License-Identifier: MIT

// The results of the methods for jokes that are not saved, for the taste and for sharing.

/// The result of `state.get`.
package struct StateResponse: Shape {
    package var epoch = ""
    package var sequence = 0
    package var state = CardState()

    package init() {}

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("epoch", &epoch)
        try v("seq", &sequence)
        try v("state", &state)
    }
}

/// The result of `joke.current`.
package struct JokeResponse: Shape {
    package var joke = Joke()
    package var sequence = 0

    package init() {}
    package init(joke: Joke, sequence: Int) { (self.joke, self.sequence) = (joke, sequence) }

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("joke", &joke)
        try v("seq", &sequence)
    }
}

/// The result of `daily.get`. An event of the log has the same members.
package struct DailyResponse: Shape {
    package var date = ""
    package var joke = Joke()

    package init() {}
    package init(date: String, joke: Joke) { (self.date, self.joke) = (date, joke) }

    package static let name = "Daily", summary = "The joke of the day."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("date", &date, "The local date.", as: .date)
        try v("joke", &joke)
    }
}

/// The result of `queue.list`.
package struct QueueResponse: Shape {
    package var jokes: [Joke] = []
    package var total = 0
    package var capacity = 0

    package init() {}
    package init(jokes: [Joke], total: Int, capacity: Int) {
        (self.jokes, self.total, self.capacity) = (jokes, total, capacity)
    }

    package static let name = "Queue", summary = "The jokes that come next."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("items", &jokes)
        try v("total", &total)
        try v("capacity", &capacity)
    }
}

/// The result of `joke.history`.
package struct HistoryResponse: Shape {
    package var items: [SavedItem] = []
    package var position: Int?
    package var total = 0

    package init() {}

    package static let name = "History", summary = "The jokes that were on the card, the newest first."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("items", &items)
        try v(
            "position", &position,
            "The index of the joke on the card in `items`, or null if it is not one of them.")
        try v("total", &total, "The number of jokes in the history.")
    }
}

/// The result of `taste.get`.
package struct TasteResponse: Shape {
    /// A source or a category, with its decisions.
    package struct Arm: Shape {
        /// `source`, `category`, or a word of a later version.
        package var kind = ""
        package var name = ""
        package var weight = 0.0
        package var likes = 0
        package var dislikes = 0
        package var mean = 0.0
        package var share = 0.0

        package init() {}
        package init(
            kind: String, name: String, weight: Double, likes: Int, dislikes: Int, mean: Double, share: Double
        ) {
            (self.kind, self.name, self.weight) = (kind, name, weight)
            (self.likes, self.dislikes, self.mean, self.share) = (likes, dislikes, mean, share)
        }

        package static let name = "TasteArm", summary = "A source or a category, with its likes and dislikes."

        package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
            try v("kind", &kind, as: .words(["source", "category"]))
            try v("name", &name)
            try v("weight", &weight, "The configured weight; 0 for a source that is off.")
            try v("likes", &likes, "The likes among its newest decisions.")
            try v("dislikes", &dislikes, "The dislikes among its newest decisions.")
            try v("mean", &mean, "The probability of a like, from 0 to 1.")
            try v("share", &share, "The approximate fraction of the jokes that come from it, from 0 to 1.")
        }
    }

    package var isEnabled = false
    package var arms: [Arm] = []

    package init() {}
    package init(isEnabled: Bool, arms: [Arm]) { (self.isEnabled, self.arms) = (isEnabled, arms) }

    package static let name = "Taste", summary = "What was learned from likes and dislikes."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v(
            "enabled", &isEnabled,
            "Whether jokesd learns from decisions and chooses jokes by what it learned.")
        try v("arms", &arms, "The sources, then the categories; within each kind, the largest share first.")
    }
}

/// The result of `share.targets`.
package struct ShareTargetsResponse: Shape {
    package var items: [ShareTarget] = []

    package init() {}
    package init(items: [ShareTarget]) { self.items = items }

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("items", &items)
    }
}

/// A web page or a mail program to which a joke can be sent.
package struct ShareTarget: Shape {
    package var name = ""
    /// The link. `{text}` and `{url}` in it stand for the text and the address of the joke.
    package var template = ""

    package init() {}
    package init(name: String, template: String) { (self.name, self.template) = (name, template) }

    package static let name = "ShareTarget",
        summary = "A web page or a mail program to which a joke can be sent."

    package mutating func visit<V: Visitor>(_ v: inout V) throws(V.Failure) {
        try v("name", &name)
        try v(
            "url", &template,
            "The link; {text} and {url} in it stand for the text and the address of the joke.")
    }
}
