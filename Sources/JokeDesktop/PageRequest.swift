// SPDX-License-Identifier: MIT
import JokeWire

/// A request whose reply goes to the list of a page.
struct PageRequest {
    let method: Method
    var params: JSONObject = [:]
    /// The number of the list that a page belongs to, or of the decision about a joke.
    var tag = 0
}
