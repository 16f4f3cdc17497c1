// SPDX-License-Identifier: MIT
import JokeWire

extension Command {
    static let dislike = decision(
        "dislike", .jokeDislike, "Never show this joke again, but the next one",
        examples: [
            Example("jokectl dislike", "away with the joke on the card"),
            Example("jokectl dislike daily", "away with the joke of the day; the card stays"),
        ])
}
