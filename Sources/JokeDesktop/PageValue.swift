// SPDX-License-Identifier: MIT
import JokeWire

/// A value of jokesd that a page shows. It is read again after a change, by one request at a time.
struct PageValue<Value: Sendable>: Sendable {
    let method: Method
    private(set) var value: Value?
    private var isReading = false
    /// Whether something has changed since the request that is pending.
    private var isStale = false

    init(_ method: Method) { self.method = method }

    mutating func reload() -> [PageRequest] {
        isStale = isReading
        guard !isReading else { return [] }
        isReading = true
        return [PageRequest(method: method, tag: Self.tag)]
    }

    mutating func take(_ value: Value) -> [PageRequest] {
        self.value = value
        isReading = false
        return isStale ? reload() : []
    }

    /// Forgets a request that failed, or that the connection lost.
    mutating func interrupt() { (isReading, isStale) = (false, false) }

    /// The tag of the requests, because the page of feeds makes some of the same method.
    static var tag: Int { 1 }
}
