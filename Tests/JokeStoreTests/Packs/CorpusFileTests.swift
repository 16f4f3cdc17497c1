// SPDX-License-Identifier: MIT
import JokeCore
import JokeStore
import JokeTestSupport
import Testing

@Suite("Files of a corpus")
struct CorpusFileTests {
    private let directory = TemporaryDirectory()

    @Test("the fingerprint of a file changes with its contents")
    func fingerprints() throws {
        let path = directory.write("one", to: "jokes")
        let before = try CorpusFile(at: path)
        #expect(before.size == 3 && before.inode != 0 && before.modified > 0)
        directory.write("three", to: "jokes")
        #expect(try CorpusFile(at: path) != before)
    }
}
