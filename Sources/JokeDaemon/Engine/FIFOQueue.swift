// SPDX-License-Identifier: MIT

/// A first-in, first-out queue. Removing the first element does not move the others.
package struct FIFOQueue<Element> {
    private var elements: [Element?] = []
    private var head = 0
    /// The number of elements for which an empty queue keeps memory, at most 16 KiB.
    package static var keptCapacity: Int { (16 << 10) / MemoryLayout<Element?>.stride }

    package init() {}

    /// The number of elements for which there is memory.
    package var capacity: Int { elements.capacity }

    package var count: Int { elements.count - head }
    package var isEmpty: Bool { count == 0 }

    package var first: Element? { isEmpty ? nil : elements[head] }

    /// Returns the first `count` elements, or all if there are fewer.
    package func prefix(_ count: Int) -> [Element] { elements[head...].prefix(count).compactMap { $0 } }

    package mutating func append(_ element: Element) { elements.append(element) }

    /// Puts an element before all others.
    package mutating func putBack(_ element: Element) {
        if head > 0 {
            head -= 1
            elements[head] = element
        } else {
            elements.insert(element, at: 0)
        }
    }

    /// Removes and returns the first element, or returns nil if the queue is empty.
    package mutating func popFirst() -> Element? {
        guard !isEmpty else { return nil }
        defer { advance() }
        return elements[head].take()
    }

    private mutating func advance() {
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: capacity <= Self.keptCapacity)
            head = 0
        }
        // Free the space of removed elements when it is more than half of the array. Each element is then moved once on
        // average at most.
        guard head > 32, head > elements.count / 2 else { return }
        elements.removeFirst(head)
        head = 0
    }
}
