// SPDX-License-Identifier: MIT
import JokeStore

extension Schema {
    /// Returns this schema with one more step.
    func followed(by step: String) -> Schema { Schema(steps: steps + [Step(version + 1, step)]) }
}
