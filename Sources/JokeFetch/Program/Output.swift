// SPDX-License-Identifier: MIT
import Glibc

/// A descriptor that is written to, whole and at once.
struct Output {
    let descriptor: Int32

    /// False where nobody reads any more, or the disk is full.
    func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&entry, 1, -1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    func write(_ text: String) -> Bool { write(Array(text.utf8)) }
}
