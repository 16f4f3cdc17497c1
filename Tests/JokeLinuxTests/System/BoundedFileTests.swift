// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import Testing

@Suite("Bounded files")
struct BoundedFileTests {
    private let directory = TemporaryDirectory()

    @Test("a file at the limit is read completely, and a larger one is refused")
    func limit() throws {
        let path = directory.write("12345678", to: "jokes")
        #expect(try BoundedFile(reading: path, limit: 8).bytes == Array("12345678".utf8))
        #expect(throws: BoundedFile.ReadError.tooLarge(path: path, limit: 7)) {
            try BoundedFile(reading: path, limit: 7)
        }
        #expect(try BoundedFile(reading: directory.write("", to: "empty"), limit: 8).bytes.isEmpty)
    }

    @Test("a pipe is refused without waiting")
    func refusesPipes() {
        let path = directory.path + "/pipe"
        mkfifo(path, 0o600)
        #expect(throws: BoundedFile.ReadError.notAFile(path: path)) {
            try BoundedFile(reading: path, limit: 8)
        }
    }

    @Test("an unreadable file is reported with a message")
    func unreadableFile() {
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

    @Test("a file that is larger than its size claims is read completely")
    func largerThanItsSize() throws {
        // proc(5): its files have the size 0.
        let text = String(
            decoding: try BoundedFile(reading: "/proc/self/status", limit: 64 << 10).bytes, as: UTF8.self)
        #expect(text.contains("\nVmRSS:"))
        #expect(throws: BoundedFile.ReadError.tooLarge(path: "/proc/self/status", limit: 10)) {
            try BoundedFile(reading: "/proc/self/status", limit: 10)
        }
    }

    @Test("the head of a longer file is marked as incomplete")
    func incompleteHead() throws {
        let path = directory.write("12345678", to: "jokes")
        let (head, isAll) = try BoundedFile.head(of: path, limit: 3)
        #expect(head.bytes == Array("123".utf8))
        #expect(!isAll)
        #expect(try BoundedFile.head(of: path, limit: 8).isWhole)
    }

    @Test("a file is private only without permissions for others")
    func privateFile() throws {
        let path = directory.write("secret", to: "key")
        chmod(path, 0o600)
        #expect(try BoundedFile(reading: path, limit: 8).isPrivate)
        chmod(path, 0o640)
        #expect(try !BoundedFile(reading: path, limit: 8).isPrivate)
    }
}
