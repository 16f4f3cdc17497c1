// SPDX-License-Identifier: MIT
package import JokeWire

/// The answer of `taste.get`.
package struct TasteTable: Sendable, Hashable {
    package struct Arm: Sendable, Hashable {
        /// `source`, `category`, or something of a later version.
        package var kind: String
        package var name: String
        package var likes: Int
        package var dislikes: Int
        /// The chance of a like, from 0 to 1.
        package var mean: Double
        /// How much of its kind comes of it, from 0 to 1.
        package var share: Double

        package init(
            kind: String, name: String, likes: Int, dislikes: Int, mean: Double, share: Double
        ) {
            self.kind = kind
            self.name = name
            self.likes = likes
            self.dislikes = dislikes
            self.mean = mean
            self.share = share
        }

        package init(json: JSON, at path: String) throws(WireDecodingError) {
            let shape = try ObjectReader(json, at: path)
            kind = try shape.string("kind")
            name = try shape.string("name")
            likes = try shape.integer("likes")
            dislikes = try shape.integer("dislikes")
            mean = try shape.number("mean")
            share = try shape.number("share")
        }
    }

    package var isEnabled: Bool
    package var arms: [Arm]

    package init(isEnabled: Bool = true, arms: [Arm]) {
        self.isEnabled = isEnabled
        self.arms = arms
    }

    package init(json: JSON, at path: String) throws(WireDecodingError) {
        let shape = try ObjectReader(json, at: path)
        isEnabled = try shape.bool("enabled")
        arms = try shape.array("arms", Arm.init(json:at:))
    }
}
