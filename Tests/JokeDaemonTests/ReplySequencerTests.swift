// SPDX-License-Identifier: MIT
import JokeDaemon
import Testing

@Suite("The reply sequencer")
struct ReplySequencerTests {
    private func leaving(_ ready: [ReplySequencer.Ready]) -> [[UInt8]] { ready.map(\.bytes) }

    @Test("an early reply waits for the earlier ones and is sent with them")
    func order() {
        var lane = ReplySequencer()
        let slots = (0..<4).map { _ in lane.open() }
        #expect(lane.count == 4)
        #expect(leaving(lane.close(slots[2], with: .init(bytes: [2]))) == [])
        #expect(leaving(lane.close(slots[0], with: .init(bytes: [0]))) == [[0]])
        #expect(lane.count == 3)
        #expect(leaving(lane.close(slots[1], with: .init(bytes: [1]))) == [[1], [2]])
        #expect(leaving(lane.close(slots[3], with: .init(bytes: [3]))) == [[3]])
        #expect(lane.count == 0)
    }

    @Test("the empty reply of a notification keeps its position")
    func empty() {
        var lane = ReplySequencer()
        let (first, second) = (lane.open(), lane.open())
        #expect(leaving(lane.close(second, with: .init(bytes: [2]))) == [])
        #expect(leaving(lane.close(first, with: .init(bytes: []))) == [[], [2]])
    }
}
