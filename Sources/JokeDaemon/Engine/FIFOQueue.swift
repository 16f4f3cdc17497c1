// SPDX-License-Identifier: MIT

/// A first-in, first-out line whose front is taken without moving the rest.
package struct FIFOQueue<Element> {
    private var elements: [Element?] = []
    private var head = 0

    package init() {}

    package var count: Int { elements.count - head }
    package var isEmpty: Bool { count == 0 }

    package mutating func append(_ element: Element) { elements.append(element) }

    /// Before all others.
    package mutating func putBack(_ element: Element) {
        if head > 0 {
            head -= 1
            elements[head] = element
        } else {
            elements.insert(element, at: 0)
        }
    }

    package mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        defer { advance() }
        return elements[head].take()
    }

    private mutating func advance() {
        head += 1
        // Each element is moved at most once on average.
        guard head == elements.count || head > 32 && head > elements.count / 2 else { return }
        elements.removeFirst(head)
        head = 0
    }
}
