// SPDX-License-Identifier: MIT
import JokeTestSupport
import Testing

@Suite("Transcripts of the protocol")
struct ConformanceTests {
    @Test("the daemon replies as the transcript says", arguments: Transcript.all)
    func replay(_ transcript: Transcript) throws {
        try transcript.play(against: .ready())
    }

    @Test("there are transcripts")
    func transcripts() {
        #expect(Transcript.all.count >= 8)
    }
}
