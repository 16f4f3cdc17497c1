// SPDX-License-Identifier: MIT
import CCurl
import Glibc

/// The signals that terminate this program, as a descriptor.
///
/// Programs that it started have process groups of their own. Ctrl-C does not reach them, so they must be killed before
/// this program ends.
struct TerminationSignals {
    let descriptor: Int32

    /// Blocks the signals. Call this before threads start, because they inherit the blocked signals.
    init() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        // If the reader of the output closes it, write(2) shall fail; the signal would end the program.
        signal(SIGPIPE, SIG_IGN)
        descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    }

    /// Ends this program by the signal that arrived, so that a shell sees the cause.
    func reraise() -> Never {
        var information = signalfd_siginfo()
        read(descriptor, &information, MemoryLayout<signalfd_siginfo>.size)
        let number = Int32(information.ssi_signo)
        signal(number, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        raise(number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        _exit(128 + number)
    }
}
