// SPDX-License-Identifier: MIT

extension Command {
    /// What may stand for an argument, or for a flag's value: what the shells complete there.
    package enum Values: Sendable, Hashable {
        /// Nobody can know.
        case anything
        case words([String])
        case files
        /// Names of commands, and of the other pages of help.
        case commands
        /// Jokes that can be decided: the card's, and those that come next.
        case jokes
        case savedJokes
        case deletedJokes
        case sources
        case categories
        case shareTargets
        case methods
        /// Of the method that is the first argument: `name=`.
        case parameters
    }
}
