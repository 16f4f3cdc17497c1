// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// An open file descriptor with one owner. It is closed when the owner releases it.
package struct FileDescriptor: ~Copyable, Sendable {
    /// The number of the descriptor. A system call may use it while the owner exists.
    package let raw: Int32

    /// Takes the ownership of an open descriptor.
    package init(adopting raw: Int32) {
        precondition(raw >= 0, "not a descriptor")
        self.raw = raw
    }

    /// Takes ownership of the result of a call like open(2), or throws its `errno`.
    package init(_ result: Int32, _ operation: String, path: String? = nil) throws(SystemError) {
        guard result >= 0 else { throw .last(operation, path: path) }
        raw = result
    }

    /// Opens an existing file as close-on-exec.
    package init(opening path: String, _ mode: Int32) throws(SystemError) {
        try self.init(open(path, mode | O_CLOEXEC), "open", path: path)
    }

    /// Opens a handle of a process, which is readable after the process has ended (pidfd_open(2)).
    package init(watching pid: Int32) throws(SystemError) {
        try self.init(jokesd_process_handle(pid), "pidfd_open")
    }

    /// Ends the ownership and returns the number. The caller must close it.
    package consuming func release() -> Int32 {
        let number = raw
        discard self
        return number
    }

    /// Makes reads and writes fail with `EAGAIN` instead of waiting.
    package func setNonblocking() { _ = fcntl(raw, F_SETFL, O_NONBLOCK) }

    /// close(2) releases the number even if it fails with EINTR, so it is never repeated.
    deinit { _ = Glibc.close(raw) }
}

extension FileDescriptor {
    /// Creates a pipe whose ends are closed on exec. The caller owns both.
    package static func pipe() throws(SystemError) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard jokesd_pipe(&ends) == 0 else { throw .last("pipe2") }
        return (ends[0], ends[1])
    }

    /// Creates two connected stream sockets that are closed on exec. The caller owns both.
    package static func socketPair() throws(SystemError) -> (ours: Int32, theirs: Int32) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .last("socketpair") }
        return (ends[0], ends[1])
    }

    /// Returns an empty file in memory.
    package static func memoryFile() throws(SystemError) -> FileDescriptor {
        try FileDescriptor(jokesd_memory_file(), "memfd_create")
    }

    /// Returns a descriptor from which a program can read all of `bytes`, then the end, while this process does nothing.
    ///
    /// It is the null device for no bytes, because some programs wait for those of a pipe. It is a pipe if the bytes fit:
    /// pipe(7) holds 64 KiB, or less if the user has very many pipes. Otherwise it is a file in memory, which a process
    /// that may write no files (RLIMIT_FSIZE) cannot have.
    package static func input(holding bytes: [UInt8]) throws(SystemError) -> FileDescriptor {
        guard !bytes.isEmpty else { return try FileDescriptor(opening: "/dev/null", O_RDONLY) }
        let ends = try pipe()
        let reading = FileDescriptor(adopting: ends.reading)
        let writing = FileDescriptor(adopting: ends.writing)
        writing.setNonblocking()
        if write(writing.raw, bytes, bytes.count) == bytes.count { return reading }
        // A write beyond the limit would end this process by SIGXFSZ.
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0,
            limit.rlim_cur >= bytes.count
        else {
            throw SystemError(code: EFBIG, operation: "write")
        }
        let file = try memoryFile()
        guard pwrite(file.raw, bytes, bytes.count, 0) == bytes.count else { throw .last("write") }
        return file
    }

    /// Reads at most `limit` bytes of a file from its beginning.
    package func content(limit: Int) throws(SystemError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = pread(raw, &bytes, limit, 0)
        guard count >= 0 else { throw .last("read") }
        return Array(bytes[..<count])
    }
}
