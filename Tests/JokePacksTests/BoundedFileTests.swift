// SPDX-License-Identifier: MIT
import Glibc
import JokeCore
import JokePacks
import JokeTestSupport
import Testing

@Suite("Files that are read")
struct BoundedFileTests {
    private let folder = TemporaryFolder()

    @Test("a file at the limit is read whole, a larger one not at all")
    func bounds() throws {
        let path = folder.write("12345678", to: "jokes")
        #expect(try BoundedFile(reading: path, limit: 8).bytes == Array("12345678".utf8))
        #expect(throws: BoundedFile.Refusal.tooLarge(path: path, limit: 7)) {
            try BoundedFile(reading: path, limit: 7)
        }
        #expect(try BoundedFile(reading: folder.write("", to: "empty")).bytes.isEmpty)
    }

    @Test("a pipe is refused, not waited for")
    func refusesPipes() {
        let path = folder.path + "/pipe"
        mkfifo(path, 0o600)
        #expect(throws: BoundedFile.Refusal.notAFile(path: path)) { try BoundedFile(reading: path) }
    }

    @Test("what cannot be read says so in words")
    func namesFailures() {
        let path = folder.path + "/absent"
        #expect(throws: BoundedFile.Refusal.failed(path: path, errno: ENOENT)) {
            try BoundedFile(reading: path)
        }
        #expect(throws: BoundedFile.Refusal.notAFile(path: folder.path)) {
            try BoundedFile(reading: folder.path)
        }
        let refusal = BoundedFile.Refusal.failed(path: "/x", errno: ENOENT)
        #expect(refusal.message == "/x: No such file or directory")
    }

    @Test("a corpus file changes its fingerprint with its contents")
    func fingerprints() throws {
        let path = folder.write("one", to: "jokes")
        let before = try CorpusFile(at: path)
        #expect(before.size == 3 && before.inode != 0 && before.modified > 0)
        folder.write("three", to: "jokes")
        #expect(try CorpusFile(at: path) != before)
    }
}
