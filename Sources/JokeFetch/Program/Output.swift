// SPDX-License-Identifier: MIT
import Glibc

/// A descriptor to which text is written completely, without a buffer.
struct Output {
    let descriptor: Int32

    /// Writes all bytes, and waits if the descriptor does not accept more.
    ///
    /// - Returns: False if writing fails, for example because the reader has closed the pipe or the disk is full.
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
