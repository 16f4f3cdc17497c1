// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// The signals that end jokectl, held back while a notification is shown (signalfd(2)).
///
/// A signal that came acts as usual after ``end()``, so that a shell and systemd see how jokectl ended.
final class StopSignals {
    /// A descriptor that has something to read when a signal came.
    let descriptor: Int32
    private var former = sigset_t()
    private var hasEnded = false

    init() throws(CommandError) {
        var held = sigset_t()
        sigemptyset(&held)
        for number in [SIGHUP, SIGINT, SIGTERM] where !OutputFile.isIgnored(number) {
            sigaddset(&held, number)
        }
        descriptor = signalfd(-1, &held, Int32(SFD_CLOEXEC))
        guard descriptor >= 0 else {
            throw CommandError(.internal, "signalfd: \(String(cString: strerror(errno)))")
        }
        pthread_sigmask(SIG_BLOCK, &held, &former)
    }

    deinit {
        end()
        close(descriptor)
    }

    /// Whether a signal came.
    var isPending: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }

    /// Lets the signals act again. One that came ends the process here.
    func end() {
        guard !hasEnded else { return }
        hasEnded = true
        pthread_sigmask(SIG_SETMASK, &former, nil)
    }
}
