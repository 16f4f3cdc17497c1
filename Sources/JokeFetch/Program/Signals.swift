// SPDX-License-Identifier: MIT
import CCurl
import Glibc

/// The signals that end this program, as a descriptor: programs that were started have groups of their own, so that a
/// Ctrl-C does not reach them, and must be ended first.
struct TerminationSignals {
    let descriptor: Int32

    /// Called before there are threads, which inherit what is blocked.
    init() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&set, signal) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
        // Who reads our output may go: that is an error of write(2) then.
        signal(SIGPIPE, SIG_IGN)
        descriptor = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
    }

    /// Ends this program by the signal that came, so that a shell sees what happened.
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
