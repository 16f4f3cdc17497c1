// SPDX-License-Identifier: MIT
import Glibc
import JokeLinux
import JokeTestSupport
import Testing

@Suite("A lock on a file")
struct FileLockTests {
    private let directory = TemporaryDirectory()

    /// Returns whether the lock can be taken, and releases it again.
    private func isFree(_ path: String) throws -> Bool {
        let lock = try FileLock.take(file: path)
        return lock != nil
    }

    @Test("a lock has one holder and is released with it")
    func oneHolder() throws {
        let path = "\(directory.path)/lock"
        do {
            let first = try FileLock.take(file: path)
            let isHeld = first != nil
            #expect(isHeld)
            #expect(try !isFree(path))
        }
        #expect(try isFree(path))
        #expect(try Files.mode(path) == 0o600)
    }

    @Test("a lock is free although a starting program has a copy of its descriptor")
    func copiedDescriptor() throws {
        let path = "\(directory.path)/lock"
        var copy: Int32 = -1
        do {
            let lock = try FileLock.take(file: path)
            let isHeld = lock != nil
            #expect(isHeld)
            copy = try #require(Self.descriptor(of: path).map { dup($0) })
        }
        defer { close(copy) }
        #expect(try isFree(path))
    }

    @Test("the lock of a directory needs no file and is independent of the locks on its files")
    func directoryLock() throws {
        let first = try FileLock.take(directory: directory.path)
        let second = try FileLock.take(directory: directory.path)
        let (isHeld, isRefused) = (first != nil, second == nil)
        #expect(isHeld)
        #expect(isRefused)
        #expect(Files.names(in: directory.path).isEmpty)
        #expect(try isFree("\(directory.path)/lock"))
    }

    @Test("a lock in a missing directory is an error with its path")
    func missingDirectory() {
        let path = "\(directory.path)/nowhere/lock"
        let expected = SystemError(code: ENOENT, operation: "open", path: path)
        #expect(throws: expected) { _ = try FileLock.take(file: path) }
        #expect(expected.message == "open \(path): No such file or directory")
    }

    /// The number of an open descriptor of this process (proc(5)).
    private static func descriptor(of path: String) -> Int32? {
        let links = "/proc/self/fd"
        return Files.names(in: links).compactMap { Int32($0) }.first { number in
            var target = [CChar](repeating: 0, count: 4_096)
            let count = readlink("\(links)/\(number)", &target, target.count)
            return String(decoding: target.prefix(max(count, 0)).map(UInt8.init(bitPattern:)), as: UTF8.self)
                == path
        }
    }
}
