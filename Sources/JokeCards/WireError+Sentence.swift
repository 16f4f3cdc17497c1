// SPDX-License-Identifier: MIT
import JokeClient
package import JokeWire

extension WireError {
    /// The error as a sentence for the user of the card, who sees the card that a stale request did not mean.
    package var sentence: String {
        guard kind != .staleJoke else { return localized("Another joke is on the card now.") }
        let message = userMessage()
        return message.prefix(1).uppercased() + message.dropFirst() + "."
    }
}
