// SPDX-License-Identifier: MIT
import Glibc
import JokeTestSupport

/// A named pipe that shows whether its writers have ended.
final class NamedPipe {
    let path: String
    private let directory = TemporaryDirectory()
    private let reader: Descriptor

    init() throws {
        path = "\(directory.path)/fifo"
        guard mkfifo(path, 0o600) == 0 else { throw TestSupportError.system("mkfifo") }
        reader = Descriptor(owning: open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC))
    }

    /// Waits until a process has the pipe open.
    func waitForWriter() throws {
        // fifo(7): opening for reading and writing counts as one opener, so the openers are counted in /proc.
        let deadline = TestDeadline()
        while !Files.names(in: "/proc").contains(where: hasPipeOpen) {
            guard !deadline.hasPassed else { throw TestSupportError("Timed out waiting for a writer") }
        }
    }

    /// Returns whether all writers have ended: poll(2) reports POLLHUP.
    func hasNoWriters() throws -> Bool {
        try reader.wait(for: POLLHUP, "the writers to go", until: TestDeadline()) & POLLHUP != 0
    }

    private func hasPipeOpen(process: String) -> Bool {
        guard Int32(process) != nil, process != "\(getpid())" else { return false }
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/\(process)/fd/1", &target, target.count - 1)
        return count > 0
            && String(decoding: target[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self) == path
    }
}
