// SPDX-License-Identifier: MIT
import JokeStore

extension Schema {
    /// This layout and one more step.
    func followed(by step: String) -> Schema { Schema(steps: steps + [Step(stringLiteral: step)]) }
}
