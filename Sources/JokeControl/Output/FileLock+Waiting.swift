// SPDX-License-Identifier: MIT
import Glibc
import JokeClient
import JokeLinux

extension FileLock {
    /// Locks a file, as `take(file:)` does. If another run of jokectl holds the lock, waits for it.
    ///
    /// - Returns: nil if the deadline passes first.
    static func take(file path: String, until deadline: Deadline) throws(SystemError) -> FileLock? {
        while true {
            if let lock = try take(file: path) { return lock }
            guard !deadline.hasPassed else { return nil }
            usleep(10_000)
        }
    }
}
