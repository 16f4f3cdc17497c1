// SPDX-License-Identifier: MIT
import CLinux
import Glibc
package import JokeSystem

/// Signals as events of the loop (signalfd(2)), which keeps the watch until it is cancelled.
///
/// They are blocked in the loop's thread and stay blocked. Make it before other threads, which inherit the mask;
/// a thread that does not block them would take them with their default action. A child process inherits the
/// mask and the ignored SIGPIPE too, so whoever starts one sets both back.
@LoopActor
package final class SignalWatch {
    private let handler: @LoopActor (Int32) -> Void
    private var descriptor: FileDescriptor?
    private var watch: DescriptorWatcher?

    /// Blocks these signals in this thread and in those that it starts: they wait until there is a watch for them.
    ///
    /// A program that must not be ended by them while it starts calls this first.
    package nonisolated static func block(_ signals: [Int32]) throws(SystemError) {
        var mask = mask(of: signals)
        let error = pthread_sigmask(SIG_BLOCK, &mask, nil)
        guard error == 0 else { throw SystemError(code: error, operation: "pthread_sigmask") }
    }

    private nonisolated static func mask(of signals: [Int32]) -> sigset_t {
        var mask = sigset_t()
        sigemptyset(&mask)
        for number in signals { sigaddset(&mask, number) }
        return mask
    }

    /// `handler` gets the signal's number. SIGPIPE is ignored from here on: a broken pipe is an error of write(2).
    package init(_ signals: [Int32], _ handler: @escaping @LoopActor (Int32) -> Void) throws(SystemError) {
        self.handler = handler
        try Self.block(signals)
        var mask = Self.mask(of: signals)
        _ = signal(SIGPIPE, SIG_IGN)
        let opened = try FileDescriptor(
            signalfd(-1, &mask, Int32(SFD_CLOEXEC) | Int32(SFD_NONBLOCK)), "signalfd")
        let raw = opened.raw
        descriptor = consume opened
        watch = try DescriptorWatcher(raw, for: .readable) { _ in self.receive(from: raw) }
    }

    /// After this the handler is not called; the signals stay blocked.
    package func cancel() {
        watch?.cancel()
        watch = nil
        descriptor = nil
    }

    /// One signal an iteration: the descriptor stays readable while there are more.
    private func receive(from raw: Int32) {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(raw, &info, size) == size else { return }
        handler(Int32(info.ssi_signo))
    }
}
