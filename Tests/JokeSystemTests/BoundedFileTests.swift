// SPDX-License-Identifier: MIT
import Glibc
import JokeSystem
import JokeTestSupport
import Testing

@Suite("Files that are read")
struct BoundedFileTests {
    private let directory = TemporaryDirectory()

    @Test("a file at the limit is read whole, a larger one not at all")
    func bounds() throws {
        let path = directory.write("12345678", to: "jokes")
        #expect(try BoundedFile(reading: path, limit: 8).bytes == Array("12345678".utf8))
        #expect(throws: BoundedFile.ReadError.tooLarge(path: path, limit: 7)) {
            try BoundedFile(reading: path, limit: 7)
        }
        #expect(try BoundedFile(reading: directory.write("", to: "empty"), limit: 8).bytes.isEmpty)
    }

    @Test("a pipe is refused, not waited for")
    func refusesPipes() {
        let path = directory.path + "/pipe"
        mkfifo(path, 0o600)
        #expect(throws: BoundedFile.ReadError.notAFile(path: path)) {
            try BoundedFile(reading: path, limit: 8)
        }
    }

    @Test("what cannot be read says so in words")
    func namesFailures() {
        let path = directory.path + "/absent"
        #expect(throws: BoundedFile.ReadError.failed(path: path, errno: ENOENT)) {
            try BoundedFile(reading: path, limit: 8)
        }
        #expect(throws: BoundedFile.ReadError.notAFile(path: directory.path)) {
            try BoundedFile(reading: directory.path, limit: 8)
        }
        let error = BoundedFile.ReadError.failed(path: "/x", errno: ENOENT)
        #expect(error.message == "/x: No such file or directory")
    }

    @Test("a file that claims to be smaller than it is is read whole")
    func wrongSize() throws {
        // proc(5): its files have the size 0.
        let text = String(
            decoding: try BoundedFile(reading: "/proc/self/status", limit: 64 << 10).bytes, as: UTF8.self)
        #expect(text.contains("\nVmRSS:"))
        #expect(throws: BoundedFile.ReadError.tooLarge(path: "/proc/self/status", limit: 10)) {
            try BoundedFile(reading: "/proc/self/status", limit: 10)
        }
    }

    @Test("the head of a file is cut, and says so")
    func head() throws {
        let path = directory.write("12345678", to: "jokes")
        let (head, isAll) = try BoundedFile.head(of: path, limit: 3)
        #expect(head.bytes == Array("123".utf8))
        #expect(!isAll)
        #expect(try BoundedFile.head(of: path, limit: 8).isWhole)
    }

    @Test("only a file without permissions for others is private")
    func privacy() throws {
        let path = directory.write("secret", to: "key")
        chmod(path, 0o600)
        #expect(try BoundedFile(reading: path, limit: 8).isPrivate)
        chmod(path, 0o640)
        #expect(try !BoundedFile(reading: path, limit: 8).isPrivate)
    }
}
