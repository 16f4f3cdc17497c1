// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

/// A source or a category on the page of the taste.
package struct TasteRow: Sendable, Hashable {
    package let name: String
    /// The probability of a like, from 0 to 1.
    package let chance: Double
    /// The probability and the share in words, and the decisions if there are any.
    package let facts: String

    package init(_ arm: TasteResponse.Arm) {
        name = TerminalText.oneLine(arm.name)
        chance = min(max(arm.mean, 0), 1)
        var words = [
            localized("%s likely", Self.percent(arm.mean)),
            localized("%s of the next jokes", Self.percent(arm.share)),
        ]
        if arm.likes + arm.dislikes > 0 { words.append("🤣\u{A0}\(arm.likes) 👎\u{A0}\(arm.dislikes)") }
        facts = words.joined(separator: " · ")
    }

    private static func percent(_ fraction: Double) -> String { "\(Int(percentOf: fraction)) %" }
}

/// The page of the taste: the chance of a like and the share of the next jokes, of each source and category.
package struct TastePicture: Sendable, Hashable {
    package var sources: [TasteRow] = []
    package var categories: [TasteRow] = []
    /// A sentence about the whole.
    package var note: String

    /// - Parameter taste: what jokesd has learned, or nil until it is known.
    init(_ taste: TasteResponse?) {
        guard let taste else {
            note = localized("Reading the taste…")
            return
        }
        sources = taste.arms.filter { $0.kind == "source" }.map { TasteRow($0) }
        categories = taste.arms.filter { $0.kind == "category" }.map { TasteRow($0) }
        note =
            if !taste.isEnabled {
                localized("Learning is off (“taste” in the configuration): only the weights count.")
            } else if taste.arms.allSatisfy({ $0.likes + $0.dislikes == 0 }) {
                localized("Nothing is learned yet. jokesd learns from likes and dislikes.")
            } else {
                localized("How likely you are to like a joke, and the share of the next jokes.")
            }
    }
}
