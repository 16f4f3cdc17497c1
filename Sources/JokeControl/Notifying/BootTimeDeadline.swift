// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// A time limit for waits, on a clock that also counts while the machine sleeps (CLOCK_BOOTTIME).
struct BootTimeDeadline: ~Copyable {
    private let timer: Int32

    init(after seconds: Int) throws(CommandError) {
        timer = timerfd_create(CLOCK_BOOTTIME, Int32(TFD_CLOEXEC))
        var setting = itimerspec()
        setting.it_value.tv_sec = seconds
        guard timer >= 0, timerfd_settime(timer, 0, &setting, nil) == 0 else {
            throw CommandError(.internal, "timerfd: \(String(cString: strerror(errno)))")
        }
    }

    deinit { close(timer) }

    /// Waits until `descriptor` has something to read, and returns true. Returns false if the deadline passes first, or
    /// if `stop` has something to read.
    func waits(for descriptor: Int32, or stop: Int32? = nil) -> Bool {
        var entries = (
            read: pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            timer: pollfd(fd: timer, events: Int16(POLLIN), revents: 0),
            // poll(2) ignores a negative descriptor.
            stop: pollfd(fd: stop ?? -1, events: Int16(POLLIN), revents: 0)
        )
        while true {
            let count = withUnsafeMutableBytes(of: &entries) {
                poll($0.baseAddress?.assumingMemoryBound(to: pollfd.self), 3, -1)
            }
            // Otherwise a signal interrupted poll(2).
            if count > 0 { return entries.read.revents != 0 }
        }
    }
}
