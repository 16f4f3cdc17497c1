// SPDX-License-Identifier: MIT
import CLinux
import Glibc

/// Delivers signals as events of the loop (signalfd(2)). The loop keeps the watch until it is canceled.
///
/// The signals are blocked in the thread of the loop and stay blocked. Create the watch before other threads, which
/// inherit the mask: a thread that does not block the signals would receive them with their default action. Child
/// processes inherit the mask and the ignored SIGPIPE, so the code that starts a child must reset both.
@LoopActor
package final class SignalWatch {
    private let handler: @LoopActor (Int32) -> Void
    private var descriptor: FileDescriptor?
    private var watch: DescriptorWatcher?

    /// Blocks signals in this thread and in the threads that it starts. They stay pending until there is a watch for
    /// them.
    ///
    /// Call this first in a program that these signals must not end while it starts.
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

    /// Watches signals and passes their numbers to `handler`. Ignores SIGPIPE from now on, so that a broken pipe is an
    /// error of write(2).
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

    /// Stops the watch. The handler is not called again, and the signals stay blocked.
    package func cancel() {
        watch?.cancel()
        watch = nil
        descriptor = nil
    }

    /// Reads one signal per iteration. The descriptor stays readable while there are more.
    private func receive(from raw: Int32) {
        var info = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        guard read(raw, &info, size) == size else { return }
        handler(Int32(info.ssi_signo))
    }
}
