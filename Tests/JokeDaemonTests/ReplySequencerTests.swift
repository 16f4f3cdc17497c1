// SPDX-License-Identifier: MIT
import JokeDaemon
import JokeWire
import Testing

@Suite("The reply sequencer")
struct ReplySequencerTests {
    private func sentBytes(_ ready: [ReplySequencer.Ready]) -> [[UInt8]] { ready.map(\.line) }

    @Test("an early reply waits for the earlier ones and is sent with them")
    func earlyReply() {
        var sequencer = ReplySequencer()
        let slots = (0..<4).map { _ in sequencer.open() }
        #expect(sequencer.count == 4)
        #expect(sentBytes(sequencer.close(slots[2], with: .init(line: [2]))) == [])
        #expect(sentBytes(sequencer.close(slots[0], with: .init(line: [0]))) == [[0]])
        #expect(sequencer.count == 3)
        #expect(sentBytes(sequencer.close(slots[1], with: .init(line: [1]))) == [[1], [2]])
        #expect(sentBytes(sequencer.close(slots[3], with: .init(line: [3]))) == [[3]])
        #expect(sequencer.count == 0)
    }

    @Test("the empty reply of a notification keeps its position")
    func emptyReply() {
        var sequencer = ReplySequencer()
        let (first, second) = (sequencer.open(), sequencer.open())
        #expect(sentBytes(sequencer.close(second, with: .init(line: [2]))) == [])
        #expect(sentBytes(sequencer.close(first, with: .init(line: []))) == [[], [2]])
    }
}
