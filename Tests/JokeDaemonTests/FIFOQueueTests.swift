// SPDX-License-Identifier: MIT
import JokeDaemon
import Testing

@Suite("A FIFO queue")
struct FIFOQueueTests {
    @Test("elements are returned as by an array, in any order of calls")
    func behavesAsArray() {
        var fifo = FIFOQueue<Int>()
        var array: [Int] = []
        // A random walk; the numbers come from a linear congruential generator (Knuth's MMIX).
        var state: UInt64 = 1
        for step in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let isGrowing = step / 500 % 2 == 0
            switch state >> 60 {
            case 0:
                fifo.putBack(step)
                array.insert(step, at: 0)
            case isGrowing ? 1...10 : 1...4:
                fifo.append(step)
                array.append(step)
            default:
                #expect(fifo.popFirst() == (array.isEmpty ? nil : array.removeFirst()))
            }
            #expect(fifo.count == array.count && fifo.isEmpty == array.isEmpty)
        }
        #expect(!array.isEmpty)
        while let next = fifo.popFirst() { #expect(next == array.removeFirst()) }
        #expect(array.isEmpty)
    }

    @Test("a removed element is released at once")
    func releasesRemovedElement() {
        final class Element {}
        var fifo = FIFOQueue<Element>()
        fifo.append(Element())
        fifo.append(Element())
        weak let first = fifo.popFirst()
        #expect(first == nil)
        #expect(fifo.count == 1)
    }

    @Test("a queue that was long keeps at most 16 KiB when it is empty, whatever the size of its elements")
    func emptyAfterMany() {
        func check<Element>(_ element: Element) {
            var queue = FIFOQueue<Element>()
            for length in [1, 10, 100, 1_000, 10_000] {
                for _ in 0..<length { queue.append(element) }
                while queue.popFirst() != nil {}
                #expect(queue.capacity * MemoryLayout<Element?>.stride <= 16 << 10)
            }
            queue.append(element)
            #expect(queue.popFirst() != nil && queue.isEmpty)
        }
        check(1)
        check(SIMD64<Double>())
    }
}
