// SPDX-License-Identifier: MIT
package import JokeWire

/// The loading of a list page by page: one request at a time, and only the replies for the current list count.
package struct PageLoading: Sendable {
    /// The number of the current list, which is the tag of its requests.
    package private(set) var list = 0
    package private(set) var isActive = false
    /// Why the last request for a page failed, or nil.
    package private(set) var failure: WireError?

    package init() {}

    /// Begins another list. Replies for the previous one are ignored from now on.
    package mutating func restart() {
        list += 1
        (isActive, failure) = (false, nil)
    }

    /// Notes a request for a page. Returns false if one is pending, so that none must be made.
    package mutating func begin() -> Bool {
        guard !isActive else { return false }
        (isActive, failure) = (true, nil)
        return true
    }

    /// Notes a page. Returns false if it belongs to an older list.
    package mutating func end(_ list: Int) -> Bool {
        guard list == self.list else { return false }
        isActive = false
        return true
    }

    package mutating func fail(_ list: Int, because error: WireError) {
        guard end(list) else { return }
        failure = error
    }

    /// Forgets the failure, so that the page is requested again.
    package mutating func forgetFailure() { failure = nil }

    /// Forgets the request of a lost connection.
    package mutating func interrupt() { isActive = false }
}
